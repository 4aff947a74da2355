"""The rules as the solver reads them, and how a threshold player stops under them."""

from typing import Any

import numpy as np

from thousand_agents.bochki.turn import ENDS, KEEPS, TURNS, Terms
from thousand_env.games.bochki.distribution import hands_by_points
from thousand_env.games.bochki.options import UNIT
from thousand_env.games.bochki.phases.turn import barrel
from thousand_env.games.bochki.rules import BARRELS, FALL_TO, GOAL, RuleSet


def terms_of(rules: RuleSet) -> Terms:
    """A rule set in plain numbers, with the exact distribution of one deal's points."""
    return Terms(
        goal=GOAL // UNIT,
        entry=rules.entry // UNIT,
        barrel=np.array([barrel(score) - 1 for score in range(0, GOAL + 1, UNIT)]),
        barrels=len(BARRELS),
        fall_to=FALL_TO // UNIT,
        barrel_zero=ENDS if rules.barrel_zero == "burn" else KEEPS,
        allowed=rules.overshoot == "allowed",
        **_one_deal(hands_by_points(rules)),
    )


def _one_deal(hands: dict[int, int]) -> dict[str, Any]:
    """Points of a deal and their chances; more than the goal counts as just above it."""
    total = sum(hands.values())
    chances: dict[int, float] = {}
    for points, number in hands.items():
        units = min(points // UNIT, GOAL // UNIT + 1)
        chances[units] = chances.get(units, 0) + number / total
    blank = chances.pop(0, 0.0)
    return {
        "points": np.array([*chances], np.int64),
        "chance": np.array([*chances.values()]),
        "blank": blank,
    }


def new_stops(terms: Terms, lanes: int) -> Any:
    """Room for decisions, all of them to go on."""
    return np.zeros((TURNS, terms.goal + 1, 2, totals(terms), lanes), np.bool_)


def totals(terms: Terms) -> int:
    """How many numbers of points there are room for after two deals, from 0 on."""
    return 2 * int(terms.points.max(initial=0)) + 1


def threshold(terms: Terms, points: int) -> Any:
    """The stops of who has enough with ``points`` in a turn, in units of 5; one lane.

    Where going on can cost nothing he goes on: while a deal without points burns nothing (B5, B8),
    without points, and above the goal if that is void (B9).  Where stopping wins he stops.
    """
    stop, brought = new_stops(terms, 1), np.arange(totals(terms))
    for place in range(terms.goal + 1):
        at = brought + place % terms.goal
        burns = terms.barrel[place] < 0 or terms.barrel_zero == ENDS
        if place < terms.goal and burns:
            stop[:, place] |= ((brought >= max(points, 1)) & (at < terms.goal))[:, None]
        stop[:, place] |= ((at == terms.goal) | ((at > terms.goal) & terms.allowed))[:, None]
    return stop
