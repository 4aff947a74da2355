"""What to do at every place: against one opponent, alone, and in a race with several.

All by dynamic programming over visits; ``turn`` has the places, units and shapes.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from thousand_agents.bochki.terms import new_stops
from thousand_agents.bochki.turn import TURNS, Terms, visit

SAME: Final = 1e-10  # chances or numbers of turns that differ by less are the same
Report = Callable[[int], None]


def _silent(done: int) -> None:
    """Report to nobody."""


def two_players(terms: Terms, circles: int, report: Report = _silent) -> tuple[Any, Any]:
    """The chance to win of who is to move, both players at their best, and when he stops.

    In order.  After ``circles`` the game is cut: whoever leads has won, half if nobody does (B9).
    Visits are put before one another until one more changes nothing, or all are there.
    Returns chances (TURNS, goal + 1, goal + 1) and stops (TURNS, goal + 1, 2, totals, goal + 1) by
    his place and, in the lanes, the other's.
    """
    score = np.arange(terms.goal + 1) % terms.goal
    win = (score[:, None] > score) + (score[:, None] == score) / 2
    size = len(score)
    stop, values, ones = new_stops(terms, size), np.zeros((TURNS, size, size)), np.ones(size)
    for done in range(2 * circles):
        visit(terms, 1 - np.ascontiguousarray(win.T), ones, stop, False, values)
        change = np.abs(values[0] - win).max()
        win[:] = values[0]
        report(done + 1)
        if change < SAME:
            break
    return values, stop


def compare(terms: Terms, stop: Any, other: Any, circles: int) -> Any:
    """The chance that who stops by ``stop`` beats who stops by ``other``, in order.

    Stops as ``two_players`` returns them, or of one lane: the same wherever the opponent is.
    Returns (2, goal + 1, goal + 1): the first is to move, by his place and the other's; the second
    is, by his place and the first's.  A game without a winner in ``circles`` counts for the second.
    """
    size = terms.goal + 1
    stops = [np.array(np.broadcast_to(s, (*s.shape[:-1], size))) for s in (stop, other)]
    won, values = np.zeros((2, size, size)), np.zeros((TURNS, size, size))
    at_goal = np.ones(size), np.zeros(size)
    for _ in range(circles):
        before = won[0].copy()
        for mover in (1, 0):  # from the last visit back to the first
            after = np.ascontiguousarray(won[1 - mover].T)
            visit(terms, after, at_goal[mover], stops[mover], True, values)
            won[mover] = values[0]
        if np.abs(won[0] - before).max() < SAME:
            break
    return won


def fewest_circles(terms: Terms, most: int) -> tuple[Any, Any]:
    """How many circles a player alone takes to the goal, as few as he can, and when he stops.

    Not more than ``most``.  Returns (goal + 1, 1) by place, and stops of one lane.
    """
    stop = new_stops(terms, 1)
    return _circles(terms, most, stop, fixed=False), stop


def circles_under(terms: Terms, most: int, stop: Any) -> Any:
    """How many circles who stops by ``stop`` takes alone to the goal, not more than ``most``.

    Returns (goal + 1, L) by place, for stops of L lanes.
    """
    return _circles(terms, most, stop, fixed=True)


def _circles(terms: Terms, most: int, stop: Any, fixed: bool) -> Any:
    lanes = stop.shape[-1]
    left, values = np.zeros((terms.goal + 1, lanes)), np.zeros((TURNS, terms.goal + 1, lanes))
    for _ in range(most):
        visit(terms, left, np.zeros(lanes), stop, fixed, values)
        change = np.abs(values[0] - 1 - left).max()
        left[:] = values[0] - 1
        if change < SAME:
            break
    return -left


def still_racing(terms: Terms, stop: Any, circles: int) -> Any:
    """The chance (circles, goal + 1) that who stops by ``stop`` has not won after 0, 1, … visits."""
    size = terms.goal + 1
    stops = np.array(np.broadcast_to(stop, (*stop.shape[:-1], size)))
    chances = np.zeros((TURNS, size, size))  # where a visit ends, by lane
    visit(terms, np.eye(size), np.zeros(size), stops, True, chances)
    racing = np.ones((circles, size))
    for k in range(1, circles):
        racing[k] = chances[0] @ racing[k - 1]
    return racing


def race(terms: Terms, racing: Any) -> tuple[Any, Any]:
    """The chance to win of who is to move, at his best, and when he stops; L races side by side.

    ``racing`` (circles, L): the chance that none of the others has won before his visit 0, 1, …,
    whatever he does.  He looks at his own score and at the circle, not at how the others fare.
    Returns chances (TURNS, goal + 1, L) and stops of L lanes, both for visit 0.
    """
    lanes = racing.shape[1]
    stop, values = new_stops(terms, lanes), np.zeros((TURNS, terms.goal + 1, lanes))
    for at_goal in racing[::-1]:
        visit(terms, values[0].copy(), at_goal, stop, False, values)
    return values, stop
