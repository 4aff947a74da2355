"""The policy network, its file format, and the agent that plays with it."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file
from torch import Tensor, nn

import thousand_env as te
from thousand_env.errors import ThousandError
from thousand_env.games.thousand import NUM_ACTIONS, OBSERVATION_SIZE, OBSERVATION_VERSION

FORMAT = "thousand-checkpoint/1"
POLICY_PREFIX = "policy."


class ModelError(ThousandError):
    """A checkpoint that can't be read, or that doesn't fit these rules or this observation."""


def mlp(inputs: int, width: int, depth: int, outputs: int, last_gain: float) -> nn.Sequential:
    """``depth`` hidden layers of ``width`` with ReLU; orthogonal weights, the last scaled."""
    layers: list[nn.Module] = []
    for size in [inputs] + [width] * (depth - 1):
        layers += [nn.Linear(size, width), nn.ReLU()]
    layers.append(nn.Linear(width, outputs))
    for i, layer in enumerate(layers):
        if isinstance(layer, nn.Linear):
            gain = last_gain if i == len(layers) - 1 else 2**0.5
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)
    return nn.Sequential(*layers)


class PolicyNet(nn.Module):
    """Observation (B, OBSERVATION_SIZE) -> logits (B, NUM_ACTIONS), illegal actions at -inf."""

    def __init__(self, width: int, depth: int) -> None:
        super().__init__()
        self.width, self.depth = width, depth
        self.body = mlp(OBSERVATION_SIZE, width, depth, NUM_ACTIONS, last_gain=0.01)

    def forward(self, observation: Tensor, mask: Tensor) -> Tensor:
        """Masked logits; a softmax gives no chance to an illegal action."""
        return self.body(observation).masked_fill(~mask, -torch.inf)


def save_tensors(path: Path, tensors: dict[str, Tensor], metadata: dict[str, Any]) -> None:
    """Write a checkpoint to a temporary name and rename it; metadata as JSON texts."""
    path.parent.mkdir(parents=True, exist_ok=True)
    texts = {key: json.dumps(value) for key, value in metadata.items()}
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        save_file({k: t.contiguous() for k, t in tensors.items()}, part, texts)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def load_tensors(path: Path) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Tensors and metadata of a checkpoint.

    Raises: ModelError for a missing or corrupt file, another format or another observation.
    """
    try:
        with safe_open(path, "pt") as file:
            metadata = {k: json.loads(v) for k, v in (file.metadata() or {}).items()}
            tensors = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118 (no dict)
    except (OSError, SafetensorError, ValueError, RecursionError) as error:
        raise ModelError(f"cannot read the checkpoint {path}: {str(error)[:200]}") from None
    if metadata.get("format") != FORMAT:
        raise ModelError(f"{path} is no checkpoint of this project ({FORMAT})")
    if metadata.get("observation_version") != OBSERVATION_VERSION:
        found = metadata.get("observation_version")
        raise ModelError(
            f"{path} was trained on observation version {found!r:.20}; this is {OBSERVATION_VERSION}"
        )
    return tensors, metadata


def policy_metadata(net: PolicyNet, rules: te.RuleSet) -> dict[str, Any]:
    """What a checkpoint must say so that it can be loaded safely."""
    return {
        "format": FORMAT,
        "observation_version": OBSERVATION_VERSION,
        "rules": rules.short(),
        "rules_hash": rules.hash,
        "width": net.width,
        "depth": net.depth,
    }


def policy_from(tensors: dict[str, Tensor], metadata: dict[str, Any], path: Path) -> PolicyNet:
    """The policy network in a checkpoint.

    Raises: ModelError if sizes or names of the tensors don't fit.
    """
    width, depth = metadata.get("width"), metadata.get("depth")
    if type(width) is not int or type(depth) is not int:
        raise ModelError(f"{path} doesn't say its width and depth")
    if not 1 <= width <= 8192 or not 1 <= depth <= 64:
        raise ModelError(f"{path}: width {width}, depth {depth} are out of range")
    cut = len(POLICY_PREFIX)
    own = {k[cut:]: v for k, v in tensors.items() if k.startswith(POLICY_PREFIX)}
    if not all(t.dtype == torch.float32 and t.isfinite().all() for t in own.values()):
        raise ModelError(f"{path}: the weights are not all finite float32 numbers")
    with torch.device("meta"):
        net = PolicyNet(width, depth)
    try:
        net.load_state_dict(own, assign=True)
    except RuntimeError as error:
        raise ModelError(f"{path}: the weights don't fit: {str(error)[:300]}") from None
    return net


class NetAgent:
    """Plays the most likely action of a policy network."""

    def __init__(self, net: PolicyNet, name: str) -> None:
        self.net = net.eval().float()
        self.name = name

    @classmethod
    def load(cls, path: str | Path, rules: te.RuleSet) -> "NetAgent":
        """From a checkpoint.

        Raises: ModelError if it can't be read or was trained under other rules.
        """
        path = Path(path)
        tensors, metadata = load_tensors(path)
        if metadata.get("rules_hash") != rules.hash:
            trained, asked = metadata.get("rules"), rules.short()
            raise ModelError(f"{path} was trained under {trained}, not under {asked}")
        return cls(policy_from(tensors, metadata, path), path.stem)

    @torch.inference_mode()
    def act(self, views: Any, masks: Any, rng: np.random.Generator) -> Any:
        """Action numbers (N,) for views (N,) and masks (N, A); ``rng`` isn't used."""
        logits = self.net(torch.from_numpy(te.encode(views)), torch.from_numpy(np.asarray(masks)))
        return logits.argmax(1).numpy()
