"""A review as one HTML file that opens from disk: the same page and scripts, its data inside."""

import json
import re
import zlib
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from thousand_agents.web.pages import environment, suit_picture
from thousand_agents.web.picture import Look
from thousand_agents.web.replay import Replay, shown
from thousand_agents.web.texts import texts
from thousand_env.drawing.theme import CSS
from thousand_env.games.thousand.cards import SUITS

_STATIC: Final = Path(__file__).parent / "static"
_SCRIPTS: Final = ("core", "sheet", "hints", "chart", "review")  # each after those that it needs
_IMPORT: Final = re.compile(r"^import .*;$\n?", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ", re.MULTILINE)


@dataclass(frozen=True)
class Page:
    """What the file is made of: the record's JSON, what the page is told of it, judged decisions.

    ``judged`` are a seat's decisions so far, by step, as the agent ``judge`` judged them.
    """

    record: bytes
    described: dict[str, Any]
    seat: int | None
    judge: str
    judged: dict[str, Any]
    look: Look


def one_file(page: Page) -> str:
    """The HTML; what the server would have been asked for is packed as zlib and base64."""
    replay = Replay(page.record)
    steps = [shown(replay, number, None, page.look) for number in range(len(replay.steps))]
    data: dict[str, Any] = {"record": page.described, "steps": steps}
    data |= {"seat": page.seat, "judge": page.judge, "judged": page.judged}
    packed = b64encode(zlib.compress(json.dumps(data, ensure_ascii=False).encode(), 9)).decode()
    words = texts(page.look.language)
    return (
        environment()
        .get_template("export.html")
        .render(
            language=page.look.language,
            t=words.__getitem__,
            texts=words,
            style=_style(),
            looks=_read("looks.js"),
            script=_script(),
            packed=packed,
            name="file",
            names=replay.names,
            judges=(page.judge,),
        )
    )


def _script() -> str:
    """All modules as one: their names differ, so that imports and exports can go."""
    parts = [_EXPORT.sub("", _IMPORT.sub("", _read(f"{name}.js"))) for name in _SCRIPTS]
    return "\n".join(parts)


def _style() -> str:
    style = CSS + _read("main.css")
    for suit in SUITS:
        picture = b64encode(suit_picture(suit).encode()).decode()
        style = style.replace(f'"/suits/{suit}.svg"', f'"data:image/svg+xml;base64,{picture}"')
    return style


def _read(name: str) -> str:
    return (_STATIC / name).read_text(encoding="utf-8")
