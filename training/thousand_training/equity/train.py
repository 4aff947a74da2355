"""An equity model from nothing to its report, in one folder.

``train-*.npz`` are the matches to learn from, ``model.safetensors`` the model; ``test-*.npz`` are
matches of another seed, played when the model is written; ``report.json``, ``report.md`` and
``reliability.svg`` say how good it is on them.  Stopped, the same command goes on.
"""

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from thousand_agents.arena.folder import only_writer
from thousand_agents.arena.parts import write_file
from thousand_agents.executors import EXECUTORS, Executor, make_executor
from thousand_agents.executors.threads import one_torch_thread
from thousand_agents.models.equity import EquityModel, Features, write_equity
from thousand_agents.models.equity.model import players_of
from thousand_training.chunks import settle, sweep
from thousand_training.equity.baselines import SEEN, Softmax, uniform
from thousand_training.equity.config import EquityConfig, load_equity_config
from thousand_training.equity.data import Matches, collect, jobs_of
from thousand_training.equity.fit import fit_ensemble, split
from thousand_training.equity.report import evaluate, markdown, reliability_plot
from thousand_training.equity.starts import KINDS, SHARES

SETTINGS, MODEL = "settings.json", "model.safetensors"
REPORTS = ("report.json", "report.md", "reliability.svg")


def main(argv: Sequence[str] | None = None) -> int:
    """Train by a config, into a folder that a stopped run is gone on with."""
    parser = argparse.ArgumentParser("python -m thousand_training.equity", description=__doc__)
    parser.add_argument("config", help="classic, online or a .toml")
    parser.add_argument("--out", type=Path, help="folder of the run; default runs/equity-CONFIG")
    parser.add_argument("--executor", choices=EXECUTORS, default="process")
    parser.add_argument("--workers", type=int, help="that play; as many as there are cores")
    args = parser.parse_args(argv)
    config = load_equity_config(args.config)
    out = args.out or Path("runs") / f"equity-{Path(args.config).stem}"
    workers = None if args.executor == "serial" else args.workers
    with only_writer(out), make_executor(args.executor, workers) as executor:
        sweep(out, "train-*.npz", "test-*.npz", SETTINGS, MODEL, *REPORTS)
        print(markdown(train(config, out, executor)["regions"]))
    print(f"saved {out / MODEL} and the report beside it")
    return 0


def train(config: EquityConfig, out: Path, executor: Executor) -> dict[str, Any]:
    """Play, fit, write the model, play anew, test: the report. Hold the folder by ``only_writer``.

    Raises: ConfigError for the folder of another run; what playing and writing raise.
    """
    rules, started = config.rule_set, time.monotonic()
    players = players_of(
        config.population
    )  # fingerprints, taken as the first of them begins to play
    settle(out / SETTINGS, _asked(config, players), "matches")
    matches = _collect(config, out, "train", config.seed, config.matches, executor)
    print(f"{len(matches.winner)} tables of {matches.played} matches; {matches.cut_off} cut off")
    own, aside = split(matches, config.valid_share, config.seed)
    with one_torch_thread():  # the same weights whatever the number of cores
        layers, said = fit_ensemble(own, aside, config)
    facts = _facts(config, matches, players) | said | {"seconds": round(time.monotonic() - started)}
    write_equity(out / MODEL, layers, facts)
    model = EquityModel.load(out / MODEL, rules)
    test = _collect(config, out, "test", config.test_seed, config.test_matches, executor)
    estimates = {"model": model.chances(test.tables), "uniform": uniform(test.tables, rules)}
    for seen in SEEN:
        estimates[seen] = Softmax(seen, own, rules).chances(test.tables)
    report = facts | {
        "test_seed": config.test_seed,
        "test_matches": test.played,
        "test_cut_off": test.cut_off,
        "spread": round(float(model.members(test.tables).std(axis=0, ddof=1).mean()), 5),
        "regions": evaluate(test, estimates, rules),
    }
    write_file(out / "report.json", (json.dumps(report, indent=1) + "\n").encode())
    write_file(out / "report.md", markdown(report["regions"]).encode())
    write_file(out / "reliability.svg", reliability_plot(report["regions"]).encode())
    return report


def _collect(
    config: EquityConfig, out: Path, name: str, seed: int, matches: int, executor: Executor
) -> Matches:
    sizes = matches, config.chunk, config.tables_share
    jobs = jobs_of(config.rule_set, config.population, seed, *sizes)
    return collect(jobs, out, name, executor)


def _facts(config: EquityConfig, matches: Matches, players: Any) -> dict[str, Any]:
    """What the model's file says of its training."""
    rules = config.rule_set
    return {
        "rules": rules.short(),
        "rules_hash": rules.hash,
        "features": Features(rules).names,
        "population": players,
        "matches": matches.played,
        "cut_off": matches.cut_off,
        "tables": len(matches.winner),
        "starts": dict(zip(KINDS, SHARES, strict=True)),
        "seed": config.seed,
        "settings": config.as_dict(),
        "torch": torch.__version__,
    }


def _asked(config: EquityConfig, players: Any) -> dict[str, Any]:
    """What the folder's matches depend on."""
    named = {name: getattr(config, name) for name in ("seed", "test_seed", "tables_share")}
    return {"rules": config.rule_set.as_dict(), "population": players} | named
