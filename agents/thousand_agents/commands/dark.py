"""``thousand dark``: shall the first hand go dark?  One question, or many."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from thousand_agents.arena.progress import progress
from thousand_agents.commands.dark_arguments import add_table, add_work, table_of
from thousand_agents.commands.dark_series import add_series
from thousand_agents.dark import PLAYOUT, Answer, DarkQuestion, agent_spread, ask, make_question
from thousand_agents.dark.ask import HALF_WIDTH, INTERRUPTED, MOST_DEALS
from thousand_agents.dark.text import answer_lines, spread_lines
from thousand_agents.executors import Executor, make_executor
from thousand_agents.games.thousand import SPECS
from thousand_agents.help_text import plain
from thousand_agents.players_option import add_judge, are_quick, split_specs
from thousand_agents.rules_option import parse_rules


def main(argv: Sequence[str] | None = None) -> int:
    """Find the action."""
    parser = argparse.ArgumentParser("thousand dark", description=plain(__doc__))
    actions = parser.add_subparsers(required=True, metavar="ask|map|options|agents")
    _add_ask(actions.add_parser("ask", help="dark against look for the first hand at a table"))
    add_series(actions)
    args = parser.parse_args(argv)
    return int(args.action(args))


def _add_ask(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(action=_ask)
    add_table(parser)
    parser.add_argument("--me", default="greedy", metavar="AGENT", help=f"who plays on; {SPECS}")
    parser.add_argument(
        "--others",
        action="append",
        metavar="AGENT,AGENT",
        help="the other players, clockwise from the first hand, or one for all; by default greedy; "
        "given again, the question is asked again with these: the spread of the agents",
    )
    add_judge(parser)
    parser.add_argument(
        "--deals",
        type=int,
        help="how many, fixed beforehand; by default until the difference is more than three "
        f"standard errors from 0, or known to ±{100 * HALF_WIDTH:g} percentage points",
    )
    add_work(parser, "this process where that is a matter of seconds, else process")
    parser.add_argument("--html", metavar="FILE", help="write the answer as a page, too")
    parser.add_argument("--json", action="store_true", help="one JSON object")


def _ask(args: argparse.Namespace) -> int:
    rules = parse_rules(args.rules)
    table = table_of(args, rules)
    judge = args.playout or args.equity
    questions = [
        make_question(rules, table, args.dealer, args.me, split_specs(text), judge, args.seed)
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
    if args.html is not None:
        _write_page(answers, Path(args.html))
    return 130 if answers[-1].stopped == INTERRUPTED else 0


def _is_quick(question: DarkQuestion) -> bool:
    """Done sooner than worker processes would have started?"""
    return question.judge != PLAYOUT and are_quick(question.agents)


def _answer(question: DarkQuestion, deals: int | None, executor: Executor) -> Answer:
    with progress(deals or MOST_DEALS, "deals" if deals else "deals, at most") as report:
        return ask(question, deals, executor, report)


def _print(answers: list[Answer], as_json: bool) -> None:
    spread = agent_spread(answers)
    if as_json:
        print(json.dumps(spread.as_dict()), flush=True)
        return
    lines = answer_lines(answers[0]) + (spread_lines(spread) if len(answers) > 1 else [])
    print("\n".join(lines), flush=True)


def _write_page(answers: list[Answer], path: Path) -> None:
    from thousand_agents.arena.report_pages import write_text
    from thousand_agents.dark.page import answer_page

    write_text(path, answer_page(answers))
    print(f"written: {path}", file=sys.stderr)
