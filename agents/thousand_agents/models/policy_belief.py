"""A policy network's opinion of what others did, for the worlds of the search player."""

from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from thousand_agents.models.equity import EquityModel, shipped_name
from thousand_agents.models.net import NetAgent
from thousand_agents.pimc.agent import CANDIDATES, PimcAgent
from thousand_agents.pimc.belief import GreedyBelief, likelihoods, resample
from thousand_agents.pimc.equity import Equity
from thousand_agents.worlds import sample_worlds
from thousand_env.games.thousand import RuleSet

# A share of any legal action alike: no player does all that the policy does, and none is to make a
# world impossible.
DOUBT: Final = 0.1
TRUST: Final = 0.8  # in the greedy player, who is as likely as any the way that others decide
# Decisions that the policy is asked about for one of its own, about, and worlds at least.
MOST_ASKED, LEAST_ASKED = 1000, 32


class PolicyBelief:
    """Others do what the policy does, but for ``DOUBT``."""

    def __init__(self, agent: NetAgent) -> None:
        self.agent, self.rng = agent, np.random.default_rng(0)  # advisers draw nothing

    @torch.inference_mode()
    def __call__(self, views: Any, masks: Any, actions: Any) -> Any:
        """Chances (D,) of the decisions."""
        logits = self.agent.logits(views, masks, self.rng)
        own = logits.softmax(1).gather(1, torch.from_numpy(actions).unsqueeze(1)).squeeze(1)
        return (1 - DOUBT) * own.numpy().astype(np.float64) + DOUBT / masks.sum(axis=1)


class NetPimcAgent(PimcAgent):
    """The search player with worlds weighted by a policy, and match equity at the leaves.

    A policy takes longer to ask than the greedy player: he weighs many worlds, and the policy those
    that his opinion leaves, by how much its own differs (importance resampling in two steps).
    """

    def __init__(self, rules: RuleSet, worlds: int, policy: NetAgent, equity: Equity) -> None:
        super().__init__(rules, worlds, PolicyBelief(policy), equity)
        self.name = f"net+pimc:worlds={worlds}"
        self._greedy_belief = GreedyBelief(rules, TRUST)

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


def net_pimc(path: Path, rules: RuleSet, worlds: int) -> NetPimcAgent:
    """The search player of a policy's file.

    Raises: ModelError or EquityError for weights that can't be read or are of other rules.
    """
    equity = EquityModel.load(shipped_name(rules), rules)
    return NetPimcAgent(rules, worlds, NetAgent.load(path, rules), equity)
