"""King's batch kernels: what a vector of games sees, pays and gives away (K11, K13)."""

import os
import pickle
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.king_batch import GAMES, Batch
from tests.king_crosscheck_views import core_facts, observed_facts
from thousand_env.errors import ThousandError
from thousand_env.games.common.encode import encode
from thousand_env.games.common.kernels import renew_kernel
from thousand_env.games.common.rewards import win_by_score
from thousand_env.games.common.start import place_hands
from thousand_env.games.king import NUM_ACTIONS, OBSERVATION_SIZE, compiled, decode, rules
from thousand_env.games.king.actions import BASE
from thousand_env.games.king.game import Game
from thousand_env.games.king.observe import LAYOUT
from thousand_env.games.king.restore import check_states
from thousand_env.games.king.state import LOG_SIZE, NONE, STATE_DTYPE
from thousand_env.games.king.view import VIEW_DTYPE


@pytest.mark.parametrize("options", GAMES)
def test_masks_observations_and_views_are_those_of_single_games(options):
    batch, kinds = Batch(6, rules(**options)), set()
    games = [Game(batch.rules, seed=0, deck=deck) for deck in range(6)]
    for step in range(3000):
        actions = batch.sample(step)
        for i, game in enumerate(games):
            assert np.flatnonzero(batch.mask[i]).tolist() == game.legal_actions()
            assert batch.mask[i, actions[i]] and batch.player[i] == game.player
            assert batch.views[i].tobytes() == game.view(game.player).tobytes()
            kinds.add(game.kind)
            game.apply(int(actions[i]))
        if step % 7 == 0:
            facts = [observed_facts(core_facts(view)) for view in batch.views]
            assert [decode(row) for row in batch.observation] == facts
            assert (encode(batch.views) == batch.observation).all()
        if any(game.over for game in games):
            break
        batch.step(actions)
    assert kinds == set(batch.rules.plan)


def test_the_layout_has_no_gaps_and_a_row_for_each_block():
    assert sum(block.size for block in LAYOUT) == OBSERVATION_SIZE
    assert len(LAYOUT.table().splitlines()) == len(LAYOUT) + 2
    with pytest.raises(ValueError):
        decode(np.zeros(3))


@pytest.mark.parametrize("options", GAMES)
def test_rewards_of_a_game_sum_to_its_result(options):
    made = rules(**options)
    scores, wins = Batch(8, made), Batch(8, made, reward=compiled.REWARD_WIN)
    paid, ended = np.zeros((8, made.players)), np.zeros(8, np.bool_)
    for step in range(3000):
        actions = scores.sample(step)
        scores.step(actions)
        wins.step(actions)
        paid[~ended] += scores.rewards[~ended]
        for i in np.flatnonzero(scores.terminated & ~ended):
            totals = scores.finals["score"][i, : made.players]
            assert np.allclose(paid[i] * 100, totals)
            best = totals == totals.max()
            assert abs(wins.rewards[i].sum()) < 1e-6
            assert ((wins.rewards[i] > 0) == best).all() or best.sum() == made.players
        assert not (wins.rewards.any(axis=1) & ~scores.terminated).any()
        ended |= scores.terminated
        if ended.all():
            break
    assert ended.all()


@pytest.mark.parametrize(
    ("totals", "rewards"),
    [((5, 0, 0, 0), (1, -1 / 3)), ((5, 5, 0, 0), (1 / 3, -1 / 3)), ((5, 5, 5, 5), (0, None))],
)
def test_k11_level_winners_share_the_reward(totals, rewards):
    game, made = SimpleNamespace(score=totals), SimpleNamespace(players=4)
    win_reward = getattr(win_by_score, "py_func", win_by_score)
    got = [win_reward(game, made, seat) for seat in range(4)]
    assert got == pytest.approx([rewards[0] if t == 5 else rewards[1] for t in totals])


def test_one_deal_as_an_episode_and_a_finished_game():
    batch = Batch(4, rules(), table={"deals": 6}, limit=1, reset=False)
    for step in range(53):
        batch.step(batch.sample(step))
    assert batch.terminated.all() and (batch.player == NONE).all() and batch.mask.all()
    assert not batch.observation.any() and batch.finals["deals"].tolist() == [7] * 4
    batch.step(np.zeros(4, np.int64))
    assert not batch.illegal.any() and not batch.rewards.any()


def test_an_illegal_action_is_marked_and_changes_nothing():
    batch = Batch(3, rules())
    before = batch.states.copy()
    for action in (NUM_ACTIONS, -1, BASE[2], 10**12):
        batch.step(np.full(3, action))
        assert batch.illegal.all() and batch.states.tobytes() == before.tobytes()


def test_a_given_deal_begins_the_games_marked():
    batch = Batch(3, rules())
    deal = Game(batch.rules, seed=9).deals[0]
    which = np.array([True, False, True])
    before = batch.states[1].copy()
    place_hands(batch.states, batch.compiled, batch.rules, batch.starts, which, deal, 200)
    assert (batch.states["dealt"][0] == batch.states["dealt"][2]).all()
    assert batch.states[1] == before != batch.states[0]
    assert Game(batch.rules, seed=9).state.dealt.tolist() == batch.states["dealt"][0].tolist()


def test_wide_fields_lie_on_multiples_of_eight_bytes_and_the_log_is_long_enough():
    for dtype in (STATE_DTYPE, VIEW_DTYPE):
        assert dtype.itemsize % 8 == 0
        for name in dtype.names:
            base, at = dtype.fields[name][0].base, dtype.fields[name][1]
            assert at % base.itemsize == 0, name
    game = Game(rules(plus=["auction"]), seed=1, table={"deals": 6})
    for price in range(400, -1, -5):  # the longest sale
        game.apply(f"open {price}")
        while game.phase == "bid" and price:
            game.apply("pass")
    for price in range(5, 401, 5):
        game.apply(f"bid {price}")
    while not game.results:
        game.apply(game.legal()[0])
    assert len(game.deals[0]["actions"]) == 459 <= LOG_SIZE


def test_a_copy_of_a_game_goes_its_own_way():
    game = Game(seed=4)
    copy = pickle.loads(pickle.dumps(game))
    copy.apply(copy.legal()[0])
    assert copy.view(0) != game.view(0) and game.deals[0]["actions"] == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("phase", 99),
        ("to_move", NONE),
        ("trick_size", 4),
        ("kind", 11),
        ("deals", 10),
        ("hand_size", 0),
        ("trump", 4),
        ("hand", 0),
    ],
)
def test_states_of_another_game_are_refused(field, value):
    batch = Batch(2, rules())
    check_states(batch.states, 2, batch.rules)
    kept = batch.states["legal"].copy()
    batch.states["legal"] = 1
    renew_kernel(batch.states, batch.compiled)
    assert (batch.states["legal"] == kept).all()
    batch.states[field] = value
    with pytest.raises(ThousandError, match="state: "):
        check_states(batch.states, 2, batch.rules)


PROGRAM = """
import hashlib
from tests.king_batch import GAMES, Batch
from thousand_env.games.king import rules
from thousand_env.jit import INTERPRETED

digest = hashlib.sha256()
for options in GAMES:
    batch = Batch(2, rules(**options))
    for step in range(700):
        batch.step(batch.sample(step))
        for array in (batch.observation, batch.mask, batch.views, batch.rewards):
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
