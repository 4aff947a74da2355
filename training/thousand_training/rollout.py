"""Rollouts: every action of a decision is played out by greedy players, in the cards as they lie.

One step of policy improvement over the greedy player (Tesauro and Galperin 1996), without a search
at play time.  Who decides does not see the cards, but what he meets comes as often as the others'
play makes it: the mean over many decisions that look alike is the mean over what may lie behind
them.  All actions of a decision see the same cards, so that luck falls out of their differences, and
the policy follows the gradient of its own mean return, with no critic.
"""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from thousand_env.games.thousand.actions import PLAY
from thousand_training.learner import Learner
from thousand_training.playouts import UNIT
from thousand_training.ppo import PHASE_NAMES, descend

# Hundreds of points: to fall from the last barrel costs nine at once, comes rarely, and drowns the rest.
MOST_GAIN = 3.0


def learn(learner: Learner, data: dict[str, Any]) -> dict[str, float]:
    """``epochs`` passes over an iteration's own decisions; mean losses by name."""
    config = learner.config
    keep = torch.from_numpy(np.flatnonzero(data["mine"] & data["tried"].any(axis=2)))
    names = ["observation", "mask", "action", "tried", "returns"]
    names += ["advice"] if config.adviser else []
    batch = {name: torch.from_numpy(data[name]).flatten(0, 1)[keep] for name in names}
    phase = batch["observation"][:, : len(PHASE_NAMES)].argmax(1)
    batch["entropy_weight"] = learner.falling * torch.where(
        phase == PLAY - 1, config.entropy_play, config.entropy_bidding
    )
    rate = config.learning_rate * learner.falling
    return descend(learner, batch, step, config.minibatch, rate, config.epochs)


def step(learner: Learner, rows: dict[str, Tensor]) -> dict[str, Tensor]:
    """The losses of a minibatch: minus the mean return of the actions tried, and the entropy bonus."""
    tried = rows["tried"]
    logits = learner.policy(rows["observation"], rows["mask"], rows.get("advice"))
    log_chances = logits.masked_fill(~tried, -torch.inf).log_softmax(1)
    chances = log_chances.exp()
    means = rows["returns"].sum(1, keepdim=True) / tried.sum(1, keepdim=True)
    gains = (rows["returns"] - means).clamp(-MOST_GAIN, MOST_GAIN) * tried
    entropy = -(chances * log_chances.masked_fill(~tried, 0)).sum(1)
    found = {
        "loss/policy": -(chances * gains).sum(1).mean(),
        "loss/entropy": -(rows["entropy_weight"] * entropy).mean(),
        "policy/entropy": entropy.mean(),
    }
    if "advice" in rows:  # before the step: on decisions that it has not learned from, in one epoch
        likeliest = torch.stack([chances.argmax(1), rows["advice"]], 1)
        returns = rows["returns"].gather(1, likeliest) * UNIT
        found["policy/gain_on_adviser"] = (returns[:, 0] - returns[:, 1]).mean()
    return found
