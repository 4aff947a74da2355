"""``thousand dark ask``: shall the first hand go dark?"""

import argparse
import json
from collections.abc import Sequence

from thousand_agents.arena.progress import progress
from thousand_agents.base import SPECS
from thousand_agents.dark import PLAYOUT, Answer, DarkQuestion, agent_spread, ask, make_question
from thousand_agents.dark.ask import HALF_WIDTH, INTERRUPTED, MOST_DEALS
from thousand_agents.dark.text import answer_lines, spread_lines
from thousand_agents.executors import EXECUTORS, Executor, make_executor
from thousand_agents.rules_option import HELP, parse_rules
from thousand_agents.styles import STYLES
from thousand_agents.table_option import HELP as TABLE_HELP
from thousand_agents.table_option import parse_table
from thousand_env.errors import TableError

_COUNTS = {"bolts": "bolts", "barrel": "barrel_deals_used", "barrels_used": "barrels_used"}
_QUICK = {"greedy", "random", *STYLES}


def main(argv: Sequence[str] | None = None) -> int:
    """Find the action."""
    parser = argparse.ArgumentParser("thousand dark", description=__doc__)
    actions = parser.add_subparsers(required=True, metavar="ask")
    _add_ask(actions.add_parser("ask", help="dark against look for the first hand at a table"))
    args = parser.parse_args(argv)
    return int(args.action(args))


def _add_ask(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(action=_ask)
    parser.add_argument("--table", metavar="TABLE", required=True, help=TABLE_HELP)
    parser.add_argument(
        "--dealer", type=int, help="by default the last seat, so that seat 0 is the first hand"
    )
    counted = 'by seat, such as "0 2 0", with a list of scores as the table'
    parser.add_argument("--bolts", help=f"bolts {counted}")
    parser.add_argument("--barrel", help=f"deals used on the barrel {counted}; - is off the barrel")
    parser.add_argument("--barrels-used", help=f"barrels used up {counted}")
    parser.add_argument("--rules", default="classic", help=HELP)
    parser.add_argument("--me", default="greedy", metavar="AGENT", help=f"who plays on; {SPECS}")
    parser.add_argument(
        "--others",
        action="append",
        metavar="AGENT,AGENT",
        help="the other players, clockwise from the first hand, or one for all; by default greedy; "
        "given again, the question is asked again with these: the spread of the agents",
    )
    judges = parser.add_mutually_exclusive_group()
    judges.add_argument(
        "--equity",
        metavar="MODEL",
        help="equity model, a .safetensors file or the name of one that comes with the package; by "
        "default the one for the rules",
    )
    judges.add_argument(
        "--playout",
        action="store_const",
        const=PLAYOUT,
        help="play every match to its end instead of asking an equity model",
    )
    parser.add_argument(
        "--deals",
        type=int,
        help="how many, fixed beforehand; by default until the difference is more than three "
        f"standard errors from 0, or known to ±{100 * HALF_WIDTH:g} percentage points",
    )
    parser.add_argument("--seed", type=int, default=0, help="of cards and agents")
    parser.add_argument(
        "--executor",
        choices=EXECUTORS,
        help="what plays; by default this process where that is a matter of seconds, else process",
    )
    parser.add_argument("--workers", type=int, help="as many as there are cores")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def _ask(args: argparse.Namespace) -> int:
    rules = parse_rules(args.rules)
    table = parse_table(_table_text(args), rules)
    judge = args.playout or args.equity
    questions = [
        make_question(rules, table, args.dealer, args.me, _specs(text), judge, args.seed)
        for text in args.others or ["greedy"]
    ]
    name = args.executor or ("serial" if all(map(_is_quick, questions)) else "process")
    with make_executor(name, args.workers) as executor:
        answers: list[Answer] = []
        for question in questions:
            answers.append(_answer(question, args.deals, executor))
            if answers[-1].stopped == INTERRUPTED:
                break
    _print(answers, args.json)
    return 130 if answers[-1].stopped == INTERRUPTED else 0


def _is_quick(question: DarkQuestion) -> bool:
    """Done sooner than worker processes would have started?"""
    return question.judge != PLAYOUT and set(question.agents) <= _QUICK


def _answer(question: DarkQuestion, deals: int | None, executor: Executor) -> Answer:
    with progress(deals or MOST_DEALS, "deals" if deals else "deals, at most") as report:
        return ask(question, deals, executor, report)


def _print(answers: list[Answer], as_json: bool) -> None:
    first, spread = answers[0], agent_spread(answers)
    if as_json:
        others = [a.as_dict() for a in answers[1:]]
        print(json.dumps(first.as_dict() | {"agents_spread": spread.spread, "others": others}))
        return
    print("\n".join(answer_lines(first) + (spread_lines(spread) if len(answers) > 1 else [])))


def _table_text(args: argparse.Namespace) -> str:
    """The table as one text, with the counts of other options put into it."""
    counts = {key: getattr(args, name) for name, key in _COUNTS.items() if getattr(args, name)}
    if not counts:
        return str(args.table)
    try:
        form = {"score": _numbers(args.table)} | {k: _numbers(v) for k, v in counts.items()}
    except ValueError:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in _COUNTS)
        raise TableError(
            f"{options} take a number a seat, and go with a table that is a list of scores; a table "
            "in JSON has keys of its own for them"
        ) from None
    return json.dumps(form)


def _numbers(text: str) -> list[int | None]:
    return [None if word == "-" else int(word) for word in text.replace(",", " ").split()]


def _specs(text: str) -> list[str]:
    """Specs between commas; an option of a spec (``pimc:worlds=5,trust=0.6``) stays with it."""
    specs: list[str] = []
    for part in text.split(","):
        if specs and "=" in part.partition(":")[0]:
            specs[-1] += f",{part}"
        else:
            specs.append(part.strip())
    return specs
