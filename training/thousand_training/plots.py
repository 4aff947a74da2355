"""Learning curves of a run, as SVG: ``thousand train plot RUN``."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from thousand_agents.cli import run
from thousand_agents.help_text import plain
from thousand_env.files import written_aside
from thousand_env.games.king.rules import KINDS
from thousand_training.config import ConfigError

Rows = list[dict[str, Any]]

# Panels below those of the arena: title, what stands at the axis, curves by their names in a row.
PANELS = (
    ("In its own games: contracts", "points", {"deals/contract": "contract"}),
    (
        "In its own games: shares",
        "share",
        {
            "deals/made": "made",
            "deals/conceded": "conceded",
            "deals/made_dark": "darks made",
            "deals/dark_taken": "darks taken of those offered",
        },
    ),
    (
        "In its own games with others: points",
        "points a deal",
        {f"deals/points_{kind}": kind for kind in KINDS},
    ),
    ("Entropy of the policy", "nats", {"policy/entropy": "entropy"}),
    ("Error of the critic", "squared reward", {"loss/value": "value loss"}),
    ("Agreement with the teacher", "share", {"clone/agreement": "all decisions"}),
)
_ARENA, _ERROR = "arena/", "_error"


def read_rows(out: Path) -> Rows:
    """The figures of a run, an iteration a row.

    Raises: ConfigError if there are none.
    """
    path = out / "metrics.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        rows = [json.loads(line) for line in lines if line.endswith("\n")]  # the last half written
    except (OSError, ValueError) as error:
        raise ConfigError(f"no figures of a run in {out}: {error}") from None
    if not rows or not all(isinstance(row, dict) and "decisions" in row for row in rows):
        raise ConfigError(f"no figures of a run in {path}")
    return rows


def curve(rows: Rows, name: str) -> tuple[list[float], list[float]]:
    """Millions of decisions, and a figure where it is known."""
    known = [row for row in rows if row.get(name) is not None]
    return [row["decisions"] / 1e6 for row in known], [row[name] for row in known]


def opponents_of(rows: Rows) -> list[str]:
    """Whom the run met in the arena."""
    names = {name for row in rows for name in row if name.startswith(_ARENA)}
    return sorted(
        name[len(_ARENA) : -len(_ERROR)] for name in names if name.endswith(_ERROR)
    )  # every opponent has one


def plot(out: Path) -> Path:
    """Draw the curves of a run into ``curves.svg`` beside its figures; the path.

    Raises: ConfigError if there are no figures, or it can't be written.
    """
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    rows = read_rows(out)
    panels = [panel for panel in PANELS if any(curve(rows, name)[0] for name in panel[2])]
    met = opponents_of(rows)
    wins = any(f"{_ARENA}{name}_wins" in row for row in rows for name in met)
    count = len(panels) + bool(met) + wins
    figure, axes = pyplot.subplots(-(-count // 2), 2, figsize=(11, 3.2 * -(-count // 2)))
    places = iter(axes.flat)
    if met:
        _points(next(places), rows, met)
    if wins:
        _wins(next(places), rows, met)
    for axis, (title, unit, curves) in zip(places, panels, strict=False):
        for name, label in curves.items():
            if curve(rows, name)[0]:
                axis.plot(*curve(rows, name), label=label)
        _finish(axis, title, unit)
    for axis in axes.flat[count:]:
        axis.remove()
    figure.tight_layout()
    path = out / "curves.svg"
    try:
        with written_aside(path) as part:
            figure.savefig(part, format="svg")
    except OSError as error:
        raise ConfigError(f"cannot write {path}: {error}") from None
    finally:
        pyplot.close(figure)
    return path


def _points(axis: Any, rows: Rows, met: list[str]) -> None:
    """Points a deal against each opponent, with two standard errors to each side."""
    for name in met:
        at, points = curve(rows, f"{_ARENA}{name}")
        errors = curve(rows, f"{_ARENA}{name}_error")[1]
        axis.plot(at, points, marker=".", label=f"against {name}")
        if len(errors) == len(points):
            low, high = (
                [p + side * e for p, e in zip(points, errors, strict=True)] for side in (-2, 2)
            )
            axis.fill_between(at, low, high, alpha=0.2)
    axis.axhline(0, color="grey", linewidth=0.8)
    _finish(axis, "In the arena: difference a deal", "points")


def _wins(axis: Any, rows: Rows, met: list[str]) -> None:
    for name in met:
        axis.plot(*curve(rows, f"{_ARENA}{name}_wins"), marker=".", label=f"against {name}")
        fair = curve(rows, f"{_ARENA}{name}_wins_fair")[1]
        axis.axhline(fair[0] if fair else 0, color="grey", linewidth=0.8)
    _finish(axis, "In the arena: matches won (grey: a fair share)", "share")


def _finish(axis: Any, title: str, unit: str) -> None:
    axis.set_title(title, fontsize=10)
    axis.set_xlabel("million decisions")
    axis.set_ylabel(unit)
    axis.grid(alpha=0.3)
    axis.legend(fontsize=8)


def main(argv: Sequence[str] | None = None) -> int:
    """The command ``thousand train plot``."""
    parser = argparse.ArgumentParser("thousand train plot", description=plain(__doc__))
    parser.add_argument("run", type=Path, help="folder of the run")
    print(f"written: {plot(parser.parse_args(argv).run)}")
    return 0


if __name__ == "__main__":
    sys.exit(run("thousand_training.plots", sys.argv[1:]))
