"""``thousand bench solver``: nodes and time of the exact solver, by the cards left.

The positions are those of deals between greedy players, at the start of every trick.  The solver
remembers nothing when it is asked: each question is about another deal than the one before.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

import thousand_env as te
from thousand_agents.base import make_agent
from thousand_agents.help_text import plain
from thousand_agents.solver import Solver
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import PLAY

HAND = 8  # cards each at the first lead, and tricks
SIDES = 3
AIMS = {"exact": 5.0, "null window": 0.3}  # milliseconds, median over whole deals on one core
FIGURES = ("ms_mean", "ms_median", "ms_p90", "nodes_mean", "nodes_median", "nodes_p90")


def positions(rules: RuleSet, deals: int, seed: int) -> list[list[Any]]:
    """States of greedy players' deals at the start of each trick: one list a trick, (deals,) each.

    Deals without a play (conceded, thrown away) are left out.
    """
    env = te.VectorEnv(
        "thousand", 2 * deals, rules, seed=seed, episode="deal", autoreset=AutoresetMode.DISABLED
    )
    env.reset()
    agent, rng = make_agent("greedy", rules), np.random.default_rng(seed)
    found: list[list[Any]] = [[None] * env.num_games for _ in range(HAND)]
    actions = np.zeros(env.num_games, np.int64)
    while (live := np.flatnonzero(env.current_player >= 0)).size:
        states = env.state
        for i in live:
            g = states[i]
            if g.phase == PLAY and g.trick_size == 0:
                found[g.tricks_played][i] = g.copy()
        actions[live] = agent.act(env.views[live], env.action_mask[live], rng)
        env.step(actions)
    played = [i for i in range(env.num_games) if found[0][i] is not None][:deals]
    return [[trick[i] for i in played] for trick in found]


def measure(states: list[Any], rules: RuleSet, ask: Callable[[Solver, Any], Any]) -> dict[str, Any]:
    """Milliseconds and nodes of one question about each of the states, one a deal."""
    solver = Solver(rules)
    milliseconds, nodes = [], []
    for state in states:
        before, start = solver.nodes, time.perf_counter()
        ask(solver, state)
        milliseconds.append(1000 * (time.perf_counter() - start))
        nodes.append(solver.nodes - before)
    rows = np.array([milliseconds, nodes])
    figures = [rows.mean(axis=1), np.median(rows, axis=1), np.quantile(rows, 0.9, axis=1)]
    return dict(zip(FIGURES, np.array(figures).T.ravel().tolist(), strict=True))


def report(rules: RuleSet, deals: int, seed: int) -> dict[str, Any]:
    """Figures by cards left, of the exact value and of the null window at the contract."""
    tricks = positions(rules, deals, seed)
    questions: dict[str, Callable[[Solver, Any], Any]] = {
        "exact": lambda solver, g: solver.value(g),
        "null window": lambda solver, g: solver.reaches(g, int(g.contract)),
    }
    for ask in questions.values():
        measure(tricks[0][:1], rules, ask)  # compile
    rows = [
        {"cards": SIDES * (HAND - trick), "question": name, **measure(states, rules, ask)}
        for trick, states in enumerate(tricks)
        for name, ask in questions.items()
    ]
    return {"deals": len(tricks[0]), "seed": seed, "rules": rules.short(), "rows": rows}


def main(argv: Sequence[str] | None = None) -> int:
    """The command ``thousand bench solver``."""
    parser = argparse.ArgumentParser("thousand bench solver", description=plain(__doc__))
    parser.add_argument("--deals", type=int, default=200, help="number of deals")
    parser.add_argument("--seed", type=int, default=0, help="of the cards")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    args = parser.parse_args(argv)
    if args.deals < 1:
        parser.error("--deals is at least 1")
    found = report(te.rules("thousand", "classic", golden=False), args.deals, args.seed)
    print(json.dumps(found) if args.json else report_text(found))
    return 0


def report_text(found: dict[str, Any]) -> str:
    """Whole deals against the aims, then the table by cards left."""
    lines = [
        f"{found['deals']} deals of greedy players; one core, times with the call from Python",
        "",
    ]
    for row in found["rows"]:
        if row["cards"] == SIDES * HAND:
            lines.append(
                f"whole deal, {row['question']:12} median {row['ms_median']:6.3f} ms (aim "
                f"{AIMS[row['question']]:.1f}), mean {row['ms_mean']:6.3f}, p90 {row['ms_p90']:6.3f}; "
                f"nodes, median {row['nodes_median']:,.0f}"
            )
    lines += ["", f"{'cards':5} {'question':12} {'ms':^26} {'nodes':^26}"]
    lines.append(" " * 18 + 2 * f" {'mean':>8} {'median':>8} {'p90':>8}")
    for row in found["rows"]:
        milliseconds = " ".join(f"{row[name]:8.3f}" for name in FIGURES[:3])
        nodes = " ".join(f"{row[name]:8,.0f}" for name in FIGURES[3:])
        lines.append(f"{row['cards']:5} {row['question']:12} {milliseconds} {nodes}")
    return "\n".join(lines)
