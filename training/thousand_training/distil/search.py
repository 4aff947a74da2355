"""What the actions of a decision are worth: greedy players do the rest, in sampled worlds."""

from typing import Any

import numpy as np

from thousand_agents.base import UNIFORM
from thousand_agents.greedy.style import style
from thousand_agents.greedy.weights import Weights, fitted
from thousand_agents.models.equity import EquityModel
from thousand_agents.pimc.agent import CANDIDATES
from thousand_agents.pimc.belief import greedy_belief, likelihoods, resample
from thousand_agents.pimc.equity import Equity, score_difference
from thousand_agents.pimc.rollout import rollout_kernel
from thousand_agents.worlds import sample_worlds
from thousand_env.games.common.records import words
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.state import new_states
from thousand_env.games.thousand.view import new_views
from thousand_training.games import EQUITY_UNIT
from thousand_training.playouts import UNIT


class Search:
    """Values actions by what they bring on average in the hidden hands that a player thinks possible."""

    def __init__(
        self, rules: RuleSet, worlds: int, equity: str = "", trust: float = UNIFORM
    ) -> None:
        self._worths: list[tuple[Equity, float]] = [(score_difference, UNIT)]
        if equity:
            self._worths.append((EquityModel.load(equity, rules), EQUITY_UNIT))
        self._rules, self._worlds = rules, worlds
        self._belief = greedy_belief(rules, trust)
        self._compiled, self._weights = rules.compiled(), Weights(style=style(), **fitted())
        self._views = new_views(1)

    @property
    def worths(self) -> int:
        """W: what an end is valued by."""
        return len(self._worths)

    def values(self, view: Any, actions: Any, seed: int) -> Any:
        """Means over the worlds (C, W) of what the deal's end after actions (C,) is worth.

        The lead in hundreds of points, a match that is won or lost counts more (``score_difference``);
        with an equity also the chance to win the match, in tenths.  All actions see the same worlds,
        so that luck falls out of their differences.  With a trust in how the others decide, the worlds
        are weighted by what they did.
        """
        worlds = self.sample(view, seed)
        ends = new_states(len(actions) * len(worlds))
        rollout_kernel(
            self._compiled, self._weights, worlds, actions, self._views, words(self._views), ends,
            words(ends),
        )  # fmt: skip
        seat, players = int(view["seat"]), self._rules.players
        worths = [worth(ends, seat, players) / unit for worth, unit in self._worths]
        return np.stack(worths, 1).reshape(len(actions), len(worlds), -1).mean(1)

    def sample(self, view: Any, seed: int) -> Any:
        """Hidden hands that fit what a view shows, as games to play on."""
        others = view["log_seat"][: view["log_length"]] != view["seat"]
        if self._belief is None or not others.any():
            return sample_worlds(view, self._rules, self._worlds, seed)
        worlds = sample_worlds(view, self._rules, CANDIDATES * self._worlds, seed)
        likely = likelihoods(self._belief, worlds, int(view["seat"]), self._compiled)
        return worlds[resample(likely, self._worlds, np.random.default_rng(seed).random())]
