"""Bad input to the vector API: refused, or marked in ``illegal``; the games stay bit for bit."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te
from tests.rules.helpers import SWEEP
from thousand_env.games.thousand.actions import NUM_ACTIONS

N = 5


@pytest.fixture
def env():
    """Five matches in their first decisions."""
    env = te.VectorEnv(num_games=N, seed=3)
    env.reset()
    return env


def snapshot(env):
    """Everything a caller sees, as bytes."""
    arrays = (env.state, env.observation, env.action_mask, env.current_player, env.views)
    return [np.asarray(array).tobytes() for array in arrays]


def legal_actions(env):
    return env.action_mask.argmax(axis=1)


@pytest.mark.parametrize(
    "actions",
    [
        np.full(N, np.nan),
        np.zeros(N),
        np.zeros(N, np.float32),
        [0.0] * N,
        np.zeros(N, np.bool_),
        [True] * N,
        np.zeros(N, object),
        ["pass"] * N,
        [None] * N,
        np.zeros(N - 1, np.int64),
        np.zeros(N + 1, np.int64),
        np.zeros((N, 1), np.int64),
        np.zeros((1, N), np.int64),
        0,
        [],
        None,
        "pass",
    ],
)
def test_actions_of_the_wrong_type_or_shape_are_refused(env, actions):
    before = snapshot(env)
    with pytest.raises(te.ActionError, match=rf"whole numbers of shape \({N},\) are expected"):
        env.step(actions)
    assert snapshot(env) == before


def test_a_ragged_list_of_actions_is_refused(env):
    before = snapshot(env)
    with pytest.raises(te.ActionError):
        env.step([[0], 0, 0, 0, 0])
    assert snapshot(env) == before


@pytest.mark.parametrize(
    "dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64]
)
def test_every_whole_number_type_is_taken(env, dtype):
    env.step((legal_actions(env) % 128).astype(dtype))


@pytest.mark.parametrize("action", [-1, NUM_ACTIONS, 255, 2**31, -(2**31), 2**62, -(2**62)])
def test_actions_out_of_range_are_marked_and_change_nothing(env, action):
    before = snapshot(env)
    env.step(np.full(N, action, np.int64))
    assert env.illegal.all()
    assert snapshot(env) == before
    assert not env.rewards.any() and not env.terminated.any() and not env.truncated.any()


def test_an_unsigned_number_beyond_64_bits_signed_is_illegal(env):
    before = snapshot(env)
    env.step(np.full(N, 2**64 - 1, np.uint64))
    assert env.illegal.all() and snapshot(env) == before


def test_an_illegal_action_in_one_game_leaves_the_others_alone(env):
    before, actions = env.state, legal_actions(env)
    wrong = (~env.action_mask).argmax(axis=1)
    actions[2] = wrong[2]
    env.step(actions)
    assert env.illegal.tolist() == [False, False, True, False, False]
    changed = [before[i].tobytes() != env.state[i].tobytes() for i in range(N)]
    assert changed == [True, True, False, True, True]


def test_the_mark_is_taken_off_by_a_legal_action(env):
    env.step(np.full(N, -1))
    env.step(legal_actions(env))
    assert not env.illegal.any()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tables": {}}, "unknown options.*table, dealer, hands, deck_ids, reset_mask"),
        ({"dealer": 3}, "dealer"),
        ({"dealer": [0, 1]}, "list of 5"),
        ({"dealer": [0, 1, 2, 0, 1.5]}, "dealer"),
        ({"dealer": [[0]] * N}, "dealer"),
        ({"table": {"score": [1, 0, 0]}}, "multiple of 5"),
        ({"table": [{}, {}]}, "list of 5"),
        ({"table": 7}, "a table is an object"),
        ({"hands": {"hands": SWEEP[:3]}}, "hands"),
        ({"hands": {"hands": SWEEP[:2], "talon": SWEEP[3]}}, "list of 3"),
        ({"hands": {"hands": list(SWEEP[:3]), "talon": "AS 9C JD"}}, "AS"),
        ({"hands": [None, None]}, "list of 5"),
        ({"deck_ids": [0.5] * N}, "deck_ids"),
        ({"deck_ids": [0, 1]}, "deck_ids"),
        ({"deck_ids": [[0], 1, 2, 3, 4]}, "deck_ids"),
        ({"reset_mask": [True] * N}, "autoreset DISABLED"),
    ],
)
def test_a_reset_with_bad_options_changes_nothing(env, options, message):
    before = snapshot(env)
    with pytest.raises(te.ThousandError, match=message):
        env.reset(seed=9, options=options)
    assert snapshot(env) == before
    env.reset()
    again = te.VectorEnv(num_games=N, seed=3)
    again.reset()
    again.reset()
    assert snapshot(env) == snapshot(again)


@pytest.mark.parametrize("mask", [[True] * (N - 1), [1] * N, ["a"] * N, True])
def test_a_bad_reset_mask_is_refused(mask):
    env = te.VectorEnv(num_games=N, autoreset=AutoresetMode.DISABLED)
    env.reset()
    before = snapshot(env)
    with pytest.raises(te.ThousandError, match="reset_mask"):
        env.reset(options={"reset_mask": mask})
    assert snapshot(env) == before


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, True, "1"])
def test_a_bad_seed_is_refused(env, seed):
    before = snapshot(env)
    with pytest.raises(te.ThousandError, match="seed"):
        env.reset(seed=seed)
    with pytest.raises(te.ThousandError, match="seed"):
        te.VectorEnv(seed=seed)
    assert snapshot(env) == before


@pytest.mark.parametrize("states", [None, [1] * N, np.zeros(N), "x"])
def test_a_state_that_is_none_is_refused(env, states):
    before = snapshot(env)
    with pytest.raises(te.ThousandError, match=r"env\.state"):
        env.state = states
    assert snapshot(env) == before


@pytest.mark.parametrize(("index", "seat"), [(N, 0), (-1, 0), (0, 3), (0, -1), (0.0, 0), (0, True)])
def test_a_view_of_no_game_or_no_seat_is_refused(env, index, seat):
    with pytest.raises(te.ThousandError, match=r"no (game|seat)"):
        env.view(index, seat)
