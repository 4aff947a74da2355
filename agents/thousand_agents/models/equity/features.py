"""The table between two deals (R2.3) as numbers for a network, relative to the dealer.

A *place* counts clockwise from the first hand, so the dealer's is the last one: turning the seats and
the dealer together changes nothing.  What the rules make meaningless is left out: bolts without
bolts, concessions unless a third one costs something (R6.4), golden circles without a golden round.
The number of deals played is no part of it: a match goes on until somebody wins.
"""

from typing import Any, Final

import numpy as np

from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.rules import (
    BOLTS_FOR_PENALTY,
    CONCESSIONS_FOR_PENALTY,
    DUMP_TRUCK_SCORE,
    SCORE_UNIT,
)
from thousand_env.games.thousand.state import NONE

LOWEST: Final = -400  # lower scores are as bad as this one
EVEN_KNOTS: Final = 8
MOST_BARREL_DEALS: Final = 100  # `barrel_deals` itself goes up to 99
MOST_COUNTED: Final = 3  # barrels used, where they are never set back (R9.5)


class Features:
    """Tables (N,) of ``TABLE_DTYPE``, ``STATE_DTYPE`` or ``VIEW_DTYPE`` -> float32 (N, ``size``)."""

    def __init__(self, rules: RuleSet) -> None:
        self.players = rules.players
        self._score, score_names = _scores(rules)
        self._barrel, barrel_names = _barrel(rules)
        self._counts = _counts(rules)
        seat_names = score_names + barrel_names
        seat_names += [f"{name} {n}" for name, rows in self._counts for n in rows[0]]
        self.names = [f"place {p}: {name}" for p in range(rules.players) for name in seat_names]
        self._redeals, self._golden = rules.redeal_limit or MOST_COUNTED, rules.golden
        self._circles = rules.golden_circles
        self.names += ["re-deals", "next re-deal costs"]
        if rules.golden:
            self.names += [f"golden deal {d}" for d in range(rules.players)]
            self.names += ["golden circle", "golden made"]
        self.size = len(self.names)

    def places(self, dealers: Any) -> Any:
        """The seat at each place, (N, P), the dealers (N,) given."""
        return (dealers[:, None] + 1 + np.arange(self.players)) % self.players

    def build(self, tables: Any, dealers: Any) -> Any:
        """The features (N, ``size``) of tables (N,) whose dealers (N,) are known."""
        count = len(tables)
        seats = self.places(dealers)
        rows = np.arange(count)[:, None]
        found = np.empty((count, self.size), np.float32)
        width = self._score.shape[1] + self._barrel.shape[1]
        width += sum(values.shape[1] for _, (_, values) in self._counts)
        own = found[:, : self.players * width].reshape(count, self.players, width)
        column = self._score.shape[1]
        own[..., :column] = self._score[self._score_rows(tables["score"][rows, seats])]
        deals = np.minimum(tables["barrel_deals"][rows, seats], MOST_BARREL_DEALS - 1) + 1
        stop = column + self._barrel.shape[1]
        own[..., column:stop] = self._barrel[deals]
        for name, (_, values) in self._counts:
            column, stop = stop, stop + values.shape[1]
            counted = tables[name][rows, seats]
            counted = counted % len(values) if name == "concessions" else counted
            own[..., column:stop] = values[np.minimum(counted, len(values) - 1)]
        self._fill_common(tables, found[:, self.players * width :])
        return found

    def _score_rows(self, scores: Any) -> Any:
        return np.clip((scores - LOWEST) // SCORE_UNIT, 0, len(self._score) - 1)

    def _fill_common(self, tables: Any, found: Any) -> None:
        redeals = np.minimum(tables["redeals"], self._redeals)
        found[:, 0] = redeals / self._redeals
        found[:, 1] = redeals == self._redeals - 1
        if self._golden:
            circle = tables["golden_circle"]
            deal = np.where(circle > 0, tables["golden_deal"], NONE)
            found[:, 2 : 2 + self.players] = deal[:, None] == np.arange(self.players)
            found[:, -2] = circle / self._circles
            found[:, -1] = tables["golden_made"]


def top_score(rules: RuleSet) -> int:
    """The highest score off the barrel (R9.1)."""
    return (rules.barrel_at or rules.goal) - SCORE_UNIT


def edges(rules: RuleSet) -> list[int]:
    """Scores at which something else begins: dark bids (R7.1), the dump truck (R11.7)."""
    found = [rules.dark_min_score] if rules.dark else []
    found += [DUMP_TRUCK_SCORE] if rules.dump_truck else []
    found += [-DUMP_TRUCK_SCORE] if rules.reverse_dump_truck else []
    return [edge for edge in found if LOWEST < edge < top_score(rules)]


def _scores(rules: RuleSet) -> tuple[Any, list[str]]:
    """A row for each score: its place between the two knots around it, straight lines between."""
    top = top_score(rules)
    knots = {LOWEST, LOWEST // 2, *np.linspace(0, top, EVEN_KNOTS).round().astype(int).tolist()}
    for edge in edges(rules):
        knots |= {edge - SCORE_UNIT, edge if edge == rules.dark_min_score else edge + SCORE_UNIT}
    places = sorted(knots)
    grid = np.arange(LOWEST, top + 1, SCORE_UNIT)
    hats = [np.interp(grid, places, one) for one in np.eye(len(places))]
    return np.stack(hats, 1).astype(np.float32), [f"score near {knot}" for knot in places]


def _barrel(rules: RuleSet) -> tuple[Any, list[str]]:
    """A row for each number of barrel deals used, the first one for off the barrel (R9.2)."""
    if not rules.barrel_at:
        return np.zeros((MOST_BARREL_DEALS + 1, 0), np.float32), []
    used = np.arange(MOST_BARREL_DEALS)
    limit = rules.barrel_deals or MOST_COUNTED
    rows = np.zeros((MOST_BARREL_DEALS + 1, 3), np.float32)
    rows[1:, 0] = 1
    rows[1:, 1] = np.minimum(used, limit) / limit
    rows[1:, 2] = (used >= limit - 1) & bool(rules.barrel_deals)
    return rows, ["on the barrel", "barrel deals used", "last barrel deal"]


def _counts(rules: RuleSet) -> list[tuple[str, tuple[list[int], Any]]]:
    """Field -> what is counted, and a row for each count: 1 from its first column to its own."""
    most = {}
    if rules.barrel_at:
        most["barrels_used"] = min(rules.barrels_to_zero or MOST_COUNTED + 1, MOST_COUNTED + 1) - 1
    if rules.bolts != "off":
        most["bolts"] = BOLTS_FOR_PENALTY - 1
    if rules.concede_third_penalty:
        most["concessions"] = CONCESSIONS_FOR_PENALTY - 1
    return [
        (name, ([*range(1, n + 1)], np.tri(n + 1, n, -1, dtype=np.float32)))
        for name, n in most.items()
    ]
