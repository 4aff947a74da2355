"""Letters as outlines: how wide a text is, and what to draw for each of its characters.

The outlines lie in ``letters.json`` (from the font Inter; ``docs/make_letters.py`` makes them), so
a picture looks the same on every machine, whatever fonts it has, or none.
"""

import json
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final
from unicodedata import normalize

UNITS: Final = 500  # per em, as in letters.json
SUIT_SIGNS: Final = "♠♣♦♥"
SUIT_ADVANCE: Final = 400
UNKNOWN: Final = "□"
_BOX: Final = [330, "m40 0l0-360l250 0l0 360zm30-30l190 0l0-300l-190 0z"]

Outlines = dict[str, list[Any]]


@lru_cache(maxsize=1)
def _weights() -> tuple[Outlines, Outlines]:
    text = files("thousand_env.drawing").joinpath("letters.json").read_text(encoding="utf-8")
    form = json.loads(text)
    return form["medium"], form["bold"]


def outlines(bold: bool) -> Outlines:
    """Advance in ``UNITS`` and SVG path, by character."""
    return _weights()[bold]


@lru_cache(maxsize=4096)
def known(text: str) -> str:
    """The text in characters that can be drawn: accents unknown are dropped, the rest is a box."""
    return "".join(map(_known, text))


def _known(character: str) -> str:
    letters = outlines(False)
    if character in letters or character in SUIT_SIGNS:
        return character
    if character.isspace():
        return " "
    plain = normalize("NFKD", character)[:1]
    return plain if plain in letters else UNKNOWN


def outline(character: str, bold: bool) -> list[Any]:
    """Advance and path of a character of ``known``."""
    return _BOX if character == UNKNOWN else outlines(bold)[character]


def advance(character: str, bold: bool) -> int:
    """Width of a character of ``known``, in ``UNITS``."""
    return SUIT_ADVANCE if character in SUIT_SIGNS else int(outline(character, bold)[0])


@lru_cache(maxsize=4096)
def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text of this size is, in pixels."""
    return sum(advance(character, bold) for character in known(text)) * size / UNITS


@lru_cache(maxsize=4096)
def fitted(text: str, size: float, room: float, bold: bool = False) -> str:
    """The text, its end replaced by "…" if it is wider than ``room`` pixels."""
    if width(text, size, bold) <= room:
        return text
    while text and width(text + "…", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"
