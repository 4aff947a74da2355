"""Worlds weighed by how well they explain what the others did (Bayes' rule over sampled worlds)."""

import numpy as np

from thousand_agents.pimc.compiled import jit
from thousand_agents.pimc.rollout import greedy_choice
from thousand_env.games.thousand.actions import NUM_ACTIONS
from thousand_env.games.thousand.engine import apply, open_deal, start_match


@jit
def weigh_kernel(rules, weights, worlds, seat, trust, again, again_words, views, view_words, found):
    """``found`` (K,): likelihood of the others' decisions in each world.

    Each decision in the world's log is as likely as ``trust`` if the greedy player would have taken
    it with those cards, else as 1 - ``trust``.  ``again`` is a game (1,) to play the log in.
    """
    r = rules[0]
    mask = np.zeros((1, NUM_ACTIONS), np.bool_)
    g = again[0]
    for k in range(len(worlds)):
        world = worlds[k]
        again[0] = world
        start_match(g, r, world)
        for other in range(len(world.dealt)):
            g.dealt[other] = world.dealt[other]
            g.hand[other] = world.dealt[other]
        g.talon[0] = world.talon[0]
        g.talon[1] = world.talon[1]
        open_deal(g, r)
        found[k] = 1.0
        for step in range(world.log_length):
            action = np.int64(world.log_action[step])
            if g.to_move != world.log_seat[step]:
                break  # a table that changed within the deal (R4.5): judge by what came before
            if g.to_move != seat:
                expected = greedy_choice(again, again_words, 0, r, weights, views, view_words, mask)
                found[k] *= trust if action == expected else 1 - trust
            if not apply(g, r, action):
                break


def resample(likelihood, count, offset):
    """``count`` places of the worlds, each as often as its likelihood asks (systematic resampling)."""
    shares = np.cumsum(likelihood) / likelihood.sum()
    return np.searchsorted(shares, (np.arange(count) + offset) / count)
