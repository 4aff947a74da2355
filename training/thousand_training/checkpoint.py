"""Checkpoints: everything that a run needs to go on as if it had not been stopped."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from thousand_agents.models.net import check_game, policy_metadata
from thousand_agents.models.tensors import ModelError, load_tensors, one_line, save_tensors
from thousand_env import games
from thousand_env.errors import ThousandError
from thousand_env.foreign import shown
from thousand_training.config import Config

if TYPE_CHECKING:
    from thousand_training.learner import Learner

_MOMENTS = ("step", "exp_avg", "exp_avg_sq")  # what Adam keeps of a parameter
_APART = ("optimizer.", "pool.")  # beside the networks
# Settings that a run can't change on its way.
_FIXED = (
    "algorithm",
    "phase",
    "adviser",
    "network",
    "width",
    "value_width",
    "depth",
    "privileged",
    "num_games",
    "tables_share",
    "seating",
    "groups",
)

_DEFAULTS = Config()  # for settings that are younger than a checkpoint


def save_checkpoint(learner: "Learner", path: Path) -> None:
    """Write networks, optimizer, pool, games, random streams and counters."""
    tensors: dict[str, Tensor] = {k: v.cpu() for k, v in learner.nets.state_dict().items()}
    for i, moments in learner.optimizer.state_dict()["state"].items():
        tensors |= {f"optimizer.{i}.{name}": moments[name].cpu() for name in _MOMENTS}
    for i, weights in enumerate(learner.pool):
        tensors |= {f"pool.{i}.{name}": tensor for name, tensor in weights.items()}
    tensors["matches"] = torch.from_numpy(learner.games.state.view("u1").copy())
    tensors["generator"] = learner.generator.get_state()
    metadata = policy_metadata(learner.policy, learner.rules) | {
        "phase": learner.config.phase,
        "config": learner.config.as_dict(),
        "iteration": learner.iteration,
        "decisions": learner.decisions,
        "seconds": learner.seconds,
        "parts": learner.parts,
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
    except (
        KeyError,
        ValueError,
        TypeError,
        AttributeError,
        RuntimeError,
        OverflowError,
        ThousandError,
    ) as error:
        learner.nets.load_state_dict(before["nets"])
        learner.optimizer.load_state_dict(before["optimizer"])
        learner.games.state = before["matches"]
        raise ModelError(f"{path} is no complete checkpoint: {one_line(error)}") from None


def _snapshot(learner: "Learner") -> dict[str, Any]:
    return {
        "nets": {name: tensor.clone() for name, tensor in learner.nets.state_dict().items()},
        "optimizer": learner.optimizer.state_dict(),
        "matches": learner.games.state,
    }


def _restore(learner: "Learner", tensors: dict[str, Tensor], metadata: dict[str, Any]) -> None:
    """Everything into the learner, the parts that can't be taken back last."""
    dtype = games.of(learner.rules).STATE_DTYPE
    matches = tensors.pop("matches").numpy().view(dtype).reshape(-1)
    generator = tensors.pop("generator")
    if not all(t.isfinite().all() for t in tensors.values()):
        raise ValueError("numbers that are not finite")
    counters = int(metadata["iteration"]), int(metadata["decisions"]), float(metadata["seconds"])
    parts = {name: float(metadata["parts"].get(name, 0)) for name in learner.parts}
    if not all(0 <= count < 1e15 for count in (*counters, *parts.values())):
        raise ValueError(f"counters {counters}, {parts} out of range")
    optimizer = _optimizer_state(learner, tensors)
    pool = _pool(learner, tensors)
    nets = {k: v for k, v in tensors.items() if not k.startswith(_APART)}
    learner.nets.load_state_dict(nets)
    learner.optimizer.load_state_dict(optimizer)
    learner.games.restore(matches, counters[0])
    learner.generator.set_state(generator)
    learner.iteration, learner.decisions, learner.seconds = counters
    learner.parts, learner.pool = parts, pool


def _check_fits(learner: "Learner", metadata: dict[str, Any], path: Path) -> None:
    check_game(metadata, learner.rules, path)
    if metadata.get("rules_hash") != learner.rules.hash:
        rules = shown(metadata.get("rules"), 200)
        raise ModelError(f"{path} was trained under other rules: {rules}")
    saved = metadata.get("config")
    for name in _FIXED:
        own = getattr(learner.config, name)
        found = saved.get(name, getattr(_DEFAULTS, name)) if isinstance(saved, dict) else None
        if found != own:
            raise ModelError(f"{path} has {name} = {shown(found)}, this run {own}")


def _optimizer_state(learner: "Learner", tensors: dict[str, Tensor]) -> dict[str, Any]:
    """Adam's state in its own form; it has none of a parameter that was never stepped.

    Cloning leaves out what only an adviser's follower would learn.
    """
    state = learner.optimizer.state_dict()
    stepped = {int(key.split(".")[1]) for key in tensors if key.startswith("optimizer.")}
    parameters = list(learner.nets.parameters())
    if not stepped <= {*range(len(parameters))}:
        raise ValueError(f"optimizer: moments of {len(parameters)} parameters are expected")
    state["state"] = {
        i: {name: tensors[f"optimizer.{i}.{name}"] for name in _MOMENTS} for i in sorted(stepped)
    }
    for i, moments in state["state"].items():
        if any(moments[name].shape != parameters[i].shape for name in _MOMENTS[1:]):
            raise ValueError(f"optimizer.{i}: moments of another shape")
    return state


def _pool(learner: "Learner", tensors: dict[str, Tensor]) -> list[dict[str, Tensor]]:
    """Past selves, in their order."""
    wanted = learner.policy.state_dict()
    count = len({key.split(".")[1] for key in tensors if key.startswith("pool.")})
    pool = [{name: tensors[f"pool.{i}.{name}"] for name in wanted} for i in range(count)]
    for i, weights in enumerate(pool):
        if any(
            t.shape != wanted[name].shape or t.dtype != torch.float32 for name, t in weights.items()
        ):
            raise ValueError(f"pool.{i}: weights of another shape")
    return pool
