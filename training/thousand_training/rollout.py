"""Rollouts: every action of a decision is played out by greedy players, in the cards as they lie.

One step of policy improvement over the greedy player (Tesauro and Galperin 1996), without a search
at play time.  Who decides does not see the cards, but what he meets comes as often as the others'
play makes it: the mean over many decisions that look alike is the mean over what may lie behind
them.  All actions of a decision see the same cards, so that luck falls out of their differences,
which the network's logits are fitted to (in units of ``TEMPERATURE``).

A fit is noisy, and the best of many noisy numbers flatters itself.  Where there is an adviser, his
choice therefore gets a bonus: in each phase the one that paid best on decisions not yet learned from.
"""

from typing import Any, Final

import numpy as np
import torch
from torch import Tensor

from thousand_training.learner import Learner
from thousand_training.margins import TRUSTS
from thousand_training.playouts import UNIT
from thousand_training.ppo import CHUNK, descend

# Hundreds of points: to fall from the last barrel costs nine at once, comes rarely, and drowns the rest.
MOST_GAIN: Final = 3.0
TEMPERATURE: Final = 0.1  # hundreds of points a logit: 10 points less, e times less often


def learn(learner: Learner, data: dict[str, Any]) -> dict[str, float]:
    """``epochs`` passes over an iteration's own decisions; mean losses by name."""
    config = learner.config
    keep = torch.from_numpy(np.flatnonzero(data["mine"] & data["tried"].any(axis=2)))
    names = ["observation", "mask", "action", "tried", "returns"]
    names += ["advice"] if config.adviser else []
    batch = {name: torch.from_numpy(data[name]).flatten(0, 1)[keep] for name in names}
    found = trust_adviser(learner, batch) if config.adviser else {}
    rate = config.learning_rate * learner.falling
    return found | descend(learner, batch, step, config.minibatch, rate, config.epochs)


@torch.inference_mode()
def trust_adviser(learner: Learner, batch: dict[str, Tensor]) -> dict[str, float]:
    """Choose the bonuses by some of the rows; what the policy's choices gain on the adviser's."""
    every = -(-len(batch["action"]) // CHUNK)
    rows = {name: tensor[::every].to(learner.device) for name, tensor in batch.items()}
    own = learner.policy.own_logits(rows["observation"])[1].masked_fill(~rows["tried"], -torch.inf)
    others = (rows["mask"].sum(1) - 1).clamp(min=1).log()
    advice, returns = rows["advice"].unsqueeze(1), rows["returns"]
    phase = learner.policy.phases(rows["observation"]).argmax(1)
    gains = torch.empty(len(own), len(TRUSTS), device=own.device)
    for k, trust in enumerate(TRUSTS):
        choice = own.scatter_add(1, advice, (trust + others).unsqueeze(1)).argmax(1, keepdim=True)
        gains[:, k] = (returns.gather(1, choice) - returns.gather(1, advice)).squeeze(1)
    now = gains[
        torch.arange(len(own)), (TRUSTS == learner.policy.trust[phase, None]).int().argmax(1)
    ]
    learner.margins.note(phase, gains.clamp(-MOST_GAIN, MOST_GAIN))
    learner.policy.trust.copy_(learner.margins.best())
    return {"policy/gain_on_adviser": UNIT * float(now.mean())} | {
        f"policy/gain_{name}": UNIT * float(now[phase == k].mean())
        for k, name in enumerate(learner.phases)
        if (phase == k).any()
    }


def step(learner: Learner, rows: dict[str, Tensor]) -> dict[str, Tensor]:
    """The loss of a minibatch: squared error of the gains of each action on the mean of those tried."""
    tried = rows["tried"]
    own = learner.policy.own_logits(rows["observation"])[1] * TEMPERATURE
    error = centred(own, tried) - centred(rows["returns"], tried).clamp(-MOST_GAIN, MOST_GAIN)
    return {"loss/gains": error.square().sum(1).mean()}


def centred(values: Tensor, tried: Tensor) -> Tensor:
    """Values (B, A) less the mean of the tried ones; 0 where nothing is tried."""
    values = values.masked_fill(~tried, 0)
    means = values.sum(1, keepdim=True) / tried.sum(1, keepdim=True)
    return (values - means) * tried
