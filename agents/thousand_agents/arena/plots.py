"""Plots of the report: estimates with their intervals, as SVG texts that need nothing else."""

import io
from collections.abc import Callable, Sequence
from typing import Any

Say = Callable[[str], str]  # what stands in a plot, in another language
Row = tuple[str, float, tuple[float, float] | None]  # label, mean, interval

WIDTH, ROW_HEIGHT, MARGIN = 7.0, 0.35, 1.0  # inches
LONGEST_LABEL = 40
COLOUR, ZERO = "#1f4e79", "#999999"


def interval_plot(rows: Sequence[Row], axis: str, say: Say = str) -> str:
    """Means as dots with bars for their intervals, the first row on top; ``axis`` names the unit."""
    rows = [(say(label), mean, interval) for label, mean, interval in rows]
    with plot_style():
        figure, axes = new_figure(WIDTH, MARGIN + ROW_HEIGHT * len(rows))
        draw_intervals(axes, rows, say(axis))
        return svg_text(figure)


def plot_style() -> Any:
    """A context in which plots are drawn and written: the same data make the same bytes."""
    from matplotlib import rc_context

    return rc_context({"svg.hashsalt": "thousand", "font.size": 9})


def new_figure(width: float, height: float) -> tuple[Any, Any]:
    """A figure of so many inches, and its axes."""
    from matplotlib.figure import Figure  # draws without a display

    figure = Figure((width, height), layout="constrained")
    return figure, figure.subplots()


def svg_text(figure: Any) -> str:
    """The figure as SVG."""
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


def draw_intervals(axes: Any, rows: Sequence[Row], axis: str) -> None:
    """What ``interval_plot`` shows, on any axes; row k stands at height k, counted downwards."""
    places = range(len(rows))
    axes.axvline(0, color=ZERO, linewidth=0.8)
    axes.plot([mean for _, mean, _ in rows], places, "o", color=COLOUR)
    for place, (_, _, interval) in enumerate(rows):
        if interval is not None:
            axes.plot(interval, (place, place), color=COLOUR, linewidth=2)
    axes.set_yticks(places, [_short(label) for label, _, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_xlabel(axis)
    axes.spines[["top", "right"]].set_visible(False)


def _short(label: str) -> str:
    """A label that leaves room for the plot, with nothing that reads as a formula."""
    short = label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
    return short.replace("$", r"\$")
