"""Dealing the cards (K1, K8)."""

import numpy as np

from thousand_env.games.common.stream import shuffle, stream
from thousand_env.games.common.types import Array, Rules, State
from thousand_env.games.king.cards import NUM_CARDS, bit
from thousand_env.games.king.rules import AUCTION_DEAL, HAND_SIZE
from thousand_env.games.king.state import NONE, SEATS, next_seat
from thousand_env.jit import jit


@jit
def clear(g: State, r: Rules) -> None:
    """An empty table for the next cards, and the kind of the deal; the totals stay."""
    g.first_hand = next_seat(r.players, g.dealer)
    g.kind = r.plan[g.deals]
    g.talon = 0
    g.reserve = NONE
    g.bid = 0
    g.bidder = NONE
    g.declarer = NONE
    g.trump = NONE
    g.leader = NONE
    g.trick_size = 0
    g.tricks_played = 0
    g.best_seat = NONE
    g.best_card = NONE
    g.gifts_at = 0
    g.log_length = 0
    for seat in range(SEATS):
        _clear_seat(g, seat)


@jit
def _clear_seat(g: State, seat: int) -> None:
    g.hand[seat] = 0
    g.dealt[seat] = 0
    g.played[seat] = 0
    g.lacks[seat] = 0
    g.points[seat] = 0
    g.tricks[seat] = 0
    g.hand_size[seat] = 0
    g.passed[seat] = 0
    g.gifts[seat] = NONE
    g.trick_cards[seat] = 0


@jit
def cards_each(kind: int, players: int) -> int:
    """Cards of a hand; one fewer where some lie open (K1, K8)."""
    return HAND_SIZE[players] - 1 if kind == AUCTION_DEAL else HAND_SIZE[players]


@jit
def hand_out(g: State, r: Rules) -> None:
    """Shuffle and deal: hands from the first hand on, then the open cards (K1, K8)."""
    cards = np.empty(NUM_CARDS, np.int32)
    count = 0
    for card in range(NUM_CARDS):
        if r.pack & bit(card):
            cards[count] = card
            count += 1
    shuffle(stream(g, g.deals, 0), cards, count)
    dealt = 0
    each = cards_each(g.kind, r.players)
    seat = g.first_hand
    for _ in range(r.players):
        lay_out(g, seat, _mask_of(cards, dealt, dealt + each), each)
        dealt += each
        seat = next_seat(r.players, seat)
    g.talon = _mask_of(cards, dealt, count)


@jit
def lay_out(g: State, seat: int, hand: int, size: int) -> None:
    """Give a seat its hand."""
    g.hand[seat] = hand
    g.dealt[seat] = hand
    g.hand_size[seat] = size


@jit
def _mask_of(cards: Array, start: int, stop: int) -> int:
    mask = 0
    for i in range(start, stop):
        mask |= bit(cards[i])
    return mask
