"""The pages: HTML in the reader's language."""

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from thousand_agents.web.form import option_groups, presets
from thousand_agents.web.hints import SEARCHER
from thousand_agents.web.messages import TEMPOS
from thousand_agents.web.players import OFFERED
from thousand_agents.web.requests import reader
from thousand_agents.web.sentences import say
from thousand_agents.web.texts import LANGUAGES, texts
from thousand_env.drawing.cards import SUIT_PATHS
from thousand_env.drawing.theme import CSS
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.cards import SUITS

PAGES: Final = Path(__file__).parent / "pages"
_LONGEST_PATH: Final = 100  # characters of an address that are told
CACHED: Final = {"Cache-Control": "max-age=3600"}


@lru_cache
def environment() -> Environment:
    """Where the pages come from; what is put into them is escaped."""
    return Environment(
        loader=FileSystemLoader(PAGES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def render(page: str, request: Request, status: int = 200, **values: Any) -> Response:
    """A page in the language of whoever asks."""
    language = reader(request)
    words = texts(language)
    html = (
        environment()
        .get_template(f"{page}.html")
        .render(
            page=page,
            t=words.__getitem__,
            texts=words,
            language=language,
            languages=LANGUAGES,
            **values,
        )
    )
    return HTMLResponse(html, status)


def page_routes() -> list[Route]:
    """The routes of all pages."""
    return [
        Route("/", _play),
        Route("/table/{id}", _table),
        Route("/watch", _watch),
        Route("/review", _review),
        Route("/review/{id}", _review),
        Route("/suits/{suit}.svg", _suit),
        Route("/drawing.css", _drawing),
    ]


def choices(request: Request) -> dict[str, Any]:
    """What can be chosen before a match."""
    offered = [*OFFERED, *request.app.state.server.offered]
    return {
        "groups": option_groups(),
        "presets": presets(),
        "offered": offered,
        "tempos": TEMPOS,
    }


async def _play(request: Request) -> Response:
    return render("play", request, **choices(request))


async def _watch(request: Request) -> Response:
    return render("watch", request, **choices(request))


async def _table(request: Request) -> Response:
    try:
        room = request.app.state.server.rooms.find(request.path_params["id"])
    except ThousandError as error:
        return _lost(request, say(str(error), reader(request)))
    return render("table", request, watched=room.settings.seat is None, tempos=TEMPOS)


async def _review(request: Request) -> Response:
    name = request.path_params.get("id")
    try:
        if name is not None:
            await request.app.state.server.replays.find(name)
    except ThousandError as error:
        return _lost(request, say(str(error), reader(request)))
    judges = dict.fromkeys([SEARCHER, *choices(request)["offered"]])
    return render("review", request, name=name, judges=judges)


async def lost(request: Request, error: Exception) -> Response:
    """An address at which nothing is; whoever follows a link may go on from there."""
    words = texts(reader(request))["lost.reason"]
    return _lost(request, words.replace("{path}", request.url.path[:_LONGEST_PATH]))


def _lost(request: Request, reason: str) -> Response:
    return render("lost", request, 404, reason=reason)


async def _suit(request: Request) -> Response:
    """The sign of a suit, drawn as on the cards of every picture."""
    suit = request.path_params["suit"]
    if suit not in tuple(SUITS):
        return Response(status_code=404)
    return Response(suit_picture(suit), 200, CACHED, "image/svg+xml")


def suit_picture(suit: str) -> str:
    """A suit's sign as an SVG document."""
    path = f'<path d="{SUIT_PATHS[SUITS.index(suit)]}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{path}</svg>'


async def _drawing(request: Request) -> Response:
    """The style of all pictures, which the pages' policy allows in a file only."""
    return Response(CSS, 200, CACHED, "text/css; charset=utf-8")
