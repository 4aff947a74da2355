"""Kill a training run again and again, go on, and compare it with one that was left alone.

    python -m tests.faults.training FOLDER KILLS ITERATIONS

A program of its own: it loads PyTorch once and forks the runs, so that a start costs little.
"""

import json
import random
import sys
from pathlib import Path
from typing import Any

import torch

import thousand_env as te
from tests.faults.kills import finish, killed_after, killed_before, killed_in_write
from thousand_agents.cli import main as thousand
from thousand_agents.models.tensors import load_tensors

SETTINGS = [
    "minutes=1e6", "num_games=8", "steps=40", "minibatch=128", "width=16", "value_width=8",
    "threads=1", "save_every=1", "warm_decisions=1000",
]  # fmt: skip
CHECKPOINT, ROWS = "checkpoint.safetensors", "metrics.jsonl"
BY_CLOCK = ("seconds", "parts", "speed")


def train(out: Path, iterations: int) -> list[str]:
    """The command line that begins a run or goes on with it."""
    resume = ["--resume"] if (out / CHECKPOINT).exists() else []
    settings = [*SETTINGS, f"iterations={iterations}"]
    return ["train", "smoke", "--out", str(out), *resume, "--set", *settings]


def state(out: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """What a run has come to: tensors, and the rest but for the time it took."""
    tensors, metadata = load_tensors(out / CHECKPOINT)
    return tensors, without_times(metadata)


def rows(out: Path) -> list[dict[str, Any]]:
    """The figures of each iteration, but for those of time."""
    found = [json.loads(line) for line in (out / ROWS).read_text().splitlines()]
    return [without_times(row) for row in found]


def without_times(figures: dict[str, Any]) -> dict[str, Any]:
    """All figures that don't come from the clock."""
    return {k: v for k, v in figures.items() if k.partition("/")[0] not in BY_CLOCK}


def check_same(one: Path, other: Path) -> None:
    """Two runs have come to the same, bit for bit, and left no half-written files."""
    (tensors, rest), (others, other_rest) = state(one), state(other)
    assert rest == other_rest and tensors.keys() == others.keys()
    assert all(torch.equal(tensors[key], others[key]) for key in tensors)
    assert rows(one) == rows(other)
    assert not [*one.glob("*.part"), *other.glob("*.part")]


def iteration(out: Path) -> int:
    """Of the checkpoint, which must be whole; -1 if there is none yet."""
    return state(out)[1]["iteration"] if (out / CHECKPOINT).exists() else -1


def size(out: Path) -> int:
    """Of the rows written so far, in bytes."""
    return (out / ROWS).stat().st_size if (out / ROWS).exists() else 0


def kill(out: Path, iterations: int, rng: random.Random, way: int) -> bool:
    """Let the run begin or go on, and kill it; False if it came to its end first."""
    before = size(out)

    def work() -> None:
        assert thousand(train(out, iterations)) == 0

    if way == 0:
        return killed_after(rng.uniform(0, 0.1), work, lambda: size(out) > before)
    if way == 1:
        return killed_before(rng.randrange(1, 30), out, work)
    return killed_in_write(rng.choice([0, 1, 500, 5000, 20_000]), work)


def main(folder: Path, kills: int, iterations: int) -> int:
    """How many times the run was killed."""
    env = te.VectorEnv(num_games=1)  # loads the compiled rules
    env.reset()
    env.step(env.sample(0))
    rng, out, done, killed = random.Random(kills), folder / "killed", -1, 0
    for number in range(kills):
        killed += kill(out, iterations, rng, number % 3)
        before, done = done, iteration(out)
        assert done >= before, "a finished iteration was lost"
    finish(lambda: thousand(train(out, iterations)))
    finish(lambda: thousand(train(folder / "whole", iterations)))
    check_same(out, folder / "whole")
    return killed


if __name__ == "__main__":
    print(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])), "kills")
