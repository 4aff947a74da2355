"""``thousand bench training``: decisions per second of a training run, and where its time goes.

The same config on one core, on two with threads alone, and on two with worker processes that play.
"""

import argparse
import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import torch

from thousand_agents.help_text import plain
from thousand_training.config import load_config, shipped
from thousand_training.learner import PARTS, Learner
from thousand_training.metrics import Metrics
from thousand_training.train import iterate

# Name -> cores, and the settings that use them.
WAYS: dict[str, tuple[int, dict[str, str]]] = {
    "1 core": (1, {"threads": "1"}),
    "2 cores, threads": (2, {"threads": "2"}),
    "2 cores, processes": (
        2,
        {"threads": "2", "groups": "2", "executor": "process", "workers": "2"},
    ),
}
PLAIN = {"minutes": "1e9", "iterations": "1000000000", "warm_start": "[]", "evaluate_minutes": "0"}


def measure(config: str, way: str, seconds: float) -> dict[str, float]:
    """Decisions per second of self-play once it is under way, and shares of the time."""
    cores, settings = WAYS[way]
    with only_cores(cores), TemporaryDirectory() as folder:
        learner = Learner(load_config(config, PLAIN | settings))
        with learner.executor, Metrics(Path(folder)) as metrics:
            iterate(learner, metrics)  # starts the workers and loads what is compiled
            learner.parts = dict.fromkeys(PARTS, 0.0)
            start, decisions = perf_counter(), learner.decisions
            while (taken := perf_counter() - start) < seconds:
                iterate(learner, metrics)
    found = {"decisions": (learner.decisions - decisions) / taken}
    return found | {part: spent / taken for part, spent in learner.parts.items()}


@contextmanager
def only_cores(count: int) -> Iterator[None]:
    """Keep this thread, and what it starts, on so many cores, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(before)[:count])
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def main(argv: Sequence[str] | None = None) -> int:
    """The command ``thousand bench training``."""
    parser = argparse.ArgumentParser("thousand bench training", description=plain(__doc__))
    parser.add_argument("--config", default="base", help=f"{shipped()} or a .toml")
    parser.add_argument("--seconds", type=float, default=20.0, help="of one repetition")
    parser.add_argument(
        "--reps", type=int, default=3, help="repetitions, in turn; medians are shown"
    )
    args = parser.parse_args(argv)
    if args.seconds <= 0 or args.reps < 1:
        parser.error("--seconds must be above 0 and --reps at least 1")
    found: dict[str, list[dict[str, float]]] = {way: [] for way in WAYS}
    for _ in range(args.reps):
        for way, rows in found.items():
            rows.append(measure(args.config, way, args.seconds))
    parts = [part for part in PARTS if part != "evaluation"]
    print(f"{args.config:20} {'decisions/s':>11} {'lowest':>9} {'highest':>9}" + _columns(parts))
    for way, rows in found.items():
        speeds = [row["decisions"] for row in rows]
        shares = [f"{median(row[part] for row in rows):.0%}" for part in parts]
        speed = f"{median(speeds):>11,.0f} {min(speeds):>9,.0f} {max(speeds):>9,.0f}"
        print(f"{way:20} {speed}{_columns(shares)}")
    print(f"on: {os.cpu_count()} cores, {platform.machine()}, PyTorch {torch.__version__}")
    return 0


def _columns(texts: Sequence[str]) -> str:
    return "".join(f"{text:>13}" for text in texts)
