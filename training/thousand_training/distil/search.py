"""What the actions of a decision are worth: greedy players do the rest, in sampled worlds."""

from typing import Any

from thousand_agents.greedy.style import style
from thousand_agents.greedy.weights import Weights, fitted
from thousand_agents.pimc.equity import score_difference
from thousand_agents.pimc.rollout import rollout_kernel
from thousand_agents.worlds import sample_worlds
from thousand_env.games.common.records import words
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.state import new_states
from thousand_env.games.thousand.view import new_views
from thousand_training.playouts import UNIT


class Search:
    """Values actions by what they bring on average in the hidden hands that a player thinks possible."""

    def __init__(self, rules: RuleSet, worlds: int) -> None:
        self._rules, self._worlds = rules, worlds
        self._compiled, self._weights = rules.compiled(), Weights(style=style(), **fitted())
        self._views = new_views(1)

    def values(self, view: Any, actions: Any, seed: int) -> Any:
        """Means over the worlds (C,) of the lead at the deal's end after actions (C,).

        In hundreds of points, a match that is won or lost counts more (``score_difference``).  All
        actions see the same worlds, so that luck falls out of their differences.
        """
        worlds = sample_worlds(view, self._rules, self._worlds, seed)
        ends = new_states(len(actions) * len(worlds))
        rollout_kernel(
            self._compiled, self._weights, worlds, actions, self._views, words(self._views), ends,
            words(ends),
        )  # fmt: skip
        worth = score_difference(ends, int(view["seat"]), self._rules.players)
        return worth.reshape(len(actions), -1).mean(axis=1) / UNIT
