"""Proximal policy optimisation (Schulman et al. 2017) of an iteration's decisions, top to bottom.

Each decision is credited with what its own player got in the rest of that deal, never chaining
values across players.  Arrays are (steps, games) with T = steps and N = games; P seats.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from thousand_training.belief import belief_loss
from thousand_training.learner import Learner

MOST_GRADIENT = 0.5  # its norm in a step
CHUNK = 8192  # rows of an inference: larger ones don't stay in the cache

Step = Callable[[Learner, dict[str, Tensor]], dict[str, Tensor]]  # a minibatch -> losses, to add up


def advantages(data: dict[str, Any], gae_lambda: float) -> tuple[Any, Any]:
    """Each own decision's advantage for its player (T, N), and where it is known (T, N).

    Runs backwards.  For every match and seat it carries the reward since, the value and the
    advantage at that seat's next own decision of the same deal; decisions that aren't ``mine`` are
    passed over as part of the game.  The last decision of a seat in a deal that the iteration cuts
    off has no next value and is left out.
    """
    steps, games, players = data["reward"].shape
    reward = np.zeros((games, players), np.float32)
    next_value = np.zeros((games, players), np.float32)
    next_advantage = np.zeros((games, players), np.float32)
    has_next = np.zeros((games, players), np.bool_)
    advantage = np.zeros((steps, games), np.float32)
    known = np.zeros((steps, games), np.bool_)
    for t in reversed(range(steps)):
        over = data["deal_over"][t]
        reward[over] = next_value[over] = next_advantage[over] = 0
        has_next[over] = True
        reward += data["reward"][t]
        rows = np.flatnonzero(data["mine"][t])
        seat = rows, data["player"][t, rows]
        value = data["value"][t, rows]
        delta = reward[seat] + next_value[seat] - value
        own = np.where(has_next[seat], delta + gae_lambda * next_advantage[seat], 0)
        advantage[t, rows], known[t, rows] = own, has_next[seat]
        next_value[seat], next_advantage[seat] = value, own
        has_next[seat] = True
        reward[seat] = 0
    return advantage, known


def normalise_by_phase(advantage: Tensor, phase: Tensor) -> Tensor:
    """Advantages (B,) with mean 0 and deviation 1 within each phase: their scales differ."""
    out = torch.empty_like(advantage)
    for k in phase.unique():
        own = phase == k
        values = advantage[own]
        out[own] = (values - values.mean()) / (values.std(correction=0) + 1e-6)
    return out


@torch.inference_mode()
def values(learner: Learner, data: dict[str, Any]) -> Any:
    """What the critic expects of every own decision (T, N), 0 elsewhere."""
    out = np.zeros(data["mine"].shape, np.float32)
    rows = np.flatnonzero(data["mine"])
    flat = out.reshape(-1)
    observation = data["observation"].reshape(len(flat), -1)
    hidden = data["hidden"].reshape(len(flat), -1)
    for part in np.split(rows, range(CHUNK, len(rows), CHUNK)):
        inputs = (
            torch.from_numpy(array[part]).to(learner.device) for array in (observation, hidden)
        )
        flat[part] = learner.nets["value"](*inputs).cpu().numpy()
    return out


def batch_of(learner: Learner, data: dict[str, Any]) -> dict[str, Tensor]:
    """An iteration's own decisions as rows (B, ...), with what each step needs to know."""
    config = learner.config
    data["value"] = values(learner, data)
    advantage, known = advantages(data, config.gae_lambda)
    keep = torch.from_numpy(np.flatnonzero(known))
    names = ["observation", "mask", "action", "log_chance", "value"]
    if config.privileged or config.belief_weight:
        names.append("hidden")
    if config.adviser:
        names.append("advice")
    batch = {name: torch.from_numpy(data[name]).flatten(0, 1)[keep] for name in names}
    batch.setdefault("hidden", torch.empty(len(keep), 0))
    batch["target"] = torch.from_numpy(advantage).flatten()[keep] + batch["value"]
    phase = learner.policy.phases(batch["observation"]).argmax(1)
    batch["advantage"] = normalise_by_phase(batch["target"] - batch["value"], phase)
    play = learner.phases.index("play") if "play" in learner.phases else 0
    batch["entropy_weight"] = learner.falling * torch.where(
        phase >= play, config.entropy_play, config.entropy_bidding
    )
    return batch


def learn(learner: Learner, data: dict[str, Any]) -> dict[str, float]:
    """``epochs`` passes over an iteration's own decisions; mean losses by name."""
    config = learner.config
    rate = config.learning_rate * learner.falling
    batch = batch_of(learner, data)
    return descend(learner, batch, step, config.minibatch, rate, config.epochs)


def descend(
    learner: Learner,
    batch: dict[str, Tensor],
    losses_of: Step,
    minibatch: int,
    rate: float,
    epochs: int = 1,
) -> dict[str, float]:
    """Gradient steps of a learning ``rate`` over rows (B, ...) in minibatches; mean losses by name.

    ``losses_of`` gives the losses, of which those named ``loss/...`` are added up and made smaller.
    """
    batch = {name: tensor.to(learner.device) for name, tensor in batch.items()}
    for group in learner.optimizer.param_groups:
        group["lr"] = rate
    sums: dict[str, Tensor] = {}
    count = 0
    for _ in range(epochs):
        order = torch.randperm(len(batch["action"]), generator=learner.generator)
        for rows in order.to(learner.device).split(minibatch):
            losses = losses_of(learner, {name: tensor[rows] for name, tensor in batch.items()})
            learner.optimizer.zero_grad(set_to_none=True)
            torch.stack([v for k, v in losses.items() if k.startswith("loss/")]).sum().backward()
            nn.utils.clip_grad_norm_(learner.nets.parameters(), MOST_GRADIENT)
            learner.optimizer.step()
            count += 1
            for name, value in losses.items():
                sums[name] = sums.get(name, 0) + value.detach()
    return {name: float(value) / count for name, value in sums.items()}


def step(learner: Learner, rows: dict[str, Tensor]) -> dict[str, Tensor]:
    """The losses of a minibatch."""
    config = learner.config
    features, log_chances = log_chances_of(learner, rows)
    log_chance = log_chances.gather(1, rows["action"].unsqueeze(1)).squeeze(1)
    ratio = (log_chance - rows["log_chance"]).exp()
    clipped = ratio.clamp(1 - config.clip, 1 + config.clip)
    losses = {
        "loss/policy": -torch.min(ratio * rows["advantage"], clipped * rows["advantage"]).mean(),
        "policy/clipped": (ratio != clipped).float().mean(),
    }
    return losses | common_losses(learner, rows, features, log_chances)


def log_chances_of(learner: Learner, rows: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
    """The policy's last hidden layer (B, width), and log chances (B, A)."""
    features, logits = learner.policy.with_features(
        rows["observation"], rows["mask"], rows.get("advice")
    )
    return features, logits.log_softmax(1)


def common_losses(
    learner: Learner, rows: dict[str, Tensor], features: Tensor, log_chances: Tensor
) -> dict[str, Tensor]:
    """Value, entropy bonus and belief: what self-play and cloning share."""
    config = learner.config
    # An illegal action has chance 0 and log chance -inf, and adds nothing to the entropy.
    entropy = -(log_chances.exp() * log_chances.masked_fill(~rows["mask"], 0)).sum(1)
    value = learner.nets["value"](rows["observation"], rows["hidden"])
    losses = {
        "loss/value": config.value_weight * (value - rows["target"]).square().mean(),
        "loss/entropy": -(rows["entropy_weight"] * entropy).mean(),
        "policy/entropy": entropy.mean(),
    }
    if config.belief_weight:
        loss = belief_loss(learner.nets["belief"](features), rows["hidden"])
        losses |= {"loss/belief": config.belief_weight * loss}
    return losses
