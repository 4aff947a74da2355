"""One visit to the table by dynamic programming: every stop or risk, for any values of its end.

A *visit* is a player's next turn with the extra ones that directly follow it in a barrel (B7).
Scores are in units of 5.  A *place* is where a player stands before a turn: ``[used, score]``, with
``used`` turns of a barrel's three behind him; ``[0, goal]`` is the place of who is not in yet.
Arrays have a last axis of *lanes*: the same rules with other values, side by side.
"""

from typing import Any, NamedTuple

import numpy as np

from thousand_agents.bochki.compiled import jit

TURNS = 3  # in a barrel (B7)

TIE = 1e-12  # a risk worth no more than this above stopping is not taken, whatever the rounding

# What a deal without points does to the turn (B5, B6, B8).
BURNS, ENDS, KEEPS = range(3)


class Terms(NamedTuple):
    """The rules that stop or risk depends on, as plain numbers in units of 5."""

    goal: int  # B9
    entry: int  # B5
    barrel: Any  # int64 (goal + 1,): the barrel that a score lies in, -1 none (B7)
    barrels: int
    fall_to: int  # B7
    barrel_zero: int  # ENDS or KEEPS (B8)
    allowed: bool  # more than the goal wins, too (B9)
    points: Any  # int64 (K,): what a deal can bring but 0, ascending; above the goal is all one
    chance: Any  # float64 (K,)
    blank: float  # the chance of a deal without points


@jit
def visit(terms, after, win, stop, fixed, values):
    """Fill ``values`` (TURNS, goal + 1, L) of all places with what a visit from them is worth.

    ``after`` (goal + 1, L): the worth of ending it at a score, ``[goal]`` of still not being in;
    ``win`` (L,) that of reaching the goal.  ``stop`` bool (TURNS, goal + 1, 2, totals, L): is it
    better to stop, by place, deals done less one, and points of the turn?  With ``fixed`` it is
    given, and the values are those of who plays so.
    """
    goal = terms.goal
    end, more = np.zeros((goal + 2, len(win))), np.zeros((goal + 2, len(win)))
    second, first = np.zeros((stop.shape[3], len(win))), np.zeros((1, len(win)))
    beyond = _beyond(terms)
    for number in range(-1, terms.barrels):
        zero = BURNS if number < 0 else terms.barrel_zero
        for used in range(TURNS - 1 if number >= 0 else 0, -1, -1):
            _ends(terms, after, win, values, number, used, end)
            _one_more(terms, end, more)
            for score in range(goal):
                if terms.barrel[score] == number:
                    end[goal + 1] = win if terms.allowed else end[score]  # B9
                    _second(
                        terms, end, more, beyond, score, 0, zero, stop[used, score], fixed, second
                    )
                    _turn(
                        terms, end, second, score, 0, zero, stop[used, score], fixed, first,
                        values[used, score],
                    )  # fmt: skip
    _ends(terms, after, win, values, -1, 0, end)
    end[: terms.entry] = after[goal]
    end[goal + 1] = win if terms.allowed else after[0]  # a void turn is an entry, too (B5, B9)
    _one_more(terms, end, more)
    _second(terms, end, more, beyond, 0, terms.entry, KEEPS, stop[0, goal], fixed, second)
    _turn(terms, end, second, 0, terms.entry, KEEPS, stop[0, goal], fixed, first, values[0, goal])


@jit
def _ends(terms, after, win, values, number, used, end):
    """The worth of ending a turn at a score, for who began it in barrel ``number`` (B7)."""
    end[: terms.goal] = after[: terms.goal]
    end[terms.goal] = win
    if number >= 0:
        for score in range(terms.goal):
            if terms.barrel[score] == number:
                last = used == TURNS - 1
                end[score] = after[terms.fall_to] if last else values[used + 1, score]


@jit
def _beyond(terms):
    """From each score, and from above the goal: the chance that one deal leads above the goal."""
    beyond = np.zeros(terms.goal + 2)
    for k in range(len(terms.points)):
        beyond[max(terms.goal - terms.points[k] + 1, 0) :] += terms.chance[k]
    return beyond


@jit
def _one_more(terms, end, more):
    """From each score: one deal that brings points and doesn't pass the goal, the turn's last."""
    for score in range(terms.goal + 1):
        for i in range(more.shape[1]):
            more[score, i] = 0
        for k in range(len(terms.points)):
            at = score + terms.points[k]
            if at <= terms.goal:
                for i in range(more.shape[1]):
                    more[score, i] += terms.chance[k] * end[at, i]


@jit
def _second(terms, end, more, beyond, score, least, zero, stop, fixed, second):
    """Fill ``second`` (totals, L): the worth of so many points after two deals of a turn.

    ``end`` is the worth of ending it at a score, the last row above the goal; ``least``: points
    from which he may stop.
    """
    above = terms.goal + 1
    for p in range(len(second)):
        at = min(score + p, above)
        burnt = at if zero == KEEPS else score
        for i in range(second.shape[1]):
            second[p, i] = more[at, i] + beyond[at] * end[above, i] + terms.blank * end[burnt, i]
        _decide(end, at, p >= least, stop, 1, p, fixed, second, p)


@jit
def _turn(terms, end, second, score, least, zero, stop, fixed, first, value):
    """Fill ``value`` (L,): the worth of a turn from its first deal on; ``first`` is room for it."""
    for i in range(len(value)):
        value[i] = terms.blank * end[score, i] if zero == ENDS else 0.0
    for k in range(0 if zero == ENDS else -1, len(terms.points)):
        p = 0 if k < 0 else terms.points[k]
        weight = terms.blank if k < 0 else terms.chance[k]
        at, burnt = min(score + p, terms.goal + 1), p if zero == KEEPS else 0
        for i in range(len(value)):
            first[0, i] = terms.blank * (end[score, i] if zero == ENDS else second[burnt, i])
        for j in range(len(terms.points)):
            for i in range(len(value)):
                first[0, i] += terms.chance[j] * second[p + terms.points[j], i]
        _decide(end, at, p >= least, stop, 0, p, fixed, first, 0)
        for i in range(len(value)):
            value[i] += weight * first[0, i]


@jit
def _decide(end, at, may_stop, stop, deal, p, fixed, worth, row):
    """Note the better decision in ``stop``, or follow it; ``worth[row]`` is going on, then deciding."""
    lanes = worth.shape[1]
    if not fixed:
        for i in range(lanes):
            stop[deal, p, i] = may_stop and end[at, i] >= worth[row, i] - TIE
    for i in range(lanes):
        worth[row, i] = end[at, i] if stop[deal, p, i] else worth[row, i]
