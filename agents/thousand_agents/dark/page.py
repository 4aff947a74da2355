"""One question as a page of its own: HTML with tables and plots inside, that asks for nothing else."""

import json
from collections.abc import Sequence
from typing import Final

from thousand_agents.arena.folder import versions
from thousand_agents.arena.pages import Section, html_page
from thousand_agents.arena.plots import Row, Say, interval_plot
from thousand_agents.arena.statistics import LEVEL
from thousand_agents.dark.answer import Answer
from thousand_agents.dark.ask import agent_spread
from thousand_agents.dark.figures import Figure
from thousand_agents.dark.plots import points_plot
from thousand_agents.dark.question import PLAYOUT
from thousand_agents.dark.rows import judge_hash
from thousand_agents.dark.text import (
    OUTCOME_NAMES,
    OUTCOME_NOTE,
    break_even_text,
    compared_rows,
    doubts_text,
    outcome_rows,
    players_spread_text,
    players_verdict_text,
    seat_name,
    spread_rows,
    stands_text,
    verdict_text,
)

TITLE: Final = "Shall I go dark?"
_WIN, _DIFFERENCE, _OUTCOMES = "win", "difference", "outcomes"  # names of plots
_BREAK_EVEN, _POINTS = "break-even", "points"
_INTERVAL: Final = f"{LEVEL:.0%} interval"
_BRANCHES: Final = (
    "Every deal is played twice with the same cards and the same chance of the players: once after "
    "dark, once after look; what comes later is the players' own decision. 95 of 100 such intervals "
    "hold what all packs together would tell; those of the differences are of differences deal by "
    "deal (Student's t; of shares Wilson's; of p* by the delta method)."
)
_JUDGED: Final = (
    "After the deal an equity model says how likely each player is to win the match from the table "
    "that is left: the mean of its networks, whose standard deviation is the spread."
)
_PLAYED_OUT: Final = "Every match is played to its end; a win counts 1."
_BREAK_EVEN_NOTE: Final = (
    "p* = (E_look - E_fail) / (E_make - E_fail): chances to win on the deals where nobody overbids "
    "the dark, after look, after a dark not made and after one made."
)


def answer_page(answers: Sequence[Answer]) -> str:
    """The page of a question; answers after the first are of the same one with other players."""
    return html_page(TITLE, answer_sections(answers), answer_plots(answers[0]))


def answer_sections(answers: Sequence[Answer]) -> list[Section]:
    """What the page says, section by section; ``answer_plots`` has the plots that they name."""
    answer = answers[0]
    return [
        _question(answer),
        _win(answer),
        Section("Dark less look", (doubts_text(answer),), plot=_DIFFERENCE),
        Section(
            "How the dark goes",
            (stands_text(answer), OUTCOME_NOTE),
            text_table(outcome_rows(answer)),
            _OUTCOMES,
        ),
        Section(
            "Break-even",
            (break_even_text(answer), _BREAK_EVEN_NOTE),
            plot=_BREAK_EVEN if answer.makes.mean is not None else "",  # else none stands
        ),
        Section(
            "Points of the deal",
            (),
            text_table(compared_rows(answer, answer.points, 1, 1)),
            _POINTS,
        ),
        *_other_players(answers),
        _method(answer),
    ]


def _question(answer: Answer) -> Section:
    question = answer.question
    table: list[tuple[str, ...]] = [("", "score", "bolts", "barrels used", "player", "hash")]
    for seat, spec in enumerate(question.agents):
        role = ", deals" if seat == question.dealer else ""
        counts = (question.table[key][seat] for key in ("score", "bolts", "barrels_used"))
        table.append(
            (seat_name(answer, seat) + role, *map(str, counts), spec, question.hashes[seat])
        )
    return Section("The question", (verdict_text(answer),), tuple(table))


def _win(answer: Answer) -> Section:
    rows = compared_rows(answer, answer.win, 100, 1)
    return Section("Chance to win the match, in %", (), text_table(rows), _WIN)


def _other_players(answers: Sequence[Answer]) -> list[Section]:
    if len(answers) == 1:
        return []
    spread = agent_spread(answers)
    texts = ["difference in the chance to win, dark less look, in percentage points"]
    texts += [] if spread.spread is None else [players_spread_text(spread.spread)]
    texts.append(players_verdict_text(spread))
    return [Section("With other players", tuple(texts), text_table(spread_rows(spread)))]


def _method(answer: Answer) -> Section:
    question = answer.question
    texts = (
        f"{answer.deals:,} deals: {answer.stopped}.",
        _BRANCHES,
        _PLAYED_OUT if question.judge == PLAYOUT else _JUDGED,
    )
    listed = question.as_dict() | {"judge_hash": judge_hash(question.judge)}
    listed |= {"deals": answer.deals, "versions": versions()}
    listing = "\n".join(f"{k}: {json.dumps(v, ensure_ascii=False)}" for k, v in listed.items())
    return Section("How it was computed", texts, listing=listing)


def answer_plots(answer: Answer, say: Say = str) -> dict[str, str]:
    """The plots by name, SVG texts; ``say`` puts what stands in them into another language."""
    seats, found = range(len(answer.win.dark)), answer.break_even
    both = [
        figure_row(f"{seat_name(answer, seat)}: {name}", branch[seat])
        for seat in seats
        for name, branch in (("dark", answer.win.dark), ("look", answer.win.look))
    ]
    gaps = [figure_row(seat_name(answer, seat), answer.win.difference[seat]) for seat in seats]
    adds = [figure_row(OUTCOME_NAMES[name], part.effect) for name, part in answer.parts.items()]
    adds.append(figure_row("all deals", answer.gap))
    ends = {
        "break-even chance p*": found.chance,
        "chance to make it": answer.makes,
        "E_make": found.made,
        "E_fail": found.failed,
        "E_look": found.look,
    }
    known = [figure_row(name, figure) for name, figure in ends.items() if figure.mean is not None]
    gap = f"dark less look, chance to win in percentage points, {_INTERVAL}"
    plots = {
        _WIN: interval_plot(both, f"chance to win, in %, {_INTERVAL}", say),
        _DIFFERENCE: interval_plot(gaps, gap, say),
        _OUTCOMES: interval_plot(adds, f"what such deals add, percentage points, {_INTERVAL}", say),
        _POINTS: points_plot(answer.counts, say),
    }
    if known:
        plots[_BREAK_EVEN] = interval_plot(known, f"in %, {_INTERVAL}", say)
    return plots


def figure_row(label: str, figure: Figure) -> Row:
    """A row of ``interval_plot``, in percent."""
    low, high = figure.interval or (None, None)
    interval = None if low is None or high is None else (100 * low, 100 * high)
    return label, 100 * (figure.mean or 0.0), interval


def text_table(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Rows as a section keeps them."""
    return tuple(tuple(row) for row in rows)
