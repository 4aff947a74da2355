"""R11.4: bolts."""

import pytest

from tests.rules.helpers import (
    LOST,
    LOST_GIFTS,
    concede,
    do,
    finish,
    golden_game,
    last_trick,
    lay,
    lose,
    new_game,
    play_tricks,
    start_play,
    sweep,
)

ROW, POINTS = {"bolts": "row"}, {"bolt_by": "points"}
# The first hand takes one trick, three nines.
NINES = ("AH TH KH QH JH 9H 9S JS", "AS TS KS QS 9C AC TC KC", "9D AD TD KD QD JD QC JC")
# The first hand announces at the first lead and takes no trick.
MARRIAGE_ONLY = ("KC QC JS QS 9S JD QD 9D", "AC TC AS TS KS AD TD KD", "JC 9C AH TH KH QH JH 9H")


def bolts_after(before, result_of=sweep, **options):
    """The bolts kept after a deal, and its entry."""
    game = new_game({"bolts": before}, **options)
    result = result_of(game)
    return game.table["bolts"], result["entry"]


def test_r11_4_a_player_without_a_trick_gets_a_bolt():
    assert last_trick(new_game(), "9D AD TD")["bolts"] == [0, 0, 1]
    assert sweep(new_game())["bolts"] == [0, 1, 1]


def test_r11_4_the_declarer_gets_one_too():
    assert lose(new_game())["bolts"] == [1, 0, 1]
    assert lose(new_game(bolt_declarer=False))["bolts"] == [0, 0, 1]


def test_r11_4_none_in_a_conceded_deal():
    assert bolts_after([2, 2, 2], concede) == ([2, 2, 2], [-100, 60, 60])


def marriage_only(**options):
    game = start_play(new_game(marriage_first_lead=True, **options), *MARRIAGE_ONLY)
    return finish(play_tricks(game, "+QC TC JC", "AC 9C KC"))


def test_r11_4_bolt_by_points_counts_marriages():
    assert marriage_only()["bolts"] == [1, 0, 1]
    assert marriage_only(**POINTS)["bolts"] == [0, 0, 1]


@pytest.mark.parametrize(("options", "bolts"), [({}, [0, 0, 1]), (POINTS, [1, 0, 1])])
def test_r11_4_bolt_by_points_a_trick_of_nines_is_worth_nothing(options, bolts):
    game = play_tricks(start_play(new_game(**options), *NINES), "9H 9C 9D", "JS AS JD")
    assert finish(game)["bolts"] == bolts


@pytest.mark.parametrize(("before", "after", "entry"), [(0, 1, 0), (1, 2, 0), (2, 0, -120)])
def test_r11_4_every_third_bolt_costs_120(before, after, entry):
    assert bolts_after([0, before, 0]) == ([0, after, 1], [100, entry, 0])


def test_r11_4_bolt_penalty():
    assert bolts_after([0, 2, 0], bolt_penalty=60)[1] == [100, -60, 0]


def test_r11_4_off():
    assert bolts_after([0, 0, 0], bolts="off") == ([0, 0, 0], [100, 0, 0])
    assert sweep(new_game(bolts="off"))["bolts"] == [0, 0, 0]


def dark_lost(game):
    """The first hand plays a dark and takes nothing; the second hand takes all."""
    return finish(do(lay(game, *LOST), f"dark, pass, pass, {LOST_GIFTS}, keep"))


@pytest.mark.parametrize("bolts", ["any", "row"])
def test_r11_4_the_counter_keeps_what_is_over_three(bolts):
    table = {"score": [300, 0, 0], "bolts": [0, 0, 2]}
    game = new_game(table, bolts=bolts)
    result = dark_lost(game)
    assert result["bolts"] == [2, 0, 2]
    assert game.table["bolts"] == [2, 0, 1]
    assert result["entry"] == [-240, 240, -120]


def test_r11_4_any_a_deal_without_a_bolt_resets_nothing():
    assert bolts_after([2, 0, 0])[0] == [2, 1, 1]


def test_r11_4_row_a_deal_without_a_bolt_resets():
    assert bolts_after([2, 0, 0], **ROW)[0] == [0, 1, 1]


def test_r11_4_row_the_third_in_a_row_costs():
    assert bolts_after([0, 2, 0], **ROW) == ([0, 0, 1], [100, -120, 0])


def test_r11_4_row_two_written_in_a_dark_are_two_of_the_three():
    table = {"score": [300, 0, 0], "bolts": [0, 0, 1]}
    game = new_game(table, **ROW)
    result = dark_lost(game)
    assert (game.table["bolts"], result["entry"][2]) == ([2, 0, 0], -120)


def test_r11_4_row_a_deal_that_can_not_give_one_neither_adds_nor_resets():
    assert bolts_after([2, 2, 2], concede, **ROW)[0] == [2, 2, 2]
    # the declarer, with bolt_declarer off: he takes tricks, and keeps his two
    assert bolts_after([2, 0, 0], bolt_declarer=False, **ROW)[0] == [2, 1, 1]


def test_r11_4_row_a_deal_sat_out_neither_adds_nor_resets():
    game = new_game({"bolts": [0, 0, 0, 2]}, players=4, dealer=3, **ROW)
    sweep(game)
    assert game.table["bolts"] == [0, 1, 1, 2]


def test_r11_4_a_golden_bolt_is_one():
    game = lay(golden_game(), *LOST)
    assert finish(do(game, LOST_GIFTS))["bolts"] == [1, 0, 1]
