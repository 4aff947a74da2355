"""95 % intervals of means over sampled worlds, and of chances."""

from typing import Any

import numpy as np
from scipy.special import ndtri, stdtrit

from thousand_agents.arena.statistics import LEVEL

Interval = tuple[float, float]

_UPPER = (1 + LEVEL) / 2


def mean_intervals(values: Any, worlds: Any) -> list[Interval | None]:
    """Student's t interval of the mean of each row of ``values`` (C, K).

    ``worlds`` (K,) names the world of each column.  A world that stands there more often, as the
    likely ones do when worlds are weighed, counts once with a larger weight: the interval is as wide
    as so few worlds deserve.  None where there is only one world.
    """
    _, first, counts = np.unique(worlds, return_index=True, return_counts=True)
    weights = counts / counts.sum()
    size = 1 / (weights**2).sum()  # worlds of equal weight that would say as much
    if size < 1.5:
        return [None] * len(values)
    different = values[:, first]
    means = different @ weights
    spread = (different - means[:, None]) ** 2 @ weights**2
    reach = stdtrit(size - 1, _UPPER) * np.sqrt(spread * size / (size - 1))
    return [(float(m - r), float(m + r)) for m, r in zip(means, reach, strict=True)]


def chance_interval(hits: int, tries: int) -> Interval:
    """Wilson's interval (1927) of a chance, from how often something happened."""
    z = float(ndtri(_UPPER))
    share, spare = hits / tries, z * z / tries
    centre = share + spare / 2
    reach = z * (share * (1 - share) / tries + spare / tries / 4) ** 0.5
    low, high = (centre - reach) / (1 + spare), (centre + reach) / (1 + spare)
    return (low if hits else 0.0, high if hits < tries else 1.0)
