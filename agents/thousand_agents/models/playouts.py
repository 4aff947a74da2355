"""The rest of a deal as a policy would play it, in many games side by side."""

from typing import Any

import numpy as np

from thousand_agents.compilers import compiler
from thousand_agents.models.net import NetAgent
from thousand_env.games.common.records import words
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import DEAL, NUM_ACTIONS, OVER
from thousand_env.games.thousand.compiled import write_mask
from thousand_env.games.thousand.engine import apply
from thousand_env.games.thousand.state import new_states
from thousand_env.games.thousand.view import fill_view, new_views

jit = compiler("models")


class PlayOuts:
    """All seats do what a policy says, which is asked about all games at once."""

    def __init__(self, rules: RuleSet, policy: NetAgent) -> None:
        self._rules, self._policy = rules.compiled(), policy
        self._rng = np.random.default_rng(0)  # a network and its adviser draw nothing

    def ends(self, worlds: Any, actions: Any) -> Any:
        """The worlds (K,) at the deal's end after each of the actions (C,), as games (C * K,)."""
        count = len(actions) * len(worlds)
        ends, views = new_states(count), new_views(count)
        words(ends)[:] = np.tile(words(worlds), (len(actions), 1))
        masks, rows = np.zeros((count, NUM_ACTIONS), np.bool_), np.arange(count)
        chosen, left = np.repeat(actions, len(worlds)).astype(np.int64), count
        while left:
            left = step_kernel(
                self._rules, ends, words(ends), rows[:left], chosen, views, words(views), masks
            )
            if left:
                chosen = self._policy.act(views[:left], masks[:left], self._rng)
        return ends


@jit
def step_kernel(rules, games, game_words, rows, actions, views, view_words, masks):
    """Play an action in each game of ``rows`` (n,), and what is forced after it: how many go on.

    The first of ``rows``, ``views`` and ``masks`` are theirs then.
    """
    r = rules[0]
    n = 0
    for j in range(len(rows)):
        i = rows[j]
        g = games[i]
        apply(g, r, actions[j])
        while g.phase != DEAL and g.phase != OVER:
            write_mask(g, masks, n)
            if masks[n].sum() > 1:
                fill_view(g, r, g.to_move, game_words, i, views[n], view_words, n)
                rows[n] = i
                n += 1
                break
            apply(g, r, np.argmax(masks[n]))
    return n
