"""R4.5: the third re-deal in a row costs the dealer."""

import pytest

from tests.rules.helpers import (
    FOUR_ACES,
    SWEEP,
    WEAK_FIRST,
    barrel,
    do,
    finish,
    lay,
    new_game,
    score_of,
    sweep,
)

TWO_BEFORE = {"redeals": 2}  # the next one is the third
TWO_NINES = ("AS TS KS QS JS 9S AC", *SWEEP[1:2], "AH TH KH QH JH 9H JD", "AD 9C 9D")


def test_r4_5_the_third_redeal_in_a_row_is_not_carried_out_and_costs_the_dealer_120():
    game = lay(lay(lay(new_game(), *FOUR_ACES), *FOUR_ACES), *FOUR_ACES)
    assert [entry["kind"] for entry in game.results] == ["redealt", "redealt"]
    assert (game.phase, score_of(game)) == ("auction", [0, 0, -120])


def test_r4_5_what_is_written_in_the_deal_includes_the_penalty():
    game = do(lay(new_game(TWO_BEFORE), *FOUR_ACES), "pass, pass, concede")
    result = game.results[-1]
    assert (result["entry"], result["written"]) == ([-100, 60, 60], [-100, 60, -60])


def test_r4_5_an_optional_claim_is_answered_by_the_penalty_and_the_deal_is_played():
    game = do(lay(new_game(TWO_BEFORE), *WEAK_FIRST), "redeal")
    assert (game.phase, score_of(game)) == ("auction", [0, 0, -120])
    assert finish(do(game, "pass, pass, give 9S, give 9C"))["kind"] == "ordinary"


def test_r4_5_a_talon_claim_is_answered_by_the_penalty_and_can_not_be_repeated():
    game = do(lay(new_game(TWO_BEFORE), *TWO_NINES), "pass, pass, redeal")
    assert (game.phase, score_of(game)) == ("gift", [0, 0, -120])
    assert "redeal" not in game.legal()


def test_r4_5_no_more_redeals_in_the_deal_after_the_penalty():
    pack = ("9S 9C 9D 9H AS AC TD", "TS KS TC KC QC JC TH", "AD KD QD JD AH KH QS", "JS QH JH")
    game = do(lay(new_game(TWO_BEFORE, redeal_weak_talon=20), *pack), "redeal, pass, pass")
    assert "redeal" not in game.legal()  # though the talon is worth only 7


def test_r4_5_limit_0_is_no_limit():
    game = new_game(redeal_limit=0)
    for _ in range(6):
        lay(game, *FOUR_ACES)
    assert (game.table["redeals"], score_of(game), game.needs_deal) == (6, [0, 0, 0], True)


@pytest.mark.parametrize(("limit", "carried_out"), [(1, 0), (2, 1), (4, 3)])
def test_r4_5_redeal_limit(limit, carried_out):
    game = new_game(redeal_limit=limit)
    for _ in range(limit):
        lay(game, *FOUR_ACES)
    assert (len(game.results), score_of(game)) == (carried_out, [0, 0, -120])


def test_r4_5_redeal_penalty():
    assert score_of(lay(new_game(TWO_BEFORE, redeal_penalty=60), *FOUR_ACES)) == [0, 0, -60]


def test_r4_5_the_dealer_who_sits_out_pays_too():
    game = lay(new_game(TWO_BEFORE, players=4, dealer=3), *FOUR_ACES)
    assert score_of(game) == [0, 0, 0, -120]


def test_r4_5_a_dealer_on_the_barrel_falls_to_760_whatever_the_penalty():
    game = lay(new_game(barrel(2, deals=1, redeals=2), redeal_penalty=60), *FOUR_ACES)
    assert score_of(game) == [0, 0, 760]
    assert game.table["barrel_deals_used"] == [None, None, None]
    assert game.table["barrels_used"] == [0, 0, 1]


def test_r4_5_a_dealer_brought_to_555_is_dumped_at_once():
    game = lay(new_game({"score": [0, 0, 675], "redeals": 2}), *FOUR_ACES)
    assert score_of(game) == [0, 0, 0]


def test_r4_5_a_mandatory_one_is_written_before_the_dark_is_offered():
    table = barrel(2, score=[300, 0, 0])
    assert lay(new_game(table), *SWEEP).phase == "auction"  # somebody is on the barrel (R7.1)
    assert lay(new_game(table | TWO_BEFORE), *FOUR_ACES).phase == "dark"


def test_r4_5_a_mandatory_one_is_written_before_an_obligatory_game_is_due():
    table = barrel(2, deals=2, used=2)
    assert lay(new_game(table), *SWEEP).player == 2  # obliged, he gives cards
    game = lay(new_game(table | TWO_BEFORE), *FOUR_ACES)
    assert (game.phase, score_of(game)) == ("auction", [0, 0, 0])  # third barrel used up (R9.5)


def test_r4_5_an_obliged_dealer_thrown_off_plays_an_ordinary_deal():
    table = barrel(2, deals=2, used=2, score=[300, 0, 0])
    game = do(lay(new_game(table | TWO_BEFORE), *WEAK_FIRST), "redeal")
    assert (game.phase, game.player, score_of(game)) == ("auction", 1, [300, 0, 0])
    assert finish(do(game, "pass, pass, give 9S, give 9C"))["kind"] == "ordinary"


def test_r4_5_another_obliged_player_plays_his_obligatory_game():
    game = lay(new_game(barrel(1, deals=2, used=2, redeals=2)), *WEAK_FIRST)
    assert (do(game, "redeal").phase, game.player) == ("gift", 1)
    assert finish(do(game, "give JD, give KC"))["kind"] == "obligatory"


def test_r4_5_a_played_deal_sets_the_count_back():
    game = new_game(TWO_BEFORE)
    sweep(game)
    assert game.table["redeals"] == 0


def test_r4_5_a_conceded_deal_sets_the_count_back():
    game = do(lay(new_game(TWO_BEFORE), *SWEEP), "pass, pass, concede")
    assert game.table["redeals"] == 0
