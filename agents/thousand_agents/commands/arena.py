"""``thousand arena run A B [C]``: agents meet on the same cards in every seating."""

import argparse
import json
from collections.abc import Sequence

from thousand_agents.arena import run_arena
from thousand_agents.arena.run import UNITS
from thousand_agents.base import SPECS
from thousand_agents.rules_option import HELP, parse_rules


def main(argv: Sequence[str] | None = None) -> int:
    """Run the arena and print the differences with their intervals."""
    parser = argparse.ArgumentParser("thousand arena", description=__doc__)
    actions = parser.add_subparsers(required=True, metavar="run")
    run = actions.add_parser("run", help="let two or three agents meet")
    run.add_argument("agents", nargs="+", help=SPECS)
    run.add_argument("--sets", type=int, default=500, help="decks, each played in every seating")
    run.add_argument("--rules", default="classic", help=HELP)
    run.add_argument("--unit", choices=UNITS, default="deal", help="points a deal, or matches won")
    run.add_argument("--seed", type=int, default=0, help="of cards, tables and agents")
    run.add_argument("--json", action="store_true", help="as one JSON object")
    args = parser.parse_args(argv)
    rules = parse_rules(args.rules)
    result = run_arena(args.agents, args.sets, rules, args.seed, args.unit)
    print(json.dumps(result.as_dict()) if args.json else result)
    return 130 if result.interrupted else 0
