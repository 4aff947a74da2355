"""Players of Bochki: one that stops at a number of points, and the optimum of stop or risk."""

from typing import Any, Final

import numpy as np

from thousand_agents.bochki.compiled import jit
from thousand_agents.bochki.kept import best_stops
from thousand_agents.bochki.races import Races
from thousand_agents.bochki.terms import terms_of, threshold
from thousand_env.games.bochki.actions import A_DEAL, A_STOP
from thousand_env.games.bochki.options import UNIT
from thousand_env.games.bochki.rules import GOAL, RuleSet
from thousand_env.jit import announce_first_compile

ENOUGH: Final = 85  # points; of all thresholds, this one takes the fewest circles alone


class ThresholdAgent:
    """Stops when a turn has brought enough points, and where that wins.

    Goes on where that can cost nothing: while a deal without points burns nothing, without points,
    and above 1000 if that is void.
    """

    name = "threshold"

    def __init__(self, rules: RuleSet, points: int = ENOUGH) -> None:
        self._stop = threshold(terms_of(rules), -(-points // UNIT))[..., 0]

    def act(self, views: Any, masks: Any, rng: np.random.Generator) -> Any:
        """Action numbers (N,)."""
        used, place = _place(views, views["seat"])
        return _actions(self._stop[used, place], views, masks)


class OptimalAgent:
    """Plays the optimum of stop or risk.

    Two players, turns in order: the exact one, against the same play of the other.  More players:
    the best response to others who take as few circles to 1000 as they can, worked out anew from
    the scores at every turn.  Turns together: as if in order, the others being at the scores that
    are written; what their running turns have brought is not looked at.
    """

    name = "optimal"

    def __init__(self, rules: RuleSet) -> None:
        announce_first_compile(jit.cache_folder)
        self._players = rules.players
        if rules.players == 2:
            self._stop = np.moveaxis(best_stops(rules), -1, 2)
        else:
            self._races = Races(terms_of(rules), rules.max_turns)

    def act(self, views: Any, masks: Any, rng: np.random.Generator) -> Any:
        """Action numbers (N,)."""
        seat = views["seat"]
        used, place = _place(views, seat)
        after = [(seat + k) % self._players for k in range(1, self._players)]
        others = [_place(views, other)[1] for other in after]
        if self._players == 2:
            stop = self._stop[used, place, others[0]]
        else:
            stop = self._races.stops(used, place, np.stack(others, axis=1))
        return _actions(stop, views, masks)


def _place(views: Any, seat: Any) -> tuple[Any, Any]:
    """The place of seats (N,) before a turn: ``[used, score]`` of ``turn``."""
    rows = np.arange(len(views))
    score = np.where(views["entered"][rows, seat], views["score"][rows, seat], GOAL)
    return views["barrel_turns"][rows, seat], np.minimum(score, GOAL) // UNIT


def _actions(stop: Any, views: Any, masks: Any) -> Any:
    """The decisions that ``stop`` (N, 2, totals) has for the deals done and the points brought."""
    rows = np.arange(len(views))
    brought = views["points"][rows, views["seat"]] // UNIT
    deal = np.clip(views["turn_deals"], 1, 2) - 1  # of a game that is over, any
    chosen = stop[rows, deal, np.minimum(brought, stop.shape[2] - 1)]
    return np.where(chosen & masks[:, A_STOP], A_STOP, A_DEAL)
