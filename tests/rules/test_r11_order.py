"""R11.6 and R11.7: the order of the bookkeeping, and the dump truck."""

import pytest

from tests.rules.helpers import (
    LOST,
    LOST_GIFTS,
    barrel,
    concede,
    do,
    finish,
    last_trick,
    lay,
    lose,
    new_game,
    score_of,
    sweep,
)

LAST_GOLDEN = {"circle": 1, "deal": 2, "made": False}
REVERSE = {"reverse_dump_truck": True}


def scores_after(result_of, score, *args, **options):
    game = new_game({"score": score}, **options)
    result_of(game, *args)
    return score_of(game)


def test_r11_6_a_the_bolt_penalty_belongs_to_the_deals_result():
    game = new_game({"score": [875, 0, 0], "bolts": [2, 0, 0]})
    assert lose(game)["entry"] == [-220, 120, 0]
    assert score_of(game) == [655, 120, 0]


def test_r11_6_b_a_collision_comes_before_the_dump_truck():
    # knocked off a barrel at 675, he stands at 555: dumped
    table = barrel(1, score=[600, 0, 0])
    table["score"][1] = 675
    game = new_game(table, barrel_at=675)
    sweep(game)
    assert score_of(game) == [675, 0, 0]
    assert game.table["barrels_used"] == [0, 1, 0]


def test_r11_6_b_a_collision_comes_before_the_end_of_the_golden_circle():
    # seat 1 arrives with 240, seat 2 is knocked off; the wipe takes both barrels
    table = barrel(2, score=[0, 700, 0]) | {"golden": LAST_GOLDEN}
    game = new_game(table)
    finish(do(lay(game, *LOST), LOST_GIFTS))
    assert game.table["score"] == [0, 0, 0]
    assert game.table["barrels_used"] == [0, 0, 0]
    assert game.table["barrel_deals_used"] == [None, None, None]


def test_r11_6_c_the_golden_wipe_comes_before_the_dump_truck():
    # 795 - 240 = 555 is wiped, not dumped: with the last circle's scores standing it is dumped
    table = {"score": [795, 5, 0], "golden": LAST_GOLDEN}
    for circles, score in ((3, [0, 0, 0]), (1, [0, 245, 0])):
        game = new_game(table, golden_circles=circles)
        finish(do(lay(game, *LOST), LOST_GIFTS))
        assert score_of(game) == score


def test_r11_6_e_a_winner_from_the_barrel_is_not_dumped():
    table = barrel(0)
    table["score"][0] = 430
    game = new_game(table, barrel_at=430, goal=600)
    sweep(game, "contract 125", marry="KS")
    assert (game.winner, score_of(game)) == (0, [555, 0, 0])


def test_r11_6_e_without_a_barrel_the_truck_comes_before_the_win_test():
    game = new_game({"score": [455, 0, 0]}, barrel_at=0, goal=555)
    sweep(game)
    assert (game.winner, score_of(game)) == (None, [0, 0, 0])
    game = new_game({"score": [455, 0, 0]}, barrel_at=0, goal=555, dump_truck=False)
    sweep(game)
    assert (game.winner, score_of(game)) == (0, [555, 0, 0])


def test_r11_6_a_a_win_and_another_players_bolt_are_written_together():
    game = new_game(barrel(0, score=[0, 300, 0], bolts=[0, 2, 0]))
    sweep(game, "contract 125", marry="KS")
    assert (game.winner, score_of(game)) == (0, [1005, 180, 0])


def test_r11_7_exactly_555_drops_to_0():
    assert scores_after(sweep, [455, 0, 0]) == [0, 0, 0]
    assert scores_after(last_trick, [0, 535, 0], "9D AD TD") == [-100, 0, 0]
    assert scores_after(lose, [655, 0, 0]) == [0, 120, 0]


@pytest.mark.parametrize("score", [450, 460])
def test_r11_7_only_exactly_555(score):
    assert scores_after(sweep, [score, 0, 0]) == [score + 100, 0, 0]


def test_r11_7_off():
    assert scores_after(sweep, [455, 0, 0], dump_truck=False) == [555, 0, 0]


def test_r11_7_a_third_bolt_may_bring_it_about():
    game = new_game({"score": [0, 675, 0], "bolts": [0, 2, 0]})
    sweep(game)
    assert score_of(game) == [100, 0, 0]


def test_r11_7_an_opponents_score_after_a_concession():
    assert scores_after(concede, [0, 0, 495]) == [-100, 60, 0]


def test_r11_7_a_redeal_penalty_to_555_is_dumped_at_once():
    pack = ("AS AC AD AH 9S JS QS", "TS KS TC KC QC JC 9C", "TD KD QD JD TH KH QH", "9D JH 9H")
    game = lay(new_game({"score": [0, 0, 675], "redeals": 2}), *pack)
    assert score_of(game) == [0, 0, 0]


def test_r11_7_the_reverse_dump_truck():
    assert scores_after(lose, [-455, 0, 0], **REVERSE) == [0, 120, 0]
    assert scores_after(lose, [-455, 0, 0]) == [-555, 120, 0]
    assert scores_after(lose, [-450, 0, 0], **REVERSE) == [-550, 120, 0]


def test_r11_7_a_written_deal_shows_the_dumped_score():
    game = new_game({"score": [455, 0, 0]})
    result = sweep(game)
    assert (result["entry"], result["written"]) == ([100, 0, 0], [-455, 0, 0])
