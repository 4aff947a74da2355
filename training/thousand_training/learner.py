"""Everything that a run changes: networks, optimizer, games, random streams, counters."""

from copy import deepcopy

import torch
from torch import Tensor, nn

from thousand_agents.executors import make_executor
from thousand_agents.models.net import PolicyNet, mlp
from thousand_agents.rules_option import parse_rules
from thousand_env import games
from thousand_env.games.common.ruleset import BaseRules
from thousand_training.belief import BeliefHead
from thousand_training.cast import Cast, games_of
from thousand_training.config import Config, ConfigError
from thousand_training.games import Equity, Games
from thousand_training.groups import GroupedGames, group_configs
from thousand_training.hidden import hidden_size
from thousand_training.margins import Margins

PARTS = ("environment", "inference", "transfer", "learning", "evaluation")  # of a run's time


class Critic(nn.Module):
    """What the player to move will still get: observation (B, OBS) -> (B,).

    A ``privileged`` one also sees where the cards lie, ``hidden`` (B, HIDDEN_SIZE); it is only used
    in training.
    """

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.privileged = config.privileged
        inputs = games.load(config.game).OBSERVATION_SIZE
        if config.privileged:
            inputs += hidden_size(config)
        self.body = mlp(inputs, config.value_width, config.depth, 1, last_gain=1.0)

    def forward(self, observation: Tensor, hidden: Tensor) -> Tensor:
        """Values (B,)."""
        if self.privileged:
            observation = torch.cat([observation, hidden.to(observation.dtype)], 1)
        return self.body(observation).squeeze(1)


class Learner:
    """A run on its way.

    ``policy`` plays; ``nets`` are all networks that learn, on ``device``; ``cast`` are the agents.
    ``pool`` are weights of past selves, ``seconds`` the time used, ``parts`` what for.
    """

    def __init__(self, config: Config, equity: Equity | None = None) -> None:
        if config.device == "cuda" and not torch.cuda.is_available():
            raise ConfigError('device = "cuda": PyTorch finds no GPU here; "cpu" works everywhere')
        self.config, self.device = config, torch.device(config.device)
        self.rules = parse_rules(config.rules, config.game)
        self.phases = games.load(config.game).PHASES[1:-1]  # in which somebody decides
        if config.seating == "team" and self.rules.players != 3:
            raise ConfigError('seating = "team": two against one, under rules for three players')
        self.cast = Cast(config, self.rules)
        torch.set_num_threads(config.threads)
        torch.manual_seed(config.seed)
        self.policy = self.cast.new_policy()
        self.nets = nn.ModuleDict({"policy": self.policy})
        if config.algorithm == "ppo":
            self.nets["value"] = Critic(config)
            if config.belief_weight:
                self.nets["belief"] = BeliefHead(config.width)
        self.margins = Margins()
        if config.algorithm == "rollout" and config.adviser:
            self.nets["margins"] = self.margins
        self.nets.to(self.device)
        self.optimizer = torch.optim.Adam(
            self.nets.parameters(), lr=config.learning_rate, eps=1e-5, foreach=True
        )
        self.games = _games(config, self.rules, equity)
        self.executor = make_executor(
            config.executor, config.workers or None, config.address or None
        )
        self.pool: list[dict[str, Tensor]] = []
        self.generator = torch.Generator().manual_seed(config.seed)
        self.iteration = self.decisions = 0
        self.seconds = 0.0
        self.parts = dict.fromkeys(PARTS, 0.0)

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
        return bool(self.config.warm_start) and self.decisions < self.config.warm_decisions

    def actor(self) -> PolicyNet:
        """The policy on the processor, where games are played; a copy if it learns elsewhere."""
        return self.policy if self.device.type == "cpu" else deepcopy(self.policy).cpu()

    def keep_past_self(self) -> None:
        """Into the pool, every ``pool_every`` iterations, the oldest out if it is full."""
        config = self.config
        if config.pool_share and not self.warming and self.iteration % config.pool_every == 0:
            self.pool.append({k: v.cpu().clone() for k, v in self.policy.state_dict().items()})
            del self.pool[: -config.pool_size]


def _games(config: Config, rules: BaseRules, equity: Equity | None) -> Games | GroupedGames:
    if config.groups == 1:
        return games_of(config, rules, equity)
    if equity is not None:
        raise ConfigError("an equity that is handed in plays here: groups = 1 is expected")
    return GroupedGames(group_configs(config))
