"""Bochki in batches: what VectorEnv shows, pays and takes, beside single games (B2, B9, B10)."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te
from tests.bochki_crosscheck_views import core_facts, observed_facts
from thousand_env import bochki_v0
from thousand_env.errors import RulesWarning, TableError, ThousandError
from thousand_env.games.bochki import (
    NUM_ACTIONS,
    OBSERVATION_SIZE,
    REWARDS,
    STATE_DTYPE,
    VIEW_DTYPE,
    Game,
    decode,
    rules,
)
from thousand_env.games.bochki.observe import LAYOUT
from thousand_env.games.bochki.state import NONE
from thousand_env.games.common.encode import encode

GAMES = [
    {"players": 2, "turns": "in_order", "barrel_zero": "keep"},
    {"players": 3},
    {"players": 4, "cards": 36, "overshoot": "allowed"},
    {"players": 4, "turns": "in_order", "max_turns": 12},
]


def vector(n=6, **options):
    """Games that have begun; options of the rules and of the environment."""
    own = {
        name: options.pop(name) for name in ("reward", "episode", "autoreset") if name in options
    }
    env = te.VectorEnv("bochki", n, rules(**options), **own)
    env.reset()
    return env


@pytest.mark.parametrize("options", GAMES)
def test_masks_observations_and_views_are_those_of_single_games(options):
    env = vector(**options)
    games = [Game(env.rules, seed=0, deck=deck) for deck in range(env.num_games)]
    for step in range(400):
        actions = env.sample(step)
        for i, game in enumerate(games):
            assert np.flatnonzero(env.action_mask[i]).tolist() == game.legal_actions()
            assert env.action_mask[i, actions[i]] and env.current_player[i] == game.player
            assert env.views[i].tobytes() == game.view(game.player).tobytes()
            game.apply(int(actions[i]))
        facts = [observed_facts(core_facts(view)) for view in env.views]
        assert [decode(row) for row in env.observation] == facts
        assert (encode(env.views) == env.observation).all()
        if any(game.over for game in games):
            break
        env.step(actions)
    assert step > 20


def test_the_layout_has_no_gaps_and_a_row_for_each_block():
    assert sum(block.size for block in LAYOUT) == OBSERVATION_SIZE == 58
    assert len(LAYOUT.table().splitlines()) == len(LAYOUT) + 2


@pytest.mark.parametrize("options", GAMES)
def test_rewards_of_a_game_sum_to_its_result(options):
    assert set(REWARDS) == {"score", "win"}
    scores, wins = vector(8, reward="score", **options), vector(8, reward="win", **options)
    paid, ended = np.zeros((8, scores.rules.players)), np.zeros(8, np.bool_)
    for step in range(5000):
        actions = scores.sample(step)
        scores.step(actions)
        wins.step(actions)
        paid[~ended] += scores.rewards[~ended]
        for i in np.flatnonzero(scores.terminated & ~ended):
            final = scores.finals["score"][i, : scores.rules.players]
            assert np.allclose(paid[i] * 100, final)
            best = final == final.max()
            assert abs(wins.rewards[i].sum()) < 1e-6
            assert ((wins.rewards[i] > 0) == best).all() or best.all()
        assert not (wins.rewards.any(axis=1) & ~scores.terminated).any()
        assert not scores.truncated.any()  # ``max_turns`` ends a game, by its own rules
        ended |= scores.terminated
        if ended.all():
            break
    assert ended.all()


@pytest.mark.parametrize("turns", ["together", "in_order"])
def test_one_turn_as_an_episode(turns):
    """Together, everybody's turn and the extra ones; in order, one player's with his extra ones."""
    env = vector(200, turns=turns, episode="deal", autoreset=te.vector.AutoresetMode.DISABLED)
    env.reset(options={"table": {"scores": [205, 505, 100]}, "dealer": 0})
    extra, step = False, 0
    while not env.terminated.all():
        extra |= bool((env.views["barrel_turns"].max(axis=1) > 0).any())
        step += 1
        env.step(env.sample(step))
    ended = env.state
    seats = {"together": [0, 1, 2], "in_order": [1]}[turns]
    assert extra and (env.current_player == NONE).all() and env.action_mask.all()
    assert not env.observation.any() and not env.truncated.any()
    assert (ended["turns_ended"][:, :3] > 0).all(axis=0).tolist() == [s in seats for s in range(3)]
    assert (ended["played"] == 1).all() and not ended["barrel_turns"].any()
    assert (ended["turns"] == (turns == "together")).all()


def test_an_episode_without_a_decision_is_passed_over():
    """Three deals without points in a barrel, and the turn and the extra ones are over (B7, B8)."""
    options = {"turns": "in_order", "max_turns": 1, "players": 2}
    env, ends = vector(1000, **options, episode="deal"), np.zeros(1000)
    for step in range(20):
        env.reset(options={"table": {"scores": [205, 505]}, "dealer": 0})
        assert (env.current_player == 1).all()
        env.step(env.sample(step))
        assert (env.current_player == 1).all() and env.terminated.any()
        ends += env.terminated
    empty = env.state["match"] - 20 - ends
    assert (empty >= 0).all() and empty.any()


def test_an_illegal_action_is_marked_and_changes_nothing():
    env = vector(3)
    before = env.state
    for action in (1, NUM_ACTIONS, -1, 10**12):  # nobody has entered: ``stop`` is illegal, too
        env.step(np.full(3, action))
        assert env.illegal.all() and env.state.tobytes() == before.tobytes()


@pytest.mark.parametrize("turns", ["together", "in_order"])
def test_given_hands_begin_the_games_marked(turns):
    env = vector(3, turns=turns)
    deal = Game(env.rules, seed=9, dealer=0).deals[0]
    env.reset(options={"hands": deal, "dealer": 0})
    assert (env.state["hand"] == Game(env.rules, seed=9, dealer=0).state.hand).all()
    wrong = {"hands": ["", *deal["hands"][:-1]], "talon": ""}
    with pytest.raises(TableError, match="cards are dealt now"):
        env.reset(options={"hands": wrong, "dealer": 0})


def test_wide_fields_lie_on_multiples_of_eight_bytes():
    for dtype in (STATE_DTYPE, VIEW_DTYPE):
        assert dtype.itemsize % 8 == 0
        assert all(at % 8 == 0 for field, at in dtype.fields.values() if field.base == np.int64)


def test_a_function_as_reward_sees_the_tables():
    def gain(before, after):
        return (after["score"] - before["score"])[:, :3]

    env, plain = vector(5, reward=gain), vector(5, reward="score")
    for step in range(100):
        actions = env.sample(step)
        env.step(actions)
        plain.step(actions)
        assert np.allclose(env.rewards, 100 * plain.rewards)


PROGRAM = """
import hashlib
import thousand_env as te
from tests.test_bochki_batch import GAMES, vector
from thousand_env.jit import INTERPRETED

digest = hashlib.sha256()
for options in GAMES:
    env = vector(2, reward="score", **options)
    env.reset(options={"table": {"scores": [195, 795, 205, 0][: env.rules.players]}})
    for step in range(150):
        env.step(env.sample(step))
        for array in (env.observation, env.action_mask, env.views, env.rewards):
            digest.update(array.tobytes())
print(INTERPRETED, digest.hexdigest())
"""


def test_the_interpreted_core_is_the_compiled_core():
    done = []
    for disable in ("0", "1"):
        env = os.environ | {"NUMBA_DISABLE_JIT": disable}
        how = {"env": env, "cwd": Path(__file__).parents[1], "text": True, "check": True}
        run = subprocess.run([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, **how)
        done.append(run.stdout.split())
    assert done[0][0] == "False" and done[1][0] == "True"
    assert done[0][1] == done[1][1]


# ---- starts from which somebody never decides

NOTHING = "8S TS QS AS 8C TC QC"  # scores nothing, so in a barrel the turn ends with it (B8)


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.DISABLED])
def test_b8_a_given_pack_after_which_nobody_decides_is_followed_by_the_next_match(mode):
    """Of many barrels some are left by three such turns, and so the only turn of a deal is over."""
    made = rules(players=2, turns="in_order")
    env = te.VectorEnv("bochki", 512, made, episode="deal", autoreset=mode)
    pack = {"hands": [NOTHING, ""], "talon": ""}
    env.reset(seed=1, options={"table": {"scores": [250, 0]}, "dealer": 1, "hands": pack})
    assert (env.current_player == 0).all() and (env.state["match"] > 0).any()


def test_a_start_from_which_nobody_ever_decides_is_refused():
    with pytest.warns(RulesWarning):
        made = rules(players=2, turns="in_order", max_turns=1, score_table={})
    env, table = te.VectorEnv("bochki", 2, made), {"scores": [250, 250]}
    env.reset(seed=1)
    before = env.state.tobytes()
    with pytest.raises(ThousandError, match="without a decision"):
        env.reset(seed=1, options={"table": table})
    assert env.state.tobytes() == before
    for one in (te.SeatEnv(rules=made, game="bochki"), bochki_v0.env(rules=made)):
        with pytest.raises(ThousandError, match="without a decision"):
            one.reset(seed=1, options={"table": table})


@pytest.mark.parametrize("start", [{"dealer": 0}, {"table": {"first": 1}}])
def test_b2_a_learner_who_never_has_a_turn_is_told_so(start):
    """In order, the single turn of a deal is the first one's."""
    how = {"game": "bochki", "rules": rules(turns="in_order"), "episode": "deal"}
    for env in (te.SeatEnv(seat=0, **how), te.SeatVectorEnv(3, seat=0, **how)):
        with pytest.raises(ThousandError, match="another seat, dealer or table"):
            env.reset(seed=1, options=start)
    _, info = te.SeatEnv(seat=1, **how).reset(seed=1, options=start)
    assert info["seat"] == 1
