"""``thousand watch``: a match between agents, all hands open."""

import argparse
import time
from collections.abc import Sequence

import numpy as np

from thousand_agents.base import notes_on
from thousand_agents.help_text import RAW, agents_help, plain
from thousand_agents.rules_option import add_game, rules_of
from thousand_agents.table import decide, ending, seat_agents
from thousand_env import games
from thousand_env.drawing.text import show

MOST_DEALS = 200
LONGEST_DELAY = 3600  # seconds


def main(argv: Sequence[str] | None = None) -> int:
    """Show a match decision by decision, what every deal came to, and in the end the score sheet."""
    parser = argparse.ArgumentParser(
        "thousand watch", description=plain(__doc__), epilog=agents_help(), formatter_class=RAW
    )
    parser.add_argument("agents", nargs="+", help="one for all seats or one a seat, see below")
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
    for note in notes_on(args.agents, rules):
        print(f"{note}\n")
    while game.player is not None and game.played < args.deals:
        if not args.brief:
            show(text.render_state(game.state, rules, names))
        player, results = game.player, len(game.results)
        action = decide(game, agents[player], rng)
        if not args.brief:
            print(f"--> {names[player]}: {action}\n")
            time.sleep(args.delay)
        game.apply(action)
        for result in game.results[results:]:
            print(text.result_line(result, names), end="\n" if args.brief else "\n\n")
    print(f"\n{text.score_sheet(names, game.results, game.start)}\n\n{ending(game, names)}")
    return 0
