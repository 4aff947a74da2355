"""One iteration's decisions, in this process or in groups by an executor."""

from time import perf_counter
from typing import Any

import numpy as np

from thousand_training.cast import weights_of
from thousand_training.config import Config
from thousand_training.decisions import Played, play_games
from thousand_training.games import Games
from thousand_training.groups import GroupedGames, GroupJob, play_group
from thousand_training.learner import Learner
from thousand_training.metrics import Metrics
from thousand_training.seats import Seats


def play(learner: Learner, metrics: Metrics) -> dict[str, Any]:
    """One iteration's decisions; arrays (steps, games, ...) by name, see ``play_games``."""
    began = perf_counter()
    if isinstance(learner.games, Games):
        played, at_once = _play_here(learner, learner.games), 1
    else:
        played = _play_groups(learner, learner.games)
        at_once = min(learner.executor.workers, learner.config.groups)
    metrics.counts = played.counts
    spent = {
        "environment": played.environment / at_once,
        "inference": played.inference / at_once,
    }
    spent["transfer"] = max(0.0, perf_counter() - began - sum(spent.values()))
    for part, seconds in spent.items():
        learner.parts[part] += seconds
    return played.data


def seats_of(learner: Learner, config: Config) -> Seats:
    """Who sits where in this iteration, in all games or in those of a group's config."""
    drawn = learner.rules.players, learner.iteration, learner.warming, learner.pool
    return Seats(config, *drawn)


def _play_here(learner: Learner, games: Games) -> Played:
    seats = seats_of(learner, learner.config)
    return play_games(
        learner.cast, games, seats, learner.actor(), learner.epsilon, learner.generator
    )


def _play_groups(learner: Learner, games: GroupedGames) -> Played:
    """All groups; their seconds are added up."""
    weights, parts = weights_of(learner.actor()), games.parts()
    jobs = [
        GroupJob(seats_of(learner, config), games.state[part], weights, learner.epsilon)
        for config, part in zip(games.configs, parts, strict=True)
    ]
    states, whole = games.state.copy(), None
    for part, found in zip(parts, learner.executor.run(play_group, jobs), strict=True):
        states[part] = found.states
        whole = _join(whole, found.played, part, len(states))
    assert whole is not None, "a run has at least one group"
    games.state = states
    return whole


def _join(whole: Played | None, played: Played, part: slice, count: int) -> Played:
    """A group's decisions among those of all ``count`` games."""
    if whole is None:
        shapes = {name: (len(a), count, *a.shape[2:]) for name, a in played.data.items()}
        data = {name: np.empty(shape, played.data[name].dtype) for name, shape in shapes.items()}
        whole = Played(data, type(played.counts)(), 0.0, 0.0)
    for name, array in played.data.items():
        whole.data[name][:, part] = array
    whole.counts.add(played.counts)
    whole.environment += played.environment
    whole.inference += played.inference
    return whole
