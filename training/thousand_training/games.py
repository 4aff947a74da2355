"""The games of a run: whole matches, and single deals from sampled tables, side by side.

Both kinds fill the same arrays, those of ``VectorEnv``: matches in the first rows, deals after them.
"""

from itertools import pairwise
from typing import Any, Protocol

import numpy as np

import thousand_env as te
from thousand_env import games
from thousand_env.checks import check
from thousand_env.games.common import core
from thousand_env.games.common.core import NONE
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.games.common.types import Array
from thousand_env.jit import jit
from thousand_training.tables import sample_tables

TABLES_EVERY = 8  # iterations; a game goes through some twenty deals from a table
EQUITY_UNIT = 0.1  # of the chance to win: about what a deal moves


class Equity(Protocol):
    """A model of the match."""

    def chances(self, states: Any) -> Any:
        """Chances to win (N, P) by seat, from the tables of games (N,)."""


@jit
def played_kernel(states: Array, out: Array) -> None:
    """Deals that games have played from their start tables, into ``out`` (N,)."""
    for i in range(len(states)):
        out[i] = core.played(states[i])


class Games:
    """``num_games`` games of any kind, a share of them single deals, and what each step pays.

    ``reward``: ``points`` (change of score / SCORE_REWARD_UNIT), ``lead`` (that, less the mean of the
    others'), ``win`` (of the match), or with an ``equity`` its change from deal to deal / EQUITY_UNIT.
    ``deal_over`` (N,): where the last step has ended a deal.
    """

    def __init__(
        self,
        rules: BaseRules,
        num_games: int,
        seed: int,
        tables_share: float = 0.0,
        reward: str = "points",
        equity: Equity | None = None,
    ) -> None:
        self.rules, self.num_games, self.seed = rules, num_games, seed
        self.reward, self.equity = reward, equity
        package = games.of(rules)
        self.observation = np.zeros((num_games, package.OBSERVATION_SIZE), np.float32)
        self.action_mask = np.zeros((num_games, package.NUM_ACTIONS), np.bool_)
        self.current_player = np.zeros(num_games, np.int64)
        self.terminated = np.zeros(num_games, np.bool_)
        self.truncated = np.zeros(num_games, np.bool_)
        self.deal_over = np.zeros(num_games, np.bool_)
        self.paid = np.zeros((num_games, rules.players), np.float32)
        self.matches = num_games - round(num_games * tables_share)
        self._envs = [
            (episode, self._env(episode, first, stop), slice(first, stop))
            for episode, (first, stop) in zip(
                ("match", "deal"), pairwise((0, self.matches, num_games)), strict=True
            )
            if stop > first
        ]
        for _, env, part in self._envs:
            env.reset(options={"deck_ids": np.arange(num_games)[part]})
        self._look()
        self._told = self._chances(self.state)
        self._laid = -1

    def _env(self, episode: str, first: int, stop: int) -> te.VectorEnv:
        shared = ("observation", "action_mask", "current_player", "terminated", "truncated")
        buffers = {name: getattr(self, name)[first:stop] for name in shared}
        buffers["rewards"] = self.paid[first:stop]
        pays = "win" if self.reward == "win" else "score"
        return te.VectorEnv(
            self.rules.game, stop - first, self.rules, self.seed, pays, episode, buffers=buffers
        )

    def begin(self, iteration: int) -> None:
        """Put the single deals to new tables now and then; the same ones in a resumed run."""
        if iteration % TABLES_EVERY == 0:
            self._lay_tables(iteration // TABLES_EVERY)

    def _lay_tables(self, number: int) -> None:
        self._laid = number
        for episode, env, part in self._envs:
            if episode == "deal":
                count = part.stop - part.start
                tables = sample_tables(self.seed, number * count + np.arange(count), self.rules)
                env.reset(options={"table": tables})
                self._look()
                self._told[part] = self._chances(self.state[part])

    def step(self, actions: Any) -> tuple[Any, Any]:
        """One decision in every game (N,): rewards (N, P), and where no more comes of it (N,).

        That is at the end of its deal, or with ``reward = "win"`` of its match.
        """
        played = self._played
        for _, env, part in self._envs:
            env.step(actions[part])
        self._look()
        ended = self.terminated | self.truncated
        self.deal_over = ended | (self._played != played)
        if self.reward == "win":
            return self.paid, ended
        if self.equity is not None:
            return self._change_of_chances(self.deal_over, ended), self.deal_over
        if self.reward == "lead":
            others = self.paid.sum(1, keepdims=True) - self.paid
            return self.paid - others / (self.rules.players - 1), self.deal_over
        return self.paid, self.deal_over

    def _change_of_chances(self, deal_over: Any, ended: Any) -> Any:
        """At each deal's end the change since the last one's; the winner of a match has 1."""
        states = self.state
        after = self._told.copy()
        running = deal_over & ~ended
        after[running] = self._chances(states[running])
        finals = self._finals()[ended]
        after[ended] = self._chances(finals)
        reward = (after - self._told) / EQUITY_UNIT
        after[ended] = self._chances(states[ended])  # of the game that follows
        self._told = after
        return reward

    def _chances(self, states: Any) -> Any:
        """Chances to win (N, P); of a match that is over, 1 and 0."""
        players = self.rules.players
        if self.equity is None or not len(states):
            return np.zeros((len(states), players), np.float32)
        winner = states["winner"][:, None]
        chances = np.where(
            winner == NONE, self.equity.chances(states), winner == np.arange(players)
        )
        return chances.astype(np.float32)

    def _look(self) -> None:
        """Note all games as they stand, after each change."""
        self._state = np.concatenate([env.state for _, env, _ in self._envs])
        self._played = np.empty(self.num_games, np.int64)
        played_kernel(self._state, self._played)

    def _finals(self) -> Any:
        return np.concatenate([env.finals for _, env, _ in self._envs])

    @property
    def views(self) -> Any:
        """What the players to move know (N,): a copy."""
        return np.concatenate([env.views for _, env, _ in self._envs])

    @property
    def state(self) -> Any:
        """All games, hidden cards included (N,): as they stand, to be read only.

        Assigning a copy restores it.
        """
        return self._state

    @state.setter
    def state(self, states: Any) -> None:
        check(len(states) == self.num_games, f"state: {self.num_games} games are expected")
        for _, env, part in self._envs:
            env.state = states[part]
        self._look()
        self._told = self._chances(states)

    def restore(self, states: Any, iteration: int) -> None:
        """Go on with the games of a saved run, whose ``iteration`` comes next.

        Raises: ThousandError if these are no games of so many and these rules; some of them may be
            changed then.
        """
        laid = max(iteration - 1, 0) // TABLES_EVERY  # what its deals began from
        if laid != self._laid:
            self._lay_tables(laid)
        self.state = states
