"""A policy network's opinion of what others did, for the worlds of the search player."""

from typing import Any, Final

import numpy as np
import torch

from thousand_agents.models.net import NetAgent

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
