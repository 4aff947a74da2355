"""An SVG document in the making: shapes, texts as paths, cards, each symbol defined once."""

import re
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from thousand_env.drawing.cards import (
    CARD_BOX,
    HIDDEN,
    MINI_BOX,
    SUITS,
    card_symbols,
    letter_symbol,
    suit_symbol,
)
from thousand_env.drawing.letters import SUIT_SIGNS, UNITS, UNKNOWN, advance, known
from thousand_env.drawing.letters import width as text_width
from thousand_env.drawing.theme import CSS, Style

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SUIT_SIZE, _SUIT_TOP = 360, -355  # of a suit sign within a text, in letters' units


class Svg(str):
    """The text of an SVG document; notebooks show it as the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def _legible(text: str) -> str:
    """Without the characters that XML can't hold."""
    return _NOT_XML.sub(UNKNOWN, text)


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
        """The table: cloth, lighter in the middle, and a wooden rim."""
        felt, edge = self.palette["felt"], self.palette["edge"]
        self._symbols["te-cloth"] = (
            f'<radialGradient id="te-cloth-{felt[1:]}" cx=".5" cy=".45" r=".7">'
            f'<stop class="te-felt-stop" stop-color="{felt}"/>'
            f'<stop offset="1" class="te-edge-stop" stop-color="{edge}"/></radialGradient>'
        )
        self.rect(x, y, width, height, radius, f'fill="url(#te-cloth-{felt[1:]})"')
        self.rect(x, y, width, height, radius, self.stroke("rim", 8))

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
        letters, width = known(text), text_width(text, size, bold)
        x -= {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        at, uses = 0, []
        for letter in letters:
            uses.append(self._letter(letter, at, bold))
            at += advance(letter, bold)
        self._parts.append(
            f'<g {self.fill(role)} transform="translate({x:.1f} {y:.1f})scale({size / UNITS:.4g})">'
            f"{''.join(uses)}</g>"
        )
        return width

    def _letter(self, letter: str, at: int, bold: bool) -> str:
        if letter == " ":
            return ""
        if letter in SUIT_SIGNS:
            suit = SUIT_SIGNS.index(letter)
            name, symbol = suit_symbol(suit)
            self._symbols[name] = symbol
            box = f'x="{at + 20}" y="{_SUIT_TOP}" width="{_SUIT_SIZE}" height="{_SUIT_SIZE}"'
            return f'<use href="#{name}" {box} {self.fill(SUITS[suit])}/>'
        name, symbol = letter_symbol(letter, bold)
        self._symbols[name] = symbol
        return f'<use href="#{name}" x="{at}"/>' if at else f'<use href="#{name}"/>'

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
