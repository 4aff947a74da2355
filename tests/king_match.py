"""Agents of King against each other on the same decks, with what every kind of deal wrote."""

import numpy as np

from tests.king_batch import Batch
from thousand_env.games.king.kernels import begin_kernel
from thousand_env.games.king.rules import KINDS

REWARD_NONE = 0


class Match(Batch):
    """Games of every deck in all seatings (G, P), whose numbers name the agents."""

    def __init__(self, agents, rules, seats, decks, seed=0, table=None, limit=200):
        self.agents, self.seats = agents, np.tile(seats, (decks, 1))
        super().__init__(len(self.seats), rules, table, limit, REWARD_NONE, False)
        self.decks, self.rng = decks, np.random.default_rng(seed)
        self.states["seed"] = seed
        self.states["deck"] = np.arange(self.n) // len(seats)
        everywhere = np.ones(self.n, np.bool_)
        begin_kernel(self.states, self.compiled, self.starts, everywhere, limit, 0, self.n)
        self.observe()
        self.points = np.zeros((self.n, rules.players, len(KINDS)))

    def play(self):
        """Play to the end; points (decks, G, P, kinds)."""
        while (self.player >= 0).any():
            actions = np.zeros(self.n, np.int64)
            for number, agent in enumerate(self.agents):
                mover = self.seats[np.arange(self.n), np.maximum(self.player, 0)]
                rows = np.flatnonzero((self.player >= 0) & (mover == number))
                if len(rows):
                    actions[rows] = agent.act(self.views[rows], self.mask[rows], self.rng)
            before = self.states["deals"].copy()
            self.step(actions)
            assert not self.illegal.any()
            for i in np.flatnonzero(self.states["deals"] != before):
                g = self.states[i]
                self.points[i, :, g.last_kind] += g.last_written[: self.rules.players]
        return self.points.reshape(self.decks, -1, *self.points.shape[1:])


def one_against(players):
    """Seatings (P, P) of agent 0 in every seat, agent 1 in the others."""
    return 1 - np.eye(players, dtype=np.int64)


def advantage(points, seats):
    """By deck and kind (D, kinds): points of agent 0 a game, those of the others being as much less.

    ``points`` of ``Match.play`` with the seatings of ``one_against``.
    """
    seat = np.argmin(seats, axis=1)
    own = points[:, np.arange(len(seats)), seat]
    others = (points.sum(axis=2) - own) / (seats.shape[1] - 1)
    return (own - others).mean(axis=1)


def interval(values):
    """Mean and half of the 95% interval over decks."""
    return values.mean(axis=0), 1.96 * values.std(axis=0, ddof=1) / len(values) ** 0.5
