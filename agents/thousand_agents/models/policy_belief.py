"""A policy network's opinion of what others did, for the worlds of the search player."""

from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from thousand_agents.models.equity import EquityModel, shipped_name
from thousand_agents.models.net import NetAgent
from thousand_agents.pimc import PimcAgent
from thousand_env.games.thousand import RuleSet

# A share of any legal action alike: no player does all that the policy does, and none is to make a
# world impossible.
DOUBT: Final = 0.1


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


def net_pimc(path: Path, rules: RuleSet, worlds: int) -> PimcAgent:
    """The search player with worlds weighted by the policy in a file, and match equity at the leaves.

    Raises: ModelError or EquityError for weights that can't be read or are of other rules.
    """
    belief = PolicyBelief(NetAgent.load(path, rules))
    agent = PimcAgent(rules, worlds, belief, EquityModel.load(shipped_name(rules), rules))
    agent.name = f"net+pimc:worlds={worlds}"
    return agent
