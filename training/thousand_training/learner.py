"""Everything that a run changes: networks, optimizer, games, random streams, counters."""

from copy import deepcopy
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from thousand_agents.base import make_agent
from thousand_agents.models.net import PolicyNet, mlp
from thousand_agents.rules_option import parse_rules
from thousand_env.games.thousand import OBSERVATION_SIZE
from thousand_training.belief import BeliefHead
from thousand_training.config import Config, ConfigError
from thousand_training.games import Equity, Games
from thousand_training.hidden import HIDDEN_SIZE
from thousand_training.playouts import Rollouts

PARTS = ("environment", "inference", "learning", "evaluation")  # of a run's time


class Critic(nn.Module):
    """What the player to move will still score: observation (B, OBS) -> (B,).

    A ``privileged`` one also sees where the cards lie, ``hidden`` (B, HIDDEN_SIZE); it is only used
    in training.
    """

    def __init__(self, width: int, depth: int, privileged: bool) -> None:
        super().__init__()
        self.privileged = privileged
        inputs = OBSERVATION_SIZE + (HIDDEN_SIZE if privileged else 0)
        self.body = mlp(inputs, width, depth, 1, last_gain=1.0)

    def forward(self, observation: Tensor, hidden: Tensor) -> Tensor:
        """Values (B,)."""
        if self.privileged:
            observation = torch.cat([observation, hidden.to(observation.dtype)], 1)
        return self.body(observation).squeeze(1)


class Learner:
    """A run on its way.

    ``policy`` plays; ``nets`` are all networks that learn, on ``device``.  ``pool`` are weights of
    past selves, ``seconds`` the time used, ``parts`` what for.
    """

    def __init__(self, config: Config, equity: Equity | None = None) -> None:
        if config.device == "cuda" and not torch.cuda.is_available():
            raise ConfigError('device = "cuda": PyTorch finds no GPU here; "cpu" works everywhere')
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        self.config, self.device = config, torch.device(config.device)
        self.rules = parse_rules(config.rules)
        self.policy = self.new_policy()
        self.nets = nn.ModuleDict({"policy": self.policy})
        if config.algorithm == "ppo":
            self.nets["value"] = Critic(config.value_width, config.depth, config.privileged)
            if config.belief_weight:
                self.nets["belief"] = BeliefHead(config.width)
        self.nets.to(self.device)
        self.optimizer = torch.optim.Adam(
            self.nets.parameters(), lr=config.learning_rate, eps=1e-5, foreach=True
        )
        self.no_chance = np.random.default_rng(0)  # advisers draw none
        self.adviser = make_agent(config.adviser, self.rules) if config.adviser else None
        self.teachers = [make_agent(spec, self.rules) for spec in config.warm_start]
        self.opponents = [make_agent(spec, self.rules) for spec in config.opponents]
        self.card_play = make_agent(config.card_play, self.rules)
        self.games = Games(
            self.rules,
            config.num_games,
            config.seed,
            config.tables_share,
            config.reward,
            equity or load_equity(config, self.rules),
        )
        rollout = config.algorithm == "rollout"
        self.playouts = Rollouts(self.rules, config.threads) if rollout else None
        self.pool: list[dict[str, Tensor]] = []
        self.generator = torch.Generator().manual_seed(config.seed)
        self.iteration = self.decisions = 0
        self.seconds = 0.0
        self.parts = dict.fromkeys(PARTS, 0.0)

    def new_policy(self) -> PolicyNet:
        """A policy network of this run's form."""
        return PolicyNet(self.config.width, self.config.depth, self.config.adviser)

    def advice(self, views: Any, masks: Any) -> Tensor | None:
        """What the policy's adviser would do (N,), if it has one."""
        if self.adviser is None:
            return None
        return torch.from_numpy(self.adviser.act(views, masks, self.no_chance))

    @property
    def progress(self) -> float:
        """Share of the run that is done, from 0 to 1."""
        by_time = self.seconds / (60 * self.config.minutes)
        return min(1.0, max(by_time, self.iteration / self.config.iterations))

    @property
    def falling(self) -> float:
        """A factor that falls from 1 to 0.1 during the run."""
        return 1 - 0.9 * self.progress

    @property
    def epsilon(self) -> float:
        """Share of random decisions by now (DMC)."""
        return self.config.epsilon * self.falling

    @property
    def warming(self) -> bool:
        """Are the teachers still to be cloned?"""
        return bool(self.teachers) and self.decisions < self.config.warm_decisions

    def actor(self) -> PolicyNet:
        """The policy on the processor, where games are played; a copy if it learns elsewhere."""
        return self.policy if self.device.type == "cpu" else deepcopy(self.policy).cpu()

    def keep_past_self(self) -> None:
        """Into the pool, every ``pool_every`` iterations, the oldest out if it is full."""
        config = self.config
        if config.pool_share and not self.warming and self.iteration % config.pool_every == 0:
            self.pool.append({k: v.cpu().clone() for k, v in self.policy.state_dict().items()})
            del self.pool[: -config.pool_size]


def load_equity(config: Config, rules: Any) -> Equity | None:
    """The equity model that a config names."""
    if config.reward != "equity":
        return None
    from thousand_agents.models.equity import EquityModel

    return EquityModel.load(config.equity, rules)
