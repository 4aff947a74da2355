"""R6.4: the concession."""

import pytest

from tests.rules.helpers import (
    LOST,
    LOST_GIFTS,
    SWEEP,
    barrel,
    concede,
    do,
    golden_game,
    lay,
    new_game,
    score_of,
)


@pytest.mark.parametrize("when", ["pass, pass", f"pass, pass, {LOST_GIFTS}"])
def test_r6_4_instead_of_the_first_card_or_at_the_contract(when):
    result = concede(new_game(), when)
    assert (result["conceded"], result["made"], result["contract"]) == (True, False, 100)
    assert (result["raw"], result["entry"]) == (None, [-100, 60, 60])


def test_r6_4_not_between_the_two_cards():
    assert "concede" not in do(lay(new_game(), *LOST), "pass, pass, give JH").legal()


@pytest.mark.parametrize(
    ("value", "auction", "entry"),
    [
        ("sixty", "pass, pass", [-100, 60, 60]),
        ("sixty", "bid 115, pass, bid 120, pass", [-120, 60, 60]),
        ("half", "pass, pass", [-100, 50, 50]),
        ("half", "bid 105, pass, pass", [50, -105, 50]),  # 52 1/2
        ("half", "bid 105, pass, bid 110, pass", [-110, 55, 55]),
        ("half", "bid 110, pass, bid 115, pass", [-115, 55, 55]),  # 57 1/2
        ("half", "bid 120, pass, bid 125, pass", [-125, 60, 60]),  # 62 1/2
    ],
)
def test_r6_4_each_opponent_gets_60_or_half_rounded_down_to_5(value, auction, entry):
    assert concede(new_game(concede=value), auction)["entry"] == entry


def test_r6_4_off():
    game = do(lay(new_game(concede="off"), *LOST), "pass, pass")
    assert "concede" not in game.legal()
    assert "concede" not in do(game, LOST_GIFTS).legal()


def test_r6_4_with_raise_and_concede_off_keep_is_not_asked():
    game = do(lay(new_game(concede="off", raise_=False), *LOST), f"pass, pass, {LOST_GIFTS}")
    assert game.phase == "play"


def test_r6_4_two_players_the_one_opponent_gets_60():
    pack = (LOST[0] + " 9S JS QS", "AH TH KH QH JH AC AD TS KS QD", "9D JD", "AS 9H")
    game = do(lay(new_game(players=2, dealer=1), *pack), "pass, talon 1, concede")
    assert game.results[-1]["entry"] == [-100, 60]


def test_r6_4_no_bolts_arise():
    table = {"bolts": [2, 2, 2]}
    result = concede(new_game(table))
    assert result["bolts"] == [0, 0, 0]
    assert result["table"]["bolts"] == [2, 2, 2]


def test_r6_4_an_opponent_on_the_barrel_gets_nothing():
    result = concede(new_game(barrel(1)))
    assert result["entry"] == [-100, 0, 60]
    assert result["table"]["score"] == [-100, 880, 60]


@pytest.mark.parametrize(("before", "loss"), [(0, 100), (1, 100), (2, 160), (3, 100), (5, 160)])
def test_r6_4_every_third_concession_costs_extra_and_the_count_runs_on(before, loss):
    table = {"concessions": [before, 0, 0]}
    result = concede(new_game(table, concede_third_penalty=60))
    assert result["entry"] == [-loss, 60, 60]
    assert result["table"]["concessions"] == [before + 1, 0, 0]


def test_r6_4_no_extra_loss_by_default():
    assert concede(new_game({"concessions": [2, 0, 0]}))["entry"] == [-100, 60, 60]


def test_r6_4_the_extra_loss_is_never_doubled():
    table = {"score": [300, 0, 0], "concessions": [2, 0, 0]}
    result = concede(new_game(table, concede_third_penalty=60), "dark, pass, pass")
    assert result["entry"] == [-300, 120, 120]  # 2 x 120 + 60


def test_r6_4_never_in_a_golden_or_an_obligatory_deal():
    for game in (golden_game(), new_game(barrel(0, deals=2, used=2))):
        assert "concede" not in lay(game, *SWEEP).legal()
        assert do(game, "give 9C, give JD").phase == "play"


def test_r6_4_a_conceded_deal_passes_the_deal_on():
    game = do(lay(new_game(dealer=1), *LOST), "pass, pass, concede")
    assert (game.dealer, game.needs_deal) == (2, True)


def test_r6_4_a_conceded_deal_uses_a_barrel_deal():
    result = concede(new_game(barrel(1)))
    assert result["table"]["barrel_deals_used"] == [None, 1, None]


def test_r6_4_a_conceded_deal_pays_the_sitter():
    game = new_game(players=4, dealer=3, sitter_bonus="talon")
    assert concede(game)["entry"] == [-100, 60, 60, 5]  # QD JH JD: 3 + 2 + 2 = 7
    assert score_of(game) == [-100, 60, 60, 5]
