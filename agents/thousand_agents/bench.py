"""``thousand bench speed``: how fast an environment is, beside its peers in the same run.

Thousand's peers are other libraries' games; another game is measured beside Thousand.

Machines are shared and noisy, so every measure is repeated in turn with its peer, ratios are taken
within a repetition, and medians are shown with the lowest and the highest value.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median
from typing import Any

import numpy as np

import thousand_env as te
from thousand_agents import bench_peers as peers
from thousand_agents.bench_loops import aec_loop, random_rollouts, vector_loop
from thousand_agents.help_text import plain
from thousand_agents.rules_option import add_game_only
from thousand_env import games

BATCHES = (1, 64, 1024, 8192)
Measure = Callable[[float], float]


def measures(game: str) -> dict[str, dict[str, Measure]]:
    """Groups of measures in decisions per second; the first of a group is what ratios are of."""
    return beside_peers() if game == "thousand" else beside_thousand(game)


def beside_thousand(game: str) -> dict[str, dict[str, Measure]]:
    """Another game, which has no peer elsewhere, and Thousand."""
    pair = (game, "thousand")
    groups: dict[str, dict[str, Measure]] = {
        "random play in the core": {
            f"{name} core": lambda s, g=name: random_rollouts(s, g)  # type: ignore[misc]
            for name in pair
        }
    }
    for batch in BATCHES:
        groups[f"mask and observation, batch {batch}"] = {
            f"{name} VectorEnv": lambda s, n=batch, g=name: vector_loop(s, n, 1, g)  # type: ignore[misc]
            for name in pair
        }
    groups["AEC loop"] = {
        f"{name}_v0": lambda s, g=name: aec_loop(s, g)  # type: ignore[misc]
        for name in pair
    }
    return groups


def beside_peers() -> dict[str, dict[str, Measure]]:
    """Thousand and other libraries' games."""
    groups: dict[str, dict[str, Measure]] = {
        "random play in the core": {
            "thousand core": random_rollouts,
            "OpenSpiel skat, C++ rollouts": lambda s: peers.openspiel_rollouts("skat", s),
            "OpenSpiel euchre, C++ rollouts": lambda s: peers.openspiel_rollouts("euchre", s),
        }
    }
    for batch in BATCHES:
        groups[f"mask and observation, batch {batch}"] = {
            "thousand VectorEnv": lambda s, n=batch: vector_loop(s, n, 1),  # type: ignore[misc]
            "OpenSpiel skat, observation_tensor": lambda s, n=batch: peers.openspiel_steps(  # type: ignore[misc]
                "skat", s, n, observer=False
            ),
            "OpenSpiel skat, its observer": lambda s, n=batch: peers.openspiel_steps(  # type: ignore[misc]
                "skat", s, n, observer=True
            ),
        }
    groups["AEC loop"] = {
        "thousand_v0": aec_loop,
        "PettingZoo texas_holdem_v4": peers.texas_holdem_aec,
    }
    return groups


def run_group(group: dict[str, Measure], seconds: float, reps: int) -> dict[str, list[float]]:
    """Each measure of a group in turn, ``reps`` times; decisions per second."""
    found: dict[str, list[float]] = {name: [] for name in group}
    for measure in group.values():
        measure(min(seconds, 0.2))  # compile and warm up
    for _ in range(reps):
        for name, measure in group.items():
            found[name].append(measure(seconds))
    return found


def group_rows(title: str, found: dict[str, list[float]]) -> list[dict[str, Any]]:
    """One row a measure: median, lowest, highest, and our median ratio to it."""
    ours = next(iter(found.values()))
    rows = []
    for name, values in found.items():
        ratios = [own / other for own, other in zip(ours, values, strict=True)]
        rows.append(
            {
                "group": title,
                "name": name,
                "median": median(values),
                "low": min(values),
                "high": max(values),
                "ratio": median(ratios),
            }
        )
    return rows


def thread_scaling(game: str, seconds: float, reps: int, batch: int = 8192) -> dict[str, float]:
    """Two threads over one: the vector API, and pure computing beside it in the same moment."""
    ours, control = [], []
    for _ in range(reps):
        one, two = (vector_loop(seconds, batch, threads, game) for threads in (1, 2))
        ours.append(two / one)
        control.append(peers.pure_compute_scaling(2 * seconds))
    shares = [a / b for a, b in zip(ours, control, strict=True)]
    return {"ours": median(ours), "control": median(control), "share": median(shares)}


def memory(game: str) -> dict[str, Any]:
    """Bytes a game takes, and 65,536 games in one batch."""
    package, count = games.load(game), 65536
    start = time.perf_counter()
    env = te.VectorEnv(game, count, seed=0)
    env.reset()
    env.step(np.argmax(env.action_mask, axis=1))
    rows = (env.observation, env.action_mask, env.views, env.rewards, env.current_player)
    return {
        "state": package.STATE_DTYPE.itemsize,
        "view": package.VIEW_DTYPE.itemsize,
        "observation": env.observation[0].nbytes,
        "mask": env.action_mask[0].nbytes,
        "arrays_a_game": sum(array.nbytes for array in rows) // count,
        "batch": count,
        "reset_and_step_seconds": time.perf_counter() - start,
    }


_FIRST_STEP = (
    "import time; start = time.perf_counter(); import numpy, thousand_env as te; "
    "env = te.VectorEnv('GAME', 1); env.reset(); env.step(numpy.argmax(env.action_mask, 1)); "
    "print(time.perf_counter() - start)"
)


def start_up(game: str, reps: int) -> dict[str, float]:
    """Seconds to the first step, from a warm and from an empty compiler cache, and of --help."""

    def first_step(cache: str | None) -> float:
        env = os.environ | ({"NUMBA_CACHE_DIR": cache} if cache else {})
        done = subprocess.run(
            [sys.executable, "-c", _FIRST_STEP.replace("GAME", game)],
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        return float(done.stdout)

    def show_help() -> float:
        start = time.perf_counter()
        command = [sys.executable, "-m", "thousand_agents.cli", "--help"]
        subprocess.run(command, capture_output=True, check=True)
        return time.perf_counter() - start

    first_step(None)
    with tempfile.TemporaryDirectory() as empty:
        cold = first_step(empty)
    return {
        "warm_first_step": median(first_step(None) for _ in range(reps)),
        "cold_first_step": cold,
        "help": median(show_help() for _ in range(reps)),
    }


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    names = ("thousand-env", "numpy", "numba", "pettingzoo", "gymnasium", "open-spiel")
    versions = ", ".join(f"{name} {version(name)}" for name in names if find_spec(_module(name)))
    cores = f"{os.cpu_count()} cores, {platform.machine()}"
    return {"machine": cores, "python": platform.python_version(), "versions": versions}


def _module(name: str) -> str:
    return "pyspiel" if name == "open-spiel" else name.replace("-", "_")


def main(argv: Sequence[str] | None = None) -> int:
    """The command ``thousand bench speed``."""
    parser = argparse.ArgumentParser("thousand bench speed", description=plain(__doc__))
    add_game_only(parser)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one repetition")
    parser.add_argument("--reps", type=int, default=5, help="repetitions")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    args = parser.parse_args(argv)
    if args.seconds <= 0 or args.reps < 1:
        parser.error("--seconds must be above 0 and --reps at least 1")
    report: dict[str, Any] = {"on": machine(), "rows": []}
    for title, group in measures(args.game).items():
        report["rows"] += group_rows(title, run_group(group, args.seconds, args.reps))
        if not args.json:
            print_rows([row for row in report["rows"] if row["group"] == title])
    report["threads"] = thread_scaling(args.game, args.seconds, args.reps)
    report["memory"] = memory(args.game)
    report["start"] = start_up(args.game, args.reps)
    print(json.dumps(report) if args.json else closing_text(report))
    return 0


def print_rows(rows: list[dict[str, Any]]) -> None:
    """A group of the table."""
    print(f"\n{rows[0]['group']}")
    for row in rows:
        spread = f"({row['low']:,.0f} to {row['high']:,.0f})"
        ratio = "" if row is rows[0] else f"  {rows[0]['name']} is {row['ratio']:.2f} times as fast"
        print(f"  {row['name']:36} {row['median']:>12,.0f} decisions/s {spread:28}{ratio}")


def closing_text(report: dict[str, Any]) -> str:
    """Threads, memory, start and machine in words."""
    threads, bytes_, start = report["threads"], report["memory"], report["start"]
    return (
        f"\ntwo threads: {threads['ours']:.2f} times one; pure computing {threads['control']:.2f}; "
        f"share {threads['share']:.2f}"
        f"\nmemory: {bytes_['state']} bytes a game, {bytes_['arrays_a_game']} for what the player "
        f"to move sees; {bytes_['batch']} games reset and stepped in "
        f"{bytes_['reset_and_step_seconds']:.1f} s"
        f"\nstart: first step after {start['warm_first_step']:.2f} s, {start['cold_first_step']:.0f} s "
        f"with nothing compiled; --help {start['help']:.2f} s"
        f"\non: {', '.join(report['on'].values())}"
    )
