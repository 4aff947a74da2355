"""The picture of a table as a browser gets it."""

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np

from thousand_agents.web.texts import DEFAULT, texts
from thousand_env.drawing.theme import CSS, Style
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.picture import WORDS, svg_state, svg_view

_STYLE: Final = f"<style>{CSS}</style>"  # the pages have it as a file: theirs allow no style within


class Look(NamedTuple):
    """How pictures look to a reader; light or dark, four colours or two, is the page's business."""

    language: str = DEFAULT
    compact: bool = False  # for a phone


@lru_cache
def _style(look: Look) -> Style:
    words = texts(look.language)
    said = {word: words[f"picture.{word}"] for word in WORDS}
    return Style(compact=look.compact, words=MappingProxyType(said))


def picture(record: Any, rules: RuleSet, names: Sequence[str], look: Look) -> str:
    """A view, or a state with all hands open, as an SVG document; nothing else is known here."""
    draw = svg_state if np.ndim(record.hand) else svg_view
    return draw(record, rules, names, _style(look)).replace(_STYLE, "")
