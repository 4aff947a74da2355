"""Chances to win the match after each choice, in words and columns."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from thousand_agents.advice.match_answer import ChoiceAnswer, MatchAnswer
from thousand_agents.advice.text import WIDTH, columns
from thousand_agents.dark.answer import CLOSE, SPREADS
from thousand_agents.dark.figures import Figure
from thousand_agents.dark.question import PLAYOUT

_HEAD: Final = (
    ("action", "win", "95% interval", "less", "95% interval", "spread", "points", "plays", "makes")
    + ("",)
)  # fmt: skip
_WAYS_OUT: Final = ("pass", "concede", "redeal")


def match_lines(answer: MatchAnswer, meaning: str) -> list[str]:
    """Everything that the answer says, the verdict last; ``meaning`` says what a choice is."""
    lines = wrap(counted_text(answer, meaning), WIDTH)
    lines += columns(match_rows(answer), "<><><>>>><")
    return [*lines, *wrap(explained_text(answer), WIDTH), *wrap(verdict_text(answer), WIDTH)]


def counted_text(answer: MatchAnswer, meaning: str) -> str:
    """What the table counts, and who plays."""
    players = ", ".join(f"seat {seat} {spec}" for seat, spec in enumerate(answer.players.agents))
    return (
        f"chance to win the match, in %, in {answer.worlds} sampled deals, the same for every "
        f"action; {meaning}; {players}"
    )


def match_rows(answer: MatchAnswer) -> list[Sequence[str]]:
    """A row for each choice, the head first."""
    return [_HEAD, *(_cells(choice, answer) for choice in answer.choices)]


def _cells(choice: ChoiceAnswer, answer: MatchAnswer) -> Sequence[str]:
    same = choice.same and choice.name != answer.best
    less = ("same", "") if same else (_number(choice.less, 2), _interval(choice.less, 2))
    if choice.name == answer.best:
        less = "", ""
    spread = "" if not less[1] or choice.spread is None else f"{100 * choice.spread:.2f}"
    points = "-" if choice.points.mean is None else f"{choice.points.mean:+.0f}"
    plays = _number(choice.declares, 0)
    makes = _number(choice.makes, 0) if plays != "0" else "-"
    mark = "best" if choice.name == answer.best else "worse" if choice.worse else ""
    cells = choice.name, _number(choice.chance, 1), _interval(choice.chance, 1)
    return (*cells, *less, spread, points, plays, makes, mark)


def explained_text(answer: MatchAnswer) -> str:
    """What the columns mean, and how far they can be trusted."""
    texts = ["less: percentage points less than the best, in the same deals"]
    if answer.players.judge == PLAYOUT:
        texts.append("every match was played to its end")
        if answer.cut_off:
            texts.append(f"{answer.cut_off} of them found no winner and count as a draw")
    else:
        texts.append("spread: of the equity model's networks, on that")
    texts.append(
        "points: what the deal changes in your score; plays, makes: how often you are the declarer, "
        "and how often you make your contract then, in %"
    )
    by = "" if answer.players.judge == PLAYOUT else f" and {SPREADS} spreads"
    texts.append(
        f"worse: by more than an interval that holds for all actions at once{by}. Sampled deals fit "
        "the cards you see and what the bids prove; what a pass says of a hand is not weighed"
    )
    known = answer.players.population
    if known and set(answer.players.agents) != set(known):
        texts.append(
            f"the model was trained on matches of {', '.join(known)}: of other players it is a guess"
        )
    return "; ".join(texts)


def verdict_text(answer: MatchAnswer) -> str:
    """The best action, or those too close to it; and which way out is worse than the best."""
    found = {choice.name: choice for choice in answer.choices}
    if answer.verdict == CLOSE:
        text = f"verdict: {CLOSE} between {', '.join([answer.best, *answer.close])}"
    else:
        text = f"verdict: {answer.best}"
    same = [name for name, choice in found.items() if choice.same and name != answer.best]
    if same:
        text += f"; the same as {answer.best} in every sampled deal: {', '.join(same)}"
    worse = [
        f"{name} costs {_number(found[name].less, 2)} {_interval(found[name].less, 2)} percentage points"
        for name in _WAYS_OUT
        if name in found and found[name].worse
    ]
    return "; ".join([text, *worse])


def _number(figure: Figure, digits: int) -> str:
    return "-" if figure.mean is None else f"{100 * figure.mean:.{digits}f}"


def _interval(figure: Figure, digits: int) -> str:
    if figure.interval is None:
        return ""
    low, high = (f"{100 * end:.{digits}f}" for end in figure.interval)
    return f"[{low}, {high}]"
