"""The options of a spec string, ``name:key=value,key=value``."""

import math
from collections.abc import Mapping

from thousand_env.errors import ThousandError


class AgentError(ThousandError):
    """A spec that names no agent, or agents that don't fit the table."""


def read_options(spec: str, defaults: Mapping[str, float]) -> dict[str, float]:
    """The options of a spec, defaults filled in: ``pimc:worlds=50`` -> ``{"worlds": 50}``.

    ``defaults`` are all options that the agent has: numbers above 0, whole ones where the default
    is an int.

    Raises: AgentError for an unknown option, one given twice, or a value that isn't allowed.
    """
    _, colon, rest = spec.partition(":")
    given: dict[str, float] = {}
    for part in rest.split(",") if colon else []:
        key, value = read_option(spec, part, defaults)
        if key in given:
            raise AgentError(f"agent {spec!r:.80}: {key} is given twice")
        given[key] = value
    return {**defaults, **given}


def read_option(spec: str, text: str, defaults: Mapping[str, float]) -> tuple[str, float]:
    """One ``key=value`` of a spec.

    Raises: AgentError that names the spec and says what would be right.
    """
    where = f"agent {spec!r:.80}"
    if not defaults:
        raise AgentError(f"{where}: it takes no options")
    key, _, value = text.partition("=")
    if key not in defaults:
        listed = ", ".join(f"{name}={default}" for name, default in defaults.items())
        raise AgentError(f"{where}: unknown option {text!r:.40}; options: {listed}")
    whole = isinstance(defaults[key], int)
    try:
        plain = value.isascii() and "_" not in value
        number = (int(value) if whole else float(value)) if plain else math.nan
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        kind = "a whole number" if whole else "a number"
        raise AgentError(f"{where}: {key} is {kind} above 0, not {value!r:.40}")
    return key, number
