"""Numbers with their 95% intervals, from values deal by deal."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from scipy.special import stdtrit

from thousand_agents.advice.intervals import Interval, chance_interval, mean_intervals
from thousand_agents.arena.statistics import LEVEL

FEWEST: Final = 4  # values of an interval: two or three are too often equal by chance


@dataclass(frozen=True)
class Figure:
    """An estimate; None where no deal tells of it, without an interval where hardly one does."""

    mean: float | None
    interval: Interval | None = None

    @property
    def reach(self) -> float | None:
        """Half of the interval's width."""
        return None if self.interval is None else (self.interval[1] - self.interval[0]) / 2


def mean_of(values: Any) -> Figure:
    """The mean of values (K,), with Student's t interval."""
    if not len(values):
        return Figure(None)
    values = np.asarray(values, np.float64)
    known = mean_intervals(values[None])[0] if len(values) >= FEWEST else None
    return Figure(float(values.mean()), known)


def means_of(values: Any) -> tuple[Figure, ...]:
    """The means of the columns of values (K, P)."""
    return tuple(mean_of(column) for column in values.T)


def share_of(happened: Any) -> Figure:
    """How often something happened, of truths (K,), with Wilson's interval."""
    tries = len(happened)
    if not tries:
        return Figure(None)
    hits = int(np.count_nonzero(happened))
    return Figure(hits / tries, chance_interval(hits, tries))


def break_even_of(made: Any, dark: Any, look: Any) -> Figure:
    """p* = (E_look - E_fail) / (E_make - E_fail) from the deals where the dark stands.

    ``made`` (K,) bool; ``dark`` and ``look`` (K,) what each branch is worth.  Its interval is that of
    the ratio's first-order change with each deal (the delta method).  None if one of the means is
    unknown, or a made dark is worth no more than one that failed: then there is no such chance.
    """
    hits, misses = np.count_nonzero(made), np.count_nonzero(~made)
    if not hits or not misses:
        return Figure(None)
    count, make, fail = len(made), dark[made].mean(), dark[~made].mean()
    if make <= fail:
        return Figure(None)
    ratio = float((look.mean() - fail) / (make - fail))
    if count < FEWEST:
        return Figure(ratio)
    change = look - look.mean()
    change -= np.where(made, ratio * (dark - make) * count / hits, 0)
    change -= np.where(made, 0, (1 - ratio) * (dark - fail) * count / misses)
    error = change.std(ddof=2) / (make - fail) / count**0.5
    reach = float(stdtrit(count - 1, (1 + LEVEL) / 2) * error)
    return Figure(ratio, (ratio - reach, ratio + reach))


def spread_of(opinions: Any) -> float | None:
    """The standard deviation of what several networks or players say; None of a single one."""
    opinions = np.asarray(opinions, np.float64)
    return float(opinions.std(ddof=1)) if len(opinions) > 1 else None
