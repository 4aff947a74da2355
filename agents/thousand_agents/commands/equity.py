"""``thousand equity``: each player's chance to win the match, from the table between two deals."""

import argparse
from collections.abc import Sequence
from json import dumps
from textwrap import wrap
from typing import Any

import numpy as np

from thousand_agents.base import fingerprint
from thousand_agents.help_text import plain
from thousand_agents.models.equity import EquityModel, shipped_name
from thousand_agents.rules_option import HELP, parse_rules
from thousand_agents.table_option import HELP as TABLE_HELP
from thousand_agents.table_option import parse_table
from thousand_env.games.common.table import check_dealer
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.state import NONE
from thousand_env.games.thousand.table import new_table, table_dict
from thousand_env.games.thousand.table import parse_table as read_table

WIDTH = 100
SPREAD = (
    "spread: the standard deviation of what the networks of the ensemble say, each trained on another "
    "draw of the matches; what training left open, not how much luck is still to come"
)


def main(argv: Sequence[str] | None = None) -> int:
    """Print each player's chance, the ensemble's spread, and what it was trained on."""
    parser = argparse.ArgumentParser("thousand equity", description=plain(__doc__))
    parser.add_argument(
        "--table", metavar="TABLE", help=f"{TABLE_HELP}; by default the table of a new match"
    )
    parser.add_argument("--rules", default="classic", help=HELP)
    parser.add_argument(
        "--dealer", type=int, help="who deals next; by default unknown, the mean over all"
    )
    parser.add_argument(
        "--model",
        help="a .safetensors file, or the name of one that comes with the package; by default the "
        "one for the rules",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    args = parser.parse_args(argv)
    rules = parse_rules(args.rules)
    table = _table(args.table, args.dealer, rules)
    model = EquityModel.load(args.model or shipped_name(rules), rules)
    found = _found(model, table)
    print(dumps(found) if args.json else "\n".join(_as_text(found, table)))
    return 0


def _table(text: str | None, dealer: int | None, rules: RuleSet) -> Any:
    seat = check_dealer(dealer, rules.players)
    if text is None:
        return new_table(rules, seat)
    return read_table(parse_table(text, rules), rules, None if seat == NONE else seat)


def _found(model: EquityModel, table: Any) -> dict[str, Any]:
    members = model.members(np.array([table]))[:, 0]
    players, said = model.rules.players, model.metadata
    population = said["population"]
    return {
        "rules": model.rules.short(),
        "table": table_dict(table, players),
        "dealer": None if table.dealer == NONE else int(table.dealer),
        "chances": [round(float(x), 4) for x in members.mean(axis=0)],
        "spread": [round(float(x), 4) for x in members.std(axis=0, ddof=len(members) > 1)],
        "members": members.round(4).tolist(),
        "note": SPREAD,
        "population": population,
        "population_changed": any(fingerprint(p["spec"]) != p["hash"] for p in population),
        "matches": said["matches"],
    }


def _as_text(found: dict[str, Any], table: Any) -> list[str]:
    lines = ["seat  score  chance to win  spread"]
    for seat, (chance, spread) in enumerate(zip(found["chances"], found["spread"], strict=True)):
        lines.append(
            f"{seat:4} {int(table.score[seat]):6} {100 * chance:13.1f}% {100 * spread:6.1f}%"
            + ("  deals next" if seat == found["dealer"] else "")
        )
    if found["dealer"] is None:
        lines.append("the dealer is not given: the mean over all (--dealer)")
    players = ", ".join(f"{p['spec']} ({p['hash']})" for p in found["population"])
    trained = f"trained on {found['matches']:,} matches between {players}, rules {found['rules']}"
    if found["population_changed"]:
        trained += "; their code has been changed since; training again would follow it"
    return lines + wrap(SPREAD, WIDTH) + wrap(trained, WIDTH)
