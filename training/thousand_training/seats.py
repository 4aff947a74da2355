"""Who decides in which seat during one iteration: the learner, a past self, or a given agent.

Two learners in a team are each paid what the lone opponent's reward comes to with its sign turned:
with ``reward = "lead"`` the team's mean points less the opponent's, so that points which one gives
the other cost neither anything.  The observation doesn't say who is who; a flag that three players
leave unused tells them on which side the opponent sits.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from torch import Tensor

from thousand_agents.models.bidder import is_bidding
from thousand_env.games.thousand.observe import OFFSETS
from thousand_training.config import Config

LEARNER = 0
CARD_PLAY, PAST_SELF, OPPONENT, TEACHER = "card play", "past self", "opponent", "teacher"
LONE_LEFT = OFFSETS["on_barrel"] + 3  # a flag of the dealer who sits out, whom only four have


class Seats:
    """The deciders of one iteration, number 0 being the learner.

    ``who`` (N, P) is the number of each seat's; ``others[k - 1]`` is decider k, its kind and its
    number among those.  They are drawn anew each iteration, from the seed and the iteration's number.
    In a warm start (``teaching``) teachers sit everywhere, and are learned from.  Against a team
    ``lone`` (N,) are the opponent's seats.  An agent's chance is ``rng``.  What is here can be sent to
    another process; ``Cast`` has the agents.
    """

    def __init__(
        self,
        config: Config,
        players: int,
        iteration: int,
        teaching: bool = False,
        pool: Sequence[dict[str, Tensor]] = (),
    ) -> None:
        self.config, self.iteration, self.teaching = config, iteration, teaching
        self.others: list[tuple[str, int]] = []
        self.past_self: dict[str, Any] = {}
        self.rng = np.random.default_rng([config.seed, iteration])
        self.who = np.zeros((config.num_games, players), np.int64)
        self.card_play = self.last_network = LEARNER
        # For the whole run, so that no deal changes hands on its way.
        self.one_seat = np.arange(config.num_games) % players
        self.lone = self.one_seat if config.seating == "team" else None
        if teaching:
            self._seat_teachers(len(config.warm_start))
            return
        if config.phase == "bidding":
            self.others.append((CARD_PLAY, 0))
            self.card_play = len(self.others)
        self._seat_others(pool)

    def _seat_teachers(self, count: int) -> None:
        """A teacher in every seat."""
        self.others = [(TEACHER, k) for k in range(count)]
        self.who[:] = self.rng.integers(1, count + 1, self.who.shape)

    def _seat_others(self, pool: Sequence[dict[str, Tensor]]) -> None:
        """A past self or an agent in one seat or more of some games, the learner in the rest."""
        games, config = self.rng.permutation(len(self.who)), self.config
        in_pool = round(config.pool_share * len(games)) if pool else 0
        with_agents = round(config.opponents_share * len(games))
        if in_pool:  # one, drawn anew each iteration: one more network to ask, not twenty
            drawn = pool[int(self.rng.integers(len(pool)))]
            self.past_self = {name: tensor.numpy() for name, tensor in drawn.items()}
            self.others.append((PAST_SELF, 0))
            self._seat(games[:in_pool], len(self.others))
        self.last_network = len(self.others)
        for k in range(len(config.opponents) if with_agents else 0):
            self.others.append((OPPONENT, k))
            mine = games[in_pool : in_pool + with_agents][k :: len(config.opponents)]
            self._seat(mine, len(self.others))

    def _seat(self, games: Any, number: int) -> None:
        """Decider ``number`` into 1 to P - 1 seats of each of the games, drawn unless ``seating``."""
        players = self.who.shape[1]
        if self.config.seating != "mixed":
            one = self.one_seat[games, None] == np.arange(players)
            self.who[games] = np.where(one == (self.config.seating == "team"), number, LEARNER)
            return
        order = self.rng.permuted(np.tile(np.arange(players), (len(games), 1)), axis=1)
        seats = order < self.rng.integers(1, players, (len(games), 1))
        self.who[games] = np.where(seats, number, LEARNER)

    def deciders(self, players: Any, views: Any) -> tuple[Any, Any]:
        """Who decides in each game (N,), and is it to be learned from (N,)?

        ``players`` (N,) are to move.  A network that only bids leaves the cards to ``card_play``.
        """
        numbers = self.who[np.arange(len(players)), players]
        mine = (numbers == LEARNER) | self.teaching
        if self.lone is not None:
            mine &= players != self.lone
        if self.config.phase == "bidding":
            cards = ~is_bidding(views)
            mine &= ~cards
            numbers[cards & (numbers <= self.last_network)] = self.card_play
        return numbers, mine

    def mark(self, observations: Any, players: Any) -> None:
        """Tell a team, in its observations (N, OBS), on which side its opponent sits."""
        if self.lone is not None:
            observations[:, LONE_LEFT] = self.lone == (players + 1) % self.who.shape[1]

    def pay(self, rewards: Any) -> Any:
        """What each seat gets (N, P) for the rewards (N, P) of a step."""
        if self.lone is None:
            return rewards
        lost = -np.take_along_axis(rewards, self.lone[:, None], 1)
        return np.where(np.arange(self.who.shape[1]) == self.lone[:, None], rewards, lost)
