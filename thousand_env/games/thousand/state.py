"""One game as one record (R2.3).

``STATE_DTYPE`` holds everything, hidden cards included.  A batch of games is a record array of it;
a copy of a record is a snapshot, ``states[i] = states[j]`` clones a game.  Seats are absolute;
cards are masks of 24 bits; "no seat", "no card" and "no suit" are -1.
"""

from typing import Any, Final

import numpy as np

from thousand_env.games.common.types import Rules, State
from thousand_env.jit import jit

SEATS = 4  # room for four players; the arrays of a smaller table end in zeros
NONE = -1
LOG_SIZE = 96  # the longest deal: 1 + 3 + 62 + 1 + 2 + 1 + 24 decisions
ACE_MARRIAGE_BIT = 1 << 4  # beside the four suits in ``announced``

# Kinds of deal (R3).
ORDINARY, DARK_DEAL, GOLDEN_DEAL, OBLIGATORY_DEAL, REDEALT = range(5)
KINDS: Final = ("ordinary", "dark", "golden", "obligatory", "redealt")

_SEATS = (np.int32, (SEATS,))

# The table: what is kept between deals (R2.3).
TABLE_FIELDS: Final = [
    ("score", *_SEATS),
    ("bolts", *_SEATS),
    ("concessions", *_SEATS),
    ("barrel_deals", *_SEATS),  # deals used on the barrel; -1 off the barrel
    ("barrels_used", *_SEATS),
    ("dealer", np.int32),
    ("redeals", np.int32),  # the dealer's re-deals in a row (R4.5)
    ("golden_circle", np.int32),  # 1, 2, ..; 0 = no golden round (any more)
    ("golden_deal", np.int32),  # deals of the circle played
    ("golden_made", np.int32),  # 1 if one of them was made
    ("deals", np.int32),  # deals played in the match
]
TABLE_DTYPE: Final = np.dtype((np.record, TABLE_FIELDS))

# What everybody sees of the deal; ``view.py`` copies it, with the table, for every seat.
PUBLIC_FIELDS: Final = [
    ("kind", np.int32),
    ("first_hand", np.int32),
    ("closed", np.int32),  # 1: the penalty of R4.5 was written, no re-deal in this deal
    ("bid", np.int32),  # the bid that stands
    ("bids", *_SEATS),  # each seat's last bid, 0 = none
    ("passed", *_SEATS),  # 1: is out of the auction
    ("declarer", np.int32),
    ("contract", np.int32),
    ("chosen_talon", np.int32),  # 0, or for two players 0 or 1; -1 before
    ("talon_shown", np.int32),
    ("trump", np.int32),  # suit
    ("leader", np.int32),
    ("trick_cards", np.int32, (3,)),  # in order of play
    ("trick_size", np.int32),
    ("tricks_played", np.int32),
    ("best_seat", np.int32),  # who is taking the trick, and with which card
    ("best_card", np.int32),
    ("tricks", *_SEATS),  # tricks taken
    ("trick_points", *_SEATS),
    ("announced", *_SEATS),  # marriages: a bit a suit, and ACE_MARRIAGE_BIT
    ("marriage_points", *_SEATS),
    ("played", *_SEATS),  # cards played, a mask
    ("void", *_SEATS),  # suits a seat has shown not to hold, a bit a suit
]

# What the last deal played to its end came to, as R16 writes it.
RESULT_FIELDS: Final = [
    ("last_kind", np.int32),
    ("last_conceded", np.int32),
    ("last_declarer", np.int32),
    ("last_contract", np.int32),
    ("last_made", np.int32),
    ("last_raw", *_SEATS),
    ("last_entry", *_SEATS),
    ("last_written", *_SEATS),
    ("last_bolts", *_SEATS),
]

STATE_FIELDS: Final = [
    ("seed", np.int64),
    ("deck", np.int64),  # which deck stream; the game's index unless set
    ("match", np.int64),  # matches begun in this game before
    ("legal", np.int64),  # bits of the phase's window, see actions.py
    ("phase", np.int32),
    ("to_move", np.int32),
    ("winner", np.int32),
    ("asked", np.int32),  # place in the bidding order of the optional re-deal question (R4.2)
    ("start_score", *_SEATS),  # scores before this deal and its penalties
    ("paid", *_SEATS),  # scores that rewards have told of so far
    *TABLE_FIELDS,
    *PUBLIC_FIELDS,
    ("conceded", np.int32),
    ("hand", *_SEATS),
    ("dealt", *_SEATS),  # hands as dealt
    ("talon", np.int32, (2,)),  # as dealt; the second one for two players only
    ("talon_taken", np.int32),  # the cards the declarer took, 0 before
    ("gifts", np.int32, (2,)),  # cards given: to the left, to the next
    ("log_length", np.int32),
    ("log_action", np.uint8, (LOG_SIZE,)),
    ("log_seat", np.uint8, (LOG_SIZE,)),
    *RESULT_FIELDS,
]
STATE_DTYPE: Final = np.dtype((np.record, STATE_FIELDS))


def new_states(count: int) -> Any:
    """``count`` blank games, shape (count,)."""
    return np.zeros(count, STATE_DTYPE)


@jit
def active_players(r: Rules) -> int:
    """Players who get cards: of four the dealer sits out (R2.2)."""
    return 2 if r.players == 2 else 3


@jit
def sitter(first_hand: int, players: int) -> int:
    """Of four, the dealer sits out (R2.2); else -1.

    Told from the first hand, as ``dealer`` is the next deal's once this one is over.
    """
    return (first_hand + 3) % 4 if players == 4 else NONE


@jit
def next_seat(g: State, r: Rules, seat: int) -> int:
    """The next seat clockwise that plays in this deal (R2.1, R2.2)."""
    seat = seat + 1 if seat + 1 < r.players else 0
    if seat == sitter(g.first_hand, r.players):
        seat = (seat + 1) % 4
    return seat


@jit
def seat_at(g: State, r: Rules, place: int) -> int:
    """Seat at a place of the bidding order; 0 is the first hand, the sitter comes last."""
    return (g.first_hand + place) % r.players
