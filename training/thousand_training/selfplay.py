"""One iteration's decisions.

Arrays of an iteration are (steps, games) with T = steps and N = games; P seats.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from thousand_env.games.thousand import NUM_ACTIONS, OBSERVATION_SIZE
from thousand_training.chances import DARK, chances_of, draw, explore_dark
from thousand_training.games import Games
from thousand_training.hidden import HIDDEN_SIZE, hidden_cards
from thousand_training.learner import Learner
from thousand_training.metrics import Metrics
from thousand_training.playouts import Rollouts, choose_tried
from thousand_training.seats import LEARNER, Seats

LEAST = 1e-8  # chance: a forced dark may have none at all
# Observations, masks and advice (n, ...) -> actions (n,) and the network's log chances (n,) of them.
Act = Callable[[Tensor, Tensor, Tensor | None], tuple[Tensor, Tensor]]


def explorer(learner: Learner) -> Act:
    """The learner as it explores.

    The log chance is the network's own, without the darks forced: measured by the chance of being
    forced, an unlikely dark would always count as clipped when it failed, never when it did well.
    """
    config, net, epsilon = learner.config, learner.actor(), learner.epsilon

    def act(observation: Tensor, mask: Tensor, advice: Tensor | None) -> tuple[Tensor, Tensor]:
        chances = chances_of(config.algorithm, net, observation, mask, advice, epsilon)
        explored = explore_dark(chances, mask, config.dark_exploration)
        action = draw(explored, learner.generator)
        return action, chances.gather(1, action.unsqueeze(1)).clamp(min=LEAST).log().squeeze(1)

    return act


@torch.inference_mode()
def play(learner: Learner, metrics: Metrics) -> dict[str, Any]:
    """One iteration's decisions; arrays by name.

    ``mine`` are the rows to learn from: the learner's own, in a warm start the teachers'.
    """
    config, games = learner.config, learner.games
    began = time.perf_counter()
    data = _new_data(config.steps, config.num_games, learner.rules.players)
    if learner.playouts:
        data |= {
            "tried": np.zeros_like(data["mask"]),
            "returns": np.zeros(data["mask"].shape, "f4"),
        }
    games.begin(learner.iteration)
    seats, act = Seats(learner), explorer(learner)
    environment, states = 0.0, games.state
    for t in range(config.steps):
        data["observation"][t], data["mask"][t] = games.observation, games.action_mask
        data["player"][t] = games.current_player
        data["hidden"][t] = hidden_cards(states, learner.rules.players)
        views = games.views if seats.others or learner.adviser else None
        advice = learner.advice(views, games.action_mask)
        if advice is not None:
            data["advice"][t] = advice
        data["mine"][t] = _decide(seats, act, games, views, advice, data, t)
        start = time.perf_counter()
        if learner.playouts:
            _play_out(learner, learner.playouts, states, data, t)
        data["reward"][t], data["deal_over"][t] = games.step(data["action"][t])
        states = games.state
        environment += time.perf_counter() - start
        metrics.count_dark(data["mask"][t][:, DARK], data["action"][t] == DARK)
        metrics.count_deals(states[data["deal_over"][t]])
    learner.parts["environment"] += environment
    learner.parts["inference"] += time.perf_counter() - began - environment
    return data


def _play_out(
    learner: Learner, playouts: Rollouts, states: Any, data: dict[str, Any], t: int
) -> None:
    """Play out the actions of step t's own decisions, into ``data``."""
    rows = np.flatnonzero(data["mine"][t])
    rng = np.random.default_rng([learner.config.seed, learner.iteration, t])
    advice = data["advice"][t, rows] if learner.adviser else None
    tried = choose_tried(data["mask"][t, rows], advice, rng)
    data["tried"][t, rows] = tried
    data["returns"][t, rows] = playouts.returns(states[rows], tried)


def _new_data(steps: int, games: int, players: int) -> dict[str, Any]:
    shape = (steps, games)
    return {
        "observation": np.empty((*shape, OBSERVATION_SIZE), np.float32),
        "hidden": np.empty((*shape, HIDDEN_SIZE), np.uint8),
        "mask": np.empty((*shape, NUM_ACTIONS), np.bool_),
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
    games: Games,
    views: Any,
    advice: Tensor | None,
    data: dict[str, Any],
    t: int,
) -> Any:
    """Actions of step t into ``data``, by whoever sits there; which to learn from (N,)."""
    if not seats.others:
        known = torch.from_numpy(games.observation), torch.from_numpy(games.action_mask)
        action, log_chance = act(*known, advice)
        data["action"][t], data["log_chance"][t] = action.numpy(), log_chance.numpy()
        return True
    who, mine = seats.deciders(games.current_player, views)
    for number in range(len(seats.others) + 1):
        rows = np.flatnonzero(who == number)
        if not len(rows):
            continue
        observations, masks = games.observation[rows], games.action_mask[rows]
        if number == LEARNER:
            known = torch.from_numpy(observations), torch.from_numpy(masks)
            action, log_chance = act(*known, None if advice is None else advice[rows])
            data["action"][t, rows], data["log_chance"][t, rows] = action, log_chance
        else:
            decide = seats.others[number - 1]
            data["action"][t, rows] = decide(views[rows], observations, masks)
    return mine
