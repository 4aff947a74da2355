"""A match in hindsight, summed up: what each player gave away, and the dearest decisions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from thousand_agents.analysis.judged import DealInHindsight, Judged

DEAREST: Final = 10


@dataclass
class GivenAway:
    """What a seat gave away: points of the declarer's total, and points that it writes as declarer.

    ``judged`` counts its decisions that have a value, ``cost`` those of them that gave away any.
    """

    total: int = 0
    written: int = 0
    judged: int = 0
    cost: int = 0

    def add(self, decision: Judged) -> None:
        """Count a decision of this seat."""
        points = decision.cost
        if points is None:
            return
        self.judged += 1
        self.cost += points > 0
        if decision.written:
            self.written += points
        else:
            self.total += points


@dataclass(frozen=True)
class Dear:
    """A decision that cost something; deal and decision are counted from 1."""

    deal: int
    number: int
    decision: Judged


def given_away(decisions: Iterable[Judged]) -> dict[int, GivenAway]:
    """What each seat with a judged decision gave away, by seat in order."""
    found: dict[int, GivenAway] = {}
    for decision in decisions:
        if decision.cost is not None:
            found.setdefault(decision.seat, GivenAway()).add(decision)
    return dict(sorted(found.items()))


def of_match(deals: Iterable[DealInHindsight]) -> dict[int, GivenAway]:
    """What each seat gave away in all deals."""
    return given_away(decision for deal in deals for decision in deal.decisions)


def dearest(deals: Iterable[DealInHindsight]) -> list[Dear]:
    """The decisions with the highest costs, the dearest first; earlier ones first among equals."""
    dear = [
        Dear(deal.number, number, decision)
        for deal in deals
        for number, decision in enumerate(deal.decisions, 1)
        if decision.cost
    ]
    return sorted(dear, key=_points, reverse=True)[:DEAREST]


def _points(dear: Dear) -> int:
    return dear.decision.cost or 0


def summary_json(deals: list[DealInHindsight]) -> dict[str, Any]:
    """The summary as JSON."""
    return {
        "given_away": {str(seat): vars(found) for seat, found in of_match(deals).items()},
        "dearest": [
            {
                "deal": dear.deal,
                "decision": dear.number,
                "seat": dear.decision.seat,
                "action": dear.decision.action,
                "cost": dear.decision.cost,
                "unit": dear.decision.unit,
                "better": dear.decision.better,
            }
            for dear in dearest(deals)
        ],
    }
