"""``thousand rules``: the options of a rule set."""

import argparse
import json
from collections.abc import Sequence
from typing import Any

from thousand_agents.help_text import plain
from thousand_agents.rules_option import HELP, add_game_only, rules_of
from thousand_env import games
from thousand_env.games.common.options import plain_value
from thousand_env.games.common.ruleset import BaseRules, format_value


def main(argv: Sequence[str] | None = None) -> int:
    """Print every option with its value, default, allowed values, rule and meaning."""
    parser = argparse.ArgumentParser("thousand rules", description=plain(__doc__))
    parser.add_argument("rules", nargs="?", default="classic", help=HELP)
    add_game_only(parser)
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_true", help="as one JSON object")
    forms.add_argument(
        "--text",
        nargs="?",
        const="en",
        choices=("en", "ru"),
        help="the game's rules in words instead, in English or Russian: RULES.md, whose ids (K3, B5) "
        "stand beside the options",
    )
    args = parser.parse_args(argv)
    rules = rules_of(args)
    if args.text:
        page = games.of(rules).RULES_PAGE
        page = page if args.text == "en" else page.with_suffix(f".{args.text}.md")
        print(page.read_text(encoding="utf-8"))
    else:
        print(json.dumps(as_json(rules)) if args.json else as_text(rules))
    return 0


def as_json(rules: BaseRules) -> dict[str, Any]:
    """Rules and all that is known of their options."""
    values, defaults = rules.as_dict(), type(rules)().as_dict()
    options = {
        name: {"value": values[name], "default": plain_value(defaults[name])}
        | {"allowed": option.allowed, "rule": option.rule, "meaning": option.meaning}
        for name, option in rules.options().items()
    }
    about = {"game": rules.game, "rules": rules.short(), "hash": rules.hash}
    return about | {"presets": [*rules.presets], "options": options}


def as_text(rules: BaseRules) -> str:
    """A table; what differs from the default is marked."""
    values, defaults = rules.as_dict(), type(rules)().as_dict()
    rows = [("", "option", "value", "default", "rule", "meaning; allowed")]
    for name, option in rules.options().items():
        value, default = format_value(values[name]), format_value(defaults[name])
        meaning = f"{option.meaning}; {option.allowed}"
        rows.append(("*" if value != default else "", name, value, default, option.rule, meaning))
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = [
        "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    presets = f"presets: {', '.join(rules.presets)}; hash of this rule set: {rules.hash}"
    page = f"the rules in words, by these ids: thousand rules --game {rules.game} --text"
    return "\n".join([*lines, "", presets, page])
