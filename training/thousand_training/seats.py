"""Who decides in which seat during one iteration: the learner, a past self, or a given agent."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from thousand_agents.base import Agent
from thousand_agents.models.bidder import card_masks, is_bidding
from thousand_training.chances import chances_of, draw
from thousand_training.learner import Learner

LEARNER = 0
Decide = Callable[[Any, Any, Any], Any]  # views, observations, masks of n rows -> actions (n,)


class Seats:
    """The deciders of one iteration, number 0 being the learner.

    ``who`` (N, P) is the number of each seat's; ``others[k - 1]`` is decider k.  They are drawn
    anew each iteration, from the seed and the iteration's number.  In a warm start teachers sit
    everywhere, and are learned from.
    """

    def __init__(self, learner: Learner) -> None:
        self.config, self.rules = learner.config, learner.rules
        self.others: list[Decide] = []
        self.rng = np.random.default_rng([learner.config.seed, learner.iteration])
        self.who = np.zeros((learner.config.num_games, learner.rules.players), np.int64)
        self.card_play = self.last_network = LEARNER
        self.teaching = learner.warming
        if self.teaching:
            self._seat_teachers(learner.teachers)
            return
        if learner.config.phase == "bidding":
            self.others.append(self._card_player(learner.card_play))
            self.card_play = len(self.others)
        self._seat_others(learner)

    def _agent(self, agent: Agent) -> Decide:
        return lambda views, observations, masks: agent.act(views, masks, self.rng)

    def _card_player(self, agent: Agent) -> Decide:
        return lambda views, observations, masks: agent.act(
            views, card_masks(views, masks), self.rng
        )

    def _seat_teachers(self, teachers: Sequence[Agent]) -> None:
        """A teacher in every seat."""
        self.others = [self._agent(teacher) for teacher in teachers]
        self.who[:] = self.rng.integers(1, len(teachers) + 1, self.who.shape)

    def _seat_others(self, learner: Learner) -> None:
        """A past self or an agent in one seat or more of some games, the learner in the rest."""
        games, config = self.rng.permutation(len(self.who)), learner.config
        in_pool = round(config.pool_share * len(games)) if learner.pool else 0
        with_agents = round(config.opponents_share * len(games))
        if in_pool:
            self.others.append(self._past_self(learner))
            self._seat(games[:in_pool], len(self.others))
        self.last_network = len(self.others)
        for k, opponent in enumerate(learner.opponents if with_agents else ()):
            self.others.append(self._agent(opponent))
            mine = games[in_pool : in_pool + with_agents][k :: len(learner.opponents)]
            self._seat(mine, len(self.others))

    def _seat(self, games: Any, number: int) -> None:
        """Decider ``number`` into 1 to P - 1 seats, drawn, of each of the games."""
        players = self.who.shape[1]
        order = self.rng.permuted(np.tile(np.arange(players), (len(games), 1)), axis=1)
        seats = order < self.rng.integers(1, players, (len(games), 1))
        self.who[games] = np.where(seats, number, LEARNER)

    def _past_self(self, learner: Learner) -> Decide:
        """One past self, drawn anew each iteration: one more network to ask, not twenty."""
        net = learner.new_policy()
        net.load_state_dict(learner.pool[self.rng.integers(len(learner.pool))])

        def decide(views: Any, observations: Any, masks: Any) -> Any:
            known = torch.from_numpy(observations), torch.from_numpy(masks)
            advice = learner.advice(views, masks)
            chances = chances_of(learner.config.algorithm, net, *known, advice, epsilon=0)
            return draw(chances, learner.generator).numpy()

        return decide

    def deciders(self, players: Any, views: Any) -> tuple[Any, Any]:
        """Who decides in each game (N,), and is it to be learned from (N,)?

        ``players`` (N,) are to move.  A network that only bids leaves the cards to ``card_play``.
        """
        numbers = self.who[np.arange(len(players)), players]
        mine = (numbers == LEARNER) | self.teaching
        if self.config.phase == "bidding":
            cards = ~is_bidding(views)
            mine &= ~cards
            numbers[cards & (numbers <= self.last_network)] = self.card_play
        return numbers, mine
