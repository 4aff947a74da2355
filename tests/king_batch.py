"""King's kernels tied to arrays, as VectorEnv ties them, and games with every kind of deal."""

import numpy as np

from thousand_env.games.common import kernels
from thousand_env.games.common.records import words
from thousand_env.games.common.start import start_tables
from thousand_env.games.king import NUM_ACTIONS, OBSERVATION_SIZE
from thousand_env.games.king.compiled import REWARD_SCORE
from thousand_env.games.king.state import new_states
from thousand_env.games.king.view import new_views

EVERYTHING = {"robber": True, "plus": ["auction", "lottery"]}
GAMES = [EVERYTHING | {"players": 3}, EVERYTHING | {"players": 4}, {"variant": "joker"}]


class Batch:
    """A batch of games of one rule set, and what the player to move of each sees."""

    def __init__(self, n, made, table=None, limit=200, reward=REWARD_SCORE, reset=True):
        self.n, self.rules, self.compiled = n, made, made.compiled()
        self.states, self.finals, self.views = new_states(n), new_states(n), new_views(n)
        self.states["deck"] = np.arange(n)
        self.starts, self.limit = start_tables(made, n, table, None), limit
        self.observation = np.zeros((n, OBSERVATION_SIZE), np.float32)
        self.mask = np.zeros((n, NUM_ACTIONS), np.bool_)
        self.player = np.zeros(n, np.int64)
        self.rewards = np.zeros((n, made.players), np.float32)
        self.illegal, self.terminated, self.truncated = np.zeros((3, n), np.bool_)
        self.how = (limit, reward, reset)
        which = np.ones(n, np.bool_)
        kernels.begin_kernel(self.states, self.compiled, self.starts, which, limit, 0, n)
        self.observe()

    def _seen(self):
        games = (self.states, words(self.states), self.compiled, self.views, words(self.views))
        return (*games, self.observation, self.mask, self.player)

    def observe(self):
        kernels.observe_kernel(*self._seen(), 0, self.n)

    def sample(self, key):
        actions = np.empty(self.n, np.int64)
        kernels.sample_kernel(self.states, key, actions, 0, self.n)
        return actions

    def step(self, actions):
        ends = (self.rewards, self.illegal, self.terminated, self.truncated, words(self.finals))
        how = (self.starts, *self.how)
        kernels.step_kernel(*self._seen(), *how, *ends, actions, 0, self.n)
