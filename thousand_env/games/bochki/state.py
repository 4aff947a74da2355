"""One game as one record.

``STATE_DTYPE`` holds everything.  A batch of games is a record array of it; a copy of a record is a
snapshot, ``states[i] = states[j]`` clones a game.  Seats are absolute; cards are masks of 36 bits;
"no seat" is -1.  The 64-bit fields come first in every group, so that all of them lie on multiples
of eight bytes.

A *circle* is one turn of every player, side by side or one after the other, with the extra turns
that follow it (B2, B7).
"""

from typing import Any, Final

import numpy as np

from thousand_env.games.bochki.rules import DEALS
from thousand_env.jit import jit

SEATS = 4  # room for four players; the arrays of a smaller table end in zeros
NONE = -1
LOG_SIZE = 4  # decisions of one deal: each player has at most one

_SEATS = (np.int32, (SEATS,))

# The table: what is kept between circles.
TABLE_FIELDS: Final = [
    ("score", *_SEATS),
    ("entered", *_SEATS),  # 1: is in the game (B5)
    ("dealer", np.int32),
    ("first", np.int32),  # who comes first in the circle; of extra turns, too (B2)
    ("turns", np.int32),  # circles done
    ("deals", np.int32),  # deals dealt in the match; the shuffles are numbered by it
]
TABLE_DTYPE: Final = np.dtype((np.record, TABLE_FIELDS))

# The turns that run, or ran last; everything is open (B10).  ``view.py`` copies it with the table.
PUBLIC_FIELDS: Final = [
    ("hand", np.int64, (SEATS,)),  # of the last deal, 0 = took no part
    ("deal_points", np.int32, (SEATS, DEALS)),  # what each deal of the turn scored
    ("points", *_SEATS),  # what the turn has brought and not burnt
    ("playing", *_SEATS),  # 1: his turn runs
    ("barrel_turns", *_SEATS),  # used of the three to leave a barrel (B7)
    ("turn_deals", np.int32),  # deals of the running turns that are done
    ("alone", np.int32),  # whose turn runs alone; -1 = all turns run side by side (B2, B7)
]

STATE_FIELDS: Final = [
    ("seed", np.int64),
    ("deck", np.int64),  # which deck stream; the game's index unless set
    ("match", np.int64),  # games begun in this place before
    ("legal", np.int64),  # a bit an action
    *TABLE_FIELDS,
    *PUBLIC_FIELDS,
    ("phase", np.int32),
    ("to_move", np.int32),
    ("played", np.int32),  # circles since the match began; in order, turns (extra ones not counted)
    ("paid", *_SEATS),  # scores that rewards have told of so far
    ("turns_ended", *_SEATS),  # turns of the match that are written, extra ones too
    ("log_length", np.int32),
    ("log_action", np.uint8, (LOG_SIZE,)),
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
