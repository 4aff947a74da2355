"""The solver over worlds."""

import numpy as np

from thousand_agents.pimc.compiled import jit
from thousand_agents.solver.position import points_so_far
from thousand_agents.solver.questions import top_of, value_within
from thousand_agents.solver.work import forget
from thousand_env.games.thousand.phases import play
from thousand_env.games.thousand.phases.score import least_total

SPREAD = 30  # points around the contract within which totals are told apart


@jit
def play_kernel(w, frames, rules, worlds, rooms, actions, totals):
    """The declarer's totals (C, K) after each of the actions (C,) in each world.

    First whether the contract is reached, then by how much it is exceeded or missed, up to
    ``SPREAD`` points: what lies beyond makes no difference to the order of the actions worth the
    time.
    """
    r = rules[0]
    for k in range(len(worlds)):
        forget(w)
        aim = least_total(worlds[k], r)
        for c in range(len(actions)):
            rooms[0] = worlds[k]
            g = rooms[0]
            play.apply(g, r, actions[c])
            totals[c, k] = total_near(w, frames, r, g, aim)


@jit
def total_near(w, frames, r, g, aim):
    """The declarer's total, cut off ``SPREAD`` points from ``aim``."""
    so_far, top = np.int64(points_so_far(g)), top_of(w, r, g)
    if so_far >= aim or top <= aim:  # made or lost already: every point counts the same
        return value_within(w, frames, r, g, np.int64(-1), top)
    if value_within(w, frames, r, g, aim - 1, aim) >= aim:
        over = value_within(w, frames, r, g, aim, min(aim + SPREAD, top))
        return min(max(over, aim), aim + SPREAD)
    return max(value_within(w, frames, r, g, aim - SPREAD, aim), aim - SPREAD)
