"""RLlib on our environment: PPO with its own action masking really trains."""

import doctest
import os
import random

import numpy as np
import pytest

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # tests report to nobody

ray = pytest.importorskip("ray")
pytest.importorskip("ray.rllib")

from ray.rllib.algorithms.ppo import PPOConfig  # noqa: E402
from ray.rllib.callbacks.callbacks import RLlibCallback  # noqa: E402
from ray.rllib.core.rl_module.rl_module import RLModuleSpec  # noqa: E402
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode  # noqa: E402
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (  # noqa: E402
    ActionMaskingTorchRLModule,
)

import thousand_env as te  # noqa: E402
from thousand_env import thousand_v0  # noqa: E402
from thousand_env.adapters import rllib  # noqa: E402

# No limit of re-deals, so no penalty falls due before the first decision (R4.5).
DEALS = {"rules": te.rules(golden=False, redeal_limit=0), "reward": "score", "episode": "deal"}


@pytest.fixture(scope="module")
def _small_ray():
    ray.init(
        num_cpus=1, include_dashboard=False, object_store_memory=80 * 2**20, log_to_driver=False
    )
    yield
    ray.shutdown()


class Checked(rllib.ThousandMultiAgentEnv):
    """Compares the rewards of every episode with the score sheet; an illegal action raises."""

    episodes = steps = 0

    def reset(self, **kwargs):
        self.paid = dict.fromkeys(self.agents, 0.0)
        return super().reset(**kwargs)

    def step(self, actions):
        Checked.steps += 1
        observations, rewards, terminated, truncated, infos = super().step(actions)
        for name, reward in rewards.items():
            self.paid[name] += reward
        if terminated["__all__"]:
            Checked.episodes += 1
            written = self._game.state["last_written"][0, : len(self.agents)] / 100
            assert [*self.paid.values()] == pytest.approx(written.tolist())
        return observations, rewards, terminated, truncated, infos


class Returns(RLlibCallback):
    """What RLlib's episodes hold: returns, and actions against masks."""

    seen: list = []  # noqa: RUF012 - collected over all episodes, on purpose

    def on_episode_end(self, *, episode, env, env_index, **kwargs):
        masked = 0
        for agent in episode.agent_episodes.values():
            for observation, action in zip(agent.get_observations()[:-1], agent.get_actions()):
                masked += not observation["action_mask"][action]
        game = env.unwrapped.envs[env_index].unwrapped
        self.seen.append((masked, {**episode.get_rewards()}, game.paid))


@pytest.mark.usefixtures("_small_ray")
def test_ppo_trains_on_deals_obeys_the_mask_and_gets_every_reward():
    Checked.episodes = Checked.steps = 0
    Returns.seen.clear()
    config = (
        PPOConfig()
        .environment(Checked, env_config=DEALS, disable_env_checking=True)
        .multi_agent(policies={"all"}, policy_mapping_fn=lambda *_, **__: "all")
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [32]}
            )
        )
        .env_runners(num_env_runners=0, num_envs_per_env_runner=2, batch_mode="complete_episodes")
        .training(train_batch_size_per_learner=300, minibatch_size=100, num_epochs=2, lr=1e-3)
        .callbacks(Returns)
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    before = weights(algorithm)
    for iteration in (1, 2):
        result = algorithm.train()
        assert result["training_iteration"] == iteration
        assert np.isfinite(result["learners"]["all"]["total_loss"])
    after = weights(algorithm)
    algorithm.stop()
    assert any(not np.array_equal(before[name], after[name]) for name in before)
    assert Checked.steps >= 600 and Checked.episodes >= 10
    assert len(Returns.seen) == Checked.episodes
    for masked, rewards, paid in Returns.seen:
        assert masked == 0
        assert {name: sum(values) for name, values in rewards.items()} == pytest.approx(paid)


def weights(algorithm):
    return algorithm.get_module("all").get_state()


@pytest.mark.usefixtures("_small_ray")
def test_the_example_of_the_docstring_runs():
    result = doctest.testmod(rllib)
    assert result.attempted > 5 and result.failed == 0


def turn(observations):
    """The agent to move, its mask and its observation."""
    ((name, seen),) = observations.items()
    return name, seen["action_mask"], seen["observations"]


@pytest.mark.parametrize("reward", ["win", "score", "settlement"])
@pytest.mark.parametrize("episode", ["deal", "match"])
def test_it_shows_what_the_aec_environment_shows(episode, reward):
    rules = te.rules("thousand", "polish", concede="off")
    env = rllib.ThousandMultiAgentEnv({"rules": rules, "reward": reward, "episode": episode})
    aec = thousand_v0.raw_env(rules, reward, episode)
    table = {"score": [940, 900, 930]}
    observations, _ = env.reset(seed=3, options={"table": table})
    aec.reset(seed=3, options={"table": table})
    rng, over = random.Random(0), False
    paid, expected = dict.fromkeys(env.agents, 0.0), dict.fromkeys(env.agents, 0.0)
    while not over:
        name, mask, observation = turn(observations)
        assert name == aec.agent_selection
        assert env.observation_spaces[name].contains(observations[name])
        assert np.array_equal(observation, aec.observe(name)["observation"])
        assert np.array_equal(mask, aec.observe(name)["action_mask"])
        action = rng.choice(np.flatnonzero(mask).tolist())
        observations, rewards, terminated, truncated, _ = env.step({name: action})
        aec.step(action)
        for name in env.agents:
            paid[name] += rewards.get(name, 0.0)
            expected[name] += aec.rewards[name]
        over = terminated["__all__"]
        assert not truncated["__all__"]
    assert all(aec.terminations.values())
    assert paid == pytest.approx(expected)
    assert {*observations} == {*env.agents}
    for name, seen in observations.items():
        assert env.observation_spaces[name].contains(seen)
        assert te.decode(seen["observations"])["deals"] == aec.infos[name]["deals"]


def test_r4_5_a_penalty_before_the_first_turn_reaches_its_agent_in_rllibs_episode():
    """It would be lost with RLlib, which trains on nothing before an agent's first action."""
    rules = te.rules(golden=False, dark=False, redeal_limit=1, redeal_weak_hand=[40, "mandatory"])
    env = rllib.ThousandMultiAgentEnv({"rules": rules, "reward": "score", "episode": "deal"})
    observations, _ = env.reset(seed=0, options={"dealer": 0})
    spaces = {"observation_space": env.observation_spaces, "action_space": env.action_spaces}
    episode = MultiAgentEpisode(**spaces, agent_to_module_mapping_fn=lambda *_: "all")
    episode.add_env_reset(observations=observations)
    rng, fined = random.Random(0), env._game.state["score"][0, 0] < 0
    while not episode.is_done:
        name, mask, _ = turn(observations)
        action = rng.choice(np.flatnonzero(mask).tolist())
        observations, rewards, terminated, truncated, _ = env.step({name: action})
        episode.add_env_step(
            observations, {name: action}, rewards, terminateds=terminated, truncateds=truncated
        )
    written = env._game.state["last_written"][0, :3] / 100
    returns = {name: sum(values) for name, values in episode.get_rewards().items()}
    assert fined
    assert [returns[name] for name in env.agents] == pytest.approx(written.tolist())


def test_a_truncated_match_ends_with_the_observation_that_rllib_bootstraps_from():
    endless = te.rules(golden=False, goal=10000, barrel_at=5000)
    env = rllib.ThousandMultiAgentEnv({"rules": endless})
    observations, _ = env.reset(seed=1)
    rng, over = random.Random(1), False
    while not over:
        name, mask, _ = turn(observations)
        action = rng.choice(np.flatnonzero(mask).tolist())
        observations, _, terminated, truncated, _ = env.step({name: action})
        over = truncated["__all__"]
    assert not terminated["__all__"]
    scores = env._game.state["score"][0, :3].tolist()
    for seat, name in enumerate(env.agents):
        facts = te.decode(observations[name]["observations"])
        assert facts["deals"] == 200 and facts["score"][0] == scores[seat]
        assert observations[name]["action_mask"].all()


def test_an_action_of_nobody_or_a_forbidden_one_changes_nothing():
    env = rllib.ThousandMultiAgentEnv(DEALS)
    observations, _ = env.reset(seed=0)
    name, mask, _ = turn(observations)
    with pytest.raises(te.IllegalActionError):
        env.step({name: int(mask.argmin())})
    other = next(agent for agent in env.agents if agent != name)
    for actions in ({other: 0}, {}, {name: int(mask.argmax()), other: 0}):
        with pytest.raises(te.ThousandError, match="is to move"):
            env.step(actions)
    env.step({name: int(mask.argmax())})


def test_an_unknown_key_of_the_config_is_refused():
    with pytest.raises(te.ThousandError, match="keys are rules"):
        rllib.ThousandMultiAgentEnv({"num_games": 3})
