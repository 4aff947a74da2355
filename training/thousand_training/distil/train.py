"""A policy network distilled from search, from nothing to its file, in one folder.

``decisions-*.npz`` are what was searched, ``model.safetensors`` the network, an agent by its path;
``report.json`` says what its choices gain, decision by decision.  Stopped, the same command goes on.
"""

import argparse
import hashlib
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from thousand_agents.arena.folder import only_writer
from thousand_agents.arena.parts import write_file
from thousand_agents.executors import EXECUTORS, Executor, make_executor
from thousand_agents.executors.threads import one_torch_thread
from thousand_agents.models.equity.file import path_of as equity_path
from thousand_agents.models.equity.model import players_of
from thousand_agents.models.net import POLICY_PREFIX, PolicyNet, policy_from, policy_metadata
from thousand_agents.models.tensors import load_tensors, save_tensors
from thousand_agents.networks import path_of
from thousand_training.chunks import settle, sweep
from thousand_training.config import ConfigError
from thousand_training.distil.config import DistilConfig, load_distil_config
from thousand_training.distil.data import SearchJob, collect, read
from thousand_training.distil.fit import fit, gains
from thousand_training.distil.search import Search

NAMES = {"points": "points", "chances": "percentage points of the match"}
SETTINGS, MODEL, REPORT = "settings.json", "model.safetensors", "report.json"


def main(argv: Sequence[str] | None = None) -> int:
    """Train by a config, into a folder that a stopped run is gone on with."""
    parser = argparse.ArgumentParser("python -m thousand_training.distil", description=__doc__)
    parser.add_argument("config", help="classic, online or a .toml")
    parser.add_argument("--out", type=Path, help="folder of the run; default runs/distil-CONFIG")
    parser.add_argument("--executor", choices=EXECUTORS, default="process")
    parser.add_argument("--workers", type=int, help="that search; as many as there are cores")
    args = parser.parse_args(argv)
    config = load_distil_config(args.config)
    out = args.out or Path("runs") / f"distil-{Path(args.config).stem}"
    workers = None if args.executor == "serial" else args.workers
    with only_writer(out), make_executor(args.executor, workers) as executor:
        sweep(out, "decisions-*.npz", SETTINGS, MODEL, REPORT)
        print(table(train(config, out, executor)))
    print(f"saved {out / MODEL}, an agent by its path, and {REPORT} beside it")
    return 0


def train(config: DistilConfig, out: Path, executor: Executor) -> dict[str, Any]:
    """Search, fit, write the network: what its choices gain. Hold the folder by ``only_writer``.

    Raises: ConfigError for the folder of another run, a file in it that is damaged, or a fit that
        diverges; what searching and writing raise.
    """
    started = time.monotonic()
    start = starting(config) if config.start else None
    Search(config.rule_set, config.worlds, config.equity)  # an equity that won't do is refused now
    settle(out / SETTINGS, _asked(config), "decisions")
    jobs = jobs_of(config)
    paths = collect(jobs, out, executor)
    worths = 2 if config.equity else 1
    aside = max(1, round(config.valid_share * len(jobs)))
    with one_torch_thread():  # the same weights whatever the number of cores
        net = fit(read(paths[aside:], config.chunk, worths), config, start)
        found = gains(net, read(paths[:aside], config.chunk, worths))
    facts = policy_metadata(net, config.rule_set) | {
        "phase": "all",
        "config": config.as_dict(),
        "decisions": config.chunks * config.chunk,
        "seconds": round(time.monotonic() - started),
    }
    tensors = {f"{POLICY_PREFIX}{name}": tensor for name, tensor in net.state_dict().items()}
    save_tensors(out / MODEL, tensors, facts)
    write_file(out / REPORT, (json.dumps(found, indent=1) + "\n").encode())
    return found


def jobs_of(config: DistilConfig) -> list[SearchJob]:
    """All chunks of a run."""
    asked = (config.rule_set, config.worlds, config.equity, config.trust, config.seed)
    return [SearchJob(*asked, number, config.chunk) for number in range(config.chunks)]


def starting(config: DistilConfig) -> PolicyNet:
    """The network to start from, whatever rules it learned under.

    Raises: AgentError if it isn't there; ModelError if it can't be read; ConfigError if it has another form.
    """
    path = path_of(config.start, config.rule_set)
    net = policy_from(*load_tensors(path), path)
    if net.form != "blocks":
        raise ConfigError(f"start = {config.start!r:.80}: a network of {net.form}, not of blocks")
    return net


def _asked(config: DistilConfig) -> dict[str, Any]:
    """What the folder's decisions depend on; more of them, and another network, are no other run."""
    named = {name: getattr(config, name) for name in ("worlds", "trust", "seed", "chunk")}
    equity = config.equity and hashlib.sha256(equity_path(config.equity).read_bytes()).hexdigest()
    rules = config.rule_set.as_dict()
    return {"rules": rules, "population": players_of(["greedy"]), "equity": equity} | named


def table(found: dict[str, dict[str, dict[str, float]]]) -> str:
    """What ``gains`` found, as text."""
    lines = []
    for worth, phases in found.items():
        lines.append(f"{NAMES[worth]} gained on the greedy player's choice, a decision:")
        for phase, row in phases.items():
            said = f"{row['gain']:+6.2f} \u00b1 {row['half']:.2f} in {row['decisions']} decisions"
            lines.append(f"{phase:9} {said}; the best of the values {row['best']:+.2f}")
    return "\n".join(lines)
