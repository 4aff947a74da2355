"""Arguments that ``thousand dark ask``, ``map``, ``options`` and ``agents`` share."""

import argparse
import json
import re
from typing import Any, Final

from thousand_agents.executors import EXECUTORS
from thousand_agents.rules_option import HELP
from thousand_agents.table_option import HELP as TABLE_HELP
from thousand_agents.table_option import parse_table
from thousand_env.errors import TableError
from thousand_env.games.thousand import RuleSet

_COUNTS: Final = {"bolts": "bolts", "barrel": "barrel_deals_used", "barrels_used": "barrels_used"}


def add_table(parser: argparse.ArgumentParser) -> None:
    """``--table`` and what can be said beside a list of scores."""
    parser.add_argument("--table", metavar="TABLE", required=True, help=TABLE_HELP)
    parser.add_argument(
        "--dealer", type=int, help="by default the last seat, so that seat 0 is the first hand"
    )
    counted = 'by seat, such as "0 2 0", with a list of scores as the table'
    parser.add_argument("--bolts", help=f"bolts {counted}")
    parser.add_argument("--barrel", help=f"deals used on the barrel {counted}; - is off the barrel")
    parser.add_argument("--barrels-used", help=f"barrels used up {counted}")


def table_of(args: argparse.Namespace, rules: RuleSet) -> dict[str, Any]:
    """The table that the arguments of ``add_table`` name.

    Raises: TableError.
    """
    return parse_table(_table_text(args), rules)


def _table_text(args: argparse.Namespace) -> str:
    """The table as one text, with the counts of other options put into it."""
    said = {key: getattr(args, name) for name, key in _COUNTS.items()}
    counts = {key: text for key, text in said.items() if text is not None}
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
    words = text.replace(",", " ").split()
    if not all(word == "-" or re.fullmatch(r"[+-]?[0-9]{1,9}", word) for word in words):
        raise ValueError(text)
    return [None if word == "-" else int(word) for word in words]


def add_work(parser: argparse.ArgumentParser, default: str) -> None:
    """Rules, seed, and what does the work; ``default`` says in words what does it by itself."""
    parser.add_argument("--rules", default="classic", help=HELP)
    parser.add_argument("--seed", type=int, default=0, help="of cards and agents")
    parser.add_argument("--executor", choices=EXECUTORS, help=f"what plays; by default {default}")
    parser.add_argument("--workers", type=int, help="as many as there are cores")
