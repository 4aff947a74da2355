"""A report as pages: ``report.md``, ``report.html`` and their plots, and the leaderboard."""

import json
from collections.abc import Sequence
from pathlib import Path

from thousand_agents.arena.pages import Section, html_page, markdown
from thousand_agents.arena.plots import Row, interval_plot
from thousand_agents.arena.report import AgentReport, Report
from thousand_agents.arena.statistics import LEVEL, Estimate
from thousand_agents.arena.text import legend
from thousand_agents.rules_option import rules_text
from thousand_env.files import written_aside

Table = tuple[tuple[str, ...], ...]

TITLE, LEADERBOARD_TITLE = "Arena report", "Leaderboard"
SAME = "not distinguishable"
PLOT_FILE = "report-{}.svg"
AGENTS_PLOT, PAIRS_PLOT, RATINGS_PLOT = "agents", "differences", "ratings"
_INTERVAL = f"{LEVEL:.0%} interval"


def report_markdown(report: Report) -> str:
    """The report as Markdown; its plots are files beside it."""
    return markdown(TITLE, _sections(report), PLOT_FILE)


def write_report(report: Report, folder: str | Path) -> list[Path]:
    """Write ``report.html``, which holds its plots, and ``report.md`` with them as files.

    Returns: their paths.  Raises: OSError if the folder can't be written.
    """
    plots = _plots(report)
    pages = {
        "report.html": html_page(TITLE, _sections(report), plots),
        "report.md": report_markdown(report),
        **{PLOT_FILE.format(name): plot for name, plot in plots.items()},
    }
    for name, text in pages.items():
        write_text(Path(folder) / name, text)
    return [Path(folder) / name for name in pages]


def write_text(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    with written_aside(path) as part:
        part.write_text(text, encoding="utf-8")


def leaderboard(report: Report) -> str:
    """The ranking as a page of the documentation: best first, with the conditions it holds under."""
    ranked = sorted(report.agents, key=lambda agent: -agent.rating.rating)
    rows = [("", "agent", "rating", _INTERVAL, _measure(report), _INTERVAL, "ms/decision", "hash")]
    for place, agent in enumerate(ranked, 1):
        rows.append(
            (str(place), _name(agent), f"{agent.rating.rating:+.0f}")
            + (_bounds(agent.rating.interval, "+.0f"), *_result(report, agent))
            + (_ms(agent), agent.summary.hash)
        )
    versions = ", ".join(f"{name} {text}" for name, text in report.manifest["versions"].items())
    paragraphs = (*_conditions(report), _RATINGS_TEXT, f"Versions: {versions}.")
    return markdown(
        LEADERBOARD_TITLE,
        [
            Section("Agents", paragraphs, tuple(rows)),
            Section("Differences", (_MATRIX_TEXT,), _matrix(report)),
        ],
    )


def _sections(report: Report) -> list[Section]:
    manifest = "\n".join(
        f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in report.manifest.items()
    )
    return [
        Section(
            "Agents", (*_conditions(report), _legend(report)), _agent_table(report), AGENTS_PLOT
        ),
        Section("Differences", (_MATRIX_TEXT,), _matrix(report)),
        Section("Differences one by one", _verdict(report), _pair_table(report), PAIRS_PLOT),
        Section("Ratings", (_RATINGS_TEXT,), _rating_table(report), RATINGS_PLOT),
        _forfeits(report),
        Section("Manifest", listing=manifest),
    ]


def _plots(report: Report) -> dict[str, str]:
    agents = [_row(_name(agent), agent.result) for agent in report.agents]
    pairs = [_row(pair.label, pair) for pair in report.pairs]
    rated = [(_name(agent), agent.rating.rating, agent.rating.interval) for agent in report.agents]
    difference = f"difference in {report.pairs[0].unit}"
    return {
        AGENTS_PLOT: interval_plot(agents, f"{_measure(report)}, {_INTERVAL}"),
        PAIRS_PLOT: interval_plot(pairs, f"{difference}, {_INTERVAL}"),
        RATINGS_PLOT: interval_plot(rated, f"rating, {_INTERVAL}"),
    }


def _row(label: str, e: Estimate) -> Row:
    return label, e.mean, e.interval


def _name(agent: AgentReport) -> str:
    return f"{agent.summary.label} {agent.summary.spec}"


def _measure(report: Report) -> str:
    return "points per deal" if report.manifest["unit"] == "deal" else "win share in %"


def _conditions(report: Report) -> tuple[str, ...]:
    manifest = report.manifest
    kind = "deals" if manifest["unit"] == "deal" else "matches"
    played = (
        f"{report.sets} sets of {manifest['sets']} asked for, {report.games_per_set} {kind} a set; "
        f"{report.deals} deals played. Game: {manifest['game']}. Rules: "
        f"{rules_text(manifest['rules'])} (hash "
        f"{manifest['rules_hash']}). Seed {manifest['seed']}. Start tables: {manifest['start']}."
    )
    return tuple(filter(None, (played, report.note, _SETS_TEXT)))


def _legend(report: Report) -> str:
    return f"Columns: {legend(report.figures, report.manifest['unit'])}."


def _agent_table(report: Report) -> Table:
    rows = [
        ("", "agent", "hash", _measure(report), _INTERVAL)
        + tuple(figure.title for figure in report.figures)
        + ("ms/decision", "forfeits")
    ]
    for agent in report.agents:
        s = agent.summary
        figures = zip(report.figures, s.figures.values(), strict=True)
        rows.append(
            (s.label, s.spec, s.hash, *_result(report, agent))
            + tuple(figure.text(value) for figure, value in figures)
            + (_ms(agent), str(s.forfeits))
        )
    return tuple(rows)


_MATRIX_TEXT = "Row less column, with its interval. Where the interval holds 0 the two are not distinguishable."
_SETS_TEXT = (
    "A set is one deck and one table, played in every seating. Intervals are over set means, by "
    "Student's t."
)
_RATINGS_TEXT = (
    "Plackett-Luce ratings from the order of finish (deals by points, matches by the winner), on a "
    "scale where 400 more are ten times the chance; the mean of all is 0, intervals are by bootstrap "
    "over sets. They are secondary to the differences."
)


def _matrix(report: Report) -> Table:
    numbers = range(len(report.agents))
    rows = [("", *(agent.summary.label for agent in report.agents))]
    for a in numbers:
        cells = [_cell(report, a, b) if a != b else "" for b in numbers]
        rows.append((_name(report.agents[a]), *cells))
    return tuple(rows)


def _cell(report: Report, a: int, b: int) -> str:
    e, sign = report.pair(min(a, b), max(a, b)), 1 if a < b else -1
    ends = None if e.interval is None else sorted(sign * end for end in e.interval)
    verdict = "" if e.distinguishable else f" {SAME}"
    return f"{sign * e.mean:+.2f} {_bounds(ends)}{verdict}"


def _pair_table(report: Report) -> Table:
    rows = [
        ("", f"difference in {report.pairs[0].unit}", "standard error", f"{_INTERVAL} (t)")
        + ("bootstrap as check", "sets", "")
    ]
    for e in report.pairs:
        error = "-" if e.standard_error is None else f"{e.standard_error:.2f}"
        rows.append(
            (
                e.label,
                f"{e.mean:+.2f}",
                error,
                _bounds(e.interval),
                _bounds(e.bootstrap),
                str(e.sets),
            )
            + ("" if e.distinguishable else SAME,)
        )
    return tuple(rows)


def _verdict(report: Report) -> tuple[str, ...]:
    test = report.sequential
    if test is None:
        return ()
    a, b = (agent.summary.label for agent in report.agents[:2])
    found = {"H1": f"{a} is better than {b}", "H0": f"{a} is not better than {b}"}
    verdict = "undecided" if test.accepted is None else f"{test.accepted}, {found[test.accepted]}"
    text = (
        f"Sequential test of {a} - {b} after {test.sets} sets: {verdict} (LLR {test.ratio:+.2f}). "
        "Intervals of a run that stopped by a test are a little too favourable to its verdict."
    )
    return (text,)


def _rating_table(report: Report) -> Table:
    rows = [("agent", "rating", _INTERVAL)]
    for agent in sorted(report.agents, key=lambda agent: -agent.rating.rating):
        rating = agent.rating
        rows.append((_name(agent), f"{rating.rating:+.0f}", _bounds(rating.interval, "+.0f")))
    return tuple(rows)


def _forfeits(report: Report) -> Section:
    rows = [("agent", "games", "reason")]
    for agent in report.agents:
        rows += [(_name(agent), str(games), reason) for reason, games in agent.forfeits]
    if len(rows) == 1:
        return Section("Forfeits", ("No game was forfeited.",))
    return Section("Forfeits", table=tuple(rows))


def _result(report: Report, agent: AgentReport) -> tuple[str, str]:
    """Points or win share, with its interval."""
    fair = f" (fair: {100 * agent.summary.fair_share:.1f})"
    mean = f"{agent.result.mean:.2f}" + (fair if report.manifest["unit"] == "match" else "")
    return mean, _bounds(agent.result.interval, ".2f")


def _bounds(interval: Sequence[float] | None, form: str = "+.2f") -> str:
    if interval is None:
        return "one set: no interval"
    return f"[{interval[0]:{form}}, {interval[1]:{form}}]"


def _ms(agent: AgentReport) -> str:
    return f"{agent.summary.ms_per_decision:.4f}"
