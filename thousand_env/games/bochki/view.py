"""What a player knows, as a record of its own: in Bochki everything is open (B10).

Observations, agents and renderers see views only.  All seats' views of a game differ in ``seat``
alone; what is not in them is the seed and the cards left out, which lie face down.
"""

from typing import Any, Final

import numpy as np

from thousand_env.games.bochki.state import LOG_SIZE, PUBLIC_FIELDS, STATE_DTYPE, TABLE_FIELDS
from thousand_env.games.common.types import Array, Rules, State, View
from thousand_env.jit import jit

VIEW_FIELDS: Final = [
    ("seat", np.int32),  # whose view
    ("players", np.int32),
    ("phase", np.int32),
    ("to_move", np.int32),
    *TABLE_FIELDS,
    *PUBLIC_FIELDS,
    ("max_turns", np.int32),  # circles of a whole game
    ("log_length", np.int32),  # the decisions after the last deal
    ("log_action", np.uint8, (LOG_SIZE,)),
    ("log_seat", np.uint8, (LOG_SIZE,)),
]
VIEW_DTYPE: Final = np.dtype((np.record, VIEW_FIELDS))

# The table and the public fields lie together in both records, so they are copied as one block.
_BLOCK = TABLE_FIELDS[0][0]
_STATE_START = STATE_DTYPE.fields[_BLOCK][1] // 4  # type: ignore[index]
_VIEW_START = VIEW_DTYPE.fields[_BLOCK][1] // 4  # type: ignore[index]
_BLOCK_WORDS = VIEW_DTYPE.fields["max_turns"][1] // 4 - _VIEW_START  # type: ignore[index]


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
    v.max_turns = r.max_turns
    v.log_length = g.log_length
    for k in range(LOG_SIZE):
        logged = k < g.log_length
        v.log_action[k] = g.log_action[k] if logged else 0
        v.log_seat[k] = g.log_seat[k] if logged else 0
