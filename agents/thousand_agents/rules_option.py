"""Rules on the command line: one form everywhere."""

from typing import Any

from thousand_env import games
from thousand_env.errors import RulesError
from thousand_env.foreign import parse_toml

HELP = "a preset, with options if wanted (classic,golden=false,players=4), or a .toml file"


def parse_rules(text: str, game: str = "thousand") -> Any:
    """Rules of a game from ``classic``, ``classic,golden=false,redeal_weak_hand=[12,"optional"]`` or a file.

    Raises: RulesError that names what is wrong and lists what is allowed.
    """
    if text.endswith(".toml"):
        return games.load(game).load_rules(text)
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
    return games.load(game).rules_from(values)


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
    """A TOML value; a bare word is a text."""
    try:
        return parse_toml(f"x = {text}")["x"]
    except ValueError:  # no TOML, a number too long, too many brackets
        return text
