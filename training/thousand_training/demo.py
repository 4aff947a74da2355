"""``make demo``: train a policy, put it into the arena, show a deal it plays."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import thousand_env as te
from thousand_agents.arena import run_arena
from thousand_agents.base import Agent, make_agent
from thousand_agents.cli import run
from thousand_agents.commands.replay import deal_texts
from thousand_agents.table import decide
from thousand_env.games.thousand.render import score_sheet
from thousand_training.config import load_config, shipped
from thousand_training.evaluate import as_spec
from thousand_training.learner import Learner
from thousand_training.train import only_run, train

SETS = 1000
OPPONENTS = ("random", "greedy")


def new_folder(base: Path) -> Path:
    """``base``, or ``base-2``, ``base-3`` ... : the first that doesn't exist."""
    folder, number = base, 1
    while folder.exists():
        number += 1
        folder = base.with_name(f"{base.name}-{number}")
    return folder


def play_deal(agent: Agent, rules: te.RuleSet, seed: int) -> te.Game:
    """A match from 300 points each up to the end of its first played deal, the agent in every seat."""
    table = {"score": [300] * rules.players}
    game = te.Game(rules, seed=seed, table=table, dealer=0)
    rng = np.random.default_rng(seed)
    while game.state.deals == 0:
        game.apply(decide(game, agent, rng))
    return game


def played_deals(game: te.Game, names: Sequence[str]) -> list[str]:
    """The texts of the deals played to their end."""
    texts = deal_texts(game, names)[: len(game.results)]
    return [text for text, r in zip(texts, game.results, strict=True) if r["kind"] != "redealt"]


def main(argv: Sequence[str] | None = None) -> int:
    """Train by the config ``demo``, then measure and show."""
    parser = argparse.ArgumentParser("demo", description=__doc__)
    parser.add_argument("--config", default="demo", help=f"{shipped()} or a .toml")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sets", type=int, default=SETS, help="arena sets against each opponent")
    args = parser.parse_args(argv)
    if args.sets < 1:
        parser.error("--sets is at least 1")
    config = load_config(args.config, {"seed": str(args.seed)})
    learner = Learner(config)
    out = new_folder(Path("runs") / Path(args.config).stem)
    print(f"1. Training for {config.minutes:g} minutes; figures go to {out}")
    print(f"   (tensorboard --logdir {out}; Ctrl-C ends the training early)")
    with only_run(out):
        spec, rules = as_spec(learner, train(learner, out)), learner.rules
    for number, opponent in enumerate(OPPONENTS, 2):
        print(f"\n{number}. In the arena against {opponent}, {args.sets} decks in every seating")
        print(run_arena([spec, opponent], args.sets, rules, seed=args.seed))
    print("\n4. A deal it plays against itself\n")
    game = play_deal(make_agent(spec, rules), rules, args.seed)
    names = [*"ABCD"[: rules.players]]
    print("\n\n".join(played_deals(game, names)))
    print(f"\n{score_sheet(names, game.results, game.start)}")
    return 0


if __name__ == "__main__":
    sys.exit(run("thousand_training.demo", sys.argv[1:]))  # bad input without a traceback
