"""The PettingZoo environment; this file also runs with the oldest supported versions.

It needs nothing but the base dependencies and pytest; what draws pixels is skipped without resvg.
"""

import importlib.util
import random
import types
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.utils.wrappers import BaseWrapper

import thousand_env as te
from tests.aec_play import legal_choice, play
from thousand_env import thousand_v0

HAS_RENDER = all(importlib.util.find_spec(name) for name in ("resvg_py", "PIL"))
TABLE_SIZES = [2, 3, 4]

# PettingZoo means image-like spaces; every environment with a mask in a Dict gets these two.
DICT_WARNINGS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
# Off its turn an agent sees zeros; when the game is over, everybody is.
END_WARNINGS = {
    "Observation numpy array is all zeros.",
    "Action mask numpy array is all zeros (no legal actions).",
}


def warnings_of_api_test(env):
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env, num_cycles=1000)
    return {str(warning.message) for warning in caught}


@pytest.mark.parametrize("players", TABLE_SIZES)
def test_api_test_passes_on_matches(players):
    env = thousand_v0.env(rules=te.rules("thousand", "classic", players=players))
    assert warnings_of_api_test(env) <= DICT_WARNINGS


@pytest.mark.parametrize("reward", ["win", "score", "settlement"])
def test_api_test_passes_through_the_end_of_an_episode(reward):
    env = thousand_v0.raw_env(rules="polish", reward=reward, episode="deal")
    assert warnings_of_api_test(env) <= DICT_WARNINGS | END_WARNINGS


@pytest.mark.parametrize("players", TABLE_SIZES)
def test_seed_test_passes(players):
    rules = te.rules("thousand", "classic", players=players)
    seed_test(lambda: thousand_v0.env(rules=rules, reward="score"), num_cycles=500)


def test_render_test_passes(monkeypatch, capsys):
    if not HAS_RENDER:
        metadata = thousand_v0.raw_env.metadata | {"render_modes": ["ansi", "human"]}
        monkeypatch.setattr(thousand_v0.raw_env, "metadata", metadata)
    render_test(thousand_v0.env)
    assert "player_0" in capsys.readouterr().out


# max_cycles_test means parallel environments: actions without a mask, and every agent acts as often
# as the others. Below is a deal in which that is so: both players have had four turns when one of
# them would have a fifth.


class LowestLegal(BaseWrapper):
    """Starts from one pack; sampling an action space gives the lowest legal action."""

    rules = te.rules(
        "thousand", "online", players=2, raise_=False, concede="off",
        redeal_four_nines="off", redeal_weak_hand=0, redeal_talon_nines=0, redeal_weak_talon=0,
    )  # fmt: skip

    pack = {  # noqa: RUF012
        "hands": ["TS AC TC KC AD TD KD QD 9D 9H", "AS JS QC JC 9C JD AH TH KH QH"],
        "talon": ["KS QS", "9S JH"],
    }

    def reset(self, seed=None, options=None):
        # player_0 passes; player_1 chooses a talon, gives and leads; player_0 leads the third trick.
        super().reset(seed=0, options={"dealer": 0, "hands": self.pack})

    def action_space(self, agent):
        mask = self.observe(agent)["action_mask"]
        return types.SimpleNamespace(sample=lambda: int(np.argmax(mask)))


class Cycles:
    """The same as a parallel environment: a cycle is a turn for every agent, on average."""

    def __init__(self, env):
        self.env = env

    def reset(self):
        self.env.reset()
        return {}, {}

    @property
    def agents(self):
        return self.env.agents

    def action_space(self, agent):
        return self.env.action_space(agent)

    def step(self, actions):
        for _ in self.env.possible_agents:
            self.env.step(self.env.action_space(self.env.agent_selection).sample())
        return {}, {}, self.env.terminations, self.env.truncations, {}


def test_max_cycles_test_passes():
    def env(max_cycles):
        return LowestLegal(thousand_v0.raw_env(rules=LowestLegal.rules, max_cycles=max_cycles))

    def parallel_env(max_cycles):
        return Cycles(env(max_cycles))

    max_cycles_test(types.SimpleNamespace(env=env, parallel_env=parallel_env))


def test_no_agent_gets_more_than_max_cycles_turns():
    env = thousand_v0.env(max_cycles=7)
    env.reset(seed=3)
    rng, turns = random.Random(0), dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert not terminated
        if not truncated:
            turns[agent] += 1
        env.step(None if truncated else legal_choice(observation, rng))
    assert max(turns.values()) == 7


@pytest.mark.parametrize("players", TABLE_SIZES)
@pytest.mark.parametrize("episode", ["match", "deal"])
@pytest.mark.parametrize("reward", ["win", "score", "settlement"])
def test_rewards_and_last_sum_to_the_same(players, episode, reward):
    rules = te.rules("thousand", "classic", players=players)
    env = thousand_v0.env(rules=rules, reward=reward, episode=episode)
    for seed in range(3):
        env.reset(seed=seed)
        from_last, from_rewards = play(env, seed)
        assert from_last == pytest.approx(from_rewards, abs=1e-9)
        assert not env.agents


def finished_match(reward):
    """A match without a barrel that somebody wins by his next points: rewards and final state."""
    env = thousand_v0.env(rules="polish", reward=reward)
    env.reset(seed=0, options={"table": {"score": [990, 960, 980]}})
    from_last, _ = play(env, 0)
    assert env.unwrapped._vector.terminated[0]
    return from_last, env.unwrapped._vector.finals[0]


def test_reward_win_is_one_for_the_winner_and_shared_by_the_others():
    rewards, final = finished_match("win")
    assert list(rewards.values()) == [1.0 if s == final.winner else -0.5 for s in range(3)]


def test_reward_settlement_is_paid_in_full_at_the_end():
    rewards, final = finished_match("settlement")
    pay = [1000 - int(final.score[s]) for s in range(3)]
    pay[final.winner] = 0
    wanted = [sum(pay) if s == final.winner else -pay[s] for s in range(3)]
    assert [1000 * x for x in rewards.values()] == pytest.approx(wanted)


@pytest.mark.parametrize("players", TABLE_SIZES)
def test_reward_score_times_100_is_the_change_of_score(players):
    env = thousand_v0.env(rules=te.rules("thousand", "classic", players=players), reward="score")
    for seed in range(3):
        env.reset(seed=seed)
        before = {agent: info["score"] for agent, info in env.infos.items()}
        from_last, _ = play(env, seed)
        final = env.unwrapped._vector.finals[0]
        for seat, agent in enumerate(env.possible_agents):
            assert round(100 * from_last[agent], 6) == final.score[seat] - before[agent]


def test_a_reward_function_is_handed_through():
    env = thousand_v0.env(reward=lambda before, after: (after["bolts"] - before["bolts"])[:, :3])
    env.reset(seed=0)
    _, from_rewards = play(env, 0, steps=1500)
    assert any(from_rewards.values())
    assert all(float(x).is_integer() for x in from_rewards.values())


def test_all_agents_end_together():
    env = thousand_v0.env(episode="deal")
    env.reset(seed=0)
    rng = random.Random(0)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        flags = {*env.terminations.values()}
        assert flags == {terminated} and {*env.truncations.values()} == {False}
        env.step(None if terminated or truncated else legal_choice(observation, rng))
        assert agent in env.possible_agents
    assert env.agents == []


@pytest.mark.skipif(not HAS_RENDER, reason="needs the extra render")
def test_rgb_array_has_one_size():
    env = thousand_v0.env(render_mode="rgb_array")
    env.reset(seed=0)
    first = env.render()
    play(env, 0, steps=40)
    assert env.render().shape == first.shape and first.dtype == np.uint8
    assert not np.array_equal(env.render(), first)
