"""Advice as text in columns, and as JSON."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from thousand_agents.advice.adviser import Advice, Option
from thousand_agents.advice.intervals import Interval
from thousand_agents.pimc.equity import WIN
from thousand_env.games.thousand.actions import A_REDEAL, action_text

WIDTH: Final = 100
IN_PLAY: Final = (
    "the mean of two opinions: greedy players do the rest; in part of them, the exact solver with "
    "open cards"
)
REDEAL: Final = action_text(A_REDEAL)
_COLUMNS: Final = ("action", "value", "95% interval", "less", "95% interval")
BEFORE_PLAY: Final = "greedy players do the rest"


def explanation(players: int) -> str:
    """What the numbers mean, in plain words."""
    return (
        "value: points by which the rest of the deal changes the own score less the mean of the "
        f"others' scores; a match won counts {WIN:g} more, one lost {WIN / (players - 1):g} less. "
        "less: how much less than the best one, in the same sampled deals. The 95% intervals tell "
        "of the luck of the sample, not of how well the players of the simulation play."
    )


def option_lines(advice: Advice) -> list[str]:
    """A line for each action, the best first, and one for those not looked at."""
    rows = [_COLUMNS, *(_cells(option) for option in advice.options)]
    lines = columns(rows, "<><><")
    if any(option.action == REDEAL for option in advice.options):
        lines.append(f"  {REDEAL}: as if the deal ended here, a penalty of R4.5 included")
    if advice.skipped:
        text = f"not looked at: {', '.join(advice.skipped)}"
        lines += wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
    return lines


def bid_lines(advice: Advice) -> list[str]:
    """A line for each bid, from pass to the highest, the best marked."""
    return columns(bid_rows(advice), "<><><<")


def bid_rows(advice: Advice) -> list[Sequence[str]]:
    """A row for each bid, from pass to the highest, the best marked; the head first."""
    in_order = sorted(advice.options, key=lambda option: _bid(option.action))
    marks = ["best" if option.action == advice.action else "" for option in in_order]
    rows = [(*_cells(option), mark) for option, mark in zip(in_order, marks, strict=True)]
    return [(*_COLUMNS, ""), *rows]


def _bid(action: str) -> int:
    """The number of a bid, 0 of a pass."""
    return int(action.removeprefix("bid ")) if action.startswith("bid ") else 0


def _cells(option: Option) -> tuple[str, ...]:
    if option.value is None or option.less is None:
        return (option.action, "", "", "", "")
    value = f"{option.value:+.1f}", _shown(option.interval, "+")
    less = ("0", "") if option.equal else (f"{option.less:.1f}", _shown(option.less_interval, ""))
    return (option.action, *value, *less)


def columns(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Rows of cells as lines; ``sides`` has a ``<`` or ``>`` for each column."""
    widths = [max(len(row[k]) for row in rows) for k in range(len(sides))]
    formats = [f"{side}{width}" for side, width in zip(sides, widths, strict=True)]
    lines = ["  ".join(map(format, row, formats)) for row in rows]
    return [f"  {line}".rstrip() for line in lines]


def _shown(interval: Interval | None, sign: str) -> str:
    return "" if interval is None else f"[{interval[0]:{sign}.1f}, {interval[1]:{sign}.1f}]"


def verdict_lines(advice: Advice) -> list[str]:
    """The action advised, and whether another may be as good."""
    return wrap(verdict_text(advice), WIDTH, initial_indent="  ", subsequent_indent="    ")


def verdict_text(advice: Advice) -> str:
    """The action advised, or those too close to it."""
    if not advice.worlds:
        why = "nothing tells them apart" if advice.skipped else "the only legal action"
        return f"{advice.action}: {why}"
    equal = [o.action for o in advice.options if o.equal and o.action != advice.action]
    close = [action for action in advice.close if action not in equal]
    parts = [f"too close to call between {', '.join([advice.action, *close])}"]
    if not close:
        parts = [f"best: {advice.action}"]
    if equal:
        parts.append(f"the same as {advice.action} in every sampled deal: {', '.join(equal)}")
    return "; ".join(parts)


def advice_json(advice: Advice) -> dict[str, Any]:
    """Every number of an advice."""
    return {
        "action": advice.action,
        "too_close": advice.close,
        "worlds": advice.worlds,
        "options": [vars(option) for option in advice.options],
        "not_looked_at": advice.skipped,
    }
