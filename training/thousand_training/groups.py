"""Groups of games that are played apart: a job for any executor, and what is kept between them.

A group is played as a small run of its own, with a seed of its own: what comes of an iteration depends
on the config alone, not on who plays the groups.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from time import perf_counter
from typing import Any

import numpy as np
import torch

from thousand_agents.models.net import PolicyNet
from thousand_agents.rules_option import parse_rules
from thousand_env.checks import check
from thousand_training.cast import Cast, games_of, load_weights
from thousand_training.config import Config
from thousand_training.decisions import Played, play_games
from thousand_training.games import Games
from thousand_training.limits import MOST_GROUPS
from thousand_training.seats import Seats


def group_configs(config: Config) -> list[Config]:
    """The settings of each group: its part of the games, and what doesn't concern it left out."""
    seeds = [np.random.SeedSequence([config.seed, k]) for k in range(config.groups)]
    games = config.num_games // config.groups
    alone = {"groups": 1, "executor": "serial", "workers": 0, "address": ""}
    alone |= {"threads": 1, "device": "cpu", "num_games": games}
    return [replace(config, seed=int(s.generate_state(1)[0]), **alone) for s in seeds]  # type: ignore[arg-type]


@dataclass(frozen=True)
class GroupJob:
    """An iteration of one group, as a worker needs to know it."""

    seats: Seats  # with the config and the iteration's number
    states: Any  # games as the last iteration left them
    weights: dict[str, Any]  # of the policy, ``weights_of``
    epsilon: float


@dataclass
class GroupPlayed:
    """What came of a job, and the games as it left them."""

    played: Played
    states: Any


def play_group(job: GroupJob) -> GroupPlayed:
    """Play a job; the result depends on it alone."""
    began = perf_counter()
    seats, (cast, games, net) = job.seats, _made(job.seats.config)
    load_weights(net, job.weights)
    games.restore(job.states, seats.iteration)
    stream = np.random.SeedSequence([seats.config.seed, seats.iteration])
    generator = torch.Generator().manual_seed(int(stream.generate_state(1)[0]))
    restored = perf_counter() - began
    played = play_games(cast, games, seats, net, job.epsilon, generator)
    played.environment += restored
    return GroupPlayed(played, games.state)


@lru_cache(maxsize=MOST_GROUPS)
def _made(config: Config) -> tuple[Cast, Games, PolicyNet]:
    """What a worker keeps of a group: nothing that a job doesn't set anew."""
    rules = parse_rules(config.rules, config.game)
    cast = Cast(config, rules)
    return cast, games_of(config, rules), cast.new_policy()


class GroupedGames:
    """The games of all groups between two iterations: their states (N,), one group after the other."""

    def __init__(self, configs: list[Config]) -> None:
        self.configs = configs
        self.rules = parse_rules(configs[0].rules, configs[0].game)
        self.state = np.concatenate([games_of(c, self.rules).state for c in configs])

    def parts(self) -> list[slice]:
        """Where each group lies."""
        cuts = range(0, len(self.state) + 1, self.configs[0].num_games)
        return [slice(*cut) for cut in pairwise(cuts)]

    def restore(self, states: Any, iteration: int) -> None:
        """Go on with the games of a saved run, as ``Games.restore`` does."""
        check(len(states) == len(self.state), f"state: {len(self.state)} games are expected")
        found = []
        for config, part in zip(self.configs, self.parts(), strict=True):
            games = games_of(config, self.rules)
            games.restore(states[part], iteration)
            found.append(games.state)
        self.state = np.concatenate(found)
