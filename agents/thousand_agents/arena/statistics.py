"""Inference over set means: the sets are independent, the games inside one are not."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import stdtrit

LEVEL = 0.95
RESAMPLES = 1000
_DIGITS = 9


@dataclass(frozen=True)
class Estimate:
    """A mean over sets, with its 95% interval by Student's t and, as a check, by bootstrap."""

    label: str
    unit: str
    mean: float
    standard_error: float | None
    interval: tuple[float, float] | None
    bootstrap: tuple[float, float] | None
    sets: int

    @property
    def distinguishable(self) -> bool:
        """Does the interval leave out 0?"""
        return self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]


def estimate(label: str, unit: str, values: Any, seed: int) -> Estimate:
    """Mean of set values (sets,); a single set has no interval."""
    values = np.round(values, _DIGITS) + 0.0  # shares like 1/3 - 1/3 are 0, not 1e-17
    n, mean = len(values), float(values.mean())
    if n < 2:
        return Estimate(label, unit, mean, None, None, None, n)
    error = float(values.std(ddof=1)) / n**0.5
    reach = _t_quantile(n - 1) * error
    return Estimate(
        label, unit, mean, error, (mean - reach, mean + reach), _bootstrap(values, seed), n
    )


def _t_quantile(freedom: int) -> float:
    return float(stdtrit(freedom, (1 + LEVEL) / 2))


def _bootstrap(values: Any, seed: int) -> tuple[float, float]:
    """Percentile interval of resampled means."""
    rng = np.random.default_rng(seed)
    means = [values[rng.integers(0, len(values), len(values))].mean() for _ in range(RESAMPLES)]
    low, high = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)
