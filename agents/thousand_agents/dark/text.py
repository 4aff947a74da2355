"""An answer in words and columns."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final

from thousand_agents.advice.text import WIDTH, columns
from thousand_agents.dark.answer import CLOSE, SPREADS, Answer, Compared
from thousand_agents.dark.ask import CLEAR, INTERRUPTED, AgentSpread
from thousand_agents.dark.figures import Figure
from thousand_agents.dark.question import PLAYOUT

_HEAD: Final = ("", "dark", "95% interval", "look", "95% interval", "dark - look", "95% interval")
_SIDES: Final = "<><><><"
OUTCOME_NAMES: Final = {
    "made": "stands, made",
    "failed": "stands, not made",
    "overbid": "overbid",
    "redealt": "re-dealt by a claim",
}
OUTCOME_NOTE: Final = (
    "seat N: points on average in such deals, ± half of the interval; win dark, win look: your "
    "chance to win after either answer on these packs, in %; adds: percentage points of the "
    "difference that come from such deals"
)


def answer_lines(answer: Answer) -> list[str]:
    """Everything that the answer says, the verdict last."""
    question = answer.question
    players = ", ".join(f"seat {seat} {spec}" for seat, spec in enumerate(question.agents))
    lines = wrap(
        f"shall seat {question.me} go dark? scores {_scores(question.table)}, seat "
        f"{question.dealer} deals, rules {question.rules.short()}; {players}; {answer.deals:,} "
        f"deals, each played after both answers ({answer.stopped})",
        WIDTH,
    )
    win, points = (
        compared_rows(answer, answer.win, 100, 1),
        compared_rows(answer, answer.points, 1, 1),
    )
    lines += ["", "chance to win the match, in %", *columns(win, _SIDES)]
    lines += ["points of the deal", *columns(points, _SIDES), ""]
    lines += [*_outcome_lines(answer), "", *_paragraph(break_even_text(answer))]
    return [*lines, *_paragraph(doubts_text(answer)), *_paragraph(verdict_text(answer))]


def verdict_text(answer: Answer) -> str:
    """The verdict as a sentence."""
    said = f"verdict: {answer.verdict}"
    gap = _points(answer.gap)
    if answer.verdict == CLOSE:
        low, high = answer.gap.interval or (0.0, 0.0)
        why = ", and the model's networks disagree by as much" if low > 0 or high < 0 else ""
        return f"{said}: dark less look is {gap} percentage points of the chance to win{why}"
    return f"{said}; dark less look is {gap} percentage points of the chance to win"


def spread_lines(spread: AgentSpread) -> list[str]:
    """How the difference changes with the players."""
    lines = ["", "the same with other players, chance to win in percentage points"]
    lines += columns(spread_rows(spread), "<><<")
    if spread.spread is not None:
        lines.append(f"  {players_spread_text(spread.spread)}")
    return [*lines, players_verdict_text(spread)]


def players_verdict_text(spread: AgentSpread) -> str:
    """What all sets of players say together."""
    return f"verdict over all these players: {spread.verdict}"


def players_spread_text(spread: float) -> str:
    """The spread of the players, with its name."""
    return f"spread of the players (standard deviation): {100 * spread:.2f}"


def spread_rows(spread: AgentSpread) -> list[Sequence[str]]:
    """A row for each set of players, the head first."""
    rows: list[Sequence[str]] = [("players", "dark - look", "95% interval", "verdict")]
    for answer in spread.answers:
        gap = answer.gap
        cells = _number(gap.mean, 100, 2, "+"), _interval(gap, 100, 2, "+")
        rows.append((", ".join(answer.question.agents), *cells, answer.verdict))
    return rows


def compared_rows(
    answer: Answer, compared: Compared, scale: float, digits: int
) -> list[Sequence[str]]:
    """A row a seat, the head first: both branches and their difference, with intervals."""
    rows: list[Sequence[str]] = [_HEAD]
    for seat in range(len(compared.dark)):
        cells: list[str] = []
        parts = compared.dark[seat], compared.look[seat], compared.difference[seat]
        for k, figure in enumerate(parts):
            more = digits + (k == 2)  # a paired difference is known better
            sign = "+" if k == 2 or scale == 1 else ""
            cells += [_number(figure.mean, scale, more, sign), _interval(figure, scale, more, sign)]
        rows.append((seat_name(answer, seat), *cells))
    return rows


def seat_name(answer: Answer, seat: int) -> str:
    """A seat as the reader is told of it."""
    return f"seat {seat} (you)" if seat == answer.question.me else f"seat {seat}"


def outcome_rows(answer: Answer) -> list[Sequence[str]]:
    """How the dark goes, what each outcome writes, and what it adds; the head first."""
    seats = range(len(answer.win.dark))
    head = ("the dark", "%", "95% interval", *(f"seat {s}" for s in seats), "win dark", "win look")
    rows: list[Sequence[str]] = [(*head, "adds", "95% interval")]
    for name, part in answer.parts.items():
        cells = [_number(part.share.mean, 100, 1), _interval(part.share, 100, 1)]
        cells += [_with_reach(figure) for figure in part.points]
        cells += [_number(part.dark.mean, 100, 1), _number(part.look.mean, 100, 1)]
        cells += [_number(part.effect.mean, 100, 2, "+"), _interval(part.effect, 100, 2, "+")]
        rows.append((OUTCOME_NAMES[name], *cells))
    return rows


def _outcome_lines(answer: Answer) -> list[str]:
    lines = columns(outcome_rows(answer), "<><" + ">" * len(answer.win.dark) + ">>><")
    lines += wrap(OUTCOME_NOTE, WIDTH, initial_indent="  ", subsequent_indent="  ")
    return [*lines, *wrap(stands_text(answer), WIDTH)]


def stands_text(answer: Answer) -> str:
    """How often the dark stands, is made, and is given up."""
    stands, makes = _percent(answer.stands), _percent(answer.makes)
    text = f"the dark stands (nobody overbids) in {stands} of the deals; then it is made in {makes}"
    if answer.concedes.mean:
        text += f", given up in {_percent(answer.concedes)}"
    return text


def break_even_text(answer: Answer) -> str:
    """The break-even chance with what it is made of, or why there is none."""
    found = answer.break_even
    ends = ", ".join(
        f"{name} {_percent(figure)}"
        for name, figure in (("made", found.made), ("not made", found.failed), ("look", found.look))
    )
    if found.chance.mean is None:
        return (
            f"there is no break-even chance (p*): where the dark stands, chances to win are {ends}"
        )
    low, high = found.chance.interval or (0.0, 1.0)
    if low < 0 or high > 1:
        return (
            "the break-even chance (p*) can't be told from so few deals; where the dark stands, chances "
            f"to win are {ends}"
        )
    spread = "" if found.spread is None else f", spread of the networks {100 * found.spread:.1f}"
    return (
        f"break-even: the dark pays where it stands if it is made in more than p* = "
        f"{_percent(found.chance)}{spread}; chances to win there: {ends}"
    )


def doubts_text(answer: Answer) -> str:
    """How sure all this is, beside the intervals."""
    question, texts = answer.question, []
    if answer.spread is not None:
        texts.append(
            f"spread of the equity model's networks on the difference: {100 * answer.spread:.2f} "
            f"percentage points (the verdict reckons with {SPREADS} of them beside the interval)"
        )
    if question.judge == PLAYOUT:
        texts.append("all matches were played to their end, no model was asked")
        if answer.cut_off:
            texts.append(f"{answer.cut_off} of them found no winner and count as a draw")
    elif set(question.agents) != set(question.population):
        known = ", ".join(question.population)
        texts.append(f"the model was trained on matches of {known}: of other players it is a guess")
    if answer.win.gain is not None:
        texts.append(
            f"with other packs after each answer {answer.win.gain:.1f} times as many deals would be "
            "needed"
        )
    if answer.stopped == CLEAR:
        texts.append(
            "the sample ended as soon as the difference was clear, and so overstates its size; fresh "
            "deals, their number fixed beforehand, don't "
            f"(--deals {4 * answer.deals} --seed {question.seed + 1})"
        )
    if answer.stopped == INTERRUPTED:
        texts.append("interrupted: the intervals tell of the deals that were played")
    return "; ".join(texts)


def _paragraph(text: str) -> list[str]:
    return wrap(text, WIDTH)


def _scores(table: Any) -> str:
    return " ".join(map(str, table["score"]))


def _percent(figure: Figure) -> str:
    return f"{_number(figure.mean, 100, 1)}% {_interval(figure, 100, 1)}".rstrip()


def _points(figure: Figure) -> str:
    return f"{_number(figure.mean, 100, 2, '+')} {_interval(figure, 100, 2, '+')}".rstrip()


def _number(value: float | None, scale: float, digits: int, sign: str = "") -> str:
    return "-" if value is None else f"{scale * value:{sign}.{digits}f}"


def _with_reach(figure: Figure) -> str:
    """A mean with half of its interval's width, if it has any."""
    reach = f" ±{figure.reach:.0f}" if figure.reach else ""
    return _number(figure.mean, 1, 0, "+") + reach


def _interval(figure: Figure, scale: float, digits: int, sign: str = "") -> str:
    if figure.interval is None:
        return ""
    low, high = (f"{scale * end:{sign}.{digits}f}" for end in figure.interval)
    return f"[{low}, {high}]"
