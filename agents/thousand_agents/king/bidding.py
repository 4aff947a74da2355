"""The auction (K8) and trumps (K7): what the open cards are worth, and to whom."""

import math
from typing import Final

import numpy as np

from thousand_agents.king.compiled import jit
from thousand_agents.king.values import best_gifts, best_trump, tricks_against
from thousand_env.games.king.actions import (
    A_BID,
    A_GIVE,
    A_KEEP,
    A_OPEN,
    A_PASS,
    A_TRUMP,
    HIGHEST_PRICE,
    PRICE_UNIT,
)
from thousand_env.games.king.cards import bit
from thousand_env.games.king.rules import TRICK_PRIZE
from thousand_env.games.king.state import NONE

FIRST_ASK: Final = 40  # asked above the own worth at first: refused, the owner may ask for less


@jit
def worth_of_playing(v, w):
    """Points that a player gets more with the open cards than against them."""
    tables = w.hand[v.players - 3]
    _, tricks = best_gifts(tables, v.hand | v.talon, v.players - 1)
    return TRICK_PRIZE * (tricks - tricks_against(tables, v.hand))


@jit
def fair_price(v, w):
    """The least price at which selling the open cards is no worse than playing."""
    return max(PRICE_UNIT, PRICE_UNIT * math.ceil(worth_of_playing(v, w) / PRICE_UNIT))


@jit
def choose_opening(v, w):
    """Ask for more than playing is worth, then for as much, then play."""
    fair = fair_price(v, w)
    ask = min(fair + FIRST_ASK, HIGHEST_PRICE) if v.reserve == NONE else fair
    if ask > HIGHEST_PRICE or (v.reserve != NONE and ask >= v.reserve):
        return A_KEEP
    return A_OPEN + ask // PRICE_UNIT


@jit
def choose_bid(v, w):
    """The lowest bid, up to what playing is worth."""
    bid = lowest_bid(v)
    if bid > min(HIGHEST_PRICE, worth_of_playing(v, w)):
        return A_PASS
    return A_BID + bid // PRICE_UNIT - 1


@jit
def lowest_bid(v):
    """The least price that can be bid now; above the highest one there is none."""
    return max(v.reserve, v.bid + PRICE_UNIT)


@jit
def choose_gift(v, w):
    """The card that is missed least."""
    card, _ = best_gifts(w.hand[v.players - 3], v.hand, gifts_left(v))
    return A_GIVE + card


@jit
def gifts_left(v):
    """How many cards the declarer has still to give."""
    left = 0
    for seat in range(v.players):
        if seat != v.seat and v.gifts[seat] == NONE:
            left += 1
    return left


@jit
def rank_gifts(v, w, cards):
    """Tricks (N,) expected if each of these cards (N,) is given next."""
    tricks = np.empty(len(cards))
    for i in range(len(cards)):
        kept = v.hand & ~bit(cards[i])
        _, tricks[i] = best_gifts(w.hand[v.players - 3], kept, gifts_left(v) - 1)
    return tricks


@jit
def choose_trump(v, w):
    """The suit with most expected tricks."""
    return A_TRUMP + best_trump(w.hand[v.players - 3], v.hand, v.kind)
