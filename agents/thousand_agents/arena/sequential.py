"""The gate for a new agent: a sequential test on set means that stops as soon as it knows.

A sequential probability ratio test (Wald, "Sequential Tests of Statistical Hypotheses", 1945) for a
mean with unknown variance: with n set means so far, their mean m and sample variance s2,

    LLR = n * (mu1 - mu0) * (2 * m - mu0 - mu1) / (2 * s2)

the log-likelihood ratio of normal values with the estimated variance put in (the approximation of
the generalised test that chess engine testing uses: M. Van den Bergh, "A practical introduction to
the GSPRT"; set means need not be normal, only their sums).

H1 (mean mu1) is accepted once LLR >= ln((1 - beta) / alpha), H0 (mean mu0) once
LLR <= ln(beta / (1 - alpha)): Wald's bounds ("Sequential Tests of Statistical Hypotheses", 1945).
Looks are taken after whole chunks of sets, in their order, so the verdict depends on nothing else.
Stopping at the first interval without 0 would be wrong far more often than its 5% say.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

MU0, MU1 = 0.0, 1.0  # points per deal, or percentage points of win share
ALPHA = BETA = 0.05
MOST_SETS = 10_000
LEAST_SETS = 64  # a variance from fewer says too little
UPPER, LOWER = math.log((1 - BETA) / ALPHA), math.log(BETA / (1 - ALPHA))
PARAMETERS = {"mu0": MU0, "mu1": MU1, "alpha": ALPHA, "beta": BETA, "least_sets": LEAST_SETS}


@dataclass(frozen=True)
class SequentialResult:
    """Where the test of agent A against agent B stands after its last look.

    ``accepted`` is "H1" (A is better: by 1 rather than 0), "H0", or None: undecided.
    """

    accepted: str | None
    ratio: float  # LLR
    sets: int  # looked at

    @property
    def decided(self) -> bool:
        """Is one of the hypotheses accepted?"""
        return self.accepted is not None

    def as_dict(self) -> dict[str, Any]:
        """Plain values; a ratio without end (all set means the same) is None, for JSON has none."""
        return asdict(self) | {"ratio": self.ratio if math.isfinite(self.ratio) else None}


def log_likelihood_ratio(values: Any) -> float:
    """LLR of set means (n,), see the formula above; positive speaks for H1."""
    distance = (MU1 - MU0) * (2 * float(values.mean()) - MU0 - MU1) / 2
    variance = float(values.var(ddof=1))
    if variance == 0:  # all values are the same number
        return math.copysign(math.inf, distance) if distance else 0.0
    return len(values) * distance / variance


def look(values: Any) -> SequentialResult:
    """What the set means (n,) so far say."""
    if len(values) < LEAST_SETS:
        return SequentialResult(None, 0.0, len(values))
    ratio = log_likelihood_ratio(values)
    accepted = "H1" if ratio >= UPPER else "H0" if ratio <= LOWER else None
    return SequentialResult(accepted, ratio, len(values))


class Looks:
    """The looks of a run: after every whole chunk of sets, and after the last set asked for."""

    def __init__(self, sets: int, chunk: int) -> None:
        self._values = np.full(sets, np.nan)
        self._next, self._chunk = min(chunk, sets), chunk
        self.result = look(self._values[:0])

    def add(self, sets: Any, values: Any) -> None:
        """Set means (K,) of A - B by numbers of sets (K,); looks at what is whole now."""
        self._values[sets] = values
        known = np.append(np.flatnonzero(np.isnan(self._values)), len(self._values))[0]
        while not self.result.decided and self._next <= known:
            self.result = look(self._values[: self._next])
            if self._next == len(self._values):
                return
            self._next = min(self._next + self._chunk, len(self._values))
