"""The best of some actions, with no more samples than it takes."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

ROUNDS: Final = (8, 4, 2, 1)  # the first eighth of the samples, then up to a quarter, a half, all
SURE: Final = 2.0  # standard errors behind the leader at which an action is given up
LEAST: Final = 8  # samples before one is


def race(actions: int, samples: int, look: Callable[[Any, int, int], Any]) -> int:
    """The place of the action with the best mean, the first of equals.

    ``look(rows, first, stop)`` gives the values (rows, stop - first) of some actions in some of the
    samples, the same worlds for all.  After each round those are given up that are clearly behind
    the leader in the worlds seen, or have been like an earlier one in all of them (Hoeffding races:
    Maron and Moore 1994, with paired differences).
    """
    rows, values = np.arange(actions), np.empty((actions, 0))
    for share in ROUNDS:
        first, stop = values.shape[1], samples // share
        if stop <= first or (stop < LEAST and stop < samples):
            continue
        values = np.concatenate([values, look(rows, first, stop)], axis=1)
        if stop >= LEAST:
            keep = _in_the_race(values)
            rows, values = rows[keep], values[keep]
        if len(rows) == 1:
            break
    means = values.mean(axis=1)
    return int(rows[np.argmax(means >= means.max() - 1e-9)])


def _in_the_race(values: Any) -> Any:
    """Which actions (C,) may still be the best and are no copy of an earlier one."""
    behind = values[values.mean(axis=1).argmax()] - values
    errors = behind.std(axis=1, ddof=1) / np.sqrt(values.shape[1])
    _, first = np.unique(values, axis=0, return_index=True)
    keep = np.zeros(len(values), np.bool_)
    keep[first] = True
    return keep & (behind.mean(axis=1) <= SURE * errors + 1e-9)
