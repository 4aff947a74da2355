"""The game and its rules on the command line: one form everywhere."""

import argparse
from collections.abc import Mapping
from json import dumps
from typing import Any

from thousand_env import games
from thousand_env.errors import RulesError
from thousand_env.foreign import parse_toml

HELP = "a preset, with options if wanted (classic,golden=false,players=4), or a .toml file"


def add_game(parser: argparse.ArgumentParser) -> None:
    """``--game`` and ``--rules``, which ``rules_of`` reads."""
    add_game_only(parser)
    parser.add_argument("--rules", default="classic", help=HELP)


def add_game_only(parser: argparse.ArgumentParser) -> None:
    """``--game`` alone, where the rules are asked for in another way."""
    parser.add_argument(
        "--game", choices=games.NAMES, default=games.NAMES[0], help="what is played"
    )


def rules_of(args: argparse.Namespace) -> Any:
    """The rules that ``--game`` and ``--rules`` say.

    Raises: RulesError as ``parse_rules``.
    """
    return parse_rules(args.rules, args.game)


def parse_rules(text: str, game: str = "thousand") -> Any:
    """Rules from ``classic``, ``classic,golden=false,redeal_weak_hand=[12,"optional"]`` or a file.

    Raises: RulesError that names what is wrong and lists what is allowed.
    """
    package = games.load(game)
    if text.endswith(".toml"):
        return package.load_rules(text)
    preset, *options = _split(text)
    if "=" in preset:
        meant = f"classic,{text.strip()}"
        raise RulesError(f"rules {text!r:.80}: a preset comes first; did you mean {meant!r:.90}?")
    values: dict[str, object] = {"preset": preset.strip()}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise RulesError(f"rules {text!r:.80}: NAME=VALUE is expected, not {option!r:.40}")
        name = name.strip()
        if name in values:
            raise RulesError(f"rules {text!r:.80}: {name!r:.40} is given twice")
        values[name] = _value(value.strip())
    return package.rules_from(values)


def rules_text(rules: Mapping[str, Any], between: str = ", ") -> str:
    """The short form of rules (``BaseRules.short``) as the commands take it."""
    return between.join(
        value if name == "preset" else f"{name}={value if isinstance(value, str) else dumps(value)}"
        for name, value in rules.items()
    )


def _split(text: str) -> list[str]:
    """Parts between commas, but not within brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _value(text: str) -> object:
    """A TOML value; a bare word is a text, also in a list: ``[lottery,auction]``."""
    try:
        return parse_toml(f"x = {text}")["x"]
    except ValueError:  # no TOML, a number too long, too many brackets
        if text.startswith("[") and text.endswith("]") and text.count("[") == 1:
            return [_value(word.strip()) for word in _split(text[1:-1])]
        return text
