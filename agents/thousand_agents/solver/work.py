"""The solver's memory: the hands, room for moves, and the table of positions seen.

A position at the start of a trick is known by the cards left, the trump suit and the leader, as the
owner of every card is fixed in a deal.  An entry of the table is one 64-bit word: that key, the
lowest and the highest value that the position can have, the best action known, and the number of
the deal that it belongs to, so that the table needn't be wiped between deals.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from thousand_agents.solver.compiled import jit
from thousand_env.games.thousand.cards import NUM_CARDS

TABLE_BITS: Final = 17
MOST_MOVES: Final = 32  # more than any decision has: 11 cards, 8 marriage leads, 4 aces
WORK_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("hand", np.int64, (3,)),  # the declarer's, then clockwise
            ("nodes", np.int64),
            ("stamp", np.int64),
            ("table", np.uint64, (1 << TABLE_BITS,)),
        ],
    )
)

# One decision on the way down the tree.
FRAME_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            # the position
            ("mover", np.int64),
            ("size", np.int64),  # cards in the trick
            ("led", np.int64),  # suit
            ("best", np.int64),  # the trick's best card, and whose it is
            ("holder", np.int64),
            ("trick", np.int64),  # its cards, a mask
            ("left", np.int64),  # points of the cards in hands and trick
            ("trump", np.int64),
            # the search
            ("low", np.int64),
            ("high", np.int64),
            ("start_low", np.int64),
            ("start_high", np.int64),
            ("floor", np.int64),
            ("ceiling", np.int64),
            ("key", np.int64),
            ("value", np.int64),
            ("chosen", np.int64),
            ("others", np.int64),  # cards that are not the mover's, a mask
            ("count", np.int64),
            ("next", np.int64),
            ("card", np.int64),  # laid now, and what it brought at once
            ("gain", np.int64),
            ("moves", np.int64, (MOST_MOVES,)),
            ("values", np.int64, (MOST_MOVES,)),
        ],
    )
)


class Work(NamedTuple):
    """Memory for one solver."""

    memory: Any  # (1,) of WORK_DTYPE
    frames: Any  # (25,) of FRAME_DTYPE


def new_work() -> Work:
    """Fresh memory; two searches must not share one at the same time."""
    return Work(np.zeros(1, WORK_DTYPE), np.zeros(NUM_CARDS + 1, FRAME_DTYPE))


_KEY_BITS, _VALUE_BITS, _MOVE_BITS = 29, 10, 6
HIGHEST: Final = (1 << _VALUE_BITS) - 1  # above any value: 120 + 280 + 200
NO_MOVE: Final = (1 << _MOVE_BITS) - 1
_LOW, _HIGH, _MOVE, _STAMP = 29, 39, 49, 55
_STAMPS = 1 << 9
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_DROP = np.uint64(64 - TABLE_BITS)


@jit
def forget(w):
    """Begin another deal: what the table holds is of no use for it."""
    w.stamp += 1
    if w.stamp == _STAMPS:
        w.stamp = 1
        for k in range(1 << TABLE_BITS):
            w.table[k] = 0


@jit
def position_key(left, trump, leader):
    """Cards left, trump and leader in 29 bits."""
    return left | (trump + 1) << 24 | leader << 27


@jit
def slot_of(key):
    """Where in the table a position lies."""
    return np.int64((np.uint64(key) * _SPREAD) >> _DROP)


@jit
def look_up(w, key):
    """Lowest and highest value, best action known of a position."""
    word = np.int64(w.table[slot_of(key)])
    same = (word & ((1 << _KEY_BITS) - 1)) == key and ((word >> _STAMP) & (_STAMPS - 1)) == w.stamp
    if not same:
        return 0, HIGHEST, NO_MOVE
    return (
        (word >> _LOW) & HIGHEST,
        (word >> _HIGH) & HIGHEST,
        (word >> _MOVE) & NO_MOVE,
    )


@jit
def store(w, key, low, high, move):
    """Keep what is known of a position; what lay there before goes."""
    w.table[slot_of(key)] = np.uint64(
        key | low << _LOW | high << _HIGH | move << _MOVE | w.stamp << _STAMP
    )
