"""An SVG document in the making: shapes, texts as paths, cards, each symbol defined once."""

import re
from functools import lru_cache
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from thousand_env.drawing.cards import (
    CARD_BOX,
    HIDDEN,
    MINI_BOX,
    SUITS,
    Look,
    Symbols,
    card_symbols,
    letter_symbol,
    suit_symbol,
)
from thousand_env.drawing.letters import SUIT_SIGNS, UNITS, UNKNOWN, advance, known
from thousand_env.drawing.theme import CSS, Style

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_INSET: Final = 12  # of the line on the cloth
_SUIT_SIZE, _SUIT_TOP = 360, -355  # of a suit sign within a text, in letters' units


class Svg(str):
    """The text of an SVG document; notebooks show it as the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def _legible(text: str) -> str:
    """Without the characters that XML can't hold."""
    return _NOT_XML.sub(UNKNOWN, text)


@lru_cache(maxsize=4096)
def _spelled(text: str, bold: bool, look: Look) -> tuple[Symbols, str, int]:
    """Definitions of the letters of a text, the text, and how long it is, in letters' units."""
    palette, uses, at = dict(look), [], 0
    symbols: Symbols = {}
    for letter in known(text):
        if letter in SUIT_SIGNS:
            name, symbols[name] = suit_symbol(SUIT_SIGNS.index(letter))
            role = SUITS[SUIT_SIGNS.index(letter)]
            box = f'x="{at + 20}" y="{_SUIT_TOP}" width="{_SUIT_SIZE}" height="{_SUIT_SIZE}"'
            uses.append(f'<use href="#{name}" {box} class="te-{role}" fill="{palette[role]}"/>')
        elif letter != " ":
            name, symbols[name] = letter_symbol(letter, bold)
            uses.append(f'<use href="#{name}" x="{at}"/>')
        at += advance(letter, bold)
    return symbols, "".join(uses), at


class Canvas:
    """Draw from back to front, then ask for the ``document``."""

    def __init__(self, style: Style) -> None:
        self.style, self.palette = style, style.palette
        self._look = tuple(self.palette.items())
        self._symbols: dict[str, str] = {}
        self._parts: list[str] = []

    def fill(self, role: str) -> str:
        """Attributes that fill a shape with the colour of a role."""
        return f'class="te-{role}" fill="{self.palette[role]}"'

    def stroke(self, role: str, width: float) -> str:
        """Attributes that draw a shape's outline in the colour of a role."""
        colour = self.palette[role]
        return f'class="te-{role}-line" fill="none" stroke="{colour}" stroke-width="{width:g}"'

    def rect(
        self, x: float, y: float, width: float, height: float, radius: float, look: str
    ) -> None:
        """A rectangle with round corners; ``look`` comes from ``fill`` or ``stroke``."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
            f'rx="{radius:g}" {look}/>'
        )

    def circle(self, x: float, y: float, radius: float, look: str) -> None:
        """A circle around a point."""
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {look}/>')

    def felt(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        """The table: a cloth, with a line along its wooden rim if it is large."""
        self.rect(x, y, width, height, radius, self.fill("felt"))
        self.rect(x, y, width, height, radius, self.stroke("rim", 8))
        if radius > 3 * _INSET:  # there is room for it
            inner = width - 2 * _INSET, height - 2 * _INSET, radius - _INSET
            self.rect(x + _INSET, y + _INSET, *inner, self.stroke("edge", 2))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        role: str,
        bold: bool = False,
        anchor: str = "start",
    ) -> float:
        """A line of text on the base line ``y``; its width.

        ``anchor``: where in the text ``x`` lies, ``start``, ``middle`` or ``end``.  The suit signs
        are drawn in the colours of the suits.
        """
        symbols, letters, units = _spelled(text, bold, self._look)
        self._symbols |= symbols
        width = units * size / UNITS
        x -= {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        shape = f"translate({x:.1f} {y:.1f})scale({size / UNITS:.4g})"
        self._parts.append(f'<g {self.fill(role)} transform="{shape}">{letters}</g>')
        return width

    def card(self, x: float, y: float, width: float, card: str, attributes: str = "") -> None:
        """A card, ``AS`` to ``2H`` or the joker ``XX``, or ``HIDDEN``: its back."""
        self._use_card(x, y, width, card, False, attributes)

    def mini(self, x: float, y: float, width: float, card: str) -> None:
        """A small card: rank and suit below each other."""
        self._use_card(x, y, width, card, True, "")

    def _use_card(
        self, x: float, y: float, width: float, card: str, mini: bool, attributes: str
    ) -> None:
        symbols = card_symbols(card, mini, self._look)
        self._symbols |= symbols
        box = MINI_BOX if mini else CARD_BOX
        height = width * box[1] / box[0]
        data = "" if card == HIDDEN else f" data-card={quoteattr(card)}"
        self._parts.append(
            f'<use href="#{[*symbols][-1]}" x="{x:.1f}" y="{y:.1f}" width="{width:g}" height="{height:.4g}"'
            f"{data}{attributes}/>"
        )

    def document(self, width: int, height: int, title: str, text: str) -> Svg:
        """The finished SVG; ``title`` and ``text`` tell the same to those who can't see it."""
        return Svg(
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{self.style.classes}" role="img" '
            f'aria-label={quoteattr(_legible(title))} width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}"><desc>{escape(_legible(text))}</desc><style>{CSS}</style>'
            f"<defs>{''.join(self._symbols.values())}</defs>{''.join(self._parts)}</svg>"
        )
