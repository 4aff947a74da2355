"""Plots of the report: estimates with their intervals, as SVG texts that need nothing else."""

import io
from collections.abc import Sequence

Row = tuple[str, float, tuple[float, float] | None]  # label, mean, interval

WIDTH, ROW_HEIGHT, MARGIN = 7.0, 0.35, 1.0  # inches
LONGEST_LABEL = 40
_COLOUR, _ZERO = "#1f4e79", "#999999"


def interval_plot(rows: Sequence[Row], axis: str) -> str:
    """Means as dots with bars for their intervals, the first row on top; ``axis`` names the unit."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure  # draws without a display

    with rc_context({"svg.hashsalt": "thousand", "font.size": 9}):
        figure = Figure((WIDTH, MARGIN + ROW_HEIGHT * len(rows)), layout="constrained")
        axes = figure.subplots()
        places = range(len(rows))
        axes.axvline(0, color=_ZERO, linewidth=0.8)
        axes.plot([mean for _, mean, _ in rows], places, "o", color=_COLOUR)
        for place, (_, _, interval) in enumerate(rows):
            if interval is not None:
                axes.plot(interval, (place, place), color=_COLOUR, linewidth=2)
        axes.set_yticks(places, [_short(label) for label, _, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlabel(axis)
        axes.spines[["top", "right"]].set_visible(False)
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()


def _short(label: str) -> str:
    """A label that leaves room for the plot, with nothing that reads as a formula."""
    short = label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
    return short.replace("$", r"\$")
