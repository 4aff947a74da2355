"""Worlds weighted by how well greedy play explains what the others did (Bayes' rule)."""

import numpy as np

from thousand_agents.king.compiled import jit
from thousand_agents.king.rollout import greedy_choice
from thousand_env.games.king.engine import apply, deal_given, start_match


@jit
def explained_kernel(rules, w, worlds, seat, room, counts):
    """How many decisions of the others greedy players would have taken in each world: ``counts`` (K,)."""
    g, r = room[0][0], rules[0]
    talon = np.empty(1, np.int64)
    for k in range(len(worlds)):
        world = worlds[k]
        talon[0] = world.talon
        start_match(g, r, world)
        deal_given(g, r, world.dealt, talon)
        counts[k] = 0
        for step in range(world.log_length):
            action = np.int64(world.log_action[step])
            if g.to_move != seat and greedy_choice(room, r, w) == action:
                counts[k] += 1
            apply(g, r, action)
