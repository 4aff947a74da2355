"""Plots of dark against look: heat maps over tables, a tornado, points of both branches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from thousand_agents.advice.intervals import Interval
from thousand_agents.arena.plots import (
    COLOUR,
    MARGIN,
    ROW_HEIGHT,
    WIDTH,
    Say,
    draw_intervals,
    new_figure,
    plot_style,
    svg_text,
)
from thousand_agents.dark.answer import PointCounts

DOTS_PER_INCH: Final = 150
MOST_NUMBERS: Final = 400  # cells of a heat map in which numbers can still be read
_DARK, _LOOK, _HATCH, _BLANK = "#2166ac", "#b2182b", "#999999", "#eeeeee"
_BIN: Final = 20  # points


@dataclass(frozen=True)
class HeatMap:
    """Values (Y, X) in percent over scores ``mine`` (X,) and ``theirs`` (Y,); nan stays blank.

    Colours go from ``low`` over white at ``centre`` to ``high``; ``swapped`` shows what is above the
    centre in the colour of a look.  ``close`` (Y, X) are hatched.
    """

    title: str
    mine: Sequence[int]
    theirs: Sequence[int]
    values: Any
    close: Any
    axis: str
    low: float
    centre: float
    high: float
    swapped: bool


def draw_heat_map(heat: HeatMap) -> Any:
    """The figure of a heat map; every cell has its number while they can be read."""
    from matplotlib.colors import TwoSlopeNorm

    columns, rows = len(heat.mine), len(heat.theirs)
    figure, axes = new_figure(2.6 + 0.42 * max(columns, 11), 1.8 + 0.3 * max(rows, 8))
    norm = TwoSlopeNorm(heat.centre, heat.low, heat.high)
    edges = np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5
    axes.set_facecolor(_BLANK)
    mesh = axes.pcolormesh(
        *edges,
        np.ma.masked_invalid(heat.values),
        cmap="RdBu_r" if heat.swapped else "RdBu",
        norm=norm,
        edgecolors="white",
        linewidth=0.5,
    )
    _hatch(axes, heat.close)
    if columns * rows <= MOST_NUMBERS:
        _write_numbers(axes, heat.values, norm)
    axes.set_xticks(range(columns), heat.mine, rotation=90)
    axes.set_yticks(range(rows), heat.theirs)
    axes.set_xlabel("my score")
    axes.set_ylabel("the opponents' score")
    figure.suptitle(heat.title, fontsize=8)
    beyond = (heat.values < heat.low).any() or (heat.values > heat.high).any()
    figure.colorbar(mesh, ax=axes, label=heat.axis, extend="both" if beyond else "neither")
    return figure


def _hatch(axes: Any, close: Any) -> None:
    from matplotlib.patches import Rectangle

    for y, x in zip(*np.nonzero(close), strict=True):
        corner = (x - 0.5, y - 0.5)
        axes.add_patch(
            Rectangle(corner, 1, 1, fill=False, hatch="////", edgecolor=_HATCH, linewidth=0)
        )


def _write_numbers(axes: Any, values: Any, norm: Any) -> None:
    for (y, x), value in np.ndenumerate(values):
        if np.isfinite(value):
            far = abs(norm(value) - 0.5) > 0.3  # on a dark colour
            axes.text(
                *(x, y, f"{value:.0f}" if abs(value) >= 10 else f"{value:.1f}"),
                ha="center",
                va="center",
                fontsize=6,
                color="white" if far else "black",
            )


@dataclass(frozen=True)
class Bar:
    """A line of a tornado: a mean with its interval, and that of its change from the base's."""

    label: str
    mean: float
    interval: Interval | None
    change: Interval | None


def draw_tornado(bars: Sequence[Bar], base: float | None, axis: str, title: str) -> Any:
    """Means with thin intervals; bars from ``base`` to them, with thick ones of the change."""
    figure, axes = new_figure(WIDTH, MARGIN + 0.5 + ROW_HEIGHT * len(bars))
    if base is not None:
        axes.axvline(base, color=COLOUR, linewidth=0.8, linestyle="--")
        for place, bar in enumerate(bars):
            colour = _DARK if bar.mean > base else _LOOK
            axes.barh(place, bar.mean - base, left=base, height=0.6, color=colour, alpha=0.3)
            if bar.change is not None:
                ends = [base + end for end in bar.change]
                axes.plot(ends, (place, place), color=colour, linewidth=6, alpha=0.5)
    draw_intervals(axes, [(bar.label, bar.mean, bar.interval) for bar in bars], axis)
    figure.suptitle(title, fontsize=8)  # centred in the figure: labels take room beside the axes
    return figure


def points_plot(counts: PointCounts, say: Say = str) -> str:
    """How many of the deals brought the first hand so many points, after dark and after look."""
    with plot_style():
        figure, axes = new_figure(WIDTH, 3.0)
        branches = [np.array(pairs, np.float64).T for pairs in (counts.dark, counts.look)]
        ends = np.concatenate([points for points, _ in branches])
        first, last = (int(np.floor(end / _BIN)) for end in (ends.min(), ends.max()))
        axes.hist(
            [points for points, _ in branches],
            bins=np.arange(first, last + 2) * _BIN,
            weights=[100 * deals / deals.sum() for _, deals in branches],
            label=[say("dark"), say("look")],
            color=[_DARK, _LOOK],
        )
        axes.set_xlabel(say(f"points of the deal, in steps of {_BIN}"))
        axes.set_ylabel(say("% of the deals"))
        axes.legend(loc="upper center")
        axes.spines[["top", "right"]].set_visible(False)
        return svg_text(figure)
