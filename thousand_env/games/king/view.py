"""What a player knows (K13), as a record of its own.

Observations, agents and renderers see views only.  A view holds the table and the public side of
the deal as they stand, and of the hidden side what the seat may know; two games that differ only in
what it can't know give the same view, bit for bit.
"""

from typing import Any, Final

import numpy as np

from thousand_env.games.common.types import Array, Rules, State, View
from thousand_env.games.king.state import (
    LOG_SIZE,
    NONE,
    PUBLIC_FIELDS,
    SEATS,
    STATE_DTYPE,
    TABLE_FIELDS,
    next_seat,
)
from thousand_env.jit import jit

HIDDEN = 2**16 - 1  # in the log: a card given that this seat didn't see

VIEW_FIELDS: Final = [
    ("seat", np.int32),  # whose view
    ("players", np.int32),
    ("phase", np.int32),
    ("to_move", np.int32),
    ("hand", np.int64),
    *TABLE_FIELDS,
    *PUBLIC_FIELDS,
    ("gifts", np.int32, (SEATS,)),  # card given to each seat; -1 = none, or not seen
    ("game_deals", np.int32),  # deals of a whole game
    ("log_length", np.int32),  # the decisions of this deal, without what this seat can't know
    ("log_action", np.uint16, (LOG_SIZE,)),
    ("log_seat", np.uint8, (LOG_SIZE,)),
]
VIEW_DTYPE: Final = np.dtype((np.record, VIEW_FIELDS))

# The table and the public fields lie together in both records, so they are copied as one block.
_BLOCK = [name for name, *_ in TABLE_FIELDS + PUBLIC_FIELDS]
_STATE_START = STATE_DTYPE.fields[_BLOCK[0]][1] // 4  # type: ignore[index]
_VIEW_START = VIEW_DTYPE.fields[_BLOCK[0]][1] // 4  # type: ignore[index]
_BLOCK_WORDS = VIEW_DTYPE.fields["gifts"][1] // 4 - _VIEW_START  # type: ignore[index]


def new_views(count: int) -> Any:
    """``count`` blank views, shape (count,)."""
    return np.zeros(count, VIEW_DTYPE)


@jit
def fill_view(
    g: State, r: Rules, seat: int, g_words: Array, g_row: int, v: View, v_words: Array, v_row: int
) -> None:
    """Write into ``v`` what ``seat`` knows of ``g``, rows of the arrays that ``words`` gives."""
    for k in range(_BLOCK_WORDS):
        v_words[v_row, _VIEW_START + k] = g_words[g_row, _STATE_START + k]
    v.seat = seat
    v.players = r.players
    v.phase = g.phase
    v.to_move = g.to_move
    v.hand = g.hand[seat]
    v.game_deals = r.deals
    for k in range(g.log_length):
        v.log_action[k] = g.log_action[k]
        v.log_seat[k] = g.log_seat[k]
    for k in range(g.log_length, v.log_length):  # what an earlier, longer view left behind
        v.log_action[k] = 0
        v.log_seat[k] = 0
    v.log_length = g.log_length
    _fill_gifts(g, r, seat, v)


@jit
def _fill_gifts(g: State, r: Rules, seat: int, v: View) -> None:
    """Cards given, seen by giver and receiver only (K8, K13)."""
    for receiver in range(SEATS):
        v.gifts[receiver] = NONE
    if g.declarer == NONE:
        return
    receiver = next_seat(r.players, g.declarer)
    place = g.gifts_at
    while receiver != g.declarer and g.gifts[receiver] != NONE:
        if seat == g.declarer or seat == receiver:
            v.gifts[receiver] = g.gifts[receiver]
        else:
            v.log_action[place] = HIDDEN
        place += 1
        receiver = next_seat(r.players, receiver)
