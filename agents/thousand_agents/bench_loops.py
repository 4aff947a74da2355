"""The loops of this project's own side of ``thousand bench speed``; decisions per second."""

import random
import time
from typing import Any

import numpy as np

import thousand_env as te
from thousand_env.games.common.kernels import begin_kernel, random_play_kernel
from thousand_env.games.common.start import start_tables
from thousand_env.games.thousand import MOST_DEALS
from thousand_env.games.thousand.state import new_states


def random_rollouts(seconds: float) -> float:
    """Random legal play inside the core, deals and bookkeeping included, without observations."""
    rules, games, chunk = te.rules(), 256, 2000
    states, compiled = new_states(games), rules.compiled()
    starts = start_tables(rules, games, None, None)
    begin_kernel(states, compiled, starts, np.ones(games, np.bool_), MOST_DEALS, 0, games)
    calls, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        random_play_kernel(states, compiled, starts, np.uint64(calls), chunk)
        calls += 1
    return calls * games * chunk / (time.perf_counter() - start)


def vector_loop(seconds: float, batch: int, threads: int) -> float:
    """``VectorEnv.step`` with mask and observation, and random legal actions."""
    env = te.VectorEnv("thousand", batch, seed=0, num_threads=threads)
    env.reset()
    rounds, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for _ in range(max(1, 1024 // batch)):
            env.step(env.sample(rounds))
            rounds += 1
    return rounds * batch / (time.perf_counter() - start)


def aec_loop(seconds: float) -> float:
    """PettingZoo's loop over ``thousand_v0``."""
    from thousand_env import thousand_v0

    return play_aec(thousand_v0.env(), seconds)


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
