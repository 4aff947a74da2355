"""``thousand watch``: a match between agents, all hands open."""

import argparse
import time
from collections.abc import Sequence

import numpy as np

from thousand_agents.base import specs_help
from thousand_agents.rules_option import add_game, rules_of
from thousand_agents.table import decide, ending, seat_agents
from thousand_env import games
from thousand_env.drawing.text import show

MOST_DEALS = 200
LONGEST_DELAY = 3600  # seconds


def main(argv: Sequence[str] | None = None) -> int:
    """Show a match decision by decision, with the score sheet after every deal."""
    parser = argparse.ArgumentParser("thousand watch", description=__doc__)
    parser.add_argument(
        "agents", nargs="+", help=f"one for all seats or one a seat: {specs_help()}"
    )
    add_game(parser)
    parser.add_argument("--seed", type=int, default=0, help="of the cards and the agents")
    parser.add_argument("--deals", type=int, default=MOST_DEALS, help="stop after so many")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds between decisions")
    parser.add_argument("--brief", action="store_true", help="only the end of each deal")
    args = parser.parse_args(argv)
    if args.deals < 1 or not 0 <= args.delay <= LONGEST_DELAY:
        parser.error(f"--deals is at least 1, --delay from 0 to {LONGEST_DELAY}")
    rules = rules_of(args)
    if len(args.agents) > 1 and "players" not in rules.short():  # as many as there are agents
        rules = rules.from_mapping(rules.short() | {"players": len(args.agents)})
    agents = seat_agents(args.agents, rules.players, rules)
    names = [f"{agent.name} {seat}" for seat, agent in enumerate(agents)]
    game, text = games.of(rules).Game(rules, seed=args.seed), games.text_of(rules)
    rng = np.random.default_rng(args.seed)
    while game.player is not None and game.played < args.deals:
        if not args.brief:
            show(text.render_state(game.state, rules, names))
        player, results = game.player, len(game.results)
        action = decide(game, agents[player], rng)
        if not args.brief:
            print(f"--> {names[player]}: {action}\n")
            time.sleep(args.delay)
        game.apply(action)
        if len(game.results) > results:
            print(f"{text.score_sheet(names, game.results, game.start)}\n")
    print(ending(game, names))
    return 0
