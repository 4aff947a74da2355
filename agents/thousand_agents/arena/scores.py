"""Scores of sets as arrays: points and shares of the win, and an agent's mean of them in a set."""

from typing import Any

import numpy as np

from thousand_agents.arena.seatings import Seatings
from thousand_agents.games import Columns
from thousand_env.games.common.core import NONE


class Scores:
    """K sets of G games with P seats, from the columns of ``games``, sets one after the other.

    ``points`` (K, G, P) are changes of score from the start table.  ``shares`` (K, G, P) of the win
    sum to 1 a game: the winners' equal parts; a match cut off is shared by all seats; of a forfeited
    one those with points above 0 get equal parts.
    """

    def __init__(self, games: Columns, plan: Seatings) -> None:
        self.plan = plan
        each, players = plan.seats.shape
        points = np.stack([games[f"points_{seat}"] for seat in range(players)], axis=-1)
        self.points = points.reshape(-1, each, players)
        self.winners, self.forfeit = games["winners"], games["forfeit_seat"]

    @property
    def shares(self) -> Any:
        """Shares of the win (K, G, P)."""
        players = self.points.shape[-1]
        ahead = self.points.reshape(-1, players) > 0
        won = self.winners[:, None] >> np.arange(players) & 1
        share = np.where((self.forfeit != NONE)[:, None], ahead, won)
        share[~share.any(axis=1)] = 1
        return (share / share.sum(axis=1, keepdims=True)).reshape(self.points.shape)

    def points_of(self, agent: int) -> Any:
        """Mean points of an agent's seats in each set (K,)."""
        return self.points[:, self.plan.seats == agent].mean(axis=1)

    def shares_of(self, agent: int) -> Any:
        """What an agent's seats won of the games it took part in, in each set (K,)."""
        mine = self.plan.seats == agent
        return self.shares[:, mine].sum(axis=1) / mine.any(axis=1).sum()

    def fair_share(self, agent: int) -> float:
        """The share of an agent no better than the others."""
        mine = self.plan.seats == agent
        return float(mine.sum() / mine.any(axis=1).sum() / mine.shape[1])
