"""The batch of learners' seats: Gymnasium's vector API."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import thousand_env as te
from tests.seat_players import PLAYED_OUT, Highest, highest, random_in, rules_of
from thousand_env.seat import SeatEnv, SeatVectorEnv

TABLE_SIZES = [2, 3, 4]


def test_a_game_of_the_batch_is_the_single_environment():
    """With agents that don't draw, game i is a SeatEnv on deck i, over several episodes."""
    n, steps = 5, 60
    batch = SeatVectorEnv(n, Highest(), 1, PLAYED_OUT, "score", "deal")
    singles = [SeatEnv(Highest(), 1, PLAYED_OUT, "score", "deal") for _ in range(n)]
    observations, _ = batch.reset(seed=9)
    for i, single in enumerate(singles):
        single.reset(seed=9, options={"deck_ids": [i]})
    for _ in range(steps):
        actions = highest(batch.action_masks())
        observations, rewards, terminated, truncated, infos = batch.step(actions)
        for i, single in enumerate(singles):
            observation, reward, over, cut, info = single.step(actions[i])
            assert (over, cut) == (terminated[i], truncated[i])
            assert reward == pytest.approx(rewards[i])
            if over:
                assert np.array_equal(infos["final_obs"][i], observation)
                assert {key: infos["final_info"][key][i] for key in info} == info
                observation, info = single.reset(options={"deck_ids": [i]})
            assert np.array_equal(observations[i], observation)
            assert {key: infos[key][i] for key in info} == info
            assert np.array_equal(batch.action_masks()[i], single.action_masks())


@pytest.mark.parametrize("players", TABLE_SIZES)
def test_batch_rewards_sum_to_the_change_of_score(players):
    n = 32
    env = SeatVectorEnv(n, rules=rules_of(players, redeal_limit=0), reward="score", episode="deal")
    rng, total, ended = np.random.default_rng(0), np.zeros(n), 0
    env.reset(seed=0)
    for _ in range(40):
        _, rewards, terminated, truncated, infos = env.step(random_in(env.action_masks(), rng))
        total += rewards
        over = terminated | truncated
        if over.any():
            assert np.allclose(100 * total[over], infos["final_info"]["score"][over], atol=1e-3)
        total[over] = 0
        ended += over.sum()
    assert ended > n


def test_batch_follows_gymnasiums_same_step_autoreset():
    env = SeatVectorEnv(4, episode="deal")
    assert env.metadata["autoreset_mode"] == gym.vector.AutoresetMode.SAME_STEP
    observations, infos = env.reset(seed=0)
    assert env.observation_space.contains(observations)
    assert infos["_seat"].all() and "final_obs" not in infos
    for _ in range(30):
        actions = highest(env.action_masks())
        assert env.action_space.contains(actions)
        observations, rewards, terminated, truncated, infos = env.step(actions)
        over = terminated | truncated
        assert env.observation_space.contains(observations)
        assert rewards.shape == over.shape == (4,)
        assert ("final_obs" in infos) == over.any()
        if over.any():
            assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == over.tolist()
            assert [obs is not None for obs in infos["final_obs"]] == over.tolist()


def test_gymnasiums_vector_statistics_see_the_episodes():
    env = RecordEpisodeStatistics(SeatVectorEnv(4, episode="deal", reward="score"))
    env.reset(seed=0)
    seen = 0
    for _ in range(30):
        *_, infos = env.step(highest(env.unwrapped.action_masks()))
        if "episode" in infos:
            ended = infos["_episode"]
            wanted = infos["final_info"]["score"][ended] / 100
            assert np.allclose(infos["episode"]["r"][ended], wanted)
            seen += ended.sum()
    assert seen >= 4


def test_same_seed_same_batch():
    def stream(seed):
        env = SeatVectorEnv(6, episode="deal", reward="score")
        sights = [env.reset(seed=seed)[0]]
        for _ in range(25):
            sights.append(env.step(highest(env.action_masks()))[0])
        return np.array(sights)

    assert np.array_equal(stream(4), stream(4))
    assert not np.array_equal(stream(4), stream(5))


def test_arrays_handed_out_are_not_overwritten():
    env = SeatVectorEnv(3)
    observations, _ = env.reset(seed=0)
    masks = env.action_masks()
    kept = observations.copy(), masks.copy()
    for _ in range(5):
        env.step(highest(env.action_masks()))
    assert np.array_equal(observations, kept[0]) and np.array_equal(masks, kept[1])


def test_an_illegal_action_in_the_batch_is_refused_for_all():
    env = SeatVectorEnv(3, seat=0)
    env.reset(seed=0)
    masks = env.action_masks()
    actions = highest(masks)
    actions[1] = masks[1].argmin()
    with pytest.raises(te.IllegalActionError):
        env.step(actions)
    with pytest.raises(te.ActionError, match="shape"):
        env.step(actions[:2])
    assert np.array_equal(env.action_masks(), masks)


def test_actions_in_a_narrow_type_are_numbers_like_others():
    """King has 324 actions, more than a byte can tell apart."""
    wide, narrow = (SeatVectorEnv(2, seat=0, game="king") for _ in range(2))
    for env in (wide, narrow):
        env.reset(seed=1, options={"dealer": 0})
    actions = np.argmax(wide.action_masks(), axis=1)
    expected, got = wide.step(actions), narrow.step(actions.astype(np.uint8))
    assert np.array_equal(expected[0], got[0])


def test_ragged_actions_are_refused():
    one, many = te.SeatEnv(), SeatVectorEnv(2)
    for env in (one, many):
        env.reset(seed=1)
        with pytest.raises(te.ActionError, match="shape"):
            env.step([[1], [1, 2]])
