"""One game as one record.

``STATE_DTYPE`` holds everything, hidden cards included.  A batch of games is a record array of it;
a copy of a record is a snapshot, ``states[i] = states[j]`` clones a game.  Seats are absolute;
cards are masks of 53 bits; "no seat", "no card", "no suit" and "no reserve" are -1.  The 64-bit
fields come first in every group, so that all of them lie on multiples of eight bytes.
"""

from typing import Any, Final

import numpy as np

from thousand_env.games.common.types import State
from thousand_env.games.king.actions import LEGAL_WORDS
from thousand_env.jit import jit

SEATS = 4  # room for four players; the arrays of a smaller table end in zeros
NONE = -1
# The longest deal: 80 reserves refused by three others, "open 0", 80 bids and two passes, three
# gifts, trumps, 52 cards: 459.  A lottery has at most 208: in every round somebody can lay.
LOG_SIZE = 464  # a multiple of eight, with the fields before it

_SEATS = (np.int32, (SEATS,))
_MASKS = (np.int64, (SEATS,))

# The table: what is kept between deals (K1, K11).
TABLE_FIELDS: Final = [
    ("score", *_SEATS),  # totals
    ("dealer", np.int32),
    ("deals", np.int32),  # deals of the plan that are done
]
TABLE_DTYPE: Final = np.dtype((np.record, TABLE_FIELDS))

# What everybody sees of the deal; ``view.py`` copies it, with the table, for every seat.
PUBLIC_FIELDS: Final = [
    ("talon", np.int64),  # the open cards of an auction deal, also after they were taken (K8)
    ("played", *_MASKS),  # cards played or laid
    ("lacks", *_MASKS),  # cards a seat has shown not to hold
    ("points", *_SEATS),  # of the tricks so far, penalties as minus
    ("tricks", *_SEATS),  # tricks taken
    ("hand_size", *_SEATS),
    ("passed", *_SEATS),  # 1: is out of this sale
    ("trick_cards", np.int32, (SEATS,)),  # in order of play
    ("trick_size", np.int32),
    ("kind", np.int32),
    ("first_hand", np.int32),
    ("reserve", np.int32),  # of the sale; -1 before one is opened
    ("bid", np.int32),  # the highest bid, 0 = none
    ("bidder", np.int32),
    ("declarer", np.int32),  # who names trumps: first hand or buyer
    ("trump", np.int32),  # suit
    ("leader", np.int32),
    ("tricks_played", np.int32),
    ("best_seat", np.int32),  # who is taking the trick, and with which card
    ("best_card", np.int32),
]

# What the last deal played to its end came to.
RESULT_FIELDS: Final = [
    ("last_kind", np.int32),
    ("last_declarer", np.int32),
    ("last_price", np.int32),  # what the buyer owes the first hand, 0 = no sale
    ("last_written", *_SEATS),
]

STATE_FIELDS: Final = [
    ("seed", np.int64),
    ("deck", np.int64),  # which deck stream; the game's index unless set
    ("match", np.int64),  # games begun in this place before
    ("legal", np.int64, (LEGAL_WORDS,)),  # bits of the phase's window, see actions.py
    ("hand", *_MASKS),
    ("dealt", *_MASKS),  # hands as dealt
    *TABLE_FIELDS,
    *PUBLIC_FIELDS,
    ("phase", np.int32),
    ("to_move", np.int32),
    ("start_deals", np.int32),  # deals done at the game's start table
    ("paid", *_SEATS),  # totals that rewards have told of so far
    ("gifts", *_SEATS),  # card given to each seat; -1 = none
    ("gifts_at", np.int32),  # place of the first gift in the log
    *RESULT_FIELDS,
    ("log_length", np.int32),
    ("log_action", np.uint16, (LOG_SIZE,)),
    ("log_seat", np.uint8, (LOG_SIZE,)),
]
STATE_DTYPE: Final = np.dtype((np.record, STATE_FIELDS))


def new_states(count: int) -> Any:
    """``count`` blank games, shape (count,)."""
    return np.zeros(count, STATE_DTYPE)


@jit
def next_seat(players: int, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < players else 0


@jit
def no_actions(g: State) -> None:
    """Nothing is legal."""
    for word in range(LEGAL_WORDS):
        g.legal[word] = 0
