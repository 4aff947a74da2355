"""What both branches of K deals came to, deal by deal; P players, M opinions of each end."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

import numpy as np

# How a dark goes: nobody overbids it, and it is made or not (given up is not made), or somebody
# does, or the pack is thrown away with it (R3).
OUTCOMES: Final = ("made", "failed", "overbid", "redealt")
MADE, FAILED, OVERBID, REDEALT = range(4)


@dataclass(frozen=True)
class Sample:
    """Deals, row i of every array the same pack in both branches.

    Points are what the deal changed in the scores (R16 ``written``).  Chances to win the match are
    each opinion's: of every network of an equity model, or the one outcome of a match played out
    (without a winner after the most deals a share for everybody).
    """

    outcome: Any  # (K,) of OUTCOMES, of the dark
    conceded: Any  # (K,) bool, a dark that was given up
    dark_points: Any  # (K, P)
    look_points: Any  # (K, P)
    dark_chances: Any  # (K, M, P) float64
    look_chances: Any  # (K, M, P) float64
    cut_off: Any  # (K,) matches without a winner, of the two

    def __len__(self) -> int:
        return len(self.outcome)

    def __getitem__(self, rows: Any) -> "Sample":
        """Some of the deals: a slice, or rows by number or truth."""
        return Sample(*(getattr(self, field.name)[rows] for field in fields(self)))

    @property
    def stands(self) -> Any:
        """(K,) bool: nobody overbid the dark."""
        return (self.outcome == MADE) | (self.outcome == FAILED)

    def gaps(self, seat: int) -> Any:
        """(K,) a seat's chance to win after dark less that after look, of all opinions the mean."""
        return (self.dark_chances - self.look_chances)[:, :, seat].mean(axis=1)


def join(samples: Sequence[Sample]) -> Sample:
    """Samples one after the other."""
    return Sample(
        *(np.concatenate([getattr(s, field.name) for s in samples]) for field in fields(Sample))
    )
