"""The page with the rules and help: texts of the package in Markdown, shown as HTML."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import thousand_env
from thousand_agents.web.pages import render
from thousand_agents.web.requests import reader

RULES: Final = {"ru": "RULES.ru.md"}  # in all other languages they are English
_ENGLISH: Final = "RULES.md"
_PACKAGE: Final = Path(thousand_env.__file__).parent
_HELP: Final = Path(__file__).parent / "texts" / "help"
_NUMBER: Final = re.compile(r"R\d+\b")
_SCROLLED: Final = '<div class="scroll" tabindex="0" role="group">'


def help_routes() -> list[Route]:
    """The page."""
    return [Route("/help", _help)]


async def _help(request: Request) -> Response:
    language = reader(request)
    rules = RULES.get(language, _ENGLISH)
    return render(
        "help",
        request,
        short=_html(_HELP / f"{language}.md", 0),
        rules=_html(_PACKAGE / rules, 1),
        rules_language=language if language in RULES else "en",
    )


@lru_cache
def _html(path: Path, deeper: int) -> str:
    """A text as HTML, its headings so much deeper; ``R7`` is the id of that rule's heading."""
    reading = MarkdownIt("commonmark", {"html": False}).enable("table")
    for part in ("table_open", "table_close", "fence"):
        reading.add_render_rule(part, _scrolled)
    tokens = reading.parse(path.read_text(encoding="utf-8"))
    for token, following in pairwise(tokens):
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1:]) + deeper}"
        if token.type == "heading_open" and (number := _NUMBER.match(following.content)):
            token.attrSet("id", number[0])
        if token.type == "th_open" and not following.content:  # a heading of nothing
            token.tag = tokens[tokens.index(following) + 1].tag = "td"
        if token.type == "inline" and token.children:
            token.children = [child for child in token.children if not _leads_away(child)]
    return str(reading.renderer.render(tokens, reading.options, {}))


def _leads_away(token: Token) -> bool:
    """Is it (the end of) a link?  They lead to files of the project, which a page has not."""
    return token.type in ("link_open", "link_close")


def _scrolled(
    renderer: Any, tokens: Sequence[Token], place: int, options: Any, env: Mapping[str, Any]
) -> str:
    """What may be wider than a phone, in a frame of its own that a keyboard can scroll."""
    token = tokens[place]
    if token.type == "fence":
        return f"{_SCROLLED}{renderer.fence(tokens, place, options, env)}</div>\n"
    drawn = renderer.renderToken(tokens, place, options, env)
    return f"{_SCROLLED}{drawn}" if token.type == "table_open" else f"{drawn}</div>\n"
