"""The rest of a deal as greedy players would play it."""

import numpy as np

from thousand_agents.greedy.decide import decide
from thousand_agents.pimc.compiled import jit
from thousand_env.games.thousand.actions import DEAL, NUM_ACTIONS, OVER
from thousand_env.games.thousand.engine import apply
from thousand_env.games.thousand.kernels import write_mask
from thousand_env.games.thousand.view import fill_view


@jit
def greedy_step(states, state_words, i, r, weights, views, view_words, mask):
    """One decision of the greedy player in game i."""
    g = states[i]
    fill_view(g, r, g.to_move, state_words, i, views[0], view_words, 0)
    write_mask(g, mask, 0)
    apply(g, r, decide(views[0], r, weights, mask, 0))


@jit
def greedy_until(phase, states, state_words, i, r, weights, views, view_words, mask, seat):
    """Play game i on until its deal is over, or until ``seat`` declares and reaches ``phase``."""
    g = states[i]
    while g.phase != DEAL and g.phase != OVER:
        if g.declarer == seat and g.phase >= phase:
            return True
        greedy_step(states, state_words, i, r, weights, views, view_words, mask)
    return False


@jit
def rollout_kernel(rules, weights, states, state_words, views, view_words, action):
    """Take an action in every game (K,), then play the deal out."""
    r = rules[0]
    mask = np.zeros((1, NUM_ACTIONS), np.bool_)
    for i in range(len(states)):
        apply(states[i], r, action)
        greedy_until(OVER, states, state_words, i, r, weights, views, view_words, mask, -1)
