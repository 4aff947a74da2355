"""The rest of a deal as greedy players would play it."""

import numpy as np

from thousand_agents.greedy.decide import decide
from thousand_agents.pimc.compiled import jit
from thousand_env.games.thousand.actions import DEAL, NUM_ACTIONS, OVER
from thousand_env.games.thousand.compiled import write_mask
from thousand_env.games.thousand.engine import apply
from thousand_env.games.thousand.view import fill_view


@jit
def greedy_choice(states, state_words, i, r, weights, views, view_words, mask):
    """What the greedy player would do in game i."""
    g = states[i]
    fill_view(g, r, g.to_move, state_words, i, views[0], view_words, 0)
    write_mask(g, mask, 0)
    return decide(views[0], r, weights, mask, 0)


@jit
def rollout_kernel(rules, weights, worlds, actions, views, view_words, ends, end_words):
    """``ends`` (C * K,): the worlds (K,) after each of the actions (C,) and the rest of the deal."""
    r = rules[0]
    mask = np.zeros((1, NUM_ACTIONS), np.bool_)
    for c in range(len(actions)):
        for k in range(len(worlds)):
            i = c * len(worlds) + k
            ends[i] = worlds[k]
            g = ends[i]
            apply(g, r, actions[c])
            while g.phase != DEAL and g.phase != OVER:
                apply(g, r, greedy_choice(ends, end_words, i, r, weights, views, view_words, mask))
