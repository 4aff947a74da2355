"""Dealing the cards (B1, B2)."""

import numpy as np

from thousand_env.games.bochki.cards import NUM_CARDS
from thousand_env.games.bochki.rules import DEALS
from thousand_env.games.bochki.state import SEATS, next_seat
from thousand_env.games.common.stream import draw, stream
from thousand_env.games.common.types import Array, Rules, State, Word
from thousand_env.jit import jit

_ONE = np.int64(1)


@jit
def clear(g: State) -> None:
    """The last deal's cards go; with the first deal of a turn, the last turn's points, too."""
    g.log_length = 0
    for seat in range(SEATS):
        g.hand[seat] = 0
        if g.turn_deals == 0:
            g.points[seat] = 0
            for k in range(DEALS):
                g.deal_points[seat, k] = 0


@jit
def hand_out(g: State, r: Rules) -> None:
    """Shuffle, and a hand to everybody whose turn runs, from the dealer's left."""
    cards = np.empty(NUM_CARDS, np.int8)
    left = 0
    for card in range(NUM_CARDS):
        if (r.pack >> card) & 1:
            cards[left] = card
            left += 1
    key = stream(g, g.deals, 0)
    seat = g.dealer
    for _ in range(r.players):
        seat = next_seat(r.players, seat)
        if g.playing[seat]:
            g.hand[seat] = _take(key, cards, left, r.hand_size)
            left -= r.hand_size


@jit
def _take(key: Word, cards: Array, left: int, size: int) -> int:
    """``size`` random ones of the first ``left`` cards, which close ranks."""
    hand = 0
    for _ in range(size):
        place = draw(key, left, left)
        left -= 1
        hand |= int(_ONE << np.int64(cards[place]))
        cards[place] = cards[left]
    return hand
