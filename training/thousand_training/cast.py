"""Who plays a run's games beside the networks that learn: agents, and what is needed to ask them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from thousand_agents.base import Agent, make_agent
from thousand_agents.models.bidder import card_masks
from thousand_agents.models.net import PolicyNet
from thousand_env.games.common.ruleset import BaseRules
from thousand_training.chances import chances_of, draw
from thousand_training.config import Config
from thousand_training.games import Equity, Games
from thousand_training.playouts import Rollouts
from thousand_training.seats import CARD_PLAY, PAST_SELF, TEACHER, Seats

Decide = Callable[[Any, Any, Any], Any]  # views, observations, masks of n rows -> actions (n,)


class Cast:
    """The agents of a config under its rules."""

    def __init__(self, config: Config, rules: Any) -> None:
        self.config, self.rules = config, rules
        self.no_chance = np.random.default_rng(0)  # advisers draw none
        self.adviser = make_agent(config.adviser, rules) if config.adviser else None
        self.teachers = [make_agent(spec, rules) for spec in config.warm_start]
        self.opponents = [make_agent(spec, rules) for spec in config.opponents]
        bidding = config.phase == "bidding"
        self.card_play = make_agent(config.card_play, rules) if bidding else None
        rollout = config.algorithm == "rollout"
        self.playouts = Rollouts(rules, config.threads) if rollout else None

    def new_policy(self) -> PolicyNet:
        """A policy network of this config's form."""
        config = self.config
        return PolicyNet(config.width, config.depth, config.adviser, config.network, config.game)

    def advice(self, views: Any, masks: Any) -> Tensor | None:
        """What the policy's adviser would do (N,), if it has one."""
        if self.adviser is None:
            return None
        return torch.from_numpy(self.adviser.act(views, masks, self.no_chance))

    def deciders(self, seats: Seats, generator: torch.Generator) -> list[Decide]:
        """Those of ``seats.others``, in their order."""
        return [self._decider(*other, seats, generator) for other in seats.others]

    def _decider(self, kind: str, number: int, seats: Seats, generator: torch.Generator) -> Decide:
        if kind == PAST_SELF:
            return self._past_self(seats.past_self, generator)
        if kind == CARD_PLAY:
            card_play = self.card_play
            assert card_play is not None, "only a bidder leaves the cards to another"
            return lambda views, observations, masks: card_play.act(
                views, card_masks(views, masks), seats.rng
            )
        agents: list[Agent] = self.teachers if kind == TEACHER else self.opponents
        return lambda views, observations, masks: agents[number].act(views, masks, seats.rng)

    def _past_self(self, weights: dict[str, Any], generator: torch.Generator) -> Decide:
        net = self.new_policy()
        load_weights(net, weights)

        def decide(views: Any, observations: Any, masks: Any) -> Any:
            known = torch.from_numpy(observations), torch.from_numpy(masks)
            advice = self.advice(views, masks)
            chances = chances_of(self.config.algorithm, net, *known, advice, epsilon=0)
            return draw(chances, generator).numpy()

        return decide


def games_of(config: Config, rules: BaseRules, equity: Equity | None = None) -> Games:
    """New games of a config; ``equity`` instead of the one that it names."""
    return Games(
        rules,
        config.num_games,
        config.seed,
        config.tables_share,
        config.reward,
        equity or load_equity(config, rules),
    )


def load_equity(config: Config, rules: Any) -> Equity | None:
    """The equity model that a config names."""
    if config.reward != "equity":
        return None
    from thousand_agents.models.equity import EquityModel

    return EquityModel.load(config.equity, rules)


def weights_of(net: PolicyNet) -> dict[str, Any]:
    """A network's numbers as arrays, which share its memory: a job takes these to any process."""
    return {name: tensor.numpy() for name, tensor in net.state_dict().items()}


def load_weights(net: PolicyNet, weights: dict[str, Any]) -> None:
    """Copy ``weights_of`` another network into this one."""
    net.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
