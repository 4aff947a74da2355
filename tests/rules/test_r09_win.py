"""R9.1 (no barrel), R9.6 and R9.7: the end of a match, and the obligatory game."""

import pytest

from tests.rules.helpers import (
    LOST,
    LOST_GIFTS,
    SWEEP,
    SWEEP_GIFTS,
    barrel,
    concede,
    do,
    finish,
    last_trick,
    lay,
    lose,
    new_game,
    score_of,
    seen_talon,
    start_play,
    sweep,
)

OBLIGED = barrel(0, deals=2, used=2)
NO_BARREL = {"barrel_at": 0}
# Dealt so that the declarer takes all but the last two tricks, and announces spades: the others
# have 14 + 25 points (121 for him) or, with the queen of clubs for the king, one more point.
FIRST = "AS TS KS QS JS 9S KD 9C"
OTHERS_39 = ("TC AD AC QC JC AH TH QD", "KC TD 9D KH QH JH 9H JD", "9C KD TC AD KC TD")
OTHERS_41 = ("TC AD AC QC 9C AH TH QD", "KC TD 9D KH QH JH 9H JD", "JC KD TC AD KC TD")


def test_r9_1_no_barrel_the_goal_wins():
    game = new_game({"score": [895, 0, 0]}, **NO_BARREL)
    sweep(game)
    assert (game.over, score_of(game)) == (False, [995, 0, 0])
    game = new_game({"score": [900, 0, 0]}, **NO_BARREL)
    sweep(game)
    assert (game.winner, score_of(game)) == (0, [1000, 0, 0])


def test_r9_1_no_barrel_an_opponent_can_win():
    game = new_game({"score": [0, 980, 0]}, **NO_BARREL)
    last_trick(game, "9D AD TD")
    assert (game.winner, score_of(game)) == (1, [-100, 1000, 0])


def test_r9_1_no_barrel_of_several_the_declarer_wins():
    game = new_game({"score": [900, 995, 0]}, **NO_BARREL)
    last_trick(game, "9D AD KD")  # + 100 and + 15
    assert (game.winner, score_of(game)) == (0, [1000, 1010, 0])


@pytest.mark.parametrize(("scores", "winner"), [([940, 945], 2), ([945, 940], 1), ([940, 940], 1)])
def test_r9_1_no_barrel_else_the_highest_else_the_first_in_seat_order(scores, winner):
    game = new_game({"score": [0, *scores]}, **NO_BARREL)
    concede(game)  # 60 for each opponent
    assert game.winner == winner


def test_r9_1_no_barrel_seat_order_begins_with_the_first_hand():
    game = new_game({"score": [940, 0, 940]}, dealer=0, **NO_BARREL)
    concede(game)  # by seat 1
    assert game.winner == 2


@pytest.mark.parametrize("contract", [125, 130, 160])
def test_r9_6_the_winners_score_is_880_plus_the_contract(contract):
    game = new_game(barrel(0, score=[0, 300, -50]))
    sweep(game, f"contract {contract}", marry="KS")
    assert game.over
    assert (game.winner, score_of(game)) == (0, [880 + contract, 300, -50])
    assert game.table["barrel_deals_used"] == [None, None, None]


def test_r9_6_every_other_player_pays_goal_minus_his_score():
    game = new_game(barrel(0, score=[0, 300, -50]))
    assert game.settlement is None
    sweep(game, "contract 125", marry="KS")
    assert game.settlement == [700 + 1050, -700, -1050]


def test_r9_6_settlement_with_another_goal():
    game = new_game(barrel(0, score=[0, 300, -50]), goal=1200)
    sweep(game, "contract 125", marry="KS")
    assert game.settlement == [900 + 1250, -900, -1250]


def test_r9_6_an_opponents_score_over_the_goal_is_paid_by_the_winner():
    game = new_game({"score": [900, 995, 0]}, **NO_BARREL)
    last_trick(game, "9D AD KD")
    assert game.settlement == [990, 10, -1000]


def test_r9_6_nobody_else_wins_from_the_barrel():
    game = new_game(barrel(1))
    last_trick(game, "9D AD TD")
    assert (game.winner, game.over) == (None, False)


def test_r9_7_the_obliged_player_gets_the_talon_at_once_open_to_all():
    game = lay(new_game(OBLIGED), *SWEEP)
    assert (game.phase, game.player, game.view(1).contract) == ("gift", 0, 125)
    assert [seen_talon(game, seat) for seat in range(3)] == ["9C AD JD"] * 3


def test_r9_7_no_raise_no_concession_no_redeal_by_talon():
    game = lay(new_game(OBLIGED, redeal_weak_talon=50), *SWEEP)
    assert {text.split()[0] for text in game.legal()} == {"give"}
    assert do(game, SWEEP_GIFTS).phase == "play"


def obligatory(first, others, keep, marry="KS"):
    game = start_play(new_game(OBLIGED), first, *others[:2])
    return game, finish(game, keep=keep, marry=marry)


def test_r9_7_121_wins():
    game, result = obligatory(FIRST, OTHERS_39, OTHERS_39[2])
    assert result["raw"] == [121, 39, 0]
    assert (result["kind"], result["contract"], result["made"]) == ("obligatory", 125, True)
    assert (game.winner, score_of(game)) == (0, [1005, 40, 0])


def test_r9_7_120_loses():
    game = do(lay(new_game(OBLIGED), *SWEEP), SWEEP_GIFTS)
    result = finish(game)
    assert (result["raw"], result["made"], game.winner) == ([120, 0, 0], False, None)
    assert game.table["score"] == [0, 0, 0]
    assert game.table["barrels_used"] == [0, 0, 0]


def test_r9_7_it_is_judged_unrounded():
    first = FIRST.replace("9C", "JC")
    options = {"round_declarer": True, "round_to": 5}
    game = start_play(new_game(OBLIGED, **options), first, *OTHERS_41[:2])
    result = finish(game, keep=OTHERS_41[2], marry="KS")
    assert (result["raw"], result["made"]) == ([119, 41, 0], False)  # 79 rounds to 80, 120 in all


@pytest.mark.parametrize("bolts", [0, 2])
def test_r9_7_failing_is_0_whatever_else_happens(bolts):
    game = new_game(OBLIGED | {"bolts": [bolts, 0, 0], "concessions": [4, 0, 0]})
    finish(do(lay(game, *LOST), LOST_GIFTS))
    assert game.table["score"] == [0, 120, 0]
    assert game.table["barrels_used"] == [0, 0, 0]
    assert game.table["barrel_deals_used"] == [None, None, None]
    assert (game.table["bolts"][0], game.table["concessions"][0]) == ((bolts + 1) % 3, 4)


def test_r9_7_failing_is_0_when_another_arrives():
    game = new_game(OBLIGED | {"score": [880, 800, 0]})
    finish(do(lay(game, *LOST), LOST_GIFTS))
    assert (game.table["score"], game.table["barrels_used"]) == ([0, 880, 0], [0, 0, 0])


@pytest.mark.parametrize(("deals", "used"), [(1, 2), (2, 1), (0, 2)])
def test_r9_7_only_the_third_barrels_last_deal(deals, used):
    assert lay(new_game(barrel(0, deals=deals, used=used)), *SWEEP).phase == "auction"


def test_r9_7_off():
    game = new_game(OBLIGED, obligatory=False)
    lose(game)
    assert game.results[-1]["kind"] == "ordinary"
    assert score_of(game) == [0, 120, 0]  # the third barrel used up (R9.5)


def test_r9_7_not_without_a_limit_of_barrel_deals():
    game = new_game(barrel(0, deals=2, used=2), barrel_deals=0)
    assert lay(game, *SWEEP).phase == "auction"


def test_r9_7_with_another_number_of_barrel_deals():
    game = new_game(barrel(0, deals=0, used=2), barrel_deals=1)
    assert lay(game, *SWEEP).phase == "gift"


@pytest.mark.parametrize(("dealer", "player"), [(0, 1), (1, 2), (2, 1)])
def test_r9_7_of_two_due_the_first_in_bidding_order_plays(dealer, player):
    table = {
        "score": [0, 880, 880],
        "barrel_deals_used": [None, 2, 2],
        "barrels_used": [0, 2, 2],
    }
    game = lay(new_game(table, dealer=dealer), *SWEEP)
    assert (game.phase, game.player) == ("gift", player)


def test_r9_7_the_sitter_is_not_obliged():
    table = {
        "score": [0, 0, 0, 880],
        "barrel_deals_used": [None, None, None, 2],
        "barrels_used": [0, 0, 0, 2],
    }
    assert lay(new_game(table, players=4, dealer=3), *SWEEP).phase == "auction"


def test_r9_7_barrel_contract_does_not_matter():
    game = start_play(new_game(OBLIGED, barrel_contract=150), FIRST, *OTHERS_39[:2])
    finish(game, keep=OTHERS_39[2], marry="KS")
    assert score_of(game) == [1005, 40, 0]
