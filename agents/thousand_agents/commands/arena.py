"""``thousand arena run A B [C ...]``: agents meet on the same cards; ``arena report DIR``."""

import argparse
import json
from collections.abc import Sequence

from thousand_agents.arena import run_arena
from thousand_agents.arena.plan import UNITS
from thousand_agents.arena.sequential import MOST_SETS, MU1
from thousand_agents.commands.arena_report import add_report
from thousand_agents.executors import EXECUTORS, make_executor
from thousand_agents.help_text import RAW, agents_help, plain
from thousand_agents.rules_option import add_game, rules_of

SETS = 500


def main(argv: Sequence[str] | None = None) -> int:
    """Run the arena and print the differences with their intervals, or report a run."""
    parser = argparse.ArgumentParser("thousand arena", description=plain(__doc__))
    actions = parser.add_subparsers(required=True, metavar="run|report")
    run = actions.add_parser(
        "run", help="let two or more agents meet", epilog=agents_help(), formatter_class=RAW
    )
    _add_run(run)
    add_report(actions)
    args = parser.parse_args(argv)
    return int(args.action(args))


def _add_run(run: argparse.ArgumentParser) -> None:
    run.set_defaults(action=_run)
    run.add_argument("agents", nargs="+", help="two or more, see below")
    run.add_argument(
        "--sets",
        type=int,
        help=f"decks, each played in every seating: {SETS}, or at most {MOST_SETS} with --sequential",
    )
    add_game(run)
    run.add_argument("--unit", choices=UNITS, default="deal", help="points a deal, or matches won")
    run.add_argument("--seed", type=int, default=0, help="of cards, tables and agents")
    run.add_argument(
        "--sequential",
        action="store_true",
        help=f"stop when it is known whether A beats B by 0 or by {MU1:g} (errors 5%%)",
    )
    run.add_argument("--out", metavar="DIR", help="write results; the same again goes on with them")
    run.add_argument("--decisions", action="store_true", help="write every decision, too")
    run.add_argument("--chunk", type=int, help="sets a part of the results, and of the work")
    run.add_argument("--executor", choices=EXECUTORS, default="process", help="who plays")
    run.add_argument("--workers", type=int, help="as many as there are cores")
    run.add_argument("--address", help="of a Ray cluster; without it, one on this machine")
    run.add_argument("--json", action="store_true", help="as one JSON object")


def _run(args: argparse.Namespace) -> int:
    with make_executor(args.executor, args.workers, args.address) as executor:
        result = run_arena(
            args.agents,
            args.sets if args.sets is not None else MOST_SETS if args.sequential else SETS,
            rules_of(args),
            args.seed,
            args.unit,
            out=args.out,
            executor=executor,
            sequential=args.sequential,
            decisions=args.decisions,
            chunk=args.chunk,
        )
    print(json.dumps(result.as_dict()) if args.json else result)
    return 130 if result.interrupted else 0
