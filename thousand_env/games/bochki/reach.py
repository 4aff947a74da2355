"""Scores that can be reached under a score table, and those from which nobody reaches 1000 (B4)."""

from collections.abc import Iterable

from thousand_env.games.bochki.distribution import hands_by_points
from thousand_env.games.bochki.phases.turn import barrel
from thousand_env.games.bochki.rules import BARREL_TURNS, DEALS, FALL_TO, GOAL, RuleSet

# Where a player can stand between turns: score, turns used to leave its barrel, and is he in?
_Place = tuple[int, int, bool]
_START: _Place = (0, 0, False)


_KNOWN: dict[object, dict[_Place, set[_Place]]] = {}  # by what of the rules matters here


def stuck_scores(rules: RuleSet) -> list[int]:
    """Scores that a player can hold and from which no series of turns leads to the goal.

    Whoever is in a barrel can also fall to 100 and go on from there (B7).
    """
    steps = _steps(rules)
    good = {place for place in steps if place[0] >= GOAL}
    size = 0
    while size < len(good):
        size = len(good)
        good |= {place for place, after in steps.items() if after & good}
    return sorted({score for score, _, _ in set(steps) - good})


def held_scores(rules: RuleSet) -> list[int]:
    """Scores that a player can hold between turns before the goal, lowest first."""
    return sorted({score for score, _, _ in _steps(rules) if score < GOAL})


def _steps(rules: RuleSet) -> dict[_Place, set[_Place]]:
    """The places that can be reached, and where one turn leads from each.  Worked out once."""
    key = rules.cards, rules.score_table, rules.overshoot
    if key not in _KNOWN:
        _KNOWN[key] = _search(rules)
    return _KNOWN[key]


def _search(rules: RuleSet) -> dict[_Place, set[_Place]]:
    turns = _turns(hands_by_points(rules))
    steps: dict[_Place, set[_Place]] = {}
    waiting = [_START]
    while waiting:
        place = waiting.pop()
        if place not in steps:
            steps[place] = set() if place[0] >= GOAL else _after(place, turns, rules)
            waiting += steps[place]
    return steps


def _turns(scored: Iterable[int]) -> set[int]:
    """What a turn can bring: the points of one, two or three deals (B2, B6)."""
    sums = brought = set(scored)
    for _ in range(DEALS - 1):
        sums = {points + more for points in sums for more in scored}
        brought = brought | sums
    return brought


def _after(place: _Place, turns: Iterable[int], rules: RuleSet) -> set[_Place]:
    """Where one turn can lead (B5, B7, B9)."""
    score, used, entered = place
    after = set()
    for points in turns:
        comes_in = entered or points >= rules.entry
        new = score + points if comes_in else score
        if new > GOAL and rules.overshoot == "void":
            new = score
        if barrel(score) == 0 or barrel(score) != barrel(new):
            after.add((new, 0, comes_in))
        elif used + 1 < BARREL_TURNS:
            after.add((new, used + 1, comes_in))
        else:
            after.add((FALL_TO, 0, comes_in))
    return after
