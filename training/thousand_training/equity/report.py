"""How good the chances are on fresh matches: log-loss beside simple estimates, and calibration.

The tables of a match have one winner between them, so every interval is over matches: deviations are
summed within a match first.  ECE is the expected calibration error: the distance of the estimate
from what happened, over tenths of the scale.  Chance alone makes one; ``ece_by_chance`` says how
large it would be of right estimates.
"""

import io
from collections.abc import Mapping
from typing import Any

import numpy as np

from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.state import NONE
from thousand_training.equity.data import Matches
from thousand_training.equity.starts import NEW

BINS = 10
LEVEL, FAR = 150, 500  # points between players
ALL = "all tables"
Z95 = 1.96
MEAN_DEVIATION = np.sqrt(2 / np.pi)  # of a normal variable, in standard deviations


def regions(matches: Matches, rules: RuleSet) -> dict[str, Any]:
    """Name -> which (table, player) pairs belong to it, (N, P); empty regions are left out."""
    tables, n = matches.tables, rules.players
    score, deals = tables["score"][:, :n], tables["barrel_deals"][:, :n]
    behind = score.max(axis=1, keepdims=True) - score
    on, golden = (deals != NONE).sum(axis=1), tables["golden_circle"] > 0
    last = ((deals == rules.barrel_deals - 1) & (deals != NONE)).any(axis=1)
    by_table = {
        ALL: np.ones(len(tables), np.bool_),
        "matches from their beginning": matches.kind == NEW,
        f"level: within {LEVEL} points": (behind.max(axis=1) <= LEVEL) & (on == 0) & ~golden,
        "one on the barrel": on == 1,
        "two on the barrel, or more": on >= 2,
        "somebody's last barrel deal": last,
        "golden round": golden,
    }
    found = {name: np.repeat(mask[:, None], n, axis=1) for name, mask in by_table.items()}
    found[f"a player {FAR} or more behind"] = behind >= FAR
    return {name: pairs for name, pairs in found.items() if pairs.any()}


def evaluate(matches: Matches, estimates: Mapping[str, Any], rules: RuleSet) -> dict[str, Any]:
    """Region -> its size, log-losses, calibration; ``estimates``: name -> chances (N, P).

    The first of the estimates is the model; the others are compared with it.
    """
    won = matches.winner[:, None] == np.arange(rules.players)
    return {
        name: _region(matches, estimates, won, pairs)
        for name, pairs in regions(matches, rules).items()
    }


def _region(matches: Matches, estimates: Mapping[str, Any], won: Any, pairs: Any) -> dict[str, Any]:
    rows = pairs.any(axis=1)
    match, winner = matches.match[rows], matches.winner[rows]
    losses = {
        name: -np.log(np.maximum(chances[rows, winner], 1e-12))
        for name, chances in estimates.items()
    }
    model, *others = losses
    compared = {
        name: {
            "log_loss": _number(losses[name].mean()),
            "worse_by": _with_error(losses[name] - losses[model], match),
        }
        for name in others
    }
    own = np.broadcast_to(matches.match[:, None], pairs.shape)[pairs]
    return {
        "tables": int(rows.sum()),
        "matches": len(np.unique(match)),
        "log_loss": _with_error(losses[model], match),
        "others": compared,
        **_calibration(estimates[model][pairs], won[pairs], own),
    }


def _calibration(chances: Any, won: Any, match: Any) -> dict[str, Any]:
    """Tenths of the scale: what was estimated, what happened, with its standard error."""
    places = np.minimum((chances * BINS).astype(int), BINS - 1)
    bins = []
    for k in np.unique(places):
        here = places == k
        share, error = _mean_and_error(won[here].astype(float), match[here])
        bins.append(
            {
                "players": int(here.sum()),
                "estimated": _number(chances[here].mean()),
                "won": _number(share),
                "error": _number(error),
            }
        )
    weights = np.array([b["players"] for b in bins]) / len(chances)
    gaps = np.array([abs(b["estimated"] - b["won"]) for b in bins])
    errors = np.array([b["error"] for b in bins])
    return {
        "ece": _number(weights @ gaps),
        "ece_by_chance": _number(weights @ errors * MEAN_DEVIATION),
        "bins": bins,
    }


def _mean_and_error(values: Any, match: Any) -> tuple[float, float]:
    """Mean, and its standard error over matches."""
    mean = values.mean()
    _, which = np.unique(match, return_inverse=True)
    sums = np.bincount(which, values - mean)
    return float(mean), float(np.sqrt((sums**2).sum()) / len(values))


def _with_error(values: Any, match: Any) -> list[float]:
    mean, error = _mean_and_error(values, match)
    return [_number(mean), _number(Z95 * error)]


def _number(value: float) -> float:
    return round(float(value), 5)


def markdown(found: Mapping[str, Any]) -> str:
    """The regions as a table; a star marks log-losses that are no worse, by their interval."""
    others = [*found[ALL]["others"]]
    head = ["tables", "matches", "log-loss", *others, "ECE", "ECE by chance"]
    lines = ["| region | " + " | ".join(head) + " |", "|---" * (len(head) + 1) + "|"]
    for name, row in found.items():
        loss, around = row["log_loss"]
        cells = [f"{row['tables']:,}", f"{row['matches']:,}", f"{loss:.4f} ± {around:.4f}"]
        for other in others:
            worse, by = row["others"][other]["worse_by"]
            cells.append(f"{row['others'][other]['log_loss']:.4f}{'*' if worse <= by else ''}")
        cells += [f"{row['ece']:.4f}", f"{row['ece_by_chance']:.4f}"]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def reliability_plot(found: Mapping[str, Any]) -> str:
    """A reliability diagram for each region, as SVG."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    columns = 4
    with rc_context({"svg.hashsalt": "thousand", "font.size": 8}):
        height = -(-len(found) // columns)
        figure = Figure((2.4 * columns, 2.5 * height), layout="constrained")
        for place, (name, row) in enumerate(found.items(), 1):
            axes = figure.add_subplot(height, columns, place)
            axes.plot((0, 1), (0, 1), color="#999999", linewidth=0.8)
            for b in row["bins"]:
                low, high = b["won"] - Z95 * b["error"], b["won"] + Z95 * b["error"]
                axes.plot((b["estimated"],) * 2, (low, high), color="#1f4e79")
                axes.plot(b["estimated"], b["won"], "o", color="#1f4e79", markersize=3)
            axes.set(xlim=(0, 1), ylim=(0, 1), aspect="equal")
            axes.set_title(f"{name}\nECE {row['ece']:.3f}", fontsize=8)
        figure.supxlabel("estimated chance to win the match")
        figure.supylabel("share won (95 % interval)")
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()
