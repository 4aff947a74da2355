"""What can be told from a view: the cards not seen, who may hold them, and the order of a suit."""

from typing import Final

import numpy as np

from thousand_agents.king.compiled import jit
from thousand_env.games.king.cards import (
    HEART_SUIT,
    JOKER,
    NUM_CARDS,
    SUIT_SIZE,
    bit,
    mask_cards,
    strength,
    suit_mask,
    suit_of,
)
from thousand_env.games.king.state import NONE


def _lower(card: int) -> int:
    suit = mask_cards(int(suit_mask(int(suit_of(card)))))
    return sum(1 << other for other in suit if strength(other) < strength(card))


# By card: the lower cards of its suit, and the higher ones (K1, K10); by suit: all its cards.
LOWER: Final = np.array([_lower(card) for card in range(NUM_CARDS)], np.int64)
SUIT: Final = np.array([int(suit_mask(suit)) for suit in range(4)], np.int64)
HIGHER: Final = np.array(
    [int(SUIT[int(suit_of(c))]) & ~int(LOWER[c]) & ~(1 << c) for c in range(NUM_CARDS)], np.int64
)
SUIT_OF: Final = np.array(
    [HEART_SUIT if card == JOKER else card // SUIT_SIZE for card in range(NUM_CARDS)], np.int64
)


@jit
def played_cards(v):
    """All cards played or laid in this deal."""
    cards = 0
    for seat in range(v.players):
        cards |= v.played[seat]
    return cards


@jit
def unseen_cards(v, r):
    """Cards of the others: neither played, nor in the own hand, nor open on the table (K8)."""
    cards = r.pack & ~played_cards(v) & ~v.hand
    return cards & ~v.talon if v.declarer == NONE else cards


@jit
def known_gift(v, seat, unseen):
    """The card, a mask, that this player gave to a seat which still holds it (K8)."""
    if v.seat != v.declarer or v.gifts[seat] == NONE:
        return 0
    return bit(v.gifts[seat]) & unseen


@jit
def seat_after(v, places):
    """The seat so many places clockwise from the own one."""
    return (v.seat + places) % v.players
