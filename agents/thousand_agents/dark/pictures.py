"""The pictures of a series, as SVG and PNG: heat maps of a map, else a tornado."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any, Final

import numpy as np

from thousand_agents.advice.intervals import Interval
from thousand_agents.arena.parts import write_file
from thousand_agents.arena.plots import plot_style, svg_text
from thousand_agents.dark.answer import CLOSE
from thousand_agents.dark.cases import BY_AGENTS, BY_OPTION, MAP, Series
from thousand_agents.dark.plots import DOTS_PER_INCH, Bar, HeatMap, draw_heat_map, draw_tornado
from thousand_agents.dark.rows import Row
from thousand_agents.rules_option import rules_text

_GAP: Final = "dark less look, chance to win in percentage points"
_LINES: Final = (
    "thin: interval of the difference; thick: of its change from the first line (dashed), on the "
    "same packs"
)
_CAPTION_WIDTH: Final = 100  # characters
_AS_ASKED: Final = "the rules as asked"
_LEAST_REACH: Final = 1.0  # percentage points to either side of 0 on a colour bar
_SHARES: Final = 100.0


def write_pictures(series: Series, rows: Sequence[Row], folder: Path) -> list[Path]:
    """Draw rows of a series, in their order, into its folder; the paths.

    Raises: ArenaError if the disk is full or not writable.
    """
    caption, played = _caption(series), [row for row in rows if row["reason"] is None]
    draw: dict[str, Callable[[], Any]]
    if series.kind == MAP:
        draw = {
            "map-difference": lambda: draw_heat_map(difference_map(rows, caption)),
            "map-break-even": lambda: draw_heat_map(break_even_map(rows, caption)),
        }
    elif series.kind == BY_OPTION:
        draw = {BY_OPTION: lambda: _options(played, caption)}
    else:
        draw = {BY_AGENTS: lambda: _agents(played, caption)}
    files: list[Path] = []
    for name, make in draw.items():
        with plot_style():
            figure = make()
            content = {"svg": svg_text(figure).encode(), "png": _png(figure)}
        for ending, data in content.items():
            files.append(folder / f"{name}.{ending}")
            write_file(files[-1], data)
    return files


def _caption(series: Series) -> str:
    """Under what conditions: rules, players, table; with nothing that reads as a formula."""
    asked = series.settings
    parts = [f"rules {rules_text(asked['rules'])}", f"me {asked['me']}"]
    if "others" in asked:
        parts.append(f"others {', '.join(asked['others'])}")
    if "table" in asked:
        scores = " ".join(map(str, asked["table"]["score"]))
        parts.append(f"scores {scores}, seat {asked['dealer']} deals")
    if asked.get("fixed"):
        parts.append(f"the last opponents at {' '.join(map(str, asked['fixed']))}")
    judges = {question.judge for question in series.questions.values()}
    parts += [f"judged by {', '.join(sorted(judges))}", f"{series.deals} deals each"]
    return fill("; ".join(parts), _CAPTION_WIDTH).replace("$", r"\$")


def difference_map(rows: Sequence[Row], caption: str) -> HeatMap:
    """The difference in the chance to win; hatched where it is too close to call."""
    mine, theirs, cells = _grid(rows)
    values = _values(cells, lambda row: row["difference"])
    reach = max(float(np.nanmax(np.abs(values))), _LEAST_REACH)
    close = _truths(cells, lambda row: row["verdict"] == CLOSE)
    title = f"Blue: go dark; red: look; hatched: too close to call; grey: no dark\n{caption}"
    return HeatMap(title, mine, theirs, values, close, _GAP, -reach, 0.0, reach, False)


def break_even_map(rows: Sequence[Row], caption: str) -> HeatMap:
    """p*, white where it is the chance to make the dark; hatched where the two can't be told apart."""
    mine, theirs, cells = _grid(rows)
    values = _values(cells, lambda row: row["break_even"])
    makes = [row["makes"] for row in rows if row.get("makes") is not None]
    centre = _SHARES * float(np.mean(makes)) if makes else _SHARES / 2
    close = _truths(cells, _is_close_to_break_even)
    title = (
        f"Where the dark stands it is made in {centre:.0f}% (the mean of all tables): blue, more than "
        f"it needs; red, less;\nhatched: can't be told; grey: no dark, or no p*\n{caption}"
    )
    centre = min(max(centre, 1.0), _SHARES - 1)  # both colours are needed
    axis = "break-even chance p*, in %"
    return HeatMap(title, mine, theirs, values, close, axis, 0.0, centre, _SHARES, True)


def _is_close_to_break_even(row: Row) -> bool:
    if row["break_even_low"] is None or row["makes_low"] is None:
        return True
    return bool(
        row["break_even_low"] <= row["makes_high"] and row["makes_low"] <= row["break_even_high"]
    )


def _grid(rows: Sequence[Row]) -> tuple[list[int], list[int], list[list[Row | None]]]:
    """Scores along both sides, and the rows played, by their places."""
    mine, theirs = (sorted({row[side] for row in rows}) for side in ("mine", "theirs"))
    found = {(row["mine"], row["theirs"]): row for row in rows if row["reason"] is None}
    return mine, theirs, [[found.get((x, y)) for x in mine] for y in theirs]


def _values(cells: Any, of: Callable[[Row], float | None]) -> Any:
    """Percent; nan where nothing is known."""
    known = [[None if row is None else of(row) for row in line] for line in cells]
    return _SHARES * np.array(known, np.float64)


def _truths(cells: Any, of: Callable[[Row], bool]) -> Any:
    return np.array([[row is not None and of(row) for row in line] for line in cells])


def _tornado(rows: Sequence[Row], labels: Sequence[str], base: Row | None, caption: str) -> Any:
    bars = [
        Bar(
            label, _SHARES * row["difference"], _percent(row, "difference"), _percent(row, "change")
        )
        for label, row in zip(labels, rows, strict=True)
    ]
    centre = None if base is None else _SHARES * base["difference"]
    return draw_tornado(bars, centre, f"{_GAP}, 95% interval", f"{_LINES}\n{caption}")


def _options(rows: Sequence[Row], caption: str) -> Any:
    """Each option's values below each other, the option that changes most on top."""
    base = next((row for row in rows if not row["option"]), None)
    far = {"": np.inf}  # the question itself
    for row in rows:
        change = abs(row["difference"] - base["difference"]) if base else 0.0
        far[row["option"]] = max(far.get(row["option"], 0.0), change)
    in_order = sorted(rows, key=lambda row: (-far[row["option"]], row["option"]))
    labels = [f"{r['option']} = {r['value']}" if r["option"] else _AS_ASKED for r in in_order]
    return _tornado(in_order, labels, base, caption)


def _agents(rows: Sequence[Row], caption: str) -> Any:
    base = next((row for row in rows if row["number"] == 0), None)
    return _tornado(
        rows, [row["opponents"] for row in rows], base, "By opponents, dashed: the first"
    )


def _percent(row: Row, name: str) -> Interval | None:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return None if low is None else (_SHARES * low, _SHARES * high)


def _png(figure: Any) -> bytes:
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=DOTS_PER_INCH)
    return content.getvalue()
