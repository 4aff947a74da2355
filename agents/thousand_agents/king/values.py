"""What a hand is worth: an estimate of its tricks, suit by suit, and the cards to part with.

A suit's share depends on what is held of it (13 bits) and on its part: the trump suit or a side
suit, of who plays without open cards (K7) or with them (K8), or any suit of his opponents.
"""

from typing import Any, Final

import numpy as np

from thousand_agents.king.compiled import jit
from thousand_env.games.common.sets import count_cards
from thousand_env.games.king.cards import ACE, FULL_SUIT, KING, QUEEN, SUIT_SIZE
from thousand_env.games.king.rules import AUCTION_DEAL
from thousand_env.games.king.state import NONE

HOLDINGS: Final = 1 << SUIT_SIZE
TRUMP_SUIT, SIDE_SUIT, BUYER_TRUMP, BUYER_SIDE, DEFENDER_SUIT = range(5)
PARTS: Final = 5
_LONGEST = 8  # longer suits are worth so much more for each card
_TOP = 9  # rank from which a card has a number of its own: the jack


def holding_terms() -> Any:
    """The terms of all holdings of a suit, float (HOLDINGS, terms): the worth is linear in them."""
    held = np.arange(HOLDINGS)[:, None] >> np.arange(SUIT_SIZE) & 1
    length = held.sum(axis=1)
    ace, king, queen = held[:, ACE], held[:, KING], held[:, QUEEN]
    terms = [length == n for n in range(_LONGEST + 1)]
    terms += [np.maximum(length - _LONGEST, 0), length > _LONGEST]
    terms += [held[:, rank] for rank in range(_TOP, SUIT_SIZE)]
    terms += [ace & king, king & (length > 1), queen & (length > 2), king & queen]
    terms += [held[:, 5:_TOP].sum(axis=1)]  # the middle cards
    terms += [ace & (length > 5), king & (length > 5)]  # the lows may never get their turn
    return np.stack([np.asarray(term, np.float64) for term in terms], axis=1)


@jit
def holding(hand, suit):
    """What a hand holds of a suit, 13 bits."""
    return (hand >> (suit * SUIT_SIZE)) & FULL_SUIT


@jit
def tricks_with(tables, hand, trump, buyer):
    """Tricks that a hand is expected to take with this trump suit; ``buyer``: with open cards."""
    first = BUYER_TRUMP if buyer else TRUMP_SUIT
    tricks = 0.0
    for suit in range(4):
        tricks += tables[first if suit == trump else first + 1, holding(hand, suit)]
    return tricks


@jit
def tricks_against(tables, hand):
    """Tricks that a dealt hand is expected to take if another plays with the open cards."""
    tricks = 0.0
    for suit in range(4):
        tricks += tables[DEFENDER_SUIT, holding(hand, suit)]
    return tricks


@jit
def best_trump(tables, hand, kind):
    """The trump suit with most expected tricks."""
    best, most = NONE, -1e9
    for suit in range(4):
        tricks = tricks_with(tables, hand, suit, kind == AUCTION_DEAL)
        if tricks > most:
            best, most = suit, tricks
    return best


@jit
def best_gifts(tables, hand, gifts):
    """The card to give first if so many are to be given, and the tricks then expected.

    For each trump suit the card that costs least is given, one by one.
    """
    best, most = NONE, -1e9
    for trump in range(4):
        kept, first = hand, NONE
        for _ in range(gifts):
            card = least_loss(tables, kept, trump)
            kept &= ~(1 << card)
            first = card if first == NONE else first
        tricks = tricks_with(tables, kept, trump, True)
        if tricks > most:
            best, most = first, tricks
    return best, most


@jit
def least_loss(tables, hand, trump):
    """The card without which a hand is worth most."""
    best, least = NONE, 1e9
    rest = hand
    while rest:
        low = rest & -rest
        rest ^= low
        card = count_cards(low - 1)
        loss = loss_of(tables, hand, card, trump)
        if loss < least:
            best, least = card, loss
    return best


@jit
def loss_of(tables, hand, card, trump):
    """Tricks that a hand loses with a card."""
    suit = card // SUIT_SIZE
    held = holding(hand, suit)
    part = BUYER_TRUMP if suit == trump else BUYER_SIDE
    return tables[part, held] - tables[part, held & ~(1 << (card % SUIT_SIZE))]
