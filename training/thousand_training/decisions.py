"""The decisions of one iteration in games that are played together.

Arrays are (steps, games) with T = steps and N = games; P seats.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from thousand_agents.models.net import PolicyNet
from thousand_env import games as known_games
from thousand_training.cast import Cast, Decide
from thousand_training.chances import chances_of, draw, explore_dark
from thousand_training.config import Config
from thousand_training.counts import Counts, new_counts
from thousand_training.games import Games
from thousand_training.hidden import hidden_cards, hidden_size
from thousand_training.playouts import Rollouts, choose_tried
from thousand_training.seats import LEARNER, Seats

LEAST = 1e-8  # chance: a forced dark may have none at all
# Observations, masks and advice (n, ...) -> actions (n,) and the network's log chances (n,) of them.
Act = Callable[[Tensor, Tensor, Tensor | None], tuple[Tensor, Tensor]]


@dataclass
class Played:
    """What an iteration's decisions came to, and the seconds that it took."""

    data: dict[str, Any]  # arrays by name
    counts: Counts
    environment: float
    inference: float


def explorer(config: Config, net: PolicyNet, epsilon: float, generator: torch.Generator) -> Act:
    """The learner as it explores.

    The log chance is the network's own, without the darks forced: measured by the chance of being
    forced, an unlikely dark would always count as clipped when it failed, never when it did well.
    """

    def act(observation: Tensor, mask: Tensor, advice: Tensor | None) -> tuple[Tensor, Tensor]:
        chances = chances_of(config.algorithm, net, observation, mask, advice, epsilon)
        explored = chances
        if config.game == "thousand":
            explored = explore_dark(chances, mask, config.dark_exploration)
        action = draw(explored, generator)
        return action, chances.gather(1, action.unsqueeze(1)).clamp(min=LEAST).log().squeeze(1)

    return act


@torch.inference_mode()
def play_games(
    cast: Cast,
    games: Games,
    seats: Seats,
    net: PolicyNet,
    epsilon: float,
    generator: torch.Generator,
) -> Played:
    """``steps`` decisions in each of the games, by ``net`` and whoever else sits there.

    ``mine`` are the rows to learn from: the learner's own, in a warm start the teachers'.
    """
    config, players = cast.config, cast.rules.players
    began = time.perf_counter()
    data, counts = _new_data(config, players), new_counts(config.game)
    if cast.playouts:
        data |= {
            "tried": np.zeros_like(data["mask"]),
            "returns": np.zeros(data["mask"].shape, "f4"),
        }
    games.begin(seats.iteration)
    act, others = explorer(config, net, epsilon, generator), cast.deciders(seats, generator)
    environment, states = 0.0, games.state
    for t in range(config.steps):
        data["observation"][t], data["mask"][t] = games.observation, games.action_mask
        data["player"][t] = games.current_player
        seats.mark(data["observation"][t], games.current_player)
        if config.tells_hidden:
            data["hidden"][t] = hidden_cards(states, players)
        views = games.views if others or cast.adviser else None
        advice = cast.advice(views, games.action_mask)
        if advice is not None:
            data["advice"][t] = advice
        data["mine"][t] = _decide(seats, act, others, views, advice, data, t)
        start = time.perf_counter()
        if cast.playouts:
            _play_out(cast, cast.playouts, seats.iteration, states, data, t)
        reward, data["deal_over"][t] = games.step(data["action"][t])
        data["reward"][t] = seats.pay(reward)
        states = games.state
        environment += time.perf_counter() - start
        counts.note_actions(data["mask"][t], data["action"][t])
        counts.note_deals(states[games.deal_over], seats.who[games.deal_over] == LEARNER)
    return Played(data, counts, environment, time.perf_counter() - began - environment)


def _play_out(
    cast: Cast, playouts: Rollouts, iteration: int, states: Any, data: dict[str, Any], t: int
) -> None:
    """Play out the actions of step t's own decisions, into ``data``."""
    rows = np.flatnonzero(data["mine"][t])
    rng = np.random.default_rng([cast.config.seed, iteration, t])
    advice = data["advice"][t, rows] if cast.adviser else None
    tried = choose_tried(data["mask"][t, rows], advice, rng)
    data["tried"][t, rows] = tried
    data["returns"][t, rows] = playouts.returns(states[rows], tried)


def _new_data(config: Config, players: int) -> dict[str, Any]:
    shape, package = (config.steps, config.num_games), known_games.load(config.game)
    return {
        "observation": np.empty((*shape, package.OBSERVATION_SIZE), np.float32),
        "hidden": np.empty((*shape, hidden_size(config)), np.uint8),
        "mask": np.empty((*shape, package.NUM_ACTIONS), np.bool_),
        "action": np.empty(shape, np.int64),
        "advice": np.zeros(shape, np.int64),
        "log_chance": np.zeros(shape, np.float32),  # of the action drawn, without exploration
        "player": np.empty(shape, np.int64),
        "mine": np.empty(shape, np.bool_),
        "reward": np.empty((*shape, players), np.float32),
        "deal_over": np.empty(shape, np.bool_),
    }


def _decide(
    seats: Seats,
    act: Act,
    others: list[Decide],
    views: Any,
    advice: Tensor | None,
    data: dict[str, Any],
    t: int,
) -> Any:
    """Actions of step t into ``data``, by whoever sits there; which to learn from (N,)."""
    observation, mask = data["observation"][t], data["mask"][t]
    if not others:
        action, log_chance = act(torch.from_numpy(observation), torch.from_numpy(mask), advice)
        data["action"][t], data["log_chance"][t] = action.numpy(), log_chance.numpy()
        return True
    who, mine = seats.deciders(data["player"][t], views)
    for number in range(len(others) + 1):
        rows = np.flatnonzero(who == number)
        if not len(rows):
            continue
        if number == LEARNER:
            known = torch.from_numpy(observation[rows]), torch.from_numpy(mask[rows])
            action, log_chance = act(*known, None if advice is None else advice[rows])
            data["action"][t, rows], data["log_chance"][t, rows] = action, log_chance
        else:
            decide = others[number - 1]
            data["action"][t, rows] = decide(views[rows], observation[rows], mask[rows])
    return mine
