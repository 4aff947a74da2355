"""The rule set's options as a form: every one with its values, its rule and what it means."""

from typing import Any

from thousand_env.games.common.options import Option
from thousand_env.games.thousand import rules
from thousand_env.games.thousand.rules import OPTIONS, PRESETS

_GROUPS = {
    "R2": "table", "R4": "redeals", "R5": "auction", "R6": "contract", "R7": "dark",
    "R8": "golden", "R9": "barrel", "R10": "play", "R11": "scores",
}  # fmt: skip


def option_groups() -> dict[str, list[dict[str, Any]]]:
    """Fields of the form by group; ``players`` is asked for elsewhere, with the seats."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for name, option in OPTIONS.items():
        if name != "players":
            group = _GROUPS[option.rule.partition(".")[0]]
            groups.setdefault(group, []).append(_field(name, option))
    return groups


def _field(name: str, option: Option) -> dict[str, Any]:
    kind = "choice" if option.choices else "number" if option.high else "switch"
    return {
        "name": name,
        "rule": option.rule,
        "kind": "pair" if option.modes else kind,
        "choices": option.modes or option.choices,
        "low": option.low,
        "high": option.high,
        "unit": option.unit,
        "off": option.off,
    }


def presets() -> dict[str, dict[str, Any]]:
    """All options of every preset, as the form shows them."""
    return {name: rules(name).as_dict() for name in PRESETS}
