"""Checkpoints: everything that a run needs to go on as if it had not been stopped."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from thousand_agents.models.net import (
    ModelError,
    load_tensors,
    one_line,
    policy_metadata,
    save_tensors,
)
from thousand_env.foreign import shown
from thousand_env.games.thousand.state import STATE_DTYPE

if TYPE_CHECKING:
    from thousand_training.ppo import Learner

_MOMENTS = ("step", "exp_avg", "exp_avg_sq")  # what Adam keeps of a parameter


def save_checkpoint(learner: "Learner", path: Path) -> None:
    """Write networks, optimizer, matches, random streams and counters."""
    tensors: dict[str, Tensor] = dict(learner.nets.state_dict())
    for i, moments in learner.optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer.{i}.{name}": moments[name] for name in _MOMENTS}
    tensors["matches"] = torch.from_numpy(learner.env.state.view("u1").copy())
    tensors["generator"] = learner.generator.get_state()
    metadata = policy_metadata(learner.policy, learner.rules) | {
        "config": learner.config.as_dict(),
        "iteration": learner.iteration,
        "decisions": learner.decisions,
        "seconds": learner.seconds,
    }
    save_tensors(path, tensors, metadata)


def load_checkpoint(learner: "Learner", path: Path) -> None:
    """Put a saved run into a fresh learner.

    Raises: ModelError, with the learner unchanged, if the file can't be read, is incomplete or
    damaged, or was trained under other rules or with networks or a batch of another size.
    """
    tensors, metadata = load_tensors(path)
    _check_fits(learner, metadata, path)
    before = _snapshot(learner)
    try:
        _restore(learner, tensors, metadata)
    except (KeyError, ValueError, TypeError, RuntimeError, OverflowError) as error:
        learner.nets.load_state_dict(before["nets"])
        learner.optimizer.load_state_dict(before["optimizer"])
        learner.env.state = before["matches"]
        raise ModelError(f"{path} is no complete checkpoint: {one_line(error)}") from None


def _snapshot(learner: "Learner") -> dict[str, Any]:
    return {
        "nets": {name: tensor.clone() for name, tensor in learner.nets.state_dict().items()},
        "optimizer": learner.optimizer.state_dict(),
        "matches": learner.env.state,
    }


def _restore(learner: "Learner", tensors: dict[str, Tensor], metadata: dict[str, Any]) -> None:
    """Everything into the learner, the parts that can't be taken back last."""
    matches = tensors.pop("matches").numpy().view(STATE_DTYPE).reshape(-1)
    generator = tensors.pop("generator")
    if not all(t.isfinite().all() for t in tensors.values()):
        raise ValueError("numbers that are not finite")
    counters = int(metadata["iteration"]), int(metadata["decisions"]), float(metadata["seconds"])
    if not all(0 <= count < 1e15 for count in counters):
        raise ValueError(f"counters {counters} out of range")
    optimizer = _optimizer_state(learner, tensors)
    nets = {k: v for k, v in tensors.items() if not k.startswith("optimizer.")}
    learner.nets.load_state_dict(nets)
    learner.optimizer.load_state_dict(optimizer)
    learner.env.state = matches
    learner.generator.set_state(generator)
    learner.iteration, learner.decisions, learner.seconds = counters


def _check_fits(learner: "Learner", metadata: dict[str, Any], path: Path) -> None:
    if metadata.get("rules_hash") != learner.rules.hash:
        rules = shown(metadata.get("rules"), 200)
        raise ModelError(f"{path} was trained under other rules: {rules}")
    saved = metadata.get("config")
    for name in ("width", "value_width", "depth", "num_games"):
        own = getattr(learner.config, name)
        found = saved.get(name) if isinstance(saved, dict) else None
        if found != own:
            raise ModelError(f"{path} has {name} = {shown(found)}, this run {own}")


def _optimizer_state(learner: "Learner", tensors: dict[str, Tensor]) -> dict[str, Any]:
    """Adam's state in its own form; ``step`` of no parameter yet is an empty state."""
    state = learner.optimizer.state_dict()
    parameters = list(learner.nets.parameters())
    if any(key.startswith("optimizer.") for key in tensors):
        state["state"] = {
            i: {name: tensors[f"optimizer.{i}.{name}"] for name in _MOMENTS}
            for i in range(len(parameters))
        }
        for i, parameter in enumerate(parameters):
            if any(state["state"][i][name].shape != parameter.shape for name in _MOMENTS[1:]):
                raise ValueError(f"optimizer.{i}: moments of another shape")
    return state
