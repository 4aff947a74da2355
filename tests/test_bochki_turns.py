"""Bochki's turns, rule by rule: coming in, burning, barrels, the end (B5 to B9)."""

import pytest

from tests.bochki_games import alone, run, scores, side_by_side, written
from thousand_env.games.bochki import Game, rules

BARRELS = [(200, 299), (500, 599), (800, 899)]

# ---- B5


@pytest.mark.parametrize(
    ("cards", "low", "high"),
    [
        (28, "8S 9S TS JS KC AC 8D", "8S 8C 8D 8H TS TC QS"),  # 55 and 60
        (36, "6S 7S 8S 9S JS QS 6D 8D TD", "6S 7S 8S 9S TS QS 6D 8D TD"),  # 55 and 80
    ],
)
def test_b5_nobody_may_stop_below_the_entry(cards, low, high):
    for hand, actions in ((low, ["deal"]), (high, ["deal", "stop"])):
        game = alone(0, 0, cards=cards)
        game.deal([hand, ""])
        assert game.legal() == actions
    assert (game.rules.entry, game.rules.hand_size) == {28: (60, 7), 36: (75, 9)}[cards]


def test_b5_nothing_burns_before_the_entry_is_written():
    game = run(alone(), 30, "deal", 0, "deal", 30)
    assert written(game) == [60] and game.table["entered"] == [True, False]
    game = run(alone(), 60, "deal", 0)  # nor after 60 points are reached
    assert game.legal() == ["deal", "stop"]
    assert written(run(game, "stop")) == [60]


def test_b5_less_than_the_entry_is_lost():
    game = run(alone(), 50, "deal", 5, "deal", 0)
    assert written(game) == [0] and game.table["entered"] == [False, False]


# ---- B6


@pytest.mark.parametrize(
    ("deals", "total"),
    [((35, 80, 55), 170), ((40, 0, 120), 120), ((40, 30, 0), 0), ((0, 5, 0), 0), ((0, 0, 5), 5)],
)
def test_b6_a_deal_without_points_burns_what_came_before(deals, total):
    first, second, third = deals
    assert written(run(alone(100, 0), first, "deal", second, "deal", third)) == [total]


def test_b6_after_a_deal_but_the_last_he_may_stop_with_what_he_has():
    assert written(run(alone(100, 0), 35, "stop")) == [35]
    assert written(run(alone(100, 0), 35, "deal", 80, "stop")) == [115]
    assert written(run(alone(100, 0), 35, "deal", 0, "stop")) == [0]


# ---- B7


@pytest.mark.parametrize(("low", "high"), BARRELS)
def test_b7_whoever_ends_a_turn_in_a_barrel_has_three_turns_to_leave_it(low, high):
    game = run(alone(low - 60, 100), 65, "stop")
    assert scores(game)[0] == low + 5 and game.playing == [1]  # his next turn is in its order
    run(game, 5, "stop", 5, "stop")
    assert game.playing == [0] and game.results[-1]["barrel_turn"] == 1  # the second one at once
    run(game, 10, "stop", 25, "stop")
    assert [r["barrel_turn"] for r in game.results if r["seat"] == 0] == [None, 1, 2, 3]
    assert game.results[-1]["fell"] and written(game)[-1] == 100 - (low + 20)
    assert scores(game)[0] == 100 and game.playing == [1]


@pytest.mark.parametrize(("low", "high"), BARRELS)
@pytest.mark.parametrize("used", range(3))
def test_b7_leaving_ends_the_right_to_the_rest(low, high, used):
    game = run(alone(high // 5 * 5, 100), *[0] * used)  # turns that end at once (B8)
    assert game.playing == [0]
    run(game, 5, "stop")
    assert scores(game)[0] == high + 1 and game.playing == [1]
    assert not game.view(0).barrel_turns.any()


@pytest.mark.parametrize(("low", "high"), BARRELS)
def test_b7_edges(low, high):
    for score, turns in ((low - 5, 0), (low, 1), (high // 5 * 5, 1), (high + 1, 0)):
        game = Game(rules(players=2, turns="in_order", barrel_zero="keep"), None,
                    {"scores": [score, 0]}, dealer=1)  # fmt: skip
        run(game, 0, "stop")
        assert game.view(0).barrel_turns[0] == turns and game.playing == [0 if turns else 1]


def test_b7_landing_in_another_barrel_starts_three_turns_with_the_next_one():
    game = run(alone(295, 100), 200, "stop", 5, "stop")
    assert scores(game) == [495, 105]
    game = run(game, 5, "stop", 5, "stop")  # 500: his next three
    run(game, 0)
    assert game.playing == [0] and game.view(0).barrel_turns[0] == 1
    run(game, 200, "deal", 90, "stop", 5, "stop")  # 790
    assert scores(game)[0] == 790
    deep = run(alone(590, 100), 0)
    run(deep, 200, "deal", 55, "stop")  # 845 in an extra turn of the barrel of 500
    assert scores(deep)[0] == 845 and deep.playing == [1]


def test_b7_together_extra_turns_follow_when_all_turns_have_ended():
    game = run(side_by_side(200, 200, 100, dealer=2), (0, 5, 30))
    assert game.player == 1 and game.playing == [1, 2]  # seat 0's turn has ended (B8)
    run(game, "stop", "deal", (None, None, 5), "stop")  # dealt by seat 0: from his left then
    assert game.playing == [1] and game.state.alone == 1
    run(game, 0)
    assert game.playing == [1]
    run(game, 90, "deal", 5, "stop")
    assert scores(game) == [200, 300, 135] and game.playing == [0]
    run(game, 0, 0)  # both of his
    assert scores(game) == [100, 300, 135] and game.playing == [0, 1, 2]
    assert game.state.alone == -1 and game.table["turns"] == 1


# ---- B8


@pytest.mark.parametrize("zero", ["burn", "keep"])
def test_b8_a_deal_without_points_in_a_barrel(zero):
    game = run(alone(205, 100, barrel_zero=zero), 60, "deal", 0)
    if zero == "burn":
        assert written(game) == [0] and game.playing == [0]  # the first of three is used
    else:
        assert game.player == 0 and game.view(0).points[0] == 60
        assert written(run(game, "deal", 35)) == [95] and scores(game)[0] == 300


# ---- B9


@pytest.mark.parametrize("overshoot", ["void", "allowed"])
def test_b9_a_turn_that_would_pass_1000(overshoot):
    game = run(alone(990, 100, overshoot=overshoot), 30, "stop")
    if overshoot == "void":
        assert written(game) == [0] and not game.over and game.winners == []
    else:
        assert game.over and game.winners == [0] and scores(game) == [1020, 100] and not game.cut


def test_b9_a_void_turn_of_a_barrel_is_used_and_a_void_entry_brings_in():
    game = run(alone(890, 100), 120, "stop")
    assert game.view(0).barrel_turns[0] == 1 and scores(game)[0] == 890
    table = {"2Y": 1000, "3Y": 25}
    game = Game(rules(players=2, turns="in_order", score_table=table), None, None, dealer=1)
    game.deal(["8S 9S JS QS 8C TC QC", ""])  # twice 2Y
    game.apply("stop")
    assert game.table["entered"] == [True, False] and scores(game) == [0, 0]


def test_b9_the_first_to_write_1000_wins_and_the_others_write_nothing():
    game = run(side_by_side(990, 990, dealer=1), (5, 5), "deal", "deal", (0, 0), "deal", "deal")
    run(game, (10, 10))
    assert game.winners == [0] and scores(game) == [1000, 990] and game.places == [1, 2]
    assert len(game.results) == 1 and game.phase == "over" and game.legal() == []


def test_b9_after_max_turns_the_highest_score_leads():
    game = run(alone(100, 130, max_turns=2), 30, "stop", 5, "stop", 5, "stop", 0, "stop")
    assert game.over and game.cut and game.winners == [0, 1] and game.places == [1, 1]
    assert game.outcome == {"scores": [135, 135], "winners": [0, 1]}


def test_b9_extra_turns_of_the_last_circle_are_played():
    game = run(alone(100, 205, max_turns=1), 5, "stop", 0)
    assert not game.over and game.playing == [1]
    run(game, 0, 0)
    assert game.cut and scores(game) == [105, 100]
