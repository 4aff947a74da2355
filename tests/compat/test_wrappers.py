"""Wrappers of Gymnasium, PettingZoo and SuperSuit on our environments."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import vector as vector_wrappers

pytest.importorskip("array_api_compat")  # of gymnasium[torch], for NumpyToTorch
pytest.importorskip("supersuit")

import supersuit
import torch
from pettingzoo.utils import wrappers as pettingzoo_wrappers
from pettingzoo.utils.conversions import aec_to_parallel, turn_based_aec_to_parallel

from tests.aec_play import play
from tests.seat_players import PLAYED_OUT, Highest, highest, highest_in
from thousand_env import SeatEnv, SeatVectorEnv, thousand_v0
from thousand_env.games.thousand import OBSERVATION_SIZE

DEAL = {"rules": PLAYED_OUT, "reward": "score", "episode": "deal"}

# Not those that repeat or delay actions (StickyAction, MaxAndSkipObservation): one fits its turn only.
SINGLE = {
    "OrderEnforcing": gym.wrappers.OrderEnforcing,
    "PassiveEnvChecker": gym.wrappers.PassiveEnvChecker,
    "TimeLimit": lambda env: gym.wrappers.TimeLimit(env, 100),
    "TimeAware": lambda env: gym.wrappers.TimeAwareObservation(gym.wrappers.TimeLimit(env, 100)),
    "Flatten": gym.wrappers.FlattenObservation,
    "FrameStack": lambda env: gym.wrappers.FrameStackObservation(env, 3),
    "Delay": lambda env: gym.wrappers.DelayObservation(env, 1),
    "Normalize": gym.wrappers.NormalizeObservation,
    "Rescale": lambda env: gym.wrappers.RescaleObservation(env, np.float32(0), np.float32(1)),
    "Dtype": lambda env: gym.wrappers.DtypeObservation(env, np.float64),
    "supersuit dtype": lambda env: supersuit.dtype_v0(env, np.float64),
    "supersuit flatten": supersuit.flatten_v0,
    "supersuit frame_stack": lambda env: supersuit.frame_stack_v1(env, 3),
    "supersuit delay": lambda env: supersuit.delay_observations_v0(env, 1),
    "supersuit normalize": supersuit.normalize_obs_v0,
    "supersuit reshape": lambda env: supersuit.reshape_v0(env, (2, OBSERVATION_SIZE // 2)),
}
REWARDS = {
    "Transform": lambda env: gym.wrappers.TransformReward(env, lambda reward: 2 * reward),
    "supersuit": lambda env: supersuit.reward_lambda_v0(env, lambda reward: 2 * reward),
}


def masks_of(env):
    return env.get_wrapper_attr("action_masks")()


@pytest.mark.parametrize("name", SINGLE)
def test_wrapped_observations_fit_their_space_and_the_game_is_the_same(name):
    """The masks and the statistics of the wrapped environment are the bare one's."""
    env, bare = SINGLE[name](SeatEnv(Highest(), 0, **DEAL)), SeatEnv(Highest(), 0, **DEAL)
    env = gym.wrappers.RecordEpisodeStatistics(env)
    for episode in range(5):
        observation, _ = env.reset(seed=episode)
        bare.reset(seed=episode)
        total, over = 0.0, False
        while not over:
            assert env.observation_space.contains(observation)
            assert np.array_equal(masks_of(env), bare.action_masks())
            action = highest_in(bare)
            observation, _, terminated, truncated, info = env.step(action)
            _, reward, over, _, told = bare.step(action)
            total += reward
            assert (terminated, truncated) == (over, False)
        assert info["episode"]["r"] == pytest.approx(total)
        assert 100 * total == pytest.approx(told["score"]) and info["score"] == told["score"]


@pytest.mark.parametrize("name", REWARDS)
def test_reward_wrappers_change_every_reward(name):
    env = REWARDS[name](SeatEnv(Highest(), 0, **DEAL))
    for episode in range(5):
        env.reset(seed=episode)
        total, over = 0.0, False
        while not over:
            _, reward, over, _, info = env.step(int(highest(masks_of(env))))
            total += reward
        assert 50 * total == pytest.approx(info["score"])


def test_time_limit_and_autoreset():
    env = gym.wrappers.TimeLimit(SeatEnv(Highest(), 0, rules="polish"), 5)
    env = gym.wrappers.Autoreset(env)
    env.reset(seed=0)
    ends = [env.step(int(highest(masks_of(env))))[2:4] for _ in range(17)]
    assert [truncated for _, truncated in ends] == [step % 6 == 4 for step in range(17)]


def test_numpy_to_torch():
    env = gym.wrappers.NumpyToTorch(SeatEnv(**DEAL))
    observation, _ = env.reset(seed=0)
    assert observation.dtype == torch.float32
    observation, *_ = env.step(torch.tensor(int(highest(masks_of(env)))))
    assert isinstance(observation, torch.Tensor)


def test_gymnasium_makes_it_from_the_registry():
    gym.register("compat/Seat-v0", SeatEnv, max_episode_steps=3, kwargs=DEAL)
    env = gym.make("compat/Seat-v0", seat=0, opponents=Highest())
    env.reset(seed=0)
    cut = [env.step(int(highest(masks_of(env))))[3] for _ in range(3)]
    assert cut == [False, False, True]
    envs = gym.make_vec("compat/Seat-v0", num_envs=2)
    envs.reset(seed=0)
    envs.step(highest(np.array(envs.call("action_masks"))))


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize("kind", [SyncVectorEnv, AsyncVectorEnv])
def test_gymnasiums_vector_environments_of_seat_env(kind, mode):
    """Every game plays as it would alone; ``call`` brings the masks, also from processes."""
    envs = kind([lambda: SeatEnv(Highest(), 0, **DEAL)] * 2, autoreset_mode=mode)
    observations, _ = envs.reset(seed=3)
    alone = [SeatEnv(Highest(), 0, **DEAL) for _ in range(2)]
    shown = [env.reset(seed=3 + i)[0] for i, env in enumerate(alone)]
    assert np.array_equal(observations, shown)
    for _ in range(3):
        masks = np.array(envs.call("action_masks"))
        assert np.array_equal(masks, [env.action_masks() for env in alone])
        observations, *_ = envs.step(highest(masks))
        shown = [env.step(int(highest(masks[i])))[0] for i, env in enumerate(alone)]
        assert np.array_equal(observations, shown)
    for _ in range(30):
        *_, terminated, _, _ = envs.step(highest(np.array(envs.call("action_masks"))))
        if mode == AutoresetMode.DISABLED and terminated.any():
            envs.reset(options={"reset_mask": terminated})
    envs.close()


def test_supersuit_copies_a_seat_into_a_vector_environment():
    envs = supersuit.gym_vec_env_v0(SeatEnv(Highest(), 0, **DEAL), 3)
    observations, _ = envs.reset(seed=3)
    alone = [SeatEnv(Highest(), 0, **DEAL).reset(seed=3 + i)[0] for i in range(3)]
    assert np.array_equal(observations, alone)


@pytest.mark.parametrize(
    ("wrapper", "factor"),
    [
        (lambda env: vector_wrappers.TransformReward(env, lambda rewards: 2 * rewards), 2),
        (lambda env: vector_wrappers.ClipReward(env, -100, 100), 1),
        (vector_wrappers.RecordEpisodeStatistics, 1),
    ],
    ids=["TransformReward", "ClipReward", "RecordEpisodeStatistics"],
)
def test_vector_wrappers_for_rewards_on_the_batch(wrapper, factor):
    env = wrapper(SeatVectorEnv(4, Highest(), 0, **DEAL))
    bare = SeatVectorEnv(4, Highest(), 0, **DEAL)
    env.reset(seed=0)
    bare.reset(seed=0)
    for _ in range(30):
        actions = highest(bare.action_masks())
        observations, rewards, *_ = env.step(actions)
        wanted, plain, *_ = bare.step(actions)
        assert np.array_equal(observations, wanted) and np.allclose(rewards, factor * plain)


def test_normalized_rewards_and_lists_of_infos_on_the_batch():
    env = vector_wrappers.DictInfoToList(
        vector_wrappers.NormalizeReward(SeatVectorEnv(4, Highest(), 0, **DEAL))
    )
    env.reset(seed=0)
    ended = 0
    for _ in range(30):
        _, rewards, terminated, _, infos = env.step(highest(env.unwrapped.action_masks()))
        assert np.isfinite(rewards).all()
        assert [("final_info" in info) for info in infos] == terminated.tolist()
        ended += terminated.sum()
    assert ended > 4


@pytest.mark.parametrize("name", ["FlattenObservation", "NormalizeObservation"])
def test_gymnasiums_vector_observation_wrappers_refuse_same_step_autoreset(name):
    """Of any environment.  Wrap ``SeatEnv`` in a SyncVectorEnv, or change arrays in the network."""
    with pytest.raises(ValueError, match="NEXT_STEP"):
        getattr(vector_wrappers, name)(SeatVectorEnv(2))


AEC = {
    "OrderEnforcing": pettingzoo_wrappers.OrderEnforcingWrapper,
    "AssertOutOfBounds": pettingzoo_wrappers.AssertOutOfBoundsWrapper,
    "TerminateIllegal": lambda env: pettingzoo_wrappers.TerminateIllegalWrapper(env, -1),
    "supersuit pad_action_space": supersuit.pad_action_space_v0,
    "supersuit clip_reward": lambda env: supersuit.clip_reward_v0(env, -100, 100),
}


@pytest.mark.parametrize("name", AEC)
def test_pettingzoo_wrappers_leave_the_game_as_it_is(name):
    bare, env = thousand_v0.raw_env(**DEAL), AEC[name](thousand_v0.raw_env(**DEAL))
    for seed in range(5):
        bare.reset(seed=seed)
        env.reset(seed=seed)
        assert play(env, seed) == play(bare, seed)


def test_supersuit_changes_every_reward_of_every_agent():
    bare = thousand_v0.env(**DEAL)
    env = supersuit.reward_lambda_v0(thousand_v0.env(**DEAL), lambda reward: 2 * reward)
    bare.reset(seed=1)
    env.reset(seed=1)
    for doubled, plain in zip(play(env, 1), play(bare, 1)):
        assert doubled == pytest.approx({name: 2 * pay for name, pay in plain.items()})


def test_pettingzoos_multi_episode_env_plays_several_deals():
    env = pettingzoo_wrappers.MultiEpisodeEnv(thousand_v0.env(**DEAL), 3)
    env.reset(seed=1)
    from_last, from_rewards = play(env, 1)
    assert from_last == pytest.approx(from_rewards) and env._episodes_elapsed == 3


def ansi_text(seed):
    env = thousand_v0.raw_env(**DEAL, render_mode="ansi")
    env.reset(seed=seed)
    return env.render()


def test_capture_stdout_makes_a_text_of_the_human_mode():
    game = thousand_v0.raw_env(**DEAL, render_mode="human")
    env = pettingzoo_wrappers.CaptureStdoutWrapper(game)
    env.reset(seed=0)
    assert env.render().strip() == ansi_text(seed=0).strip()


def test_the_parallel_api_is_by_turns_only():
    """No two players act at once: the plain conversion refuses, the turn-based one works."""
    with pytest.raises(AssertionError, match="not generally safe"):
        aec_to_parallel(thousand_v0.env(**DEAL))
    env = turn_based_aec_to_parallel(thousand_v0.env(**DEAL))
    observations, _ = env.reset(seed=0)
    total = dict.fromkeys(env.possible_agents, 0.0)
    while env.agents:
        choices = {}
        for name, observation in observations.items():
            mask = observation["action_mask"]
            choices[name] = int(highest(mask)) if mask.any() else None
        observations, rewards, _, _, infos = env.step(choices)
        for name, reward in rewards.items():
            total[name] += reward
    assert {name: 100 * pay for name, pay in total.items()} == pytest.approx(
        {name: info["score"] for name, info in infos.items()}
    )
