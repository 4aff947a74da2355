"""The AEC environment: what agents are shown, what is refused, how matches begin."""

import random

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

import thousand_env as te
from tests.aec_play import legal_choice, play
from thousand_env import thousand_v0
from thousand_env.games.thousand.cards import card_text


def test_observation_and_mask_belong_to_their_space_and_are_zero_off_turn():
    env = thousand_v0.env()
    env.reset(seed=0)
    rng = random.Random(0)
    for agent in env.agent_iter(300):
        for other in env.possible_agents:
            observation = env.observe(other)
            assert env.observation_space(other).contains(observation)
            assert observation["observation"].dtype == np.float32
            assert observation["action_mask"].dtype == np.int8
            assert observation["action_mask"].any() == (other == agent)
            assert observation["observation"].any() == (other == agent)
        env.step(legal_choice(env.observe(agent), rng))


def test_what_an_agent_was_shown_stays_as_it_was():
    env = thousand_v0.env()
    env.reset(seed=0)
    shown = env.last()[0]
    kept = {key: value.copy() for key, value in shown.items()}
    play(env, 0, steps=50)
    assert all(np.array_equal(shown[key], kept[key]) for key in kept)


def test_it_is_game_0_of_the_vector_env():
    rules = te.rules("thousand", "classic")
    aec = thousand_v0.env(rules=rules)
    batch = te.VectorEnv("thousand", 1, rules, autoreset=AutoresetMode.DISABLED)
    aec.reset(seed=11)
    batch.reset(seed=11)
    rng = random.Random(0)
    for agent in aec.agent_iter(1000):
        observation = aec.observe(agent)
        assert agent == f"player_{batch.current_player[0]}"
        assert np.array_equal(observation["observation"], batch.observation[0])
        assert np.array_equal(observation["action_mask"], batch.action_mask[0])
        action = legal_choice(observation, rng)
        aec.step(action)
        batch.step(np.array([action]))


def test_infos_are_constant_numeric_keys():
    env = thousand_v0.env()
    env.reset(seed=0)
    rng = random.Random(0)
    for agent in env.agent_iter(200):
        for name in env.agents:
            assert {key: type(x) for key, x in env.infos[name].items()} == {
                "deals": int,
                "score": int,
            }
        env.step(legal_choice(env.observe(agent), rng))
    assert env.infos[agent]["deals"] > 0


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = thousand_v0.env(rules=te.rules("thousand", "classic", golden=False))
    env.reset(seed=0, options={"dealer": 0})
    before, agent = env.unwrapped._vector.state, env.agent_selection
    with pytest.raises(te.IllegalActionError) as caught:
        env.step(0)
    error = caught.value
    assert (error.phase, error.player, error.action) == ("auction", 2, "play 9S")
    assert error.legal[0] == "pass"
    assert env.unwrapped._vector.state == before
    assert env.agent_selection == agent and not any(env.terminations.values())
    env.step(legal_choice(env.observe(agent), random.Random(0)))


@pytest.mark.parametrize("action", [-1, 189, 3.0, "pass", None])
def test_what_is_no_action_is_refused(action):
    env = thousand_v0.env()
    env.reset(seed=0)
    with pytest.raises(te.ActionError, match="0 to 188"):
        env.step(action)


def test_terminate_illegal_wrapper_can_be_put_on_top():
    env = TerminateIllegalWrapper(thousand_v0.raw_env(), illegal_reward=-1)
    env.reset(seed=0)
    agent = env.agent_selection
    env.last()
    env.step(int(np.argmin(env.observe(agent)["action_mask"])))
    assert all(env.terminations.values()) and env.rewards[agent] == -1


def test_a_step_before_the_first_reset_is_refused():
    with pytest.raises(Exception, match="reset"):
        thousand_v0.env().step(0)


def test_a_dead_step_takes_none_only():
    env = thousand_v0.env(max_cycles=1)
    env.reset(seed=0)
    rng = random.Random(0)
    while not any(env.truncations.values()):
        env.step(legal_choice(env.last()[0], rng))
    with pytest.raises(ValueError, match="None"):
        env.step(0)


def test_reset_takes_the_options_of_the_vector_env():
    env = thousand_v0.env(rules="online")
    table = {"score": [300, 120, 880], "barrel_deals_used": [None, None, 1]}
    env.reset(seed=0, options={"table": table, "dealer": 2})
    assert [info["score"] for info in env.infos.values()] == [300, 120, 880]
    with pytest.raises(te.ThousandError, match="unknown options"):
        env.reset(options={"tabel": table})
    with pytest.raises(te.ThousandError, match="reset_mask"):
        env.reset(options={"reset_mask": [True]})


def test_without_a_seed_matches_differ_and_after_one_they_repeat():
    def first_sights(env, seeds):
        sights = []
        for seed in seeds:
            env.reset(seed=seed)
            sights.append(env.last()[0]["observation"].tobytes())
        return sights

    env, other = thousand_v0.env(), thousand_v0.env()
    assert first_sights(env, [7, None, None]) == first_sights(other, [7, None, None])
    assert len({*first_sights(env, [7, None, None])}) == 3
    fresh = [first_sights(thousand_v0.env(), [None])[0] for _ in range(4)]
    assert len({*fresh}) > 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rules": "clasic"}, "unknown preset"),
        ({"rules": {"players": 3}}, "RuleSet"),
        ({"reward": "points"}, "reward"),
        ({"render_mode": "rgb"}, "render_mode"),
        ({"max_cycles": 0}, "max_cycles"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    with pytest.raises(te.ThousandError, match=message):
        thousand_v0.env(**arguments)


def test_names_and_agents():
    env = thousand_v0.env(rules=te.rules("thousand", "classic", players=4))
    assert str(env) == "thousand_v0"
    assert env.metadata["name"] == "thousand_v0" and not env.metadata["is_parallelizable"]
    assert env.possible_agents == ["player_0", "player_1", "player_2", "player_3"]


def test_ansi_shows_every_card():
    env = thousand_v0.env(rules="online", render_mode="ansi")
    env.reset(seed=0)
    text = env.render()
    assert all(name in text for name in env.possible_agents)
    assert all(card_text(card) in text for card in range(24))
