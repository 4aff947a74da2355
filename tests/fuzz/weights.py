"""The readers of networks and checkpoints (safetensors files)."""

import json
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch

import thousand_env as te
from tests.fuzz.oracle import Target, accepted
from tests.fuzz.trees import STRANGE_NUMBERS, dump, mutate, mutate_bytes
from thousand_agents.models.net import NetAgent
from thousand_agents.models.tensors import ModelError
from thousand_training.checkpoint import load_checkpoint, save_checkpoint
from thousand_training.config import load_config
from thousand_training.learner import Learner

_FOLDER = tempfile.TemporaryDirectory()
_PATH = Path(_FOLDER.name, "net.safetensors")
_SMALL = {"num_games": "2", "width": "2", "value_width": "2", "depth": "1", "threads": "1"}


@cache
def learner() -> Learner:
    """A run so small that its file is."""
    return Learner(load_config("smoke", _SMALL))


@cache
def valid_file() -> bytes:
    """A checkpoint that loads."""
    for parameter in learner().nets.parameters():
        parameter.grad = torch.zeros_like(parameter)
    learner().optimizer.step()
    learner().decisions = learner().config.warm_decisions
    learner().keep_past_self()
    path = Path(_FOLDER.name, "valid.safetensors")
    save_checkpoint(learner(), path)
    return path.read_bytes()


def seed(rng: Random) -> bytes:
    """The valid file."""
    return valid_file()


def split(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and body of a safetensors file."""
    length = int.from_bytes(data[:8], "little")
    return json.loads(data[8 : 8 + length]), data[8 + length :]


def join(header: Any, body: bytes) -> bytes:
    """A safetensors file of a header, whatever it says."""
    text = dump(header).encode("utf-8", "surrogatepass")
    return len(text).to_bytes(8, "little") + text + body


def mutate_file(data: bytes, rng: Random) -> bytes:
    """A lie in the header, in a metadata text, in the header's length or in the body."""
    try:
        header, body = split(data)
    except (ValueError, RecursionError):
        return mutate_bytes(data, rng)
    how = rng.randrange(8)
    if how == 0:
        length = rng.choice(STRANGE_NUMBERS) + rng.choice((0, -1, 7))
        return (length % 2**64).to_bytes(8, "little") + data[8:]
    if how < 3:
        return join(header, mutate_bytes(body, rng))
    if how < 6 and isinstance(header, dict) and isinstance(header.get("__metadata__"), dict):
        texts = header["__metadata__"]
        name = rng.choice([*texts, "format"])
        try:
            texts[name] = dump(mutate(json.loads(texts[name]), rng))
        except (KeyError, TypeError, ValueError, RecursionError):
            texts[name] = "1"
        return join(header, body)
    return join(_lie(header, rng), body)


def _lie(header: Any, rng: Random) -> Any:
    """A tensor of another type, shape or place, or any change of the tree."""
    names = header if isinstance(header, dict) else {}
    tensors = [name for name in names if isinstance(header[name], dict)]
    if not tensors or rng.random() < 0.4:
        return mutate(header, rng)
    tensor = header[rng.choice(tensors)]
    types = ("F64", "F32", "F16", "BF16", "F8_E4M3", "I64", "U64", "I32", "U8", "BOOL", "C64", "X")
    how = rng.randrange(3)
    if how == 0:
        tensor["dtype"] = rng.choice(types)
    elif how == 1:
        tensor["shape"] = rng.choice(([], [0], [-1], [2**63], [2**32, 2**32], [1] * 300, [1, 1]))
    else:
        tensor["data_offsets"] = rng.choice(([0, 0], [5, 1], [0, 2**63], [-1, 3], [0], [0, 8]))
    return header


def check_net(data: bytes) -> None:
    """Refused by ModelError, or an agent that chooses a legal action."""
    _PATH.write_bytes(data)
    agent = accepted(ModelError, NetAgent.load, _PATH, te.rules())
    if agent is not None:
        env = te.VectorEnv()
        env.reset()
        action = agent.act(env.views, env.action_mask, np.random.default_rng(0))
        assert env.action_mask[0, action[0]]


def check_checkpoint(data: bytes) -> None:
    """Refused by ModelError with the run unchanged, or a run that can be played on."""
    run = learner()
    valid_file()
    before = _everything(run)
    _PATH.write_bytes(data)
    if accepted(ModelError, lambda: load_checkpoint(run, _PATH) or True) is None:
        assert _everything(run) == before
        return
    for _ in range(20):
        run.games.step(run.games.action_mask.argmax(1))
    _PATH.write_bytes(valid_file())
    load_checkpoint(run, _PATH)


def _everything(run: Learner) -> list[Any]:
    moments = run.optimizer.state_dict()["state"].values()
    tensors = [*run.nets.state_dict().values(), *(t for m in moments for t in m.values())]
    tensors += [t for weights in run.pool for t in weights.values()]
    arrays = [t.numpy().tobytes() for t in [*tensors, run.generator.get_state()]]
    return [
        *arrays,
        run.games.state.tobytes(),
        run.iteration,
        run.decisions,
        run.seconds,
        run.parts,
    ]


NET = Target(check_net, seed, mutate_file)
CHECKPOINT = Target(check_checkpoint, seed, mutate_file)
