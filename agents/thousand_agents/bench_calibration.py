"""Is the search player's estimate of its chances right?  ``thousand bench calibration``.

A search player sits in one seat with two greedy ones.  Whenever it declares and is about to lead,
the solver says in which share of fresh worlds the contract can be reached with open cards; at the
end of the deal the contract was made or not.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from thousand_agents.advice.intervals import chance_interval
from thousand_agents.arena.progress import progress
from thousand_agents.base import AgentError, make_agent
from thousand_agents.games.thousand import sample_tables
from thousand_agents.help_text import plain
from thousand_agents.rules_option import HELP, parse_rules
from thousand_agents.solver import Solver
from thousand_agents.worlds import sample_worlds
from thousand_env import VectorEnv
from thousand_env.checks import check_seed
from thousand_env.files import written_aside
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import PLAY
from thousand_env.games.thousand.phases.score import least_total
from thousand_env.games.thousand.table import table_dict

WORLDS = 100
BINS = 10


@dataclass(frozen=True)
class Bin:
    """Contracts with an estimated chance in one tenth of the scale."""

    contracts: int
    estimated: float  # mean chance
    made: float  # share made, with Wilson's 95 % interval
    low: float
    high: float


def calibrate(spec: str, deals: int, rules: RuleSet, seed: int) -> list[tuple[float, bool]]:
    """(estimated chance, made) of every contract that the agent played in so many deals.

    Raises: AgentError for an agent that can't be made, or gives up; ThousandError for a wrong seed.
    """
    check_seed(seed)
    mine, others = make_agent(spec, rules), make_agent("greedy", rules)
    solver, rng = Solver(rules), np.random.default_rng(seed)
    found = []
    with progress(deals, "deals") as report:
        for number in range(deals):
            chance = None
            env = _deal(rules, seed, number)
            seat = number % rules.players
            while env.current_player[0] >= 0:
                agent = mine if env.current_player[0] == seat else others
                if _leads_first(env, seat):
                    chance = _chance(env.views[0], rules, solver, seed + number)
                env.step(agent.act(env.views, env.action_mask, rng))
                if env.illegal[0]:  # an outside player that failed; the game would wait for it
                    reason = getattr(agent, "reasons", {}).get(0, "an illegal action")
                    raise AgentError(f"{agent.name}: {reason}")
            if chance is not None:
                found.append((chance, bool(env.state[0]["last_made"])))
            report(number + 1)
    return found


def _deal(rules: RuleSet, seed: int, number: int) -> VectorEnv:
    env = VectorEnv("thousand", 1, rules, seed, episode="deal", autoreset=AutoresetMode.DISABLED)
    table = table_dict(sample_tables(seed, np.array([number]), rules)[0], rules.players)
    env.reset(options={"table": table, "deck_ids": np.array([number])})
    return env


def _leads_first(env: VectorEnv, seat: int) -> bool:
    view = env.views[0]
    first = view["phase"] == PLAY and view["tricks_played"] == 0 and view["trick_size"] == 0
    return bool(first and view["seat"] == seat)


def _chance(view: Any, rules: RuleSet, solver: Solver, seed: int) -> float:
    worlds = sample_worlds(view, rules, WORLDS, seed)
    aim = int(least_total(worlds[0], rules.compiled()[0]))  # R9.7, R11.1: not just the contract
    return float(np.mean([solver.reaches(world, aim) for world in worlds]))


def bins(found: list[tuple[float, bool]]) -> list[Bin]:
    """The pairs by tenths of the estimate; empty ones are left out."""
    chances = np.array([chance for chance, _ in found])
    made = np.array([made for _, made in found])
    places = np.minimum((chances * BINS).astype(int), BINS - 1)
    return [
        Bin(
            int(here.sum()),
            float(chances[here].mean()),
            float(made[here].mean()),
            *chance_interval(int(made[here].sum()), int(here.sum())),
        )
        for here in (places == k for k in range(BINS))
        if here.any()
    ]


def plot(rows: list[Bin], path: Path) -> None:
    """The reliability diagram as SVG."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "thousand", "font.size": 9}):
        figure = Figure((4.5, 4.2), layout="constrained")
        axes = figure.subplots()
        axes.plot((0, 1), (0, 1), color="#999999", linewidth=0.8)
        for row in rows:
            axes.plot((row.estimated, row.estimated), (row.low, row.high), color="#1f4e79")
            axes.plot(row.estimated, row.made, "o", color="#1f4e79", markersize=4)
        axes.set_xlabel("solver's estimate: share of worlds in which the contract is reached")
        axes.set_ylabel("share of these contracts made (95 % interval)")
        with written_aside(path) as aside:
            figure.savefig(aside, format="svg", metadata={"Date": None})


def main(argv: Sequence[str] | None = None) -> int:
    """Play, count, print; with ``--plot`` also draw."""
    parser = argparse.ArgumentParser("thousand bench calibration", description=plain(__doc__))
    parser.add_argument("--agent", default="pimc:worlds=20", help="who declares")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--rules", default="classic", help=HELP)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    args = parser.parse_args(argv)
    if args.deals < 1:
        parser.error("--deals is at least 1")
    found = calibrate(args.agent, args.deals, parse_rules(args.rules), args.seed)
    rows = bins(found)
    if args.plot:
        plot(rows, args.plot)
    if args.json:
        print(json.dumps({"contracts": len(found), "bins": [asdict(row) for row in rows]}))
        return 0
    print(f"{len(found)} contracts of {args.agent} in {args.deals} deals")
    print("estimated  made   95 % interval   contracts")
    for row in rows:
        print(
            f"{row.estimated:8.2f} {row.made:6.2f}   [{row.low:.2f}, {row.high:.2f}]"
            f" {row.contracts:11}"
        )
    return 0
