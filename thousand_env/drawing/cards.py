"""Cards of any deck as SVG symbols: faces of four suits, the joker, the back.

A card is named by its text: rank ``A K Q J T 9 ... 2`` and suit ``S C D H``, the joker ``XX``;
``?`` is a card face down.
"""

from functools import lru_cache
from typing import Final

from thousand_env.drawing.letters import SUIT_SIGNS, UNITS, outline, width
from thousand_env.drawing.theme import Palette

CARD_BOX: Final = (60, 84)
MINI_BOX: Final = (26, 36)
SUITS: Final = ("spades", "clubs", "diamonds", "hearts")
HIDDEN: Final = "?"
JOKER: Final = "XX"
_LETTERS: Final = "SCDH"
_COURT: Final = "JQK"

# On a grid of 100 by 100.
SUIT_PATHS: Final = (
    "M50 4C60 26 94 42 94 64c0 13-9 21-20 21-9 0-16-4-20-11 1 11 5 18 13 22H33c8-4 12-11 13-22-4 7-11 11-20 11C15 85 6 77 6 64 6 42 40 26 50 4z",
    "M50 4a20 20 0 0 1 15 33.5A20 20 0 1 1 54 66c1 15 5 25 14 30H32c9-5 13-15 14-30A20 20 0 1 1 35 37.5A20 20 0 0 1 50 4z",
    "M50 2C57 20 71 37 88 50 71 63 57 80 50 98 43 80 29 63 12 50 29 37 43 20 50 2z",
    "M50 95C40 76 6 58 6 31 6 17 16 7 28 7c10 0 18 6 22 16C54 13 62 7 72 7c12 0 22 10 22 24 0 27-34 45-44 64z",
)
_STAR: Final = "M50 4L61 38H97L68 59 79 94 50 73 21 94 32 59 3 38H39z"


def _lattice(left: int, top: int, right: int, bottom: int, step: int) -> str:
    """Diagonals across a box, as an SVG path."""
    lines = []
    for turn in (1, -1):
        for start in range(left - (bottom - top), right + bottom - top, step):
            low, high = sorted((start, start + turn * (bottom - top)))
            first, last = max(low, left), min(high, right)
            if first < last:
                ends = [top + turn * (x - start) for x in (first, last)]
                lines.append(f"M{first} {ends[0]}L{last} {ends[1]}")
    return "".join(lines)


_WEAVE: Final = _lattice(8, 8, 52, 76, 11)

Look = tuple[tuple[str, str], ...]  # a palette's roles and colours
Symbols = dict[str, str]  # definitions by name


@lru_cache(maxsize=512)
def card_symbols(card: str, mini: bool, look: Look) -> Symbols:
    """Definitions that a card needs; the last one is the card."""
    palette = dict(look)
    if card == HIDDEN:
        return _back(palette)
    if card == JOKER:
        return _joker(mini, palette)
    return _face(card, mini, palette)


def card_sign(card: str) -> str:
    """A card as texts of pictures name it: ``10♥``."""
    return _rank_text(card[0]) + SUIT_SIGNS[_LETTERS.index(card[1])]


def letter_symbol(letter: str, bold: bool) -> tuple[str, str]:
    """Name and definition of a letter."""
    name = f"te-{'b' if bold else 'm'}{ord(letter):x}"
    return name, f'<path id="{name}" d="{outline(letter, bold)[1]}"/>'


def suit_symbol(suit: int) -> tuple[str, str]:
    """Name and definition of a suit's sign, 100 by 100."""
    name = f"te-suit{suit}"
    path = f'<path d="{SUIT_PATHS[suit]}"/>'
    return name, f'<symbol id="{name}" viewBox="0 0 100 100">{path}</symbol>'


def _face(card: str, mini: bool, palette: Palette) -> Symbols:
    rank, suit = card[0], _LETTERS.index(card[1])
    role, sign = SUITS[suit], suit_symbol(suit)
    symbols = _sheet(mini, palette) | dict([sign])
    symbols |= dict(letter_symbol(letter, True) for letter in _rank_text(rank))
    if mini:
        marks = _rank(rank, 13, 17, 17) + _sign(sign[0], 6, 19, 14)
    else:
        marks = _rank(rank, 11, 20, 20) + _sign(sign[0], 4.5, 24, 13)
        if rank in _COURT:
            marks += (
                f'<rect x="20.5" y="8.5" width="34" height="67" rx="3" class="te-{role}-line" '
                f'fill="none" stroke="{palette[role]}" stroke-opacity=".45"/>'
            )
            marks += _rank(rank, 37.5, 42, 38) + _sign(sign[0], 25, 46, 25)
        else:
            marks += _sign(sign[0], 18, 38, 39)
    body = f'<g class="te-{role}" fill="{palette[role]}">{marks}</g>'
    return symbols | _card(card, mini, body)


def _joker(mini: bool, palette: Palette) -> Symbols:
    box = (3, 6, 20) if mini else (9, 20, 42)
    small = "" if mini else _star(4, 5, 14)
    body = f'<g class="te-joker" fill="{palette["joker"]}">{small}{_star(*box)}</g>'
    return _sheet(mini, palette) | _card(JOKER, mini, body)


def _back(palette: Palette) -> Symbols:
    """A card face down; small ones look the same."""
    width, height = CARD_BOX
    inner = f'x="4.5" y="4.5" width="{width - 9}" height="{height - 9}" rx="3"'
    body = (
        f'<rect {inner} class="te-back" fill="{palette["back"]}"/>'
        f'<path class="te-weave-line" fill="none" stroke="{palette["weave"]}" stroke-width="1.3" '
        f'd="{_WEAVE}"/>'
    )
    return _sheet(False, palette) | _card("back", False, body)


def _sheet(mini: bool, palette: Palette) -> Symbols:
    """The blank card."""
    name, (width, height) = _sheet_name(mini), MINI_BOX if mini else CARD_BOX
    outer = f'width="{width - 1}" height="{height - 1}" rx="{width / 10:g}"'
    return {
        name: f'<g id="{name}"><rect x=".5" y=".5" {outer} class="te-paper" '
        f'fill="{palette["paper"]}"/><rect x=".5" y=".5" {outer} class="te-line-line" fill="none" '
        f'stroke="{palette["line"]}"/></g>'
    }


def _card(card: str, mini: bool, body: str) -> Symbols:
    name, (width, height) = (
        f"te-{'mini' if mini else 'card'}-{card}",
        MINI_BOX if mini else CARD_BOX,
    )
    sheet = f'<use href="#{_sheet_name(mini)}"/>'
    box = f'viewBox="0 0 {width} {height}"'
    return {name: f'<symbol id="{name}" {box}>{sheet}{body}</symbol>'}


def _sheet_name(mini: bool) -> str:
    return "te-mini" if mini else "te-card"


def _rank_text(rank: str) -> str:
    return "10" if rank == "T" else rank


def _rank(rank: str, centre: float, base: float, size: float) -> str:
    """The rank around ``centre``; the ten is drawn narrow."""
    text = _rank_text(rank)
    narrow = 0.78 if len(text) > 1 else 1.0
    scale = size / UNITS
    left = centre - narrow * width(text, size, True) / 2
    uses, at = "", 0
    for letter in text:
        uses += f'<use href="#{letter_symbol(letter, True)[0]}" x="{at}"/>'
        at += outline(letter, True)[0]
    shape = f"translate({left:.2f} {base:g})scale({narrow * scale:.4f} {scale:.4f})"
    return f'<g transform="{shape}">{uses}</g>'


def _sign(name: str, x: float, y: float, size: float) -> str:
    return f'<use href="#{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>'


def _star(x: float, y: float, size: float) -> str:
    return f'<path transform="translate({x:g} {y:g})scale({size / 100:g})" d="{_STAR}"/>'
