"""Decisions at a table of three or four, as in a race with others who don't look about."""

from typing import Any, Final

import numpy as np

from thousand_agents.bochki.solve import fewest_circles, race, still_racing
from thousand_agents.bochki.terms import Terms

_OVER: Final = 1e-5  # a race still open with less than this chance is followed no further
_LANES: Final = 64  # races worked out side by side
_MOST_KEPT: Final = 100_000


class Races:
    """Best responses to others who take as few circles to the goal as they can.

    What has been worked out is kept: a player's decisions in a turn are all of one race.
    """

    def __init__(self, terms: Terms, circles: int) -> None:
        self._terms = terms
        _, stop = fewest_circles(terms, circles)
        self._racing = still_racing(terms, stop, circles)
        self._kept: dict[tuple[int, ...], Any] = {}

    def stops(self, used: Any, place: Any, others: Any) -> Any:
        """When to stop, bool (N, 2, totals), at places (N,) with the others at theirs (N, K)."""
        races = np.column_stack([used, place, np.sort(others, axis=1)])
        races, rows = np.unique(races, axis=0, return_inverse=True)
        keys = [tuple(race) for race in races.tolist()]
        if len(self._kept) > _MOST_KEPT:
            self._kept.clear()
        new = [key for key in keys if key not in self._kept]
        for first in range(0, len(new), _LANES):
            self._work_out(new[first : first + _LANES])
        return np.stack([self._kept[key] for key in keys])[rows]

    def _work_out(self, keys: list[tuple[int, ...]]) -> None:
        used, place, *others = np.array(keys).T
        racing = self._racing[:, others].prod(axis=1)  # (circles, lanes)
        racing[racing * self._racing[:, place] < _OVER] = 0  # lane by lane: none minds another
        _, stop = race(self._terms, racing[racing.any(axis=1)])
        for lane, key in enumerate(keys):
            self._kept[key] = stop[used[lane], place[lane], :, :, lane].copy()
