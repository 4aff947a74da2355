"""The table as a picture: SVG of our own, with its own letters, and pixels of it.

Text is drawn as strokes, a path a character: a picture looks the same on every machine, whatever
fonts it has, or none.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

import numpy as np
from gymnasium.error import DependencyNotInstalled

from thousand_env.games.thousand.cards import RANKS, SUIT_SIZE, mask_cards
from thousand_env.games.thousand.state import NONE
from thousand_env.render import bid_of, deal_facts, headline, points_of, score_text, seat_names

WIDTH: Final = 860
_NAME_LENGTH = 12  # longer names are cut
_ROW, _TOP, _CARD_W, _CARD_H, _CARD_STEP = 74, 34, 40, 56, 44
_HAND_X, _TALON_X, _TRICK_X, _FACTS_X = 200, 68, 268, 412
_TABLE, _CHALK, _MOVER, _PAPER, _BLACK, _RED = (
    "#14532d", "#f5f5f4", "#facc15", "#fffef7", "#1c1917", "#b91c1c",
)  # fmt: skip

# Strokes on a grid 4 wide and 6 high, as SVG paths.
_STROKES: Final = {
    "A": "M0 6L2 0L4 6M1 4H3", "B": "M0 0V6H3L4 5V4L3 3H0M3 3L4 2V1L3 0H0", "C": "M4 1L3 0H1L0 1V5L1 6H3L4 5",
    "D": "M0 0V6H2L4 4V2L2 0Z", "E": "M4 0H0V6H4M0 3H3", "F": "M4 0H0V6M0 3H3", "G": "M4 1L3 0H1L0 1V5L1 6H3L4 5V3H2",
    "H": "M0 0V6M4 0V6M0 3H4", "I": "M1 0H3M2 0V6M1 6H3", "J": "M4 0V5L3 6H1L0 5", "K": "M0 0V6M4 0L0 3L4 6",
    "L": "M0 0V6H4", "M": "M0 6V0L2 3L4 0V6", "N": "M0 6V0L4 6V0", "O": "M1 0H3L4 1V5L3 6H1L0 5V1Z",
    "P": "M0 6V0H3L4 1V2L3 3H0", "Q": "M1 0H3L4 1V5L3 6H1L0 5V1ZM2 4L4 6", "R": "M0 6V0H3L4 1V2L3 3H0M2 3L4 6",
    "S": "M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5", "T": "M0 0H4M2 0V6", "U": "M0 0V5L1 6H3L4 5V0", "V": "M0 0L2 6L4 0",
    "W": "M0 0L1 6L2 3L3 6L4 0", "X": "M0 0L4 6M4 0L0 6", "Y": "M0 0L2 3L4 0M2 3V6", "Z": "M0 0H4L0 6H4",
    "0": "M1 0H3L4 1V5L3 6H1L0 5V1Z", "1": "M1 1L2 0V6M1 6H3", "2": "M0 1L1 0H3L4 1V2L0 6H4",
    "3": "M0 0H4L2 2L4 4V5L3 6H1L0 5", "4": "M3 6V0L0 4H4", "5": "M4 0H0V3H3L4 4V5L3 6H0",
    "6": "M3 0H1L0 1V5L1 6H3L4 5V4L3 3H0", "7": "M0 0H4L1 6", "8": "M1 0H3L4 1V2L3 3H1L0 4V5L1 6H3L4 5V4L3 3M1 3L0 2V1L1 0",
    "9": "M1 6H3L4 5V1L3 0H1L0 1V2L1 3H4", "-": "M1 3H3", "_": "M0 6H4", "(": "M3 0L2 1V5L3 6", ")": "M1 0L2 1V5L1 6",
    ",": "M2 5V6L1 7", ".": "M2 5.6V6", ":": "M2 1.6V2M2 4.6V5", ";": "M2 1.6V2M2 4.6V5L1 6", "·": "M1.6 3H2.4", "|": "M2 0V6",
}  # fmt: skip
_UNKNOWN = "M0 0H4V6H0Z"

# Spades, clubs, diamonds, hearts on a grid 10 by 10.
_SUITS: Final = (
    "M5 0C6 2 10 4 10 6.5A2.3 2.3 0 0 1 5.6 7.2L6.5 10H3.5L4.4 7.2A2.3 2.3 0 0 1 0 6.5C0 4 4 2 5 0Z",
    "M5 0A2.4 2.4 0 0 1 7 3.8A2.5 2.5 0 1 1 5.6 7L6.5 10H3.5L4.4 7A2.5 2.5 0 1 1 3 3.8A2.4 2.4 0 0 1 5 0Z",
    "M5 0L9 5L5 10L1 5Z",
    "M5 10C4 8 0 5.5 0 2.8A2.6 2.6 0 0 1 5 2A2.6 2.6 0 0 1 10 2.8C10 5.5 6 8 5 10Z",
)


def svg_game(game: Any, names: Sequence[str] | None = None) -> str:
    """A ``Game`` with all hands and the talon open, as an SVG document."""
    return svg_state(game.state, game.rules.players, names)


def svg_state(state: Any, players: int, names: Sequence[str] | None = None) -> str:
    """A game's record (``STATE_DTYPE``) as an SVG document; its size depends on ``players`` only."""
    names = [name[:_NAME_LENGTH] for name in seat_names(players, names)]
    parts = [_text(12, 12, headline(state, players, names), _CHALK)]
    for seat in range(players):
        parts += _seat(state, players, seat, names[seat], _TOP + seat * _ROW)
    parts += _middle(state, players, names, _TOP + players * _ROW)
    height = _TOP + (players + 1) * _ROW + 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}"><title>{escape(headline(state, players, names))}</title>'
        f'<rect width="{WIDTH}" height="{height}" fill="{_TABLE}"/>{"".join(parts)}</svg>'
    )


def _seat(state: Any, players: int, seat: int, name: str, y: int) -> list[str]:
    """A row: name, score and deal of one player, and his hand."""
    colour = _MOVER if seat == state.to_move else _CHALK
    on_barrel = state.barrel_deals[seat] != NONE
    score = score_text(int(state.score[seat]), on_barrel, int(state.bolts[seat]))
    tricks = f"tricks {state.tricks[seat]}, points {points_of(state, seat)}"
    return [
        _text(12, y + 8, name, colour),
        _text(12, y + 26, f"{score}  {bid_of(state, players, seat)}", colour),
        _text(12, y + 44, tricks, _CHALK),
        *_cards(_HAND_X, y, _by_suit(int(state.hand[seat]))),
    ]


def _middle(state: Any, players: int, names: Sequence[str], y: int) -> list[str]:
    """The last row: the talon, the trick, what the deal is about."""
    facts = deal_facts(state, players, names)
    talon = [card for mask in state.talon for card in _by_suit(int(mask))]
    trick = [int(card) for card in state.trick_cards[: state.trick_size]]
    return [
        _text(12, y + 8, "talon", _CHALK),
        *_cards(_TALON_X, y, talon),
        *_cards(_TRICK_X, y, trick),
        *(_text(_FACTS_X, y + 8 + 18 * k, fact, _CHALK) for k, fact in enumerate(facts)),
    ]


def _by_suit(mask: int) -> list[int]:
    """Cards as players hold them: by suit, high to low."""
    return sorted(mask_cards(mask), key=lambda card: (card // SUIT_SIZE, -card))


def _cards(x: int, y: int, cards: Sequence[int]) -> list[str]:
    return [_card(x + k * _CARD_STEP, y, card) for k, card in enumerate(cards)]


def _card(x: int, y: int, card: int) -> str:
    suit, rank = divmod(card, SUIT_SIZE)
    colour = _BLACK if suit < 2 else _RED
    name = RANKS[rank].replace("T", "10")
    return (
        f'<rect x="{x}" y="{y}" width="{_CARD_W}" height="{_CARD_H}" rx="4" fill="{_PAPER}" '
        f'stroke="{_BLACK}"/>{_text(x + 6, y + 7, name, colour, 2.2)}'
        f'<path d="{_SUITS[suit]}" fill="{colour}" '
        f'transform="translate({x + 12} {y + 30}) scale(2.0)"/>'
    )


def _text(x: float, y: float, text: str, colour: str, scale: float = 1.6) -> str:
    """One path a word of text; letters are drawn as capitals."""
    strokes = [
        f'<path d="{_STROKES.get(char, _UNKNOWN)}" transform="translate({5.6 * k} 0)"/>'
        for k, char in enumerate(text.upper())
        if char != " "
    ]
    return (
        f'<g fill="none" stroke="{colour}" stroke-linecap="round" stroke-linejoin="round" '
        f'transform="translate({x} {y}) scale({scale})">{"".join(strokes)}</g>'
    )


def rgb_array(svg: str) -> Any:
    """An SVG document as pixels: uint8 (height, width, 3).

    Raises: DependencyNotInstalled without resvg-py and pillow.
    """
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise DependencyNotInstalled(
            "rgb_array needs resvg-py and pillow: pip install 'thousand-env[render]'"
        ) from error
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    with Image.open(BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB"))
