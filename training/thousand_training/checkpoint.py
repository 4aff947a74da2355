"""Checkpoints: everything that a run needs to go on as if it had not been stopped."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from thousand_agents.models.net import ModelError, load_tensors, policy_metadata, save_tensors
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

    Raises: ModelError, with the learner unchanged, if the file can't be read, or was trained under
    other rules or with networks or a batch of another size.
    """
    tensors, metadata = load_tensors(path)
    _check_fits(learner, metadata, path)
    try:
        matches = tensors.pop("matches").numpy().view(STATE_DTYPE).reshape(-1)
        generator = tensors.pop("generator")
        counters = int(metadata["iteration"]), int(metadata["decisions"])
        seconds = float(metadata["seconds"])
        optimizer = _optimizer_state(learner, tensors)
        nets = {k: v for k, v in tensors.items() if not k.startswith("optimizer.")}
        torch.Generator().set_state(generator)
        learner.nets.load_state_dict(nets)
    except (KeyError, ValueError, TypeError, RuntimeError) as error:
        raise ModelError(f"{path} is no complete checkpoint: {str(error)[:300]}") from None
    learner.optimizer.load_state_dict(optimizer)
    learner.generator.set_state(generator)
    learner.env.state = matches
    learner.iteration, learner.decisions = counters
    learner.seconds = seconds


def _check_fits(learner: "Learner", metadata: dict[str, Any], path: Path) -> None:
    if metadata.get("rules_hash") != learner.rules.hash:
        raise ModelError(f"{path} was trained under other rules: {metadata.get('rules')}")
    saved = metadata.get("config")
    for name in ("width", "value_width", "depth", "num_games"):
        own = getattr(learner.config, name)
        found = saved.get(name) if isinstance(saved, dict) else None
        if found != own:
            raise ModelError(f"{path} has {name} = {found!r:.40}, this run {own}")


def _optimizer_state(learner: "Learner", tensors: dict[str, Tensor]) -> dict[str, Any]:
    """Adam's state in its own form; ``step`` of no parameter yet is an empty state."""
    state = learner.optimizer.state_dict()
    count = len(state["param_groups"][0]["params"])
    if any(key.startswith("optimizer.") for key in tensors):
        state["state"] = {
            i: {name: tensors[f"optimizer.{i}.{name}"] for name in _MOMENTS} for i in range(count)
        }
    return state
