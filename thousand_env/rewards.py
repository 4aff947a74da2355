"""Rewards by a function of the caller's, told of every change of a table once."""

from collections.abc import Callable
from typing import Any

import numpy as np

TableReward = Callable[[Any, Any], Any]


def tables_of(states: Any, dtype: Any) -> Any:
    """The tables (N,) of a game's ``TABLE_DTYPE`` of its games (N,)."""
    tables = np.zeros(len(states), dtype)
    for name in dtype.names:
        tables[name] = states[name]
    return tables


class TableRewards:
    """Remembers, for each game, the table that the function was last told of.

    So a penalty that came with a match's first pack, at the reset, is paid with the first step.
    """

    def __init__(self, function: TableReward, starts: Any) -> None:
        self.function, self.told = function, starts.copy()

    def begin(self, which: Any, starts: Any, states: Any) -> None:
        """New matches have begun from ``starts`` (N,) where ``which`` (N,) is true."""
        self.told[which] = starts[which]
        self.told["dealer"][which] = states["dealer"][which]

    def pay(self, tables: Any, out: Any) -> None:
        """Rewards (N, P) into ``out``, for games whose table has changed."""
        changed = self.told != tables
        out[:] = 0
        if changed.any():
            out[changed] = self.function(self.told[changed], tables[changed])
        self.told = tables
