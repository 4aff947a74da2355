"""sb3-contrib's MaskablePPO learns on SeatEnv and on SeatVectorEnv."""

import gymnasium as gym
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import thousand_env as te
from tests.seat_players import Highest, highest
from thousand_env import SeatEnv, SeatVectorEnv
from thousand_env.adapters import sb3
from thousand_env.adapters.sb3 import SeatVecEnv
from thousand_env.games import thousand

# No re-deals, so no penalty is written before the learner's first turn, and a short deal.
DEAL = {"rules": "polish", "reward": "score", "episode": "deal"}
STEPS, GAMES = 64, 8


class CountedSeat(gym.Wrapper):
    """Counts the actions that reach the game, and the illegal ones among them."""

    def __init__(self):
        super().__init__(SeatEnv(**DEAL))
        self.steps = self.illegal = 0

    def step(self, action):
        self.steps += 1
        self.illegal += not self.unwrapped.action_masks()[action]
        return super().step(action)


class CountedBatch(SeatVectorEnv):
    """The same for a batch."""

    steps = illegal = 0

    def step(self, actions):
        self.steps += len(actions)
        self.illegal += np.count_nonzero(~self.action_masks()[np.arange(len(actions)), actions])
        return super().step(actions)


class Rollouts(BaseCallback):
    """Copies of all that reached the rollout buffers, (T, N, ...), and of the games' ends."""

    def __init__(self):
        super().__init__()
        self.rewards, self.actions, self.masks, self.scores = [], [], [], []

    def _on_step(self):
        over, infos = self.locals["dones"], self.locals["infos"]
        self.scores.append([info["score"] if end else None for end, info in zip(over, infos)])
        return True

    def _on_rollout_end(self):
        buffer = self.model.rollout_buffer
        self.rewards.extend(buffer.rewards.copy())
        self.actions.extend(buffer.actions[..., 0].astype(int))
        self.masks.extend(buffer.action_masks.reshape(*buffer.rewards.shape, -1).astype(bool))


def single():
    seat = CountedSeat()
    return seat, [seat]


def several():
    seats = [CountedSeat() for _ in range(GAMES)]
    return DummyVecEnv([lambda seat=seat: seat for seat in seats]), seats


def batch():
    games = CountedBatch(GAMES, **DEAL)
    return SeatVecEnv(games), [games]


FORMS = pytest.mark.parametrize("form", [single, several, batch])


def ppo(env):
    return MaskablePPO("MlpPolicy", env, n_steps=STEPS, batch_size=STEPS, n_epochs=2, seed=0)


def test_the_example_of_the_module_runs(run_example):
    run_example(sb3.__doc__)


@FORMS
def test_masks_are_obeyed_in_training(form):
    env, counters = form()
    model, rollouts = ppo(env), Rollouts()
    before = [weight.clone() for weight in model.policy.parameters()]
    model.learn(4 * STEPS * model.n_envs, callback=rollouts)
    actions, masks = np.array(rollouts.actions), np.array(rollouts.masks)
    assert masks.shape == (4 * STEPS, model.n_envs, env.action_space.n)
    assert masks.any(axis=-1).all() and not masks.all(axis=-1).any()
    assert np.take_along_axis(masks, actions[..., None], axis=-1).all()
    assert sum(c.steps for c in counters) == model.num_timesteps == actions.size
    assert sum(c.illegal for c in counters) == 0
    after = [*model.policy.parameters()]
    assert all(torch.isfinite(weight).all() for weight in after)
    assert any(not torch.equal(old, new) for old, new in zip(before, after))


@FORMS
def test_training_without_masks_is_stopped_at_an_illegal_action(form):
    with pytest.raises(te.IllegalActionError):
        ppo(form()[0]).learn(STEPS, use_masking=False)


@FORMS
def test_every_reward_of_an_episode_reaches_the_rollout_buffer(form):
    """Added up between two ends, the buffer holds the score the game ended with (from 0)."""
    model, rollouts = ppo(form()[0]), Rollouts()
    model.learn(4 * STEPS * model.n_envs, callback=rollouts)
    episodes = 0
    for rewards, scores in zip(np.transpose(rollouts.rewards), zip(*rollouts.scores)):
        total = 0.0
        for reward, score in zip(rewards, scores):
            total += reward
            if score is not None:
                assert 100 * total == pytest.approx(score, abs=1e-3)
                total, episodes = 0.0, episodes + 1
    assert episodes >= 10


@pytest.mark.parametrize("deterministic", [True, False])
def test_predict_obeys_the_masks(deterministic):
    model, seat = ppo(batch()[0]), CountedSeat()
    observation, _ = seat.reset(seed=1)
    for _ in range(200):
        masks = seat.unwrapped.action_masks()
        action, _ = model.predict(observation, deterministic=deterministic, action_masks=masks)
        observation, _, over, _, _ = seat.step(int(action))
        if over:
            observation, _ = seat.reset()
    assert seat.illegal == 0


def test_predict_obeys_the_masks_of_a_batch():
    env, [games] = batch()
    model, observation = ppo(env), env.reset()
    for _ in range(50):
        actions, _ = model.predict(observation, action_masks=env.action_masks())
        observation, *_ = env.step(actions)
    assert games.steps == 50 * GAMES and games.illegal == 0


def test_training_improves_the_score():
    """Before training the actions are about uniformly random: bids far over the cards' worth."""
    games = SeatVectorEnv(16, seat=0, **DEAL)
    env = VecMonitor(SeatVecEnv(games))
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=128, batch_size=512, gamma=1.0, learning_rate=1e-3, seed=0
    )
    before, _ = evaluate_policy(model, env, n_eval_episodes=200, deterministic=False)
    model.learn(10_000)
    after, _ = evaluate_policy(model, env, n_eval_episodes=200, deterministic=False)
    assert after > before + 0.3  # 30 points a deal
    assert len(model.ep_info_buffer) == 100  # VecMonitor told the returns of episodes


def test_it_is_the_seat_vector_env():
    env = SeatVecEnv(SeatVectorEnv(4, Highest(), **DEAL))
    plain = SeatVectorEnv(4, Highest(), **DEAL)
    env.seed(3)
    observation, _ = plain.reset(seed=3)
    assert np.array_equal(env.reset(), observation)
    ends = 0
    for _ in range(40):
        actions = highest(plain.action_masks())
        assert np.array_equal(np.stack(env.env_method("action_masks")), plain.action_masks())
        shown, rewards, dones, rows = env.step(actions)
        observation, wanted, terminated, truncated, infos = plain.step(actions)
        assert np.array_equal(shown, observation) and np.array_equal(dones, terminated | truncated)
        assert rewards.dtype == np.float32 and np.allclose(rewards, wanted)
        for i, row in enumerate(rows):
            told = infos["final_info"] if dones[i] else infos
            assert [row[key] for key in ("seat", "deals", "score")] == [
                told[key][i] for key in ("seat", "deals", "score")
            ]
            assert ("terminal_observation" in row) == dones[i]
            if dones[i]:
                assert np.array_equal(row["terminal_observation"], infos["final_obs"][i])
                assert env.reset_infos[i]["seat"] == infos["seat"][i]
                ends += 1
    assert ends > 4


def test_a_truncated_match_is_told_from_a_finished_one(monkeypatch):
    """So that PPO adds the value of the last position, which it must not at a real end."""
    monkeypatch.setattr(thousand, "MOST_DEALS", 2)
    env = SeatVecEnv(SeatVectorEnv(4, Highest(), rules="polish"))
    env.reset()
    cut = [row for _ in range(60) for row in env.step(highest(env.action_masks()))[3]]
    cut = [row for row in cut if "terminal_observation" in row]
    assert cut and all(row["TimeLimit.truncated"] and row["deals"] == 2 for row in cut)
    env = SeatVecEnv(SeatVectorEnv(4, Highest(), **DEAL))
    env.reset()
    ends = [row for _ in range(30) for row in env.step(highest(env.action_masks()))[3]]
    assert not any(row["TimeLimit.truncated"] for row in ends)


def test_arrays_handed_out_are_not_overwritten():
    env, _ = batch()
    kept = [env.reset(), env.action_masks(), env.env_method("action_masks")[0]]
    kept += env.step(highest(env.action_masks()))[:3]
    copies = [array.copy() for array in kept]
    for _ in range(20):
        env.step(highest(env.action_masks()))
    assert all(np.array_equal(array, copy) for array, copy in zip(kept, copies))


def test_reset_takes_a_seed_and_options_once():
    env = SeatVecEnv(SeatVectorEnv(3, Highest(), rules="polish"))
    env.seed(7)
    env.set_options({"table": {"score": [100, 200, 300]}})
    first = env.reset()
    assert {info["score"] for info in env.reset_infos} <= {100, 200, 300}
    env.reset()
    assert {info["score"] for info in env.reset_infos} == {0}
    env.seed(7)
    env.set_options({"table": {"score": [100, 200, 300]}})
    assert np.array_equal(env.reset(), first)


def test_what_a_batch_cannot_do_for_one_game_is_refused():
    env, _ = batch()
    with pytest.raises(te.ThousandError, match="only action_masks"):
        env.env_method("reset")
    with pytest.raises(te.ThousandError, match="set it on the SeatVectorEnv"):
        env.set_attr("seat", 1, indices=[0])
    with pytest.raises(te.ThousandError, match="one mapping for all games"):
        env.set_options([{}] * GAMES)
    assert env.env_is_wrapped(gym.Wrapper) == [False] * GAMES
    assert len(env.env_method("action_masks", indices=[0, 2])) == 2
