"""Corners of the core that the tests of the single rules don't come to; found by branch coverage."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te
from tests.rules.helpers import FOUR_NINES, barrel, lay, new_game
from thousand_env.games.common.kernels import begin_kernel, random_play_kernel
from thousand_env.games.thousand import rules_from
from thousand_env.games.thousand.actions import A_GIVE, AUCTION, DARK, GIFT, NUM_ACTIONS, TALON
from thousand_env.games.thousand.cards import PACK, cards_mask, mask_cards, parse_card
from thousand_env.games.thousand.rules import OPTIONS
from thousand_env.games.thousand.state import LOG_SIZE, NONE, TABLE_DTYPE, new_states
from thousand_env.games.thousand.table import new_table


@pytest.mark.parametrize("text", ["9X", "T?", "K♤"])
def test_r1_4_a_rank_with_an_unknown_suit_is_no_card(text):
    with pytest.raises(te.ActionError, match="a suit of S C D H"):
        parse_card(text)


@pytest.mark.parametrize("mask", [0, 1, 0b101 << 20, PACK])
def test_r1_4_a_list_of_cards_is_a_set_and_back(mask):
    assert cards_mask(mask_cards(mask)) == mask


def test_r8_1_a_golden_question_to_another_looks_like_the_choice_of_a_talon():
    game = te.Game(te.rules(players=2), None, None, 0)
    hands = "9S 9C 9D 9H AS AC AD JS JC JD", "TS TC TD TH KS KC KD QS QC QD"
    lay(game, *hands, "AH KH", "QH JH")
    view = game.view(0)
    assert (game.phase, game.player) == ("redeal", 1)
    assert (view.phase, view.to_move, view.chosen_talon) == (TALON, 1, NONE)


def test_r9_7_an_obligatory_question_to_another_looks_like_the_gift():
    game = new_game(barrel(1, deals=2, used=2))
    lay(game, *FOUR_NINES)  # the first hand is asked, the second plays its obligatory game
    view = game.view(2)
    assert (game.phase, game.player) == ("redeal", 0)
    assert (view.phase, view.to_move, view.chosen_talon) == (GIFT, 1, NONE)


def test_r11_7_a_barrel_that_the_dump_truck_empties_is_refused():
    with pytest.raises(te.RulesError, match=r"barrel_at = 555 contradicts dump_truck = true"):
        te.rules(barrel_at=555)
    assert te.rules(barrel_at=555, dump_truck=False).barrel_at == 555


@pytest.mark.parametrize(("count", "fits"), [(10_000, True), (10_001, False)])
def test_r2_3_a_count_that_the_observation_has_no_room_for_is_refused(count, fits):
    if fits:
        new_game({"concessions": [count, 0, 0]})
    else:
        with pytest.raises(te.TableError, match="concessions: a number up to 10000"):
            new_game({"concessions": [count, 0, 0]})


def test_r4_redeals_are_refused_where_there_are_none():
    with pytest.raises(te.TableError, match="these rules have no re-deals"):
        new_game({"redeals": 1}, preset="polish", redeal_four_nines="off")


def test_r8_2_a_circle_may_begin_from_an_empty_table():
    start = {"circle": 2, "deal": 0, "made": False}
    assert new_game({"golden": start}).table["golden"] == start


@pytest.mark.parametrize("talon", ["9H JH QH KH", ["9H JH"], ["9H JH", "QH KH", ""]])
def test_r12_another_number_of_talons_is_refused(talon):
    with pytest.raises(te.TableError, match="for two players"):
        new_game(players=2, dealer=0).deal(["", ""], talon)


def test_an_option_that_is_off_may_be_written_as_false():
    assert te.rules(redeal_four_aces=False) == te.rules(redeal_four_aces="off")
    assert te.rules(silence_below=False) == te.rules(silence_below="off")


@pytest.mark.parametrize("action", [-1, NUM_ACTIONS])
def test_r14_a_number_of_no_action_has_no_text(action):
    with pytest.raises(te.ActionError, match=f"0 to {NUM_ACTIONS - 1}"):
        te.thousand.action_text(action)


def test_r14_the_mask_of_a_game_marks_its_legal_actions():
    game = te.Game(seed=4)
    assert np.flatnonzero(game.action_mask).tolist() == game.legal_actions()


def test_r15_the_short_form_and_the_hash_stand_for_the_rules():
    house = te.rules("thousand", "online", players=4, redeal_weak_hand=[12, "mandatory"])
    short = {"preset": "online", "players": 4, "redeal_weak_hand": [12, "mandatory"]}
    assert house.short() == short and rules_from(short) == house
    assert rules_from(short).hash == house.hash != te.rules("thousand", "online").hash
    assert [line.split()[0] for line in str(house).splitlines()] == list(OPTIONS)


def test_r15_rules_are_a_table_of_options():
    with pytest.raises(te.RulesError, match="a table of options, not list"):
        rules_from(["classic"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_without_a_decision_has_no_phase_in_its_observation(players):
    game = new_game(players=players, dealer=1)
    assert game.needs_deal
    views = np.array([game.view(seat) for seat in range(players)])
    assert [te.decode(row)["phase"] for row in te.encode(views)] == [None] * players


def test_a_full_log_takes_no_more_and_the_game_goes_on():
    env = te.VectorEnv("thousand", 1, te.rules(golden=False, dark=False), seed=1)
    env.reset()
    states = env.state
    states["log_length"] = LOG_SIZE - 1  # as only a state from outside can be
    env.state = states
    for step in range(3):
        env.step(env.sample(step))
        assert not env.illegal.any() and env.state["log_length"] == LOG_SIZE


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"to_move": -1}, "just where nobody is to decide"),
        ({"declarer": -1}, "in the auction"),
        ({"passed": 1}, "in the auction"),
    ],
)
def test_a_state_of_an_auction_that_can_not_be_is_refused(changes, message):
    env = te.VectorEnv("thousand", 2, te.rules(golden=False, dark=False), seed=1)
    env.reset()
    states = env.state
    assert (states["phase"] == AUCTION).all()
    for name, value in changes.items():
        states[name] = value
    with pytest.raises(te.ThousandError, match=message):
        env.state = states


def test_r5_1_a_state_that_asks_the_player_whose_bid_stands_is_refused():
    env = te.VectorEnv("thousand", 2, te.rules(golden=False, dark=False), seed=1)
    env.reset()
    states = env.state
    assert (states["phase"] == AUCTION).all()
    states["to_move"] = states["declarer"]  # if he passed, nobody would be left to be found
    with pytest.raises(te.ThousandError, match="the player whose bid stands"):
        env.state = states


def test_r2_2_a_state_in_which_the_dealer_of_four_is_to_bid_is_refused():
    env = te.VectorEnv("thousand", 2, te.rules(players=4, golden=False, dark=False), seed=1)
    env.reset()
    states = env.state
    assert (states["phase"] == AUCTION).all()
    states["to_move"] = states["dealer"]
    with pytest.raises(te.ThousandError, match="the dealer sits out"):
        env.state = states


def test_r7_1_a_state_in_which_somebody_has_passed_before_the_auction_is_refused():
    env = te.VectorEnv("thousand", 2, te.rules(golden=False, dark_min_score=0), seed=1)
    env.reset()
    states = env.state
    assert (states["phase"] == DARK).all()
    states["passed"][1, 0] = 1
    with pytest.raises(te.ThousandError, match="before the auction nobody has passed"):
        env.state = states


def test_r6_2_a_state_whose_log_gives_three_cards_is_refused():
    env = te.VectorEnv("thousand", 2, seed=1)
    env.reset()
    states = env.state
    states["log_length"], states["log_action"][:, :3] = 2, A_GIVE
    env.state = states  # what lies beyond the end of the log doesn't count
    states["log_length"] = 3
    with pytest.raises(te.ThousandError, match="more than two cards given"):
        env.state = states


QUICK = te.rules(golden=False, barrel_at=0, goal=25)  # whoever's deal is good has won


def play_to_the_end(env):
    """Random play until every match has ended; the rewards by step and game."""
    rewards = []
    for step in range(300):
        env.step(env.sample(step))
        rewards.append(env.rewards.copy())
        if env.autoreset == AutoresetMode.DISABLED and env.terminated.all():
            break
    return np.array(rewards)


def test_r9_6_the_step_that_ends_a_match_pays_the_settlement_and_then_nothing_happens():
    env = te.VectorEnv(
        "thousand", 2, QUICK, reward="settlement", autoreset=AutoresetMode.DISABLED, seed=2
    )
    env.reset()
    paid = play_to_the_end(env).sum(0)
    for game, row in zip(env.state, paid, strict=True):
        owed = 25 - np.delete(game["score"][:3], game["winner"])
        assert np.delete(row, game["winner"]) == pytest.approx(-owed / 1000)
        assert row[game["winner"]] == pytest.approx(owed.sum() / 1000)
    assert (env.current_player == NONE).all() and env.action_mask.all()
    assert not env.observation.any() and not env.views.tobytes().strip(b"\0")
    before = env.state.tobytes()
    env.step(env.sample(0))
    assert env.state.tobytes() == before and not env.rewards.any() and not env.illegal.any()
    env.reset(options={"reset_mask": np.array([True, False])})
    assert (env.current_player == NONE).tolist() == [False, True]


def test_r9_6_wins_are_paid_match_after_match():
    env = te.VectorEnv("thousand", 2, QUICK, reward="win", seed=2)
    env.reset()
    rewards = play_to_the_end(env)
    ends = (rewards == 1).any(2)
    assert ends.sum(0).tolist() == env.state["match"].tolist() and ends.sum() > 2
    assert (np.sort(rewards[ends], 1) == [-0.5, -0.5, 1]).all() and not rewards[~ends].any()


def test_r9_the_score_of_every_deal_is_paid():
    env = te.VectorEnv("thousand", 2, QUICK, reward="score", autoreset=AutoresetMode.DISABLED)
    env.reset()
    rewards = play_to_the_end(env)
    assert rewards.sum(0) == pytest.approx(env.state["score"][:, :3] / 100)


def test_dealers_may_come_as_an_array():
    env = te.VectorEnv("thousand", 3)
    env.reset(options={"dealer": np.array([2, 0, 1])})
    assert env.state["dealer"].tolist() == [2, 0, 1]


def test_random_play_begins_the_next_match_where_one_is_over():
    rules = te.rules(golden=False, barrel_at=0, goal=125)
    states, starts = new_states(2), np.array([new_table(rules)] * 2, TABLE_DTYPE)
    begin_kernel(states, rules.compiled(), starts, np.ones(2, np.bool_), 200, 0, 2)
    finished = random_play_kernel(states, rules.compiled(), starts, np.uint64(1), 400)
    assert finished == states["match"].sum() > 0
