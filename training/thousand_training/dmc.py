"""Deep Monte Carlo (Zha et al. 2021, DouZero), the control: values of actions by plain averaging.

The network that plays says what each action will bring its player in the rest of the deal, and learns
it from deals played to their end; the best action is played, with a share of random ones.
"""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from thousand_training.learner import Learner
from thousand_training.ppo import advantages, descend


def returns(data: dict[str, Any]) -> tuple[Any, Any]:
    """What each own decision's player got in the rest of the deal (T, N), and where it ended (T, N)."""
    zeros = np.zeros(data["mine"].shape, np.float32)
    total, known = advantages(data | {"value": zeros}, 1.0)
    ended = np.logical_or.accumulate(data["deal_over"][::-1])[::-1]
    return total, known & ended


def learn(learner: Learner, data: dict[str, Any]) -> dict[str, float]:
    """``epochs`` passes over an iteration's own decisions; mean losses by name."""
    config = learner.config
    total, known = returns(data)
    keep = torch.from_numpy(np.flatnonzero(known))
    names = ("observation", "mask", "action")
    batch = {name: torch.from_numpy(data[name]).flatten(0, 1)[keep] for name in names}
    batch["target"] = torch.from_numpy(total).flatten()[keep]
    rate = config.learning_rate * learner.falling
    return descend(learner, batch, step, config.minibatch, rate, config.epochs)


def step(learner: Learner, rows: dict[str, Tensor]) -> dict[str, Tensor]:
    """The loss of a minibatch."""
    values = learner.policy(rows["observation"], rows["mask"])
    value = values.gather(1, rows["action"].unsqueeze(1)).squeeze(1)
    return {"loss/value": (value - rows["target"]).square().mean()}
