"""What holds in every match under every rule set, checked on random ones."""

import random

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st

import thousand_env as te
from tests.referee.randoms import random_options, random_table
from thousand_env.games.thousand import PRESETS, rules_from
from thousand_env.games.thousand.actions import A_MARRY, A_MARRY_ACE, NUM_ACTIONS
from thousand_env.games.thousand.cards import PACK, RANK_POINTS

SEEDS = st.integers(0, 2**32 - 1)
POINTS = np.array([RANK_POINTS[card % 6] for card in range(24)])
# What each action number announces: marriages (queen or king led) and four aces.
VALUES = np.zeros(NUM_ACTIONS, np.int64)
VALUES[A_MARRY : A_MARRY + 8] = (40, 40, 60, 60, 80, 80, 100, 100)
VALUES[A_MARRY_ACE : A_MARRY_ACE + 4] = 200
few = settings(max_examples=25, deadline=None)


def random_env(seed, games, **arguments):
    """Games of a random rule set, most of them from a random table near the edges of the rules."""
    rng = random.Random(seed)
    options = random_options(rng)
    table = random_table(rng, options) if rng.random() < 0.7 else None
    env = te.VectorEnv("thousand", games, rules_from(options), seed=seed, **arguments)
    env.reset(options={"table": table})
    return env


def choose(env, step):
    """Legal actions (N,) that depend on the game alone, spread over all that is legal."""
    counts = env.action_mask.sum(axis=1)
    wanted = (step * 7919 + env.state["log_length"] * 31) % counts
    return ((env.action_mask.cumsum(axis=1) - 1 == wanted[:, None]) & env.action_mask).argmax(
        axis=1
    )


def trace(env, steps, first=0):
    """All that the arrays show over some steps."""
    shown = []
    for step in range(first, first + steps):
        env.step(choose(env, step))
        arrays = (env.observation, env.action_mask, env.current_player, env.rewards, env.terminated)
        shown.append([array.copy() for array in arrays])
    return shown


def same(first, second, games=slice(None)):
    return all(
        np.array_equal(a, b[games]) for one, other in zip(first, second) for a, b in zip(one, other)
    )


def untaken(states):
    """Talon cards that nobody has taken (masks)."""
    return (states["talon"][:, 0] | states["talon"][:, 1]) & ~states["talon_taken"]


def check_states(env):
    """Cards, scores and masks of games at a decision."""
    states = env.state[env.current_player >= 0]
    places = np.column_stack([states["hand"], states["played"], untaken(states)])
    assert (np.bitwise_or.reduce(places, axis=1) == PACK).all()
    assert (np.bitwise_count(places.astype(np.uint32)).sum(axis=1) == 24).all()
    assert (states["score"] % 5 == 0).all()
    assert env.action_mask.any(axis=1).all()


def card_points(mask):
    return int(POINTS[[card for card in range(24) if mask >> card & 1]].sum())


class RawPoints:
    """R11.3, kept beside the core: raw points sum to 120 and the marriages announced."""

    def __init__(self, games):
        self.announced = np.zeros(games, np.int64)
        self.checked = 0

    def step(self, env, actions):
        """One step of the environment, deals that end in it checked."""
        before = env.state
        self.announced += VALUES[actions]
        env.step(actions)
        ended = env.terminated | env.truncated
        after = env.state.copy()
        after[ended] = env.finals[ended]
        for i in np.flatnonzero(after["deals"] > before["deals"]):
            # a pack thrown away in the same step has taken the result's place
            if not after[i]["last_conceded"]:
                closed = card_points(untaken(before[i : i + 1])[0]) if env.rules.players == 2 else 0
                assert after[i]["last_raw"].sum() == 120 + self.announced[i] - closed
                self.checked += 1
            self.announced[i] = 0


@given(SEEDS)
@few
def test_cards_scores_masks_and_raw_points_hold_at_every_decision(seed):
    env = random_env(seed, 8)
    raw = RawPoints(8)
    check_states(env)
    for step in range(150):
        raw.step(env, choose(env, step))
        check_states(env)
    assert raw.checked


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_matches_of_every_preset_end_or_reach_the_limit_of_deals(preset, players):
    rules = te.rules("thousand", preset, players=players)
    env = te.VectorEnv("thousand", 6, rules, seed=1, autoreset=AutoresetMode.DISABLED)
    env.reset()
    check_end(env)


@given(SEEDS)
@settings(max_examples=10, deadline=None)
def test_matches_of_random_rules_end_or_reach_the_limit_of_deals(seed):
    check_end(random_env(seed, 6, autoreset=AutoresetMode.DISABLED))


def check_end(env):
    """Play at random, to the end of all matches."""
    for step in range(20_000):
        env.step(env.sample(step))
        if (env.current_player < 0).all():
            break
    states = env.state
    assert (env.terminated ^ env.truncated).all()
    assert (states["deals"][env.truncated] == 200).all()
    assert ((states["winner"] >= 0) == env.terminated).all()
    assert (states["score"] % 5 == 0).all()


@given(SEEDS, st.integers(0, 100))
@few
def test_a_restored_snapshot_has_the_same_future(seed, moment):
    env = random_env(seed, 5)
    trace(env, moment)
    saved = env.state
    future = trace(env, 60, first=moment)
    env.state = saved
    assert same(future, trace(env, 60, first=moment))


@given(SEEDS)
@few
def test_the_same_seed_gives_the_same_games_in_every_batch_and_thread_number(seed):
    shown = trace(random_env(seed, 64), 80)
    assert same(trace(random_env(seed, 1), 80), shown, slice(0, 1))
    assert same(trace(random_env(seed, 7), 80), shown, slice(0, 7))
    assert same(trace(random_env(seed, 7, num_threads=2), 80), shown, slice(0, 7))


@given(SEEDS, st.integers(0, 100))
@few
def test_a_clone_of_a_state_plays_on_alike_and_apart(seed, moment):
    env = random_env(seed, 3)
    trace(env, moment)
    states = env.state
    states[2] = states[0]
    env.state = states
    for step in range(40):
        actions = choose(env, step)
        assert actions[0] == actions[2]
        env.step(actions)
        assert np.array_equal(env.observation[0], env.observation[2])
    before = env.state.tobytes()
    states["score"] = 5  # a copy: the games don't see it
    assert env.state.tobytes() == before


@given(SEEDS, SEEDS)
@few
def test_an_illegal_action_never_changes_a_game(seed, draw):
    env = random_env(seed, 6)
    rng = np.random.default_rng(draw)
    for step in range(40):
        legal = env.action_mask.copy()
        before = [env.state, env.observation.copy(), legal, env.views.copy()]
        actions = rng.integers(-50, NUM_ACTIONS + 50, 6)
        inside = (actions >= 0) & (actions < NUM_ACTIONS)
        wrong = ~(inside & legal[np.arange(6), actions.clip(0, NUM_ACTIONS - 1)])
        env.step(actions)
        assert (env.illegal == wrong).all()
        after = [env.state, env.observation, env.action_mask, env.views]
        for old, new in zip(before, after):
            assert old[wrong].tobytes() == new[wrong].tobytes()
        assert not env.rewards[wrong].any()
        env.step(choose(env, step))
