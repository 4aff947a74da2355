"""The warm start: the policy learns to decide as the teachers do, the critic what comes of it."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from thousand_training.learner import Learner
from thousand_training.ppo import (
    CHUNK,
    batch_of,
    common_losses,
    descend,
    log_chances_of,
)

RATE = 2e-3  # at the start; falls to a tenth
MINIBATCH = 256  # the teachers' choices are no noise: small steps, and many, learn fastest


def clone(learner: Learner, data: dict[str, Any]) -> dict[str, float]:
    """One pass over an iteration's decisions of the teachers; agreement before it, mean losses."""
    batch = batch_of(learner, data)
    rate = RATE * (1 - 0.9 * learner.decisions / learner.config.warm_decisions)
    return agreement(learner, batch) | descend(learner, batch, step, MINIBATCH, rate)


def step(learner: Learner, rows: dict[str, Tensor]) -> dict[str, Tensor]:
    """The losses of a minibatch."""
    features, log_chances = log_chances_of(learner, rows)
    losses = common_losses(learner, rows, features, log_chances)
    if learner.config.adviser:  # it follows him already; only the critic has to learn
        del losses["loss/entropy"]
        return losses
    chosen = log_chances.gather(1, rows["action"].unsqueeze(1))
    return losses | {"loss/clone": -chosen.mean()}


@torch.inference_mode()
def agreement(learner: Learner, batch: dict[str, Tensor]) -> dict[str, float]:
    """How often the likeliest action is the teacher's, by phase, on decisions not yet learned from."""
    policy, same = learner.actor(), []
    for rows in torch.arange(len(batch["action"])).split(CHUNK):
        known = (batch[name][rows] for name in ("observation", "mask", "advice") if name in batch)
        same.append(policy(*known).argmax(1) == batch["action"][rows])
    found = torch.cat(same).float()
    phase = policy.phases(batch["observation"]).argmax(1)
    by_phase = {name: found[phase == k] for k, name in enumerate(learner.phases)}
    return {"clone/agreement": float(found.mean())} | {
        f"clone/agreement_{name}": float(of.mean()) if len(of) else np.nan
        for name, of in by_phase.items()
    }
