"""R9.4: who arrives on the barrel and who is knocked off."""

import pytest

from tests.rules.helpers import (
    barrel,
    concede,
    last_trick,
    lose,
    new_game,
    score_of,
    sweep,
)

COEXIST = {"barrel_collision": "coexist"}
THIRD = {"barrel_collision": "third_knocks_both"}


def table_of(score, used):
    return {"score": score, "barrel_deals_used": used}


TWO_THERE = table_of([800, 880, 880], [None, 0, 0])
ONE_THERE = table_of([800, 880, 0], [None, 0, None])


def test_r9_4_knock_first_an_arrival_knocks_off_who_was_there():
    game = new_game(ONE_THERE)
    sweep(game)
    assert game.table["score"] == [880, 760, 0]
    assert game.table["barrel_deals_used"] == [0, None, None]
    assert game.table["barrels_used"] == [0, 1, 0]


def test_r9_4_knock_first_knocks_off_everyone():
    game = new_game(TWO_THERE)
    sweep(game)
    assert score_of(game) == [880, 760, 760]


def test_r9_4_knock_first_players_arriving_in_one_deal_stay_together():
    game = new_game({"score": [0, 820, 820]})
    concede(game)  # 60 for each opponent
    assert game.table["score"] == [-100, 880, 880]
    assert game.table["barrel_deals_used"] == [None, 0, 0]


def test_r9_4_third_knocks_both():
    game = new_game(TWO_THERE, **THIRD)
    sweep(game)
    assert game.table["score"] == [880, 760, 760]
    assert game.table["barrels_used"] == [0, 1, 1]


def test_r9_4_third_knocks_both_two_may_stay():
    game = new_game(ONE_THERE, **THIRD)
    sweep(game)
    assert game.table["score"] == [880, 880, 0]
    assert game.table["barrel_deals_used"] == [0, 1, None]


def test_r9_4_third_knocks_both_two_arrivals_knock_off_the_one_who_was_there():
    # four players: the declarer concedes, two opponents arrive, the sitter was there
    game = new_game(
        table_of([0, 820, 820, 880], [None, None, None, 0]), players=4, dealer=3, **THIRD
    )
    concede(game)
    assert score_of(game) == [-100, 880, 880, 760]


@pytest.mark.parametrize("start", [ONE_THERE, TWO_THERE])
def test_r9_4_coexist(start):
    game = new_game(start, **COEXIST)
    sweep(game)
    assert score_of(game) == [880, *start["score"][1:]]


def test_r9_4_without_an_arrival_nobody_is_knocked_off():
    game = new_game(table_of([0, 880, 880], [None, 0, 0]))
    sweep(game)
    assert game.table["barrel_deals_used"] == [None, 1, 1]


@pytest.mark.parametrize("collision", ["knock_first", "third_knocks_both"])
def test_r9_4_who_fell_in_this_deal_is_no_longer_on_it(collision):
    # seat 0 fails 100 and falls to 780; seat 1 arrives with 120
    game = new_game(table_of([880, 800, 880], [0, None, 0]), barrel_collision=collision)
    lose(game)
    assert game.table["barrels_used"][0] == 1
    assert score_of(game)[:2] == [780, 880]
    # seat 2 was there: knocked off by the first rule; two on it are no third
    assert score_of(game)[2] == {"knock_first": 760, "third_knocks_both": 880}[collision]


def test_r9_4_a_winner_is_not_knocked_off():
    game = new_game(table_of([880, 875, 0], [0, None, None]))
    # 105 in tricks and the spade marriage; the second hand takes 15 and arrives
    result = last_trick(game, "9D AD KD", after="contract 125", marry="KS")
    assert (result["raw"], game.winner) == ([145, 15, 0], 0)
    assert score_of(game) == [1005, 880, 0]


def test_r9_4_a_winner_is_not_counted():
    game = new_game(table_of([880, 875, 880], [0, None, 0]), **THIRD)
    last_trick(game, "9D AD KD", after="contract 125", marry="KS")
    assert score_of(game) == [1005, 880, 880]


def test_r9_4_a_player_sitting_out_can_be_knocked_off():
    game = new_game(table_of([800, 0, 0, 880], [None, None, None, 1]), players=4, dealer=3)
    sweep(game)
    assert game.table["score"] == [880, 0, 0, 760]
    assert game.table["barrels_used"] == [0, 0, 0, 1]


def test_r9_4_the_knocked_off_players_third_barrel_takes_all():
    game = new_game(barrel(1, used=2, score=[800, 0, 0]))
    sweep(game)
    assert score_of(game) == [880, 0, 0]
