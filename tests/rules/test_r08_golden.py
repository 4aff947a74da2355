"""R8: the golden round."""

import pytest

from tests.rules.helpers import (
    LOST,
    LOST_GIFTS,
    SWEEP,
    SWEEP_GIFTS,
    SWEEP_TWO,
    barrel,
    do,
    finish,
    golden_game,
    lay,
    new_game,
    play_tricks,
    seen_talon,
)


def circle(number=1, deal=2, made=False):
    """A place in a golden circle; deal 2 is the last of three players."""
    return {"circle": number, "deal": deal, "made": made}


def golden(game, pack=LOST, gifts=LOST_GIFTS):
    """One golden deal, lost unless another pack is given; its result."""
    return finish(do(lay(game, *pack), gifts))


def made(game):
    return golden(game, SWEEP, SWEEP_GIFTS)


def test_r8_1_the_first_hand_takes_the_talon_unseen_without_an_auction_or_a_dark():
    game = lay(golden_game(dark_min_score=0), *SWEEP)
    assert (game.phase, game.player, game.view(0).contract) == ("gift", 0, 120)
    assert [seen_talon(game, seat) for seat in range(3)] == ["9C AD JD", "", ""]


def test_r8_1_plays_120_without_raise_or_concession():
    game = lay(golden_game(), *SWEEP)
    assert "concede" not in game.legal()
    assert do(game, SWEEP_GIFTS).phase == "play"


def test_r8_1_one_deal_a_player_as_first_hand():
    game = golden_game()
    declarers = [made(game)["declarer"] for _ in range(3)]
    assert declarers == [0, 1, 2]
    assert (game.table["golden"], lay(game, *SWEEP).phase) == (None, "dark")  # 240 by now


@pytest.mark.parametrize("players", [2, 4])
def test_r8_1_the_circle_is_as_long_as_there_are_players(players):
    table = {"golden": circle(deal=players - 1, made=True)}
    game = new_game(table, players=players, dealer=players - 1)
    assert game.table["golden"]["deal"] == players - 1
    if players == 4:
        made(game)
    else:
        finish(do(lay(game, *SWEEP_TWO), "talon 1, give 9D"))
    assert game.table["golden"] is None


def test_r8_1_golden_off():
    assert lay(golden_game(golden=False), *SWEEP).phase == "auction"


def test_r8_1_made_is_written_doubled_with_one_bolt():
    result = made(golden_game())
    assert (result["kind"], result["made"], result["contract"]) == ("golden", True, 120)
    assert (result["entry"], result["bolts"]) == ([240, 0, 0], [0, 1, 1])


def test_r8_1_lost_is_written_doubled():
    result = golden(golden_game())
    assert (result["made"], result["entry"], result["bolts"]) == (False, [-240, 240, 0], [1, 0, 1])


def test_r8_1_golden_double_bolts():
    assert made(golden_game(golden_double_bolts=True))["bolts"] == [0, 2, 2]


@pytest.mark.parametrize(("doubled", "points"), [("tricks", 340), ("all", 440), ("declarer", 220)])
def test_r8_1_doubled_as_in_a_dark(doubled, points):
    game = do(lay(golden_game(doubled=doubled), *LOST), LOST_GIFTS)
    play_tricks(game, "TC AC 9S", "+KH")
    assert finish(game)["entry"] == [-240, points, 0]  # 120 in tricks, 100 announced


def test_r8_2_a_circle_nobody_made_is_wiped_and_played_again():
    table = barrel(1, used=1, score=[100, 0, 50], bolts=[1, 0, 0], concessions=[0, 2, 0])
    game = new_game(table | {"golden": circle()})
    result = golden(game)
    assert game.table == {
        "score": [0, 0, 0],
        "bolts": [0, 0, 0],
        "concessions": [0, 0, 0],
        "barrel_deals_used": [None, None, None],
        "barrels_used": [0, 0, 0],
        "golden": circle(2, deal=0),
        "redeals": 0,
    }
    assert result["entry"] == [-240, 240, 0]
    assert result["written"] == [-100, -880, -50]


def test_r8_2_a_whole_circle_from_the_start_of_a_match():
    game = golden_game()
    for deals in range(1, 9):
        golden(game)
        assert game.table["golden"] == circle(1 + deals // 3, deal=deals % 3)
    # the ninth deal ends the third circle: its scores stand.  Everybody lost one golden (-240) and
    # took 120 in another (+240); everybody has earned two bolts
    golden(game)
    assert game.table["golden"] is None
    assert (game.table["score"], game.table["bolts"]) == ([0, 0, 0], [2, 2, 2])


@pytest.mark.parametrize(
    ("number", "circles", "score", "after"),
    [
        (1, 3, [0, 0, 0], circle(2, deal=0)),
        (2, 3, [0, 0, 0], circle(3, deal=0)),
        (3, 3, [-140, 280, 50], None),
        (1, 1, [-140, 280, 50], None),
        (1, 2, [0, 0, 0], circle(2, deal=0)),
        (2, 2, [-140, 280, 50], None),
    ],
)
def test_r8_2_golden_circles_and_the_scores_of_the_last_stand(number, circles, score, after):
    table = {"score": [100, 40, 50], "golden": circle(number)}
    game = new_game(table, golden_circles=circles)
    golden(game)
    assert (game.table["score"], game.table["golden"]) == (score, after)


@pytest.mark.parametrize(
    ("on_fail", "score", "bolts"),
    [("start", [0, 0, 0], [0, 0, 0]), ("keep", [-140, 280, 50], [1, 1, 1])],
)
def test_r8_2_golden_on_fail(on_fail, score, bolts):
    table = {"score": [100, 40, 50], "bolts": [0, 1, 0], "golden": circle()}
    game = new_game(table, golden_on_fail=on_fail, dark=False)
    golden(game)
    assert (game.table["score"], game.table["bolts"]) == (score, bolts)
    assert game.table["golden"] is None
    assert lay(game, *SWEEP).phase == "auction"


@pytest.mark.parametrize("on_fail", ["replay", "start", "keep"])
def test_r8_2_a_circle_with_one_golden_made_stands(on_fail):
    table = {"score": [100, 40, 50], "golden": circle(made=True)}
    game = new_game(table, golden_on_fail=on_fail)
    golden(game)
    assert (game.table["score"], game.table["golden"]) == ([-140, 280, 50], None)


def test_r8_2_the_last_golden_of_the_circle_may_be_the_one_made():
    game = new_game({"score": [100, 40, 50], "golden": circle()})
    made(game)
    assert (game.table["score"], game.table["golden"]) == ([340, 40, 50], None)


def test_r8_3_barrel_deals_are_not_counted_in_golden_deals():
    game = new_game(barrel(1, deals=1) | {"golden": circle(deal=1)})
    golden(game)
    assert game.table["score"] == [-240, 880, 0]
    assert game.table["barrel_deals_used"] == [None, 1, None]


def test_r8_3_a_golden_can_fall_from_the_barrel():
    game = new_game(barrel(0, deals=1) | {"golden": circle(deal=1)})
    golden(game)
    assert game.table["score"] == [640, 240, 0]  # 880 - 240


def test_r8_3_a_player_can_enter_the_barrel_in_one():
    game = new_game({"score": [640, 0, 0], "golden": circle(deal=1)})
    made(game)
    assert game.table["score"] == [880, 0, 0]
    assert game.table["barrel_deals_used"] == [0, None, None]


def obliged_in_circle(deal):
    """Seat 0 is due an obligatory game, which he fails with exactly 120 points."""
    game = new_game(barrel(0, deals=2, used=2, score=[0, 100, 40]) | {"golden": circle(deal=deal)})
    return game, golden(game, SWEEP, SWEEP_GIFTS)


def test_r8_3_an_obligatory_game_takes_the_place_of_the_golden_deal():
    game, result = obliged_in_circle(deal=1)
    assert (result["kind"], result["contract"], result["made"]) == ("obligatory", 125, False)
    assert game.table["golden"] == circle(deal=2)


def test_r8_3_an_obligatory_game_in_a_circle_is_not_doubled():
    game = new_game(barrel(0, deals=2, used=2) | {"golden": circle(deal=1)})
    # the last trick, 12 points, is the second hand's
    pack = ("AS TS KS QS JS 9S JD", "TC KC QC JC 9C TD AD", "AH TH KH QH JH 9D KD", "AC QD 9H")
    result = finish(do(lay(game, *pack), "give QD, give 9H"), keep="JD TD 9D")
    assert result["entry"] == [-125, 10, 0]


def test_r8_3_an_obligatory_game_counts_as_not_made():
    game, _ = obliged_in_circle(deal=2)
    assert (game.table["score"], game.table["golden"]) == ([0, 0, 0], circle(2, deal=0))


def test_r8_3_another_players_barrel_deal_is_counted_in_an_obligatory_game():
    table = barrel(0, deals=2, used=2) | {"golden": circle(deal=1)}
    table["score"][1], table["barrel_deals_used"][1] = 880, 1
    game = new_game(table, barrel_collision="coexist")
    golden(game, SWEEP, SWEEP_GIFTS)
    assert game.table["barrel_deals_used"] == [None, 2, None]
