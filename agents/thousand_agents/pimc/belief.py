"""Worlds weighted by how well they explain what the others did (Bayes' rule over sampled worlds)."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from thousand_agents.base import UNIFORM
from thousand_agents.greedy.decide import decide_kernel
from thousand_agents.greedy.style import style
from thousand_agents.greedy.weights import Weights, fitted
from thousand_agents.pimc.compiled import jit
from thousand_agents.spec import AgentError
from thousand_env.games.common.records import words
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import NUM_ACTIONS
from thousand_env.games.thousand.compiled import write_mask
from thousand_env.games.thousand.engine import apply, open_deal, start_match
from thousand_env.games.thousand.state import new_states
from thousand_env.games.thousand.view import fill_view, new_views

# ``(views, masks, actions) -> chances``: how likely a player is to do what was done (D,), for
# decisions as the player saw them: (D,) of ``VIEW_DTYPE``, bool (D, A), action numbers (D,).
Belief = Callable[[Any, Any, Any], Any]

LEAST_TRUST: Final = 0.01  # surer of anything, no world would explain a long deal


def check_trust(trust: float) -> float:
    """A chance that the others do what the greedy player would have done.

    Raises: AgentError for one that weighs nothing any more.
    """
    if not LEAST_TRUST <= trust <= 1 - LEAST_TRUST:
        raise AgentError(
            f"trust = {trust}: a chance from {LEAST_TRUST} to {1 - LEAST_TRUST} is expected; "
            f"{UNIFORM} weighs nothing"
        )
    return trust


class GreedyBelief:
    """Others do what the greedy player would have done with a chance of ``trust``, else not."""

    def __init__(self, rules: RuleSet, trust: float) -> None:
        self.trust, self._compiled = check_trust(trust), rules.compiled()
        self._weights = Weights(style=style(), **fitted())

    def __call__(self, views: Any, masks: Any, actions: Any) -> Any:
        """Chances (D,) of the decisions."""
        expected = np.empty(len(views), np.int64)
        decide_kernel(views, self._compiled, self._weights, masks, expected)
        return np.where(expected == actions, self.trust, 1 - self.trust)

    def __str__(self) -> str:
        return f"trust={self.trust}"


def greedy_belief(rules: RuleSet, trust: float) -> GreedyBelief | None:
    """The belief of a spec's ``trust``; ``UNIFORM`` believes nothing, all worlds weigh the same.

    Raises: AgentError for no chance.
    """
    return None if trust == UNIFORM else GreedyBelief(rules, trust)


def likelihoods(belief: Belief, worlds: Any, seat: int, compiled: Any) -> Any:
    """Of what the others did in each world (K,), by seat's own view of the deal; the best is 1."""
    most = len(worlds) * int(worlds["log_length"].max())
    views, masks = new_views(most), np.zeros((most, NUM_ACTIONS), np.bool_)
    actions, of, again = np.empty(most, np.int64), np.empty(most, np.int64), new_states(1)
    count = others_kernel(
        compiled, worlds, seat, again, words(again), views, words(views), masks, actions, of
    )
    chances = belief(views[:count], masks[:count], actions[:count])
    sums = np.bincount(
        of[:count], weights=np.log(check_chances(chances, count)), minlength=len(worlds)
    )
    return np.exp(sums - sums.max())


def check_chances(chances: Any, count: int) -> Any:
    """What a belief returned, as float64 (D,).

    Raises: AgentError if it isn't a chance above 0 for each decision.
    """
    try:
        found = np.asarray(chances, np.float64)
    except (TypeError, ValueError):
        found = np.array(np.nan)
    if found.shape != (count,) or not ((found > 0) & (found <= 1)).all():
        raise AgentError(
            f"the belief must return {count} chances, one for each decision, above 0 and up to 1: "
            "what it rules out it can't weigh"
        )
    return found


def resample(likelihood: Any, count: int, offset: float) -> Any:
    """``count`` places of the worlds, each as often as its likelihood asks (systematic resampling)."""
    shares = np.cumsum(likelihood) / likelihood.sum()
    return np.searchsorted(shares, (np.arange(count) + offset) / count)


@jit
def others_kernel(
    rules, worlds, seat, again, again_words, views, view_words, masks, actions, of
):  # fmt: skip
    """The decisions of all seats but one in each world's log, forced ones left out: how many.

    Views, masks and actions are as the players had them, ``of`` is the place of the world.
    ``again`` is a game (1,) to play the log in.
    """
    r = rules[0]
    n = 0
    g = again[0]
    for k in range(len(worlds)):
        world = worlds[k]
        again[0] = world
        start_match(g, r, world)
        for other in range(len(world.dealt)):
            g.dealt[other] = world.dealt[other]
            g.hand[other] = world.dealt[other]
        g.talon[0] = world.talon[0]
        g.talon[1] = world.talon[1]
        open_deal(g, r)
        for step in range(world.log_length):
            action = np.int64(world.log_action[step])
            if g.to_move != world.log_seat[step]:
                break  # a table that changed within the deal (R4.5): judge by what came before
            if g.to_move != seat:
                write_mask(g, masks, n)
                if masks[n].sum() > 1:  # what one must do tells nothing of why
                    fill_view(g, r, g.to_move, again_words, 0, views[n], view_words, n)
                    actions[n] = action
                    of[n] = k
                    n += 1
            if not apply(g, r, action):
                break
    return n
