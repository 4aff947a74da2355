"""Every action of a decision played out by greedy players, in the cards as they lie."""

from typing import Any, Final

import numpy as np

from thousand_agents.compilers import compiler
from thousand_agents.greedy.style import style
from thousand_agents.greedy.weights import Weights, fitted
from thousand_agents.pimc.rollout import greedy_choice
from thousand_agents.pimc.threads import share_out
from thousand_env.games.common.records import words
from thousand_env.games.thousand.actions import DEAL, NUM_ACTIONS, OVER
from thousand_env.games.thousand.engine import apply
from thousand_env.games.thousand.state import new_states
from thousand_env.games.thousand.view import new_views

MOST: Final = 10  # actions of a decision played out; of more, the adviser's and random ones
UNIT: Final = 100  # points
PART: Final = 64  # decisions that a thread plays out at a time

jit = compiler("greedy", "pimc")


class Rollouts:
    """Plays out decisions, in several threads."""

    def __init__(self, rules: Any, threads: int) -> None:
        self._rules, self._weights = rules.compiled(), Weights(style=style(), **fitted())
        self._crew = [(new_states(1), new_views(1)) for _ in range(threads)]

    def returns(self, states: Any, tried: Any) -> Any:
        """What the player to move gains on the others in the rest of the deal, in hundreds of points.

        Args: games (N,), actions to try, bool (N, A).  Returns: (N, A), 0 where nothing is tried.
        """
        found = np.zeros(tried.shape, np.float32)

        def play_out(memory: Any, part: int) -> None:
            rows, (room, views) = slice(part * PART, (part + 1) * PART), memory
            playout_kernel(
                self._rules, self._weights, states[rows], tried[rows], room, words(room), views,
                words(views), found[rows],
            )  # fmt: skip

        share_out(play_out, self._crew, -(-len(states) // PART))
        return found / UNIT


def choose_tried(masks: Any, advice: Any, rng: np.random.Generator) -> Any:
    """Which actions to play out, bool (N, A): all legal ones, or MOST of them; of one alone none."""
    legal = masks.sum(1)
    drawn = np.where(masks, rng.random(masks.shape, np.float32), -1)
    if advice is not None:
        drawn[np.arange(len(masks)), advice] = 2
    least = -np.partition(-drawn, MOST - 1, axis=1)[:, MOST - 1 : MOST]
    return masks & (drawn >= least) & (legal > 1)[:, None]


@jit
def playout_kernel(rules, weights, states, tried, room, room_words, views, view_words, returns):
    """``returns`` (N, A) in points, by greedy play after each action tried."""
    r = rules[0]
    mask = np.zeros((1, NUM_ACTIONS), np.bool_)
    g = room[0]
    for i in range(len(states)):
        seat = states[i].to_move
        for action in range(NUM_ACTIONS):
            if not tried[i, action]:
                continue
            room[0] = states[i]
            apply(g, r, action)
            while g.phase != DEAL and g.phase != OVER:
                apply(g, r, greedy_choice(room, room_words, 0, r, weights, views, view_words, mask))
            returns[i, action] = lead(g, r, seat) - lead(states[i], r, seat)


@jit
def lead(g, r, seat):
    """The own score less the mean of the others'."""
    total = 0
    for other in range(r.players):
        total += g.score[other]
    return g.score[seat] - (total - g.score[seat]) / (r.players - 1)
