"""The Gymnasium views: a learner in one seat, agents in the others."""

import warnings

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import thousand_env as te
from tests.seat_players import (
    PLAYED_OUT,
    Highest,
    Recorder,
    highest,
    highest_in,
    random_in,
    rules_of,
)
from thousand_env import thousand_v0
from thousand_env.seat import RandomAgent, SeatEnv, SeatVectorEnv

TABLE_SIZES = [2, 3, 4]


class LegalActions(gym.ActionWrapper):
    """Any number becomes a legal action: Gymnasium's checker samples without a mask."""

    def action(self, action):
        legal = np.flatnonzero(self.unwrapped.action_masks())
        return int(legal[action % len(legal)])


@pytest.mark.parametrize("episode", ["match", "deal"])
@pytest.mark.parametrize("players", TABLE_SIZES)
def test_gymnasium_env_checker_passes(players, episode):
    env = SeatEnv(rules=rules_of(players), episode=episode, reward="score")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*is different from the unwrapped version")
        check_env(LegalActions(env), skip_render_check=True)


@pytest.mark.parametrize("reward", ["win", "score", "settlement"])
@pytest.mark.parametrize("seat", [0, 2])
def test_it_shows_what_the_aec_environment_shows_that_agent(seat, reward):
    """Observations, masks and rewards at the learner's turns, and every terminal reward."""
    aec = thousand_v0.raw_env(PLAYED_OUT, reward)
    env = SeatEnv(Highest(), seat, PLAYED_OUT, reward)
    table = {"score": [940, 900, 930]}
    aec.reset(seed=5, options={"table": table})
    observation, _ = env.reset(seed=5, options={"table": table})
    pay, turns, over = 0.0, 0, False
    for agent in aec.agent_iter():
        shown, reward_now, terminated, _, _ = aec.last()
        if agent == f"player_{seat}":
            assert terminated == over
            if turns:
                assert pay == pytest.approx(reward_now)
            if not over:
                assert np.array_equal(shown["observation"], observation)
                assert np.array_equal(shown["action_mask"], env.action_masks())
                observation, pay, over, _, _ = env.step(highest_in(env))
                turns += 1
        aec.step(None if terminated else int(highest(shown["action_mask"])))
    assert over and turns > 8


@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize("players", TABLE_SIZES)
def test_rewards_of_an_episode_sum_to_the_change_of_score(players, seat):
    # No limit, so no penalty is written before the first decision of a match (R4.5).
    env = SeatEnv(
        seat=seat, rules=rules_of(players, redeal_limit=0), reward="score", episode="deal"
    )
    rng = np.random.default_rng(0)
    for episode in range(20):
        env.reset(seed=episode)
        total, over = 0.0, False
        while not over:
            action = int(random_in(env.action_masks()[None], rng)[0])
            _, reward, over, truncated, info = env.step(action)
            total += reward
        assert not truncated and info["deals"] == 1
        assert round(100 * total, 4) == info["score"]


def test_what_falls_due_before_the_first_turn_comes_with_the_first_step():
    """The dealer of four writes a bonus for the first deal, in which he sits out (R11.5)."""
    rules = rules_of(4, golden=False, sitter_bonus="talon", redeal_limit=0)
    env = SeatEnv(seat=3, rules=rules, reward="score")
    for seed in range(20):
        _, info = env.reset(seed=seed, options={"dealer": 3})
        assert info["deals"] == 1
        if info["score"]:
            break
    bonus, deals = info["score"], 1
    _, reward, _, _, info = env.step(highest_in(env))
    assert bonus > 0 and info["deals"] == deals
    assert 100 * reward == pytest.approx(bonus)


def test_a_deal_the_learner_sits_out_is_passed_over():
    env = SeatEnv(seat=3, rules=rules_of(4), episode="deal")
    for seed in range(12):
        env.reset(seed=seed)
        assert env.action_masks().sum() < 189  # a turn, not a finished deal


def test_a_start_without_any_turn_for_the_learner_is_refused():
    env = SeatEnv(seat=3, rules=rules_of(4), episode="deal")
    with pytest.raises(te.ThousandError, match="sit out"):
        env.reset(options={"dealer": 3})
    env.reset(seed=0, options={"dealer": 2})


def test_the_final_observation_is_the_table_as_it_ended():
    env = SeatEnv(seat=0, episode="deal", reward="score")
    env.reset(seed=0)
    over = False
    while not over:
        observation, _, over, _, info = env.step(highest_in(env))
    facts = te.decode(observation)
    assert facts["phase"] is None and facts["deals"] == 1
    assert facts["score"][0] == info["score"]
    with pytest.raises(te.ActionError, match="reset"):
        env.step(0)


def test_an_illegal_action_of_the_learner_changes_nothing():
    env = SeatEnv(rules=rules_of(3, golden=False), seat=0)
    env.reset(seed=0)
    forbidden = int(np.argmin(env.action_masks()))
    with pytest.raises(te.IllegalActionError, match="player 0"):
        env.step(forbidden)
    with pytest.raises(te.ActionError):
        env.step(500)
    again = SeatEnv(rules=rules_of(3, golden=False), seat=0)
    again.reset(seed=0)
    assert np.array_equal(env.step(highest_in(env))[0], again.step(highest_in(again))[0])


def test_a_step_before_the_first_reset_is_refused():
    with pytest.raises(te.ActionError, match="reset"):
        SeatEnv().step(0)


class Cheat(Highest):
    def act(self, views, masks, rng):
        return masks.argmin(axis=1)


class Vague(Highest):
    def act(self, views, masks, rng):
        return np.zeros(len(views))


@pytest.mark.parametrize(
    ("agent", "error"), [(Cheat(), te.IllegalActionError), (Vague(), te.ActionError)]
)
def test_an_agent_that_breaks_the_rules_is_stopped(agent, error):
    env = SeatEnv(agent, seat=0, rules=rules_of(3, golden=False))
    with pytest.raises(error):  # player 1, the second hand, is asked first (R5.1)
        env.reset(seed=0, options={"dealer": 2})


@pytest.mark.parametrize("players", TABLE_SIZES)
def test_opponents_sit_clockwise_from_the_learner(players):
    agents = [Recorder() for _ in range(players - 1)]
    env = SeatEnv(agents, 1, rules_of(players))
    env.reset(seed=0)
    for _ in range(60):
        env.step(highest_in(env))
    assert [agent.seats for agent in agents] == [{(1 + k) % players} for k in range(1, players)]


def test_one_agent_plays_all_other_seats():
    agent = Recorder()
    env = SeatVectorEnv(8, agent, seat=1)
    env.reset(seed=0)
    for _ in range(10):
        env.step(highest(env.action_masks()))
    assert agent.seats == {0, 2}


def test_a_wrong_number_of_opponents_or_seat_is_refused():
    with pytest.raises(te.ThousandError, match="opponents"):
        SeatEnv([Highest()])
    for seat in (3, -1, "random"):
        with pytest.raises(te.ThousandError, match="seat"):
            SeatEnv(seat=seat)


def test_without_a_seat_one_is_drawn_in_every_episode():
    env, other = SeatEnv(), SeatEnv()
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(30)]
    assert {*seats} == {0, 1, 2}
    assert seats == [other.reset(seed=seed)[1]["seat"] for seed in range(30)]


def test_random_agent_draws_every_legal_action_alike():
    mask = np.zeros((6000, 189), np.bool_)
    mask[:, [3, 77, 188]] = True
    actions = RandomAgent().act(None, mask, np.random.default_rng(0))
    numbers, counts = np.unique(actions, return_counts=True)
    assert numbers.tolist() == [3, 77, 188]
    assert (abs(counts - 2000) < 200).all()
