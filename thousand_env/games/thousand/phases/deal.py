"""Dealing the cards and choosing the kind of the deal (R2.2, R3)."""

import numpy as np

from thousand_env.games.common.stream import shuffle, stream
from thousand_env.games.common.types import Array, Rules, State
from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_env.games.thousand.phases.barrel import obliged_player
from thousand_env.games.thousand.rules import (
    CARDS_EACH,
    DARK_BID,
    OBLIGATORY_CONTRACT,
    TALON_SIZE,
    TWO_TALON_SIZE,
)
from thousand_env.games.thousand.state import (
    GOLDEN_DEAL,
    NONE,
    OBLIGATORY_DEAL,
    ORDINARY,
    SEATS,
    active_players,
    seat_at,
)
from thousand_env.jit import jit


@jit
def clear(g: State, r: Rules) -> None:
    """An empty table for the next pack; the table of R2.3 stays."""
    g.first_hand = (g.dealer + 1) % r.players
    g.kind = ORDINARY
    g.closed = 0
    g.asked = 0
    g.bid = 0
    g.declarer = NONE
    g.contract = 0
    g.chosen_talon = NONE
    g.conceded = 0
    g.talon_taken = 0
    g.talon_shown = 0
    g.trump = NONE
    g.leader = NONE
    g.trick_size = 0
    g.tricks_played = 0
    g.best_seat = NONE
    g.best_card = NONE
    g.log_length = 0
    for i in range(2):
        g.gifts[i] = NONE
        g.talon[i] = 0
    for seat in range(SEATS):
        _clear_seat(g, seat)


@jit
def _clear_seat(g: State, seat: int) -> None:
    g.start_score[seat] = g.score[seat]
    g.bids[seat] = 0
    g.passed[seat] = 0
    g.hand[seat] = 0
    g.dealt[seat] = 0
    g.tricks[seat] = 0
    g.trick_points[seat] = 0
    g.announced[seat] = 0
    g.marriage_points[seat] = 0
    g.played[seat] = 0
    g.void[seat] = 0


@jit
def hand_out(g: State, r: Rules) -> None:
    """Shuffle and deal: hands from the first hand on, then the talon (R2.2)."""
    cards = np.empty(NUM_CARDS, np.int32)
    for card in range(NUM_CARDS):
        cards[card] = card
    shuffle(stream(g, g.deals, g.redeals), cards, NUM_CARDS)
    dealt = 0
    each = CARDS_EACH[r.players]
    for place in range(active_players(r)):
        seat = seat_at(g, r, place)
        g.hand[seat] = _mask_of(cards, dealt, dealt + each)
        g.dealt[seat] = g.hand[seat]
        dealt += each
    first = TWO_TALON_SIZE if r.players == 2 else TALON_SIZE
    g.talon[0] = _mask_of(cards, dealt, dealt + first)
    g.talon[1] = _mask_of(cards, dealt + first, NUM_CARDS)


@jit
def lay_out(g: State, hands: Array, talon: Array) -> None:
    """A given pack: masks by seat and of the talon."""
    for seat in range(len(hands)):
        g.hand[seat] = hands[seat]
        g.dealt[seat] = hands[seat]
    for i in range(len(talon)):
        g.talon[i] = talon[i]


@jit
def _mask_of(cards: Array, start: int, stop: int) -> int:
    mask = 0
    for i in range(start, stop):
        mask |= 1 << int(cards[i])
    return mask


@jit
def choose_kind(g: State, r: Rules) -> None:
    """Obligatory, else golden, else ordinary (R3, R8.1, R9.7)."""
    obliged = obliged_player(g, r, active_players(r))
    if obliged != NONE:
        g.kind = OBLIGATORY_DEAL
        g.declarer = obliged
        g.contract = OBLIGATORY_CONTRACT
    elif g.golden_circle:
        g.kind = GOLDEN_DEAL
        g.declarer = g.first_hand
        g.contract = DARK_BID
