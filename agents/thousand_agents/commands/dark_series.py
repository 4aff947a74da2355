"""``thousand dark map``, ``options`` and ``agents``: many questions, data and pictures."""

import argparse
import sys
from collections import Counter
from typing import Any, Final

from thousand_agents.commands.dark_arguments import add_table, add_work, table_of
from thousand_agents.dark.cases import VARIED, Series, agent_series, map_series, option_series
from thousand_agents.dark.series import play_series
from thousand_agents.executors import make_executor
from thousand_agents.players_option import add_judge, add_players, split_specs
from thousand_agents.rules_option import parse_rules
from thousand_env.errors import ThousandError

DEALS: Final = 4096
MINE, THEIRS = "240:840:60", "0:840:60"
_MOST: Final = 1000  # scores along one side
_OPPONENTS: Final = "the other players, clockwise from the first hand, or one for all of them"
_RANGE: Final = "LOW:HIGH:STEP"


def add_series(actions: Any) -> None:
    """Add ``map``, ``options`` and ``agents`` to the subcommands of ``thousand dark``."""
    _add_map(actions.add_parser("map", help="over tables: heat maps of p* and of the difference"))
    _add_options(actions.add_parser("options", help="by option of the rules: a tornado plot"))
    _add_agents(actions.add_parser("agents", help="by opponents"))


def _add_map(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(action=_map)
    parser.add_argument(
        "--mine", metavar=_RANGE, default=MINE, help=f"scores of the first hand; {MINE}"
    )
    parser.add_argument(
        "--theirs",
        metavar=_RANGE,
        default=THEIRS,
        help=f"scores of the opponents, all the same; {THEIRS}",
    )
    parser.add_argument(
        "--fixed",
        metavar="SCORES",
        default="",
        help='scores of the last opponents clockwise that never change, such as "600"; the others '
        "have --theirs",
    )
    add_players(parser)
    add_judge(parser)
    _add_run(parser)


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        f"One option at a time is changed ({', '.join(VARIED)}); every match is played to its end, "
        "since an equity model knows only the rules of its training."
    )
    parser.set_defaults(action=_options)
    add_table(parser)
    add_players(parser)
    _add_run(parser)


def _add_agents(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(action=_agents)
    parser.add_argument("opponents", nargs="+", metavar="AGENT[,AGENT]", help=_OPPONENTS)
    add_table(parser)
    parser.add_argument("--me", default="greedy", metavar="AGENT", help="who plays on for the seat")
    add_judge(parser)
    _add_run(parser)


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", metavar="DIR", required=True, help="results; the same again goes on with them"
    )
    parser.add_argument(
        "--deals", type=int, default=DEALS, help=f"of each question, the same packs; {DEALS}"
    )
    add_work(parser, "process")


def _map(args: argparse.Namespace) -> int:
    rules = parse_rules(args.rules)
    mine, theirs = (_scores(getattr(args, side), side) for side in ("mine", "theirs"))
    fixed = [_whole(word, "fixed", "whole numbers") for word in args.fixed.split()]
    judge, others = args.playout or args.equity, split_specs(args.others)
    return _run(
        map_series(rules, mine, theirs, fixed, args.me, others, judge, args.deals, args.seed), args
    )


def _options(args: argparse.Namespace) -> int:
    rules = parse_rules(args.rules)
    table, others = table_of(args, rules), split_specs(args.others)
    return _run(
        option_series(rules, table, args.dealer, args.me, others, args.deals, args.seed), args
    )


def _agents(args: argparse.Namespace) -> int:
    rules = parse_rules(args.rules)
    table, judge = table_of(args, rules), args.playout or args.equity
    opponents = [split_specs(text) for text in args.opponents]
    return _run(
        agent_series(rules, table, opponents, args.dealer, args.me, judge, args.deals, args.seed),
        args,
    )


def _run(series: Series, args: argparse.Namespace) -> int:
    with make_executor(args.executor or "process", args.workers) as executor:
        played = play_series(series, args.out, executor)
    verdicts = Counter(row["verdict"] for row in played.rows if row["reason"] is None)
    counts = [f"{verdict} {count}" for verdict, count in verdicts.most_common()]
    impossible = len(played.rows) - verdicts.total()
    counts += [f"no dark possible {impossible}"] if impossible else []
    counts += [f"not played yet {played.left}"] if played.left else []
    print(f"{len(series.cases)} questions: {', '.join(counts)}", flush=True)
    print(f"written: {', '.join(map(str, played.files))}", file=sys.stderr)
    return 130 if played.left else 0


def _scores(text: str, side: str) -> range:
    """The scores of ``LOW:HIGH:STEP``, both ends among them."""
    words, form = text.split(":"), f"{_RANGE}, such as {MINE}"
    if len(words) != 3:
        raise ThousandError(f"--{side} {text!r:.40}: {form} is expected")
    low, high, step = (_whole(word, side, form) for word in words)
    if step < 1 or not 0 <= (high - low) // step < _MOST:
        raise ThousandError(f"--{side} {text!r:.40}: 1 to {_MOST} scores, from low to high")
    return range(low, high + 1, step)


def _whole(word: str, side: str, form: str) -> int:
    if not (word.isascii() and word.lstrip("+-").isdigit() and len(word) < 10):
        raise ThousandError(f"--{side} {word!r:.40}: {form} are expected")
    return int(word)
