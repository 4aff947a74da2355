"""Chance for agents: a stream of its own for every game and agent, drawn for a whole batch at once."""

from typing import Any

import numpy as np

from thousand_agents.compilers import compiler
from thousand_env.games.common.stream import mix

jit = compiler("arena")

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(11)
_UNIT = 2.0**-53  # a float's 53 bits
_TABLE = -1  # stands for game and agent in the key of a set's start table


@jit
def stream_key(seed, number, place, agent):
    """Key of the stream of an agent in a game (place) of a set."""
    key = mix(np.uint64(seed) + _GAMMA)
    for part in (np.int64(number), np.int64(place), np.int64(agent)):
        key = mix((key ^ np.uint64(part)) + _GAMMA)
    return key


@jit
def table_key(seed, number):
    """Key of the stream that draws a set's start table."""
    return stream_key(seed, number, _TABLE, _TABLE)


@jit
def uniform(key, count):
    """Draw ``count`` of a stream, from [0, 1)."""
    return (mix(key + np.uint64(count) * _GAMMA) >> _SHIFT) * _UNIT


@jit
def _fill_keys(seed, sets, places, agent, keys):
    for i in range(len(keys)):
        keys[i] = stream_key(seed, sets[i], places[i], agent)


@jit
def _fill_draws(keys, counts, rows, out):
    for i in range(len(rows)):
        row = rows[i]
        for k in range(out.shape[1]):
            counts[row] += 1
            out[i, k] = uniform(keys[row], counts[row])
    return out


class GameStreams(np.random.Generator):
    """A generator whose ``random`` draws row i of a batch from the stream of that row's game.

    The stream's key is (seed, set, game of the set, agent), so what a game draws depends neither on
    the other games of the batch nor on their number.  ``rows`` names the games of the next call.
    """

    def __init__(self, seed: int, sets: Any, places: Any, agent: int) -> None:
        super().__init__(np.random.PCG64([seed, agent]))
        self._keys = np.zeros(len(sets), np.uint64)
        _fill_keys(seed, sets, places, agent, self._keys)
        self._counts = np.zeros(len(sets), np.int64)
        self.rows = np.arange(len(sets))

    def random(self, size: Any = None, dtype: Any = np.float64, out: Any = None) -> Any:
        """Uniform draws from [0, 1): shape (N,) or (N, k), N being the rows of the batch."""
        shape = size if isinstance(size, tuple) else (size,)
        if shape[0] != len(self.rows) or out is not None:
            raise ValueError(
                f"random({size}): draw ({len(self.rows)},) or more columns, a row a game"
            )
        draws = np.empty((shape[0], int(np.prod(shape[1:], dtype=np.int64))))
        return _fill_draws(self._keys, self._counts, self.rows, draws).reshape(shape).astype(dtype)
