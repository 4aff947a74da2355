"""What the arena found, as text for a terminal."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from thousand_agents import games as agent_games
from thousand_agents.arena.sequential import LOWER, MU0, MU1, UPPER, SequentialResult
from thousand_agents.arena.statistics import LEVEL, Estimate
from thousand_agents.base import notes_on
from thousand_agents.games import Figure
from thousand_agents.rules_option import rules_text
from thousand_env import games

if TYPE_CHECKING:
    from thousand_agents.arena.result import ArenaResult


def result_text(result: "ArenaResult") -> str:
    """The whole result: what was played, a line an agent, a line a difference."""
    lines = [*_head(result), "", *_agent_table(result), ""]
    lines += [
        f"{a.label} forfeited {a.forfeits} games; the first: {a.forfeit_reason}"
        for a in result.agents
        if a.forfeits
    ]
    lines += map(_line, result.estimates)
    if result.sequential:
        lines.append(_verdict(result, result.sequential))
    return "\n".join(lines)


def _head(result: "ArenaResult") -> list[str]:
    stopped = f" of {result.sets_asked} asked for: stopped early" if result.interrupted else ""
    rules = games.load(result.game).rules_from(result.rules)
    cut_off = f", {result.cut_off} cut off" if result.cut_off else ""
    each = "matches" if result.unit == "match" else "deals"
    return [
        f"{result.sets} sets{stopped}, {result.games_per_set} {each} a set",
        f"{_deals(result)} in {result.seconds:.1f} s{cut_off}; seed {result.seed}",
        f"{result.game}, rules {rules_text(result.rules)} (hash {result.rules_hash})",
        f"start tables: {result.start}",
        *notes_on((agent.spec for agent in result.agents), rules),
    ]


def _deals(result: "ArenaResult") -> str:
    now = result.deals - result.deals_found
    if not result.sets_found:
        return f"{now} deals played"
    return f"{result.deals} deals, {result.deals_found} found; {now} played now"


def _agent_table(result: "ArenaResult") -> list[str]:
    rules = games.load(result.game).rules_from(result.rules)
    figures = agent_games.of(rules).figures(rules)
    titles = [figure.title for figure in figures.values()]
    rows = [("", "agent", "hash", "points", *titles, "wins", "ms/decision")]
    for a in result.agents:
        wins = f"{a.win_share:.1%}" if result.unit == "match" else "-"
        counted = [figures[name].text(value) for name, value in a.figures.items()]
        rows.append(
            (a.label, a.spec, a.hash, f"{a.points_per_game:.2f}", *counted, wins)
            + (f"{a.ms_per_decision:.4f}",)
        )
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return [*lines, legend(figures.values(), result.unit)]


def legend(figures: Iterable[Figure], unit: str) -> str:
    """What the columns of points and figures count, on a line."""
    by_meaning: dict[str, list[str]] = {}
    for figure in figures:
        by_meaning.setdefault(figure.meaning, []).append(figure.title)
    told = [f"{', '.join(titles)}: {meaning}" for meaning, titles in by_meaning.items()]
    return "; ".join([f"points: change of its score a {unit}", *told])


def _line(e: Estimate) -> str:
    if e.interval is None or e.bootstrap is None:
        return f"{e.label}: {e.mean:+.2f} {e.unit}, one set: no interval, not distinguishable"
    verdict = "" if e.distinguishable else "  -> not distinguishable"
    return (
        f"{e.label}: {e.mean:+.2f} {e.unit}, standard error {e.standard_error:.2f}, {LEVEL:.0%} interval "
        f"[{e.interval[0]:+.2f}, {e.interval[1]:+.2f}] (bootstrap [{e.bootstrap[0]:+.2f}, "
        f"{e.bootstrap[1]:+.2f}]), {e.sets} sets{verdict}"
    )


def _verdict(result: "ArenaResult", test: SequentialResult) -> str:
    a, b = result.agents[0].label, result.agents[1].label
    what = {
        "H1": f"H1 accepted: {a} is better than {b}",
        "H0": f"H0 accepted: {a} is not better than {b}",
        None: "undecided",
    }[test.accepted]
    return (
        f"sequential test of {a} - {b} (H0 {MU0:+g}, H1 {MU1:+g}): {what} after {test.sets} sets, "
        f"LLR {test.ratio:+.2f} (bounds {LOWER:+.2f}, {UPPER:+.2f})"
    )
