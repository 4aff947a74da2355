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
    goal, lanes = terms.goal, len(win)
    end, more = np.empty((goal + 1, lanes)), np.empty((goal + 1, lanes))
    second, first = np.empty((stop.shape[3], lanes)), np.empty((2, lanes))
    beyond = _beyond(terms)
    for number in range(-1, terms.barrels):
        zero = BURNS if number < 0 else terms.barrel_zero
        for used in range(TURNS - 1 if number >= 0 else 0, -1, -1):
            _ends(terms, after, win, values, number, used, end)
            _one_more(terms, end, more)
            for score in range(goal):
                if terms.barrel[score] == number:
                    over = win if terms.allowed else end[score]
                    _turn(
                        terms, end, more, beyond, over, score, 0, zero,
                        stop[used, score], fixed, second, first, values[used, score],
                    )  # fmt: skip
    _ends(terms, after, win, values, -1, 0, end)
    over = win if terms.allowed else after[0]  # B5: a void turn is an entry
    end[: terms.entry] = after[goal]
    _one_more(terms, end, more)
    _turn(
        terms, end, more, beyond, over, 0, terms.entry, KEEPS,
        stop[0, goal], fixed, second, first, values[0, goal],
    )  # fmt: skip


@jit
def _ends(terms, after, win, values, number, used, end):
    """The worth of ending a turn at a score, for who began it in barrel ``number`` (B7)."""
    end[:] = after
    end[terms.goal] = win
    if number >= 0:
        for score in range(terms.goal):
            if terms.barrel[score] == number:
                last = used == TURNS - 1
                end[score] = after[terms.fall_to] if last else values[used + 1, score]


@jit
def _beyond(terms):
    """From each score: the chance that one deal passes the goal."""
    beyond = np.zeros(terms.goal + 1)
    for k in range(len(terms.points)):
        beyond[max(terms.goal - terms.points[k] + 1, 0) :] += terms.chance[k]
    return beyond


@jit
def _one_more(terms, end, more):
    """From each score: one deal that brings points and doesn't pass the goal, the turn's last."""
    more[:] = 0
    for score in range(terms.goal + 1):
        for k in range(len(terms.points)):
            if score + terms.points[k] <= terms.goal:
                _add(terms.chance[k], end[score + terms.points[k]], more[score])


@jit
def _add(weight, values, total):
    for i in range(len(total)):
        total[i] += weight * values[i]


@jit
def _turn(terms, end, more, beyond, over, score, least, zero, stop, fixed, second, first, value):
    """The worth of a turn that begins at a score; ``second`` and ``first`` are room to work in.

    ``over``: the worth of ending it above the goal; ``least``: points from which he may stop.
    """
    for p in range(len(second)):  # after two deals
        now, burnt = _now(terms, end, over, score, p), end[score]
        if zero == KEEPS:
            burnt = now
        risk = second[p]
        risk[:] = 0
        if score + p <= terms.goal:
            _add(1.0, more[score + p], risk)
            _add(beyond[score + p], over, risk)
        else:
            _add(1 - terms.blank, over, risk)
        _add(terms.blank, burnt, risk)
        _decide(now, p >= least, stop[1, p], fixed, risk)
    value[:] = 0
    for k in range(-1, len(terms.points)):  # the first deal
        p = terms.points[k] if k >= 0 else 0
        weight = terms.chance[k] if k >= 0 else terms.blank
        now, risk = _now(terms, end, over, score, p), first[0]
        if k < 0 and zero == ENDS:
            _add(weight, now, value)
            continue
        risk[:] = 0
        for j in range(len(terms.points)):
            _add(terms.chance[j], second[p + terms.points[j]], risk)
        burnt = second[p if zero == KEEPS else 0]
        if zero == ENDS:
            burnt = end[score]
        _add(terms.blank, burnt, risk)
        _decide(now, p >= least, stop[0, p], fixed, risk)
        _add(weight, risk, value)


@jit
def _now(terms, end, over, score, p):
    """The worth of ending the turn with ``p`` points."""
    return end[score + p] if score + p <= terms.goal else over


@jit
def _decide(now, may_stop, stop, fixed, risk):
    """Note the better decision in ``stop``, or follow it; ``risk`` becomes the decision's worth."""
    if not fixed:
        for i in range(len(risk)):
            stop[i] = may_stop and now[i] >= risk[i]
    for i in range(len(risk)):
        if stop[i]:
            risk[i] = now[i]
