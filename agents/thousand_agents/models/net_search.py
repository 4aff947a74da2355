"""The search player with networks: what others did, and what he has to expect himself."""

from typing import Any, Final

import numpy as np

from thousand_agents.models.equity import EquityModel, shipped_name
from thousand_agents.models.net import NetAgent
from thousand_agents.models.policy_belief import PolicyBelief
from thousand_agents.networks import shipped
from thousand_agents.pimc.agent import CANDIDATES, EARLY, LATE, PimcAgent
from thousand_agents.pimc.belief import GreedyBelief, likelihoods, resample
from thousand_agents.pimc.equity import Equity
from thousand_agents.worlds import sample_worlds
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import PLAY

TRUST: Final = 0.8  # in the greedy player, who is as likely as any the way that others decide
# Decisions that the policy is asked about for one of its own, about, and worlds at least.
MOST_ASKED, LEAST_ASKED = 1000, 32
# A network distilled for the match (``net:base-v5``) tells actions apart by tenths of the match times a
# tenth a logit, and what is more than six hundredths behind the best it lifts to there.
LOGIT, FLOOR = 0.01, -0.06
WEIGHT: Final = 10  # worlds that its opinion counts as


class NetPimcAgent(PimcAgent):
    """Worlds are weighted by a policy, their ends are worth match equity, and a network has a say.

    A policy takes longer to ask than the greedy player: he weighs many worlds, and the policy those
    that his opinion leaves, by how much its own differs (importance resampling in two steps).  The
    ``adviser``, distilled for the match, counts as some more worlds.  Nothing is solved: nothing
    that was measured is won by it.
    """

    _memory = (*PimcAgent._memory, "_opinion")

    def __init__(
        self, rules: RuleSet, worlds: int, policy: NetAgent, adviser: NetAgent, equity: Equity
    ) -> None:
        super().__init__(rules, worlds, PolicyBelief(policy), equity)
        self.name = f"net+pimc:worlds={worlds}"
        self._greedy_belief, self._adviser = GreedyBelief(rules, TRUST), adviser

    def _allocate(self) -> None:
        super()._allocate()
        self._opinion = np.zeros(0)

    def _draw(self, view: Any, mask: Any, seed: int) -> Any:
        worlds = super()._draw(view, mask, seed)
        said = self._adviser.logits(view[None], mask[None], np.random.default_rng(seed))
        self._opinion = said[0].numpy() * LOGIT
        return worlds

    def _look(self, view: Any, worlds: Any, actions: Any) -> Any:
        played_out = self._rollouts(view, worlds.ravel(), actions)
        played_out = played_out.reshape(len(actions), *worlds.shape).mean(axis=1)
        said = np.maximum(self._opinion[actions] - self._opinion.max(), FLOOR)[:, None]
        said = said - said.mean() + played_out.mean(axis=0)
        all_worlds = self._worlds * (LATE if view["phase"] == PLAY else EARLY)
        return played_out + (said - played_out) * WEIGHT / (all_worlds + WEIGHT)

    def _sample(self, view: Any, count: int, seed: int) -> Any:
        others = int((view["log_seat"][: view["log_length"]] != view["seat"]).sum())
        if self._belief is None or not others:
            return sample_worlds(view, self._rules, count, seed)
        rng, seat = np.random.default_rng(seed), int(view["seat"])
        asked = min(count, max(LEAST_ASKED, MOST_ASKED // others))
        worlds = sample_worlds(view, self._rules, CANDIDATES * asked, seed)
        rough = likelihoods(self._greedy_belief, worlds, seat, self._compiled)
        places, times = np.unique(resample(rough, asked, rng.random()), return_counts=True)
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
