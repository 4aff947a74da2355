"""The loops of this project's own side of ``thousand bench speed``; decisions per second."""

import random
import time
from importlib import import_module
from typing import Any

import numpy as np

import thousand_env as te
from thousand_env import games
from thousand_env.games.common.kernels import begin_kernel, random_play_kernel
from thousand_env.games.common.start import start_tables


def random_rollouts(seconds: float, game: str = "thousand") -> float:
    """Random legal play inside the core, deals and bookkeeping included, without observations."""
    package, count, chunk = games.load(game), 256, 2000
    rules = package.rules()
    states, compiled = package.new_states(count), rules.compiled()
    starts = start_tables(rules, count, None, None)
    every, limit = np.ones(count, np.bool_), package.MOST_DEALS
    begin_kernel(states, compiled, starts, every, limit, 0, count)
    calls, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        random_play_kernel(states, compiled, starts, np.uint64(calls), chunk)
        calls += 1
    return calls * count * chunk / (time.perf_counter() - start)


def vector_loop(seconds: float, batch: int, threads: int, game: str = "thousand") -> float:
    """``VectorEnv.step`` with mask and observation, and random legal actions."""
    env = te.VectorEnv(game, batch, seed=0, num_threads=threads)
    env.reset()
    rounds, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(max(1, 1024 // batch)):
            env.step(env.sample(rounds))
            rounds += 1
    return rounds * batch / (time.perf_counter() - start)


def aec_loop(seconds: float, game: str = "thousand") -> float:
    """PettingZoo's loop over the game's environment, ``thousand_v0`` and the like."""
    return play_aec(import_module(f"thousand_env.{game}_v0").env(), seconds)


def play_aec(env: Any, seconds: float) -> float:
    """PettingZoo's loop as its documentation writes it, by random legal actions.

    The last game is finished; the closing ``step(None)`` of each player counts as no decision.
    """
    rng = random.Random(0)
    decisions, seed, start = 0, 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(rng.choice(observation["action_mask"].nonzero()[0]))
                decisions += 1
    return decisions / (time.perf_counter() - start)
