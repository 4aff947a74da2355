"""95 % intervals of means over sampled worlds, and of chances."""

from typing import Any

from scipy.special import ndtri, stdtrit

from thousand_agents.arena.statistics import LEVEL

Interval = tuple[float, float]

_UPPER = (1 + LEVEL) / 2


def mean_intervals(values: Any, repeats: float = 1.0) -> list[Interval | None]:
    """Student's t interval of the mean of each row of ``values`` (C, K), samples of worlds.

    ``repeats``: how often, on average, the world of a sample was drawn.  Worlds that are weighed are
    drawn again where they are likely, and so the samples tell only as much as K / ``repeats``
    different ones (Kish's design effect).  None where that is hardly more than one.
    """
    size = values.shape[1] / repeats
    if size < 1.5:
        return [None] * len(values)
    means, spread = values.mean(axis=1), values.std(axis=1)
    reach = stdtrit(size - 1, _UPPER) * spread / (size - 1) ** 0.5
    return [(float(m - r), float(m + r)) for m, r in zip(means, reach, strict=True)]


def chance_interval(hits: int, tries: int) -> Interval:
    """Wilson's interval (1927) of a chance, from how often something happened."""
    z = float(ndtri(_UPPER))
    share, spare = hits / tries, z * z / tries
    centre = share + spare / 2
    reach = z * (share * (1 - share) / tries + spare / tries / 4) ** 0.5
    low, high = (centre - reach) / (1 + spare), (centre + reach) / (1 + spare)
    return (low if hits else 0.0, high if hits < tries else 1.0)
