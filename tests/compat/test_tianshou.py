"""Tianshou's PettingZooEnv on the AEC environment: random players, and a DQN in one seat."""

import numpy as np
import pytest

pytest.importorskip("tianshou")

import torch
from pettingzoo.utils.wrappers import BaseWrapper
from tianshou.algorithm import DQN, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm import MARLRandomDiscreteMaskedOffPolicyAlgorithm as Random
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import thousand_env as te
from thousand_env import adapters, thousand_v0
from thousand_env.games.thousand import NUM_ACTIONS, OBSERVATION_SIZE

GAMES = 4


class Counted(BaseWrapper):
    """Counts the actions that reach the game, and notes the scores that deals end with."""

    def __init__(self):
        super().__init__(thousand_v0.env(rules="polish", reward="score", episode="deal"))
        self.steps, self.finals = 0, []

    def step(self, action):
        super().step(action)
        self.steps += 1
        if all(self.terminations.values()):
            self.finals.append([info["score"] for info in self.infos.values()])


def games():
    counted = [Counted() for _ in range(GAMES)]
    envs = [PettingZooEnv(env) for env in counted]
    return counted, envs[0], DummyVectorEnv([lambda env=env: env for env in envs])


def random_players(env, number=3):
    return [Random(env.action_space) for _ in range(number)]


def dqn(env, horizon=64):
    net = Net(state_shape=(OBSERVATION_SIZE,), action_shape=NUM_ACTIONS, hidden_sizes=[64])
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.2)
    return DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=horizon,
        target_update_freq=50,
    )


def rewards_by_deal(buffer):
    """The sums over each finished deal in one game's buffer, and the deal of every step."""
    deals = np.concatenate([[0], np.cumsum(buffer.done)[:-1]])
    sums = [buffer.rew[deals == deal].sum(axis=0) for deal in range(buffer.done.sum())]
    return np.array(sums), deals


def test_the_example_runs(run_example):
    run_example(adapters.__doc__, "Tianshou")


def test_the_collector_plays_random_deals_and_every_reward_reaches_the_buffer():
    counted, env, envs = games()
    table = MultiAgentOffPolicyAlgorithm(algorithms=random_players(env), env=env)
    collector = Collector(table, envs, VectorReplayBuffer(4000, GAMES))
    collector.reset()
    stats = collector.collect(n_episode=24)
    assert stats.returns.shape == (24, 3)
    assert sum(game.steps for game in counted) == stats.n_collected_steps == len(collector.buffer)
    for game, buffer in zip(counted, collector.buffer.buffers):
        data = buffer[: len(buffer)]
        assert np.take_along_axis(data.obs.mask, data.act[:, None], axis=1).all()
        sums, _ = rewards_by_deal(data)
        assert np.allclose(100 * sums, game.finals, atol=1e-3) and len(sums) >= 1


def test_the_last_tricks_reward_reaches_a_learner_whose_horizon_spans_the_deal():
    """The returns that DQN learns from, at every turn of the learner's: his score of that deal."""
    _, env, envs = games()
    table = MultiAgentOffPolicyAlgorithm(algorithms=[dqn(env), *random_players(env, 2)], env=env)
    collector = Collector(table, envs, VectorReplayBuffer(4000, GAMES))
    collector.reset()
    collector.collect(n_episode=20)
    checked = 0
    for number, buffer in enumerate(collector.buffer.buffers):
        sums, deals = rewards_by_deal(buffer[: len(buffer)])
        turns = np.flatnonzero(buffer.obs.agent_id[: len(buffer)] == "player_0")
        turns = turns[deals[turns] < len(sums)]
        indices = turns + collector.buffer._offset[number]
        batch = table._preprocess_batch(collector.buffer[indices], collector.buffer, indices)
        assert np.allclose(batch["player_0"].returns[:, 0], sums[deals[turns], 0], atol=1e-5)
        checked += len(turns)
    assert checked > 50


def test_dqn_trains_against_random_players():
    torch.manual_seed(0)
    np.random.seed(0)  # noqa: NPY002 - Tianshou draws from it
    counted, env, envs = games()
    learner = dqn(env)
    before = [weight.clone() for weight in learner.policy.model.parameters()]
    table = MultiAgentOffPolicyAlgorithm(algorithms=[learner, *random_players(env, 2)], env=env)
    collector = Collector(table, envs, VectorReplayBuffer(4000, GAMES), exploration_noise=True)
    collector.reset()
    result = table.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=2,
            epoch_num_steps=400,
            collection_step_num_env_steps=100,
            update_step_num_gradient_steps_per_sample=0.1,
            multi_agent_return_reduction=lambda returns: returns[:, 0],
            verbose=False,
            show_progress=False,
        )
    )
    assert result.train_step == sum(game.steps for game in counted) >= 800
    assert result.update_step >= 8 and result.train_episode > 10
    after = [*learner.policy.model.parameters()]
    assert all(torch.isfinite(weight).all() for weight in after)
    assert any(not torch.equal(old, new) for old, new in zip(before, after))


def test_an_illegal_action_is_refused():
    _, env, _ = games()
    observation, _ = env.reset(seed=0)
    with pytest.raises(te.IllegalActionError):
        env.step(observation["mask"].index(False))
