"""The solver over worlds, and the gifts worth a look."""

import numpy as np

from thousand_agents.greedy.giving import best_second, worth_given
from thousand_agents.greedy.values import estimate
from thousand_agents.pimc.compiled import jit
from thousand_agents.pimc.outcomes import points_to_make
from thousand_agents.solver.position import points_so_far
from thousand_agents.solver.questions import top_of, value_within
from thousand_agents.solver.work import forget
from thousand_env.games.thousand.actions import A_GIVE
from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_env.games.thousand.phases import play
from thousand_env.games.thousand.state import NONE

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
        aim = points_to_make(worlds[k], r)
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


@jit
def rank_gifts(v, rules, weights, mask, worth):
    """What the greedy player thinks of giving each card (24,) next; -1e9 where it may not."""
    numbers = weights.gift[1 if v.players == 2 else 0]
    two_to_give = v.players != 2 and v.gifts[0] == NONE
    for card in range(NUM_CARDS):
        worth[card] = -1e9
        if not mask[A_GIVE + card]:
            continue
        kept = int(v.hand) & ~(1 << card)
        second = best_second(v, rules[0], numbers, kept) if two_to_give else NONE
        worth[card] = worth_given(numbers, kept, card)
        if second != NONE:
            kept &= ~(1 << second)
            worth[card] += worth_given(numbers, kept, second)
        worth[card] += estimate(numbers, kept)
