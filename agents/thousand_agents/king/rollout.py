"""The rest of a deal as greedy players would play it."""

import numpy as np

from thousand_agents.king.compiled import jit
from thousand_agents.king.decide import decide
from thousand_env.games.common.records import words
from thousand_env.games.king.actions import DEAL, OVER
from thousand_env.games.king.engine import apply
from thousand_env.games.king.state import new_states
from thousand_env.games.king.view import fill_view, new_views


class Room:
    """Memory to play in: one game and one view, with the words of each."""

    def __init__(self) -> None:
        self.game, self.view = new_states(1), new_views(1)
        self.arrays = (self.game, words(self.game), self.view, words(self.view))


@jit
def greedy_choice(room, r, w):
    """What the greedy player would do in the game in ``room`` (the arrays of a ``Room``)."""
    games, game_words, views, view_words = room
    g = games[0]
    fill_view(g, r, g.to_move, game_words, 0, views[0], view_words, 0)
    return decide(views[0], r, w, g.legal[0])


@jit
def play_out(room, r, w):
    """Greedy players play the deal in ``room`` to its end."""
    g = room[0][0]
    while g.phase != DEAL and g.phase != OVER:
        apply(g, r, greedy_choice(room, r, w))


@jit
def rollout_kernel(rules, w, worlds, actions, room, points):
    """What the deal writes for who is to move, ``points`` (C, K): in worlds (K,) after actions (C,)."""
    games = room[0]
    for c in range(len(actions)):
        for k in range(len(worlds)):
            games[0] = worlds[k]
            apply(games[0], rules[0], actions[c])
            play_out(room, rules[0], w)
            points[c, k] = games[0].last_written[worlds[k].to_move]


@jit
def outcome_kernel(rules, w, states, actions, room, points):
    """The same for one action in each state: ``points`` (N,)."""
    one = np.empty((1, 1))
    for i in range(len(states)):
        rollout_kernel(rules, w, states[i : i + 1], actions[i : i + 1], room, one)
        points[i] = one[0, 0]
