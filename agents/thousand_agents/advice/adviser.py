"""The search player, asked for its reasons: what each action is worth, and how sure that is."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from thousand_agents.advice.intervals import Interval, mean_intervals
from thousand_agents.base import UNIFORM
from thousand_agents.pimc import PimcAgent, greedy_belief
from thousand_agents.pimc.equity import Equity, score_difference
from thousand_env.checks import check_seed
from thousand_env.games.thousand import RuleSet, action_text
from thousand_env.games.thousand.state import new_states

_DIGITS = 9


@dataclass(frozen=True)
class Option:
    """An action and its worth.

    ``value``: by how much it changes the equity as it stands now (``pimc.equity``; in points unless
    the adviser was given another), the mean over the worlds; ``less``: what it is worth less than the action advised, in the same worlds.  The
    numbers are None where nothing was compared, the intervals also with a single world.
    """

    action: str
    value: float | None = None
    interval: Interval | None = None
    less: float | None = None
    less_interval: Interval | None = None

    @property
    def equal(self) -> bool:
        """Did it come to the same as the action advised in every world?"""
        return self.less_interval == (0, 0)

    @property
    def close(self) -> bool:
        """Might it be as good as the action advised?"""
        low, high = self.less_interval or (-np.inf, np.inf)
        return low <= 0 <= high


@dataclass(frozen=True)
class Advice:
    """One decision: the action advised, the options by value, the best first.

    ``worlds`` counts the different ones drawn, 0 if nothing was compared; ``skipped`` are the legal
    actions that the search player doesn't look at; ``now`` is the equity as it stands, 0 if nothing
    was compared.
    """

    action: str
    options: list[Option]
    skipped: list[str]
    worlds: int
    now: float = 0.0

    @property
    def close(self) -> list[str]:
        """Actions that may be as good as the one advised."""
        return [o.action for o in self.options if o.close and o.action != self.action]


class Adviser(PimcAgent):
    """A search player that remembers what it saw in its last decision."""

    def __init__(
        self,
        rules: RuleSet,
        worlds: int,
        trust: float = UNIFORM,
        equity: Equity = score_difference,
    ) -> None:
        super().__init__(rules, worlds, greedy_belief(rules, trust), equity)
        self._seen: tuple[Any, Any]
        self._drawn = new_states(0)

    def advise(self, view: Any, mask: Any, seed: int) -> Advice:
        """What the search player does with this view and ``numpy.random.default_rng(seed)``, and why.

        Args: ``view`` a record of ``VIEW_DTYPE``, ``mask`` bool (A,), as for ``act``.
        Raises: ThousandError for a view that no deal fits.
        """
        rng = np.random.default_rng(check_seed(seed))
        self._drawn = new_states(0)
        chosen = int(self.act(np.array([view]), mask[None], rng)[0])
        actions, values = self._seen
        skipped = [action_text(a) for a in np.setdiff1d(np.flatnonzero(mask), actions).tolist()]
        if not len(self._drawn):
            return Advice(action_text(chosen), [Option(action_text(chosen))], skipped, 0)
        now = float(self._worth(self._drawn[:1], view)[0])
        _, drawn = np.unique(self._drawn["seed"], return_counts=True)
        repeats = (drawn**2).sum() / drawn.sum()
        options = _options(actions, values - now, repeats, chosen)
        return Advice(action_text(chosen), options, skipped, len(drawn), now)

    def _choose(self, view: Any, mask: Any, seed: int) -> int:
        """The best of all actions in all worlds: nothing is given up early, each has its figures."""
        actions, values = self._seen = self.values(view, mask, seed)
        if len(actions) == 1:
            return int(actions[0])
        means = values.mean(axis=1)
        best = actions[means >= means.max() - 1e-9]
        greedy = self._greedy(view, mask)
        return greedy if greedy in best else int(best[0])

    def _sample(self, view: Any, count: int, seed: int) -> Any:
        self._drawn = super()._sample(view, count, seed)
        return self._drawn


class BidAdviser(Adviser):
    """An adviser that compares all legal bids, in just as many worlds as it was made with."""

    def _candidates(self, view: Any, mask: Any) -> Any:
        return np.flatnonzero(mask)

    def _draw(self, view: Any, mask: Any, seed: int) -> Any:
        return self._sample(view, self._worlds, seed).reshape(1, self._worlds)


def _options(actions: Any, values: Any, repeats: float, chosen: int) -> list[Option]:
    """Options by value, the one chosen first among equals (up to rounding, as the player does)."""
    less = np.round(values[actions == chosen] - values, _DIGITS) + 0.0  # no -0.0
    intervals, gaps = mean_intervals(values, repeats), mean_intervals(less, repeats)
    means = np.round(values.mean(axis=1), _DIGITS) + 0.0
    order = np.lexsort((actions, actions != chosen, -means))
    return [
        Option(
            action_text(int(actions[c])),
            float(means[c]),
            intervals[c],
            float(less[c].mean()),
            (0.0, 0.0) if not less[c].any() else gaps[c],
        )
        for c in order
    ]
