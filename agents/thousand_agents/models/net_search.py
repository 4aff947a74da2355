"""The search player with networks: what others did, what they will do, and what he thinks himself."""

from typing import Any, Final

import numpy as np

from thousand_agents.executors.threads import one_torch_thread
from thousand_agents.models.equity import EquityModel, shipped_name
from thousand_agents.models.net import NetAgent
from thousand_agents.models.playouts import PlayOuts
from thousand_agents.models.policy_belief import PolicyBelief
from thousand_agents.networks import shipped
from thousand_agents.pimc.agent import CANDIDATES, PimcAgent, check_view
from thousand_agents.pimc.belief import GreedyBelief, likelihoods, resample
from thousand_agents.pimc.equity import Equity
from thousand_agents.worlds import sample_worlds
from thousand_env.games.common.records import words
from thousand_env.games.thousand import RuleSet

TRUST: Final = 0.8  # in the greedy player, who is as likely as any the way that others decide
ASKED: Final = 2  # worlds that the policy weighs for each one that is kept
# A network distilled for the match (``net:base-v5``) tells actions apart by tenths of the match times a
# tenth a logit.
LOGIT: Final = 0.01
GAP: Final = 0.015  # of the match: what it puts farther behind its choice isn't looked at
WEIGHT: Final = 5  # worlds that its opinion counts as


class NetPimcAgent(PimcAgent):
    """A few worlds, weighted by one policy and played out by another, whose opinion counts, too.

    A policy takes longer to ask than the greedy player: he weighs many worlds, and the policy those
    that his opinion leaves, by how much its own differs (importance resampling in two steps).  The
    ``adviser`` was distilled for the match from play-outs by the greedy player.  Its own play-outs find
    what it still misses, which the greedy player's do not: nothing is solved, or played out by him.
    """

    _memory = (*PimcAgent._memory, "_opinion")

    def __init__(
        self, rules: RuleSet, worlds: int, policy: NetAgent, adviser: NetAgent, equity: Equity
    ) -> None:
        super().__init__(rules, worlds, PolicyBelief(policy), equity)
        self.name = f"net+pimc:worlds={worlds}"
        self._greedy_belief, self._adviser = GreedyBelief(rules, TRUST), adviser
        self._playouts = PlayOuts(rules, adviser)

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        """One action for each view; see ``SearchAgent``."""
        with one_torch_thread():  # batches are small and many: more threads wait for each other
            return super().act(views, masks, rng)

    def _allocate(self) -> None:
        super()._allocate()
        self._opinion = np.zeros(0)

    def _candidates(self, view: Any, mask: Any) -> Any:
        some = super()._candidates(view, mask)
        if len(some) == 1:
            return some
        check_view(view, mask, sample_worlds(view, self._rules, 1, seed=0)[0])
        said = self._adviser.logits(view[None], mask[None], np.random.default_rng(0))[0].numpy()
        self._opinion = (said - said.max()) * LOGIT
        actions = np.union1d(some, said.argmax())
        return actions[self._opinion[actions] > -GAP]

    def _wanted(self, view: Any) -> tuple[int, int]:
        return 1, self._worlds

    def _look(self, view: Any, worlds: Any, actions: Any) -> Any:
        distinct, which = np.unique(words(worlds.ravel()), axis=0, return_inverse=True)
        ends = self._playouts.ends(distinct.view(worlds.dtype).ravel(), actions)
        values = self._worth(ends, view).reshape(len(actions), -1)[:, which.ravel()]
        said = self._opinion[actions, None]
        said = said - said.mean() + values.mean(axis=0)
        return values + (said - values) * WEIGHT / (self._worlds + WEIGHT)

    def _sample(self, view: Any, count: int, seed: int) -> Any:
        others = view["log_seat"][: view["log_length"]] != view["seat"]
        if self._belief is None or not others.any():
            return sample_worlds(view, self._rules, count, seed)
        rng, seat = np.random.default_rng(seed), int(view["seat"])
        worlds = sample_worlds(view, self._rules, CANDIDATES * ASKED * count, seed)
        rough = likelihoods(self._greedy_belief, worlds, seat, self._compiled)
        places, times = np.unique(resample(rough, ASKED * count, rng.random()), return_counts=True)
        fine = likelihoods(self._belief, worlds[places], seat, self._compiled)
        left = resample(times * fine / rough[places], count, rng.random())
        return worlds[places[rng.permutation(left)]]


def net_pimc(rules: RuleSet, worlds: int, believed: str, advises: str) -> NetPimcAgent:
    """The search player with two networks that come with the package, by their names.

    Raises: AgentError, ModelError or EquityError where there are none for these rules.
    """
    policy, adviser = (NetAgent.load(shipped(name, rules), rules) for name in (believed, advises))
    equity = EquityModel.load(shipped_name(rules), rules)
    return NetPimcAgent(rules, worlds, policy, adviser, equity)
