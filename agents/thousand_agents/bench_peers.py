"""Speed of other card-game environments on this machine, for `thousand bench speed`.

Each function is one repetition: it works for about ``seconds`` in a single thread and returns
decisions per second. A decision is one action of a player. Where a choice had to be made it favours
the peer. The peers come with the extra ``bench`` (`make setup-bench`), imported when measured.
"""

import random
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from thousand_agents.bench_loops import play_aec

DEALS = 32  # dealt positions that games start from
COUNTED_GAMES = 100  # random games a position, played in Python to count their decisions
ROLLOUTS = 500  # random games of one call into C++, a few milliseconds

State = Any  # pyspiel.State: pyspiel has no types


def resolve_chance(state: State, rng: random.Random) -> None:
    """Draw chance outcomes, in place, until a player is to move or the game is over."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])


def random_game_length(position: State, games: int, rng: random.Random) -> float:
    """Mean number of decisions of uniformly random games from a position."""
    decisions = 0
    for _ in range(games):
        state = position.clone()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
            resolve_chance(state, rng)
    return decisions / games


@cache
def dealt_positions(game: str) -> list[State]:
    """Positions of an OpenSpiel game after the deal, before the first decision."""
    import pyspiel

    rng = random.Random(0)
    positions = [pyspiel.load_game(game).new_initial_state() for _ in range(DEALS)]
    for state in positions:
        resolve_chance(state, rng)
    return positions


@cache
def mean_lengths(game: str) -> list[float]:
    """Mean length of a random game from each of the dealt positions."""
    rng = random.Random(0)
    return [random_game_length(state, COUNTED_GAMES, rng) for state in dealt_positions(game)]


def openspiel_rollouts(game: str, seconds: float) -> float:
    """OpenSpiel's own C++ random rollouts: no Python, mask or observation between two decisions.

    The evaluator has no Python method, so a tree search of one simulation calls it: that is
    ``ROLLOUTS`` games from the dealt position searched, and nothing else. Rollouts report no
    length; their decisions are estimated by the mean length of the same kind of random game,
    counted in Python from the same positions (standard error below 1%), outside the time measured.

    ``game`` is an OpenSpiel name, such as "skat" or "euchre". The last round over all positions is
    finished, so that each weighs the same.
    """
    import pyspiel

    positions, lengths = dealt_positions(game), mean_lengths(game)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    limits = {"max_simulations": 1, "max_memory_mb": 100, "solve": False}
    bot = pyspiel.MCTSBot(
        pyspiel.load_game(game), evaluator, uct_c=1.0, seed=1, verbose=False, **limits
    )
    rounds, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for position in positions:
            bot.mcts_search(position)
        rounds += 1
    return rounds * ROLLOUTS * sum(lengths) / (time.perf_counter() - start)


def openspiel_steps(game: str, seconds: float, batch: int, observer: bool) -> float:
    """Stepping OpenSpiel from Python, as a learner would: mask and tensor after every action.

    ``batch`` states advance in lockstep by uniformly random legal actions. After each, the legal
    mask and the observation tensor of the player to move are written into arrays allocated once.
    The tensor comes from ``state.observation_tensor()``, or with ``observer`` from OpenSpiel's
    observer, which writes into its own buffer and is many times faster. A finished game is replaced
    by a clone of a dealt position, as dealing card by card from Python would take longer than the
    play.
    """
    import pyspiel
    from open_spiel.python.observation import make_observation

    rng = random.Random(0)
    loaded = pyspiel.load_game(game)
    buffer = make_observation(loaded, pyspiel.IIGObservationType(perfect_recall=False))
    observation = np.zeros((batch, *buffer.tensor.shape), np.float32)
    mask = np.zeros((batch, loaded.num_distinct_actions()), np.bool_)
    deals = dealt_positions(game)
    states = [rng.choice(deals).clone() for _ in range(batch)]
    rounds, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for i, state in enumerate(states):
            state.apply_action(rng.choice(state.legal_actions()))
            resolve_chance(state, rng)
            if state.is_terminal():
                state = states[i] = rng.choice(deals).clone()
            mask[i] = state.legal_actions_mask()
            if observer:
                buffer.set_from(state, state.current_player())
                observation[i] = buffer.tensor
            else:
                observation[i] = state.observation_tensor(state.current_player())
        rounds += 1
    return rounds * batch / (time.perf_counter() - start)


def texas_holdem_aec(seconds: float) -> float:
    """PettingZoo's Texas hold'em (``texas_holdem_v4``) by the same loop as ``thousand_v0``."""
    with warnings.catch_warnings():  # newer PettingZoo prefers its registry, 1.25 has none
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import texas_holdem_v4

    return play_aec(texas_holdem_v4.env(), seconds)


@cache
def compute_kernel() -> Callable[[int], int]:
    """Five million rounds of a 64-bit xorshift: arithmetic only, no memory, no lock held."""
    import numba

    @numba.njit(nogil=True)
    def xorshift(seed: int) -> int:
        x = np.uint64(seed)
        for _ in range(5_000_000):
            x ^= x << np.uint64(13)
            x ^= x >> np.uint64(7)
            x ^= x << np.uint64(17)
        return int(x)

    xorshift(1)  # compile now, outside the time measured
    return xorshift


def kernel_rate(threads: int, seconds: float) -> float:
    """Calls of the compute kernel per second, by some Python threads together."""
    kernel = compute_kernel()
    start = time.perf_counter()

    def work(seed: int) -> int:
        calls = 0
        while time.perf_counter() - start < seconds:
            kernel(seed)
            calls += 1
        return calls

    with ThreadPoolExecutor(threads) as pool:
        calls = sum(pool.map(work, range(1, threads + 1)))
    return calls / (time.perf_counter() - start)


def pure_compute_scaling(seconds: float) -> float:
    """Throughput of two threads of pure computing over that of one: 2.0 on two free cores.

    The bound for any threaded speed-up on this machine; half of ``seconds`` goes to each.
    """
    one = kernel_rate(1, seconds / 2)
    return kernel_rate(2, seconds / 2) / one
