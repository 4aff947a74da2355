"""The vector API: starts, rewards, episodes, resets, buffers, threads, snapshots."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te
from thousand_env.games.thousand import MOST_DEALS
from thousand_env.games.thousand.actions import OVER
from thousand_env.games.thousand.view import VIEW_DTYPE

PACK = {
    "hands": ["AS TS KS QS JS 9S AC", "TC KC QC JC 9C AD TD", "KD QD JD 9D AH TH KH"],
    "talon": "QH JH 9H",
}
START = {"score": [300, 120, 880], "barrel_deals_used": [None, None, 1]}


def roll(env, steps, first=0):
    """Play random legal actions; a trace of all that the arrays showed."""
    trace = []
    for step in range(first, first + steps):
        env.step(env.sample(step))
        trace.append((env.observation.tobytes(), env.action_mask.tobytes(), env.rewards.tobytes()))
    return trace


def test_games_begin_from_the_given_table_dealer_and_pack():
    rules = te.rules(golden=False)
    env = te.VectorEnv("thousand", 3, rules)
    env.reset(options={"table": START, "dealer": [2, 2, 2], "hands": PACK})
    assert env.state["score"][:, :3].tolist() == [[300, 120, 880]] * 3
    assert env.current_player.tolist() == [1, 1, 1]
    assert te.thousand.parse_action("bid 180") in np.flatnonzero(env.action_mask[0])  # clubs
    env.step(np.full(3, te.thousand.parse_action("pass")))
    assert env.current_player.tolist() == [2, 2, 2]


def test_autoreset_begins_again_from_the_given_table():
    env = te.VectorEnv("thousand", 4, te.rules(golden=False), episode="deal")
    env.reset(options={"table": START})
    ends = 0
    for step in range(120):
        env.step(env.sample(step))
        for i in np.flatnonzero(env.terminated):
            assert env.state[i]["score"].tolist() == [300, 120, 880, 0]
            assert env.finals[i]["deals"] == 1
            ends += 1
    assert ends > 4


def test_same_decks_give_the_same_cards_in_every_game():
    env = te.VectorEnv("thousand", 5, seed=3)
    env.reset(options={"dealer": 0, "deck_ids": [7, 7, 7, 8, 7]})
    hands = env.state["dealt"].tolist()
    assert hands[0] == hands[1] == hands[2] == hands[4] != hands[3]


def test_another_reset_goes_on_to_other_cards_and_a_seed_comes_back():
    env = te.VectorEnv("thousand", 2, seed=3)
    env.reset()
    first = env.state["dealt"].tolist()
    env.reset()
    second = env.state["dealt"].tolist()
    env.reset(seed=3)
    assert env.state["dealt"].tolist() == first != second


def test_reset_mask_begins_only_these_games():
    env = te.VectorEnv("thousand", 4, episode="deal", autoreset=AutoresetMode.DISABLED)
    env.reset()
    while not (env.terminated | env.truncated).all():
        env.step(env.sample(int(env.state["log_length"].sum())))
    kept = env.state[1].tobytes()
    env.reset(options={"reset_mask": np.array([True, False, True, False])})
    assert env.terminated.tolist() == [False, True, False, True]
    assert env.current_player[[1, 3]].tolist() == [-1, -1]
    assert env.state[1].tobytes() == kept


def test_a_finished_game_shows_nothing_and_stays():
    env = te.VectorEnv("thousand", 2, episode="deal", autoreset=AutoresetMode.DISABLED)
    env.reset()
    for step in range(100):
        env.step(env.sample(step))
    assert env.terminated.all()
    assert env.current_player.tolist() == [-1, -1]
    assert env.action_mask.all()
    assert not env.observation.any()
    before = env.state
    env.step(np.zeros(2, np.int64))
    assert env.terminated.all() and not env.illegal.any() and not env.rewards.any()
    assert env.state.tobytes() == before.tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("reward", ["win", "score", "settlement"])
def test_rewards_add_up_to_what_they_stand_for(reward, players):
    rules = te.rules("thousand", "online", players=players, barrel_at=0, goal=200)
    env = te.VectorEnv(
        "thousand", 8, rules, reward=reward, autoreset=AutoresetMode.DISABLED, seed=players
    )
    env.reset(options={"table": {"score": [100] * players}})
    sums = np.zeros((8, players))
    for step in range(20000):
        env.step(env.sample(step))
        sums += env.rewards
        if (env.terminated | env.truncated).all():
            break
    for i, game in enumerate(env.state):
        scores = game["score"][:players].astype(float)
        if reward == "score":
            expected = (scores - 100) / 100
        elif env.truncated[i]:
            expected = np.zeros(players)
        elif reward == "win":
            expected = np.where(np.arange(players) == game["winner"], 1, -1 / (players - 1))
        else:
            expected = scores - 200
            expected[game["winner"]] = -np.delete(expected, game["winner"]).sum()
            expected = expected / 1000
        assert sums[i] == pytest.approx(expected, abs=1e-4)
    assert env.terminated.sum() >= 1


def test_a_reward_function_sees_the_tables_before_and_after():
    seen = []

    def reward(before, after):
        seen.append((before.copy(), after.copy()))
        return (after["score"] - before["score"])[:, :3] / 50

    own = te.VectorEnv("thousand", 16, seed=1, reward=reward)
    score = te.VectorEnv("thousand", 16, seed=1, reward="score")
    own.reset()
    score.reset()
    for step in range(150):
        own.step(own.sample(step))
        score.step(score.sample(step))
        assert own.rewards == pytest.approx(2 * score.rewards, abs=1e-5)
    assert seen and all((b != a).all() for b, a in seen)


def test_a_match_is_truncated_after_200_deals():
    rules = te.rules(golden=False, barrel_at=0, goal=10000)
    env = te.VectorEnv("thousand", 2, rules, autoreset=AutoresetMode.DISABLED)
    env.reset()
    for step in range(20000):
        env.step(env.sample(step))
        if env.truncated.all():
            break
    assert env.truncated.all() and not env.terminated.any()
    assert env.state["deals"].tolist() == [MOST_DEALS] * 2
    assert not (env.state["phase"] == OVER).any()


@pytest.mark.parametrize(("games", "threads"), [(1, 1), (7, 1), (64, 1), (7, 2), (64, 2)])
def test_results_depend_neither_on_batch_size_nor_on_threads(games, threads):
    alone = te.VectorEnv("thousand", 1, seed=5)
    alone.reset()
    env = te.VectorEnv("thousand", games, seed=5, num_threads=threads)
    env.reset()
    for step in range(200):
        actions = env.sample(step)
        alone.step(actions[:1])
        env.step(actions)
        assert np.array_equal(alone.observation[0], env.observation[0])
        assert np.array_equal(alone.action_mask[0], env.action_mask[0])


def test_a_snapshot_restores_the_same_future():
    env = te.VectorEnv("thousand", 9, seed=8)
    env.reset()
    roll(env, 50)
    saved = env.state
    first = roll(env, 80, first=50)
    env.state = saved
    assert roll(env, 80, first=50) == first


def test_a_clone_of_a_game_plays_as_the_game():
    env = te.VectorEnv("thousand", 2, seed=8)
    env.reset()
    roll(env, 30)
    states = env.state
    states[1] = states[0]
    env.state = states
    for _ in range(60):
        legal = np.flatnonzero(env.action_mask[0])
        env.step(np.full(2, legal[len(legal) // 2]))
        assert np.array_equal(env.observation[0], env.observation[1])


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_of_an_env_goes_its_own_way(duplicate):
    env = te.VectorEnv("thousand", 3, seed=8, num_threads=2)
    env.reset()
    roll(env, 30)
    twin = duplicate(env)
    kept = twin.state.tobytes()
    future = roll(env, 100, first=30)
    assert twin.state.tobytes() == kept
    assert roll(twin, 100, first=30) == future


def test_r4_5_a_penalty_that_comes_with_the_first_pack_is_rewarded_in_the_first_step():
    rules = te.rules(players=2, redeal_limit=1, redeal_weak_hand=[30, "mandatory"])
    env = te.VectorEnv("thousand", 300, rules, reward="score")
    env.reset()
    fined = env.state["score"].sum(axis=1) == -120
    assert 10 < fined.sum() < 300
    env.step(env.sample(0))
    still = env.state["score"][:, :2] / 100
    assert env.rewards[fined] == pytest.approx(still[fined])


def test_buffers_of_the_caller_are_filled_in_place():
    observation = np.ones((3, te.thousand.OBSERVATION_SIZE), np.float32)
    mask = np.zeros((3, te.thousand.NUM_ACTIONS), np.bool_)
    env = te.VectorEnv("thousand", 3, buffers={"observation": observation, "action_mask": mask})
    env.reset()
    assert env.observation is observation and mask.any()
    with pytest.raises(te.ThousandError, match="buffer observation"):
        te.VectorEnv("thousand", 4, buffers={"observation": observation})
    with pytest.raises(te.ThousandError, match="unknown buffers"):
        te.VectorEnv("thousand", 4, buffers={"obs": observation})


def test_random_actions_are_legal_and_spread_evenly():
    env = te.VectorEnv("thousand", 4000, te.rules(golden=False))
    env.reset(options={"dealer": 2, "hands": PACK})
    drawn = env.sample(1)
    legal = np.flatnonzero(env.action_mask[0])
    counts = np.array([(drawn == action).sum() for action in legal])
    assert counts.sum() == 4000
    assert np.abs(counts - 4000 / len(legal)).max() < 5 * (4000 / len(legal)) ** 0.5
    assert not np.array_equal(drawn, env.sample(2))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"game": "chess"}, "unknown game 'chess'; games: thousand"),
        ({"num_games": 0}, "at least 1"),
        ({"num_games": 1.5}, "at least 1"),
        ({"num_threads": 0}, "1 to 256"),
        ({"reward": "money"}, "settlement"),
        ({"episode": "trick"}, "'match' or 'deal'"),
        ({"autoreset": AutoresetMode.NEXT_STEP}, "SAME_STEP or DISABLED"),
        ({"rules": "classic"}, "RuleSet"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 0.5}, "seed 0.5"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    with pytest.raises(te.ThousandError, match=message):
        te.VectorEnv(**arguments)


def test_step_before_reset_is_refused():
    with pytest.raises(te.ActionError, match="reset"):
        te.VectorEnv("thousand", 1).step([0])


def test_a_refused_reset_changes_nothing():
    env = te.VectorEnv("thousand", 2, te.rules(golden=False))
    env.reset()
    before = env.state.tobytes()
    for options in (
        {"table": {"score": [1, 2, 3]}},
        {"dealer": 3},
        {"hands": {"hands": ["AS", "", ""], "talon": ""}},
        {"hand": PACK},
        {"deck_ids": [1.0, 2.0]},
        {"reset_mask": [True, False]},
    ):
        with pytest.raises(te.ThousandError):
            env.reset(options=options)
        assert env.state.tobytes() == before


def test_views_of_single_games_and_seats():
    env = te.VectorEnv("thousand", 2, seed=4)
    env.reset()
    assert env.view(1).dtype == VIEW_DTYPE
    assert env.view(1).tobytes() == env.views[1].tobytes()
    with pytest.raises(te.ThousandError, match="no seat"):
        env.view(0, 3)
    with pytest.raises(te.ThousandError, match="no game"):
        env.view(2)


def test_65536_games_in_one_batch():
    env = te.VectorEnv("thousand", 65536, seed=0)
    env.reset()
    for step in range(3):
        env.step(env.sample(step))
    assert not env.illegal.any()
    assert len(np.unique(env.state["dealt"][:, 0])) > 30000


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("to_move", 10**8), ("kind", 10**7), ("log_length", 10**6), ("phase", 100), ("to_move", 7),
        ("trick_cards", 10**8), ("declarer", 3), ("dealer", -1), ("hand", -5),
    ],
)  # fmt: skip
def test_states_of_no_game_are_refused_and_nothing_changes(field, value):
    env = te.VectorEnv("thousand", 2, te.rules(golden=False))
    env.reset()
    before, states = env.state.tobytes(), env.state
    states[field] = value
    with pytest.raises(te.ThousandError, match=f"state: {field}"):
        env.state = states
    assert env.state.tobytes() == before


def test_legal_actions_of_a_restored_state_are_worked_out_anew():
    env = te.VectorEnv("thousand", 2)
    env.reset()
    mask, states = env.action_mask.copy(), env.state
    states["legal"] = 2**62 - 1
    env.state = states
    assert np.array_equal(env.action_mask, mask)


def test_a_reward_function_is_told_of_a_penalty_with_the_first_pack():
    rules = te.rules(redeal_limit=1, redeal_weak_hand=[30, "mandatory"], dump_truck=False)

    def change(before, after):
        return (after["score"] - before["score"])[:, :3] / 100

    sums = []
    for reward in ("score", change):
        env = te.VectorEnv("thousand", 50, rules, reward=reward, episode="deal")
        env.reset()
        total = 0
        for step in range(150):
            env.step(env.sample(step))
            total = total + env.rewards.sum(axis=0, dtype=np.float64)
        sums.append(total)
    assert sums[0] == pytest.approx(sums[1], abs=1e-3)


def test_threads_work_in_a_forked_child():
    env = te.VectorEnv("thousand", 8, num_threads=2)
    env.reset()
    env.step(env.sample(0))
    context = multiprocessing.get_context("fork")
    child = context.Process(target=lambda: env.step(env.sample(1)))
    child.start()
    child.join(30)
    assert child.exitcode == 0


def test_copies_of_a_game_go_their_own_way():
    game = te.Game(te.rules(golden=False), seed=3, dealer=0)
    for duplicate in (copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))):
        twin = duplicate(game)
        before = game.state.tobytes(), len(game.deals[0]["actions"])
        twin.apply("bid 105")
        assert twin.view(2).bid == 105
        assert (game.state.tobytes(), len(game.deals[0]["actions"])) == before


def test_rules_that_would_redeal_without_end_are_refused():
    with pytest.raises(te.RulesError, match="without end"):
        te.rules(redeal_weak_hand=[41, "mandatory"], redeal_limit=0)
