"""``make demo``: train a policy, put it into the arena, show a deal it plays."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import thousand_env as te
from thousand_agents.arena import run_arena
from thousand_agents.base import Agent
from thousand_agents.models.net import NetAgent
from thousand_training.config import load_config
from thousand_training.ppo import Learner, train

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
    """An ordinary deal with the agent in every seat."""
    table = {"score": [300] * rules.players}
    game = te.Game(rules, seed=seed, table=table, dealer=0)
    rng = np.random.default_rng(seed)
    while not any("raw" in result and result["raw"] for result in game.results):
        assert game.player is not None
        view = np.array([game.view(game.player)])
        game.apply(int(agent.act(view, game.action_mask[None], rng)[0]))
    return game


def main(argv: Sequence[str] | None = None) -> int:
    """Train by the config ``demo``, then measure and show."""
    parser = argparse.ArgumentParser("demo", description=__doc__)
    parser.add_argument("--config", default="demo", help="smoke, demo, base or a .toml")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--sets", type=int, default=SETS, help="arena sets against each opponent")
    args = parser.parse_args(argv)
    config = load_config(args.config, {"seed": str(args.seed)})
    out = new_folder(Path("runs") / args.config)
    print(f"1. Self-play for {config.minutes:g} minutes, from nothing; figures go to {out}")
    print(f"   (tensorboard --logdir {out}; Ctrl-C ends the training early)")
    path = train(Learner(config), out)
    rules = te.rules()
    for number, opponent in enumerate(OPPONENTS, 2):
        print(f"\n{number}. In the arena against {opponent}, {args.sets} sets of six deals")
        print(run_arena([str(path), opponent], args.sets, rules, seed=args.seed))
    print("\n4. A deal it plays against itself")
    show(play_deal(NetAgent.load(path, rules), rules, args.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
