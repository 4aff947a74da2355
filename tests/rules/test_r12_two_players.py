"""R12: the two-player form with two talons."""

import pytest

from tests.rules.helpers import SWEEP_TWO, do, finish, lay, new_game, seen_hand, seen_talon

OBLIGED = {"score": [880, 0], "barrel_deals_used": [2, None], "barrels_used": [2, 0]}
GOLDEN = {"golden": {"circle": 1, "deal": 1, "made": True}}
# The opponent holds the best clubs; the second talon is worth 7.
LOST_TWO = ("AS TS KS QS JS 9S JD 9D 9C TH", "AH 9H KH QH JH AC TC KC AD TD", "QC JC", "KD QD")


def two(table=None, pack=SWEEP_TWO, **options):
    return lay(new_game(table, players=2, dealer=1, **options), *pack)


def test_r12_the_declarer_chooses_one_talon_unseen():
    game = do(two(), "pass")
    assert (game.phase, game.player, set(game.legal())) == ("talon", 0, {"talon 1", "talon 2"})
    assert [seen_talon(game, seat) for seat in (0, 1)] == ["", ""]


@pytest.mark.parametrize(("choice", "taken"), [("talon 1", "JC 9D"), ("talon 2", "JH 9H")])
def test_r12_it_is_taken_and_the_other_stays_closed(choice, taken):
    game = do(two(), f"bid 105, pass, {choice}")
    assert game.player == 1
    assert [seen_talon(game, seat) for seat in (0, 1)] == [taken, taken]
    assert len(seen_hand(game, 1).split()) == 12


def test_r12_shown_as_in_r6_1():
    assert seen_talon(do(two(), "pass, talon 1"), 1) == ""
    assert seen_talon(do(two(talon_blind_at_100=False), "pass, talon 1"), 1) == "JC 9D"
    assert seen_talon(do(two({"score": [240, 0]}), "dark, pass, talon 1"), 1) == ""


def test_r12_he_gives_one_card_eleven_each_eleven_tricks():
    game = do(two(), "pass, talon 1, give 9D")
    assert game.phase == "contract"
    assert [len(seen_hand(game, seat).split()) for seat in (0, 1)] == [11, 11]
    result = finish(game)
    assert sum(text.startswith("play") for text in game.deals[-1]["actions"]) == 22
    assert result["bolts"] == [0, 1]


@pytest.mark.parametrize(("marry", "announced"), [("", 0), ("KS", 40)])
def test_r12_raw_points_sum_to_120_less_the_closed_talon(marry, announced):
    # JH 9H stay closed: 2 points
    result = finish(do(two(), "pass, talon 1, give 9D, keep"), marry=marry)
    assert result["raw"] == [118 + announced, 0]


def test_r12_the_other_talon_closed():
    game = do(two(), "pass, talon 2, give 9H, keep")
    assert sum(finish(game)["raw"]) == 118  # JC 9D


def test_r12_the_auction_as_in_r5():
    game = two()
    assert (game.player, min(map(int, (t[4:] for t in game.legal() if t[:3] == "bid")))) == (1, 105)
    do(game, "bid 105, bid 110, pass")
    assert (game.phase, game.player) == ("talon", 0)


def test_r12_in_a_golden_deal_he_chooses_unseen_by_the_other():
    game = two(GOLDEN)
    assert (game.phase, game.player) == ("talon", 0)
    do(game, "talon 1")
    assert [seen_talon(game, seat) for seat in (0, 1)] == ["JC 9D", ""]
    do(game, "give 9D")
    assert finish(game)["entry"] == [-240, 0]  # 118 points for 120


def test_r12_in_an_obligatory_game_the_chosen_one_is_shown():
    game = two(OBLIGED)
    assert (game.phase, game.player) == ("talon", 0)
    do(game, "talon 1")
    assert [seen_talon(game, seat) for seat in (0, 1)] == ["JC 9D", "JC 9D"]


@pytest.mark.parametrize(("marry", "winner"), [("", None), ("KS", 0)])
def test_r12_an_obligatory_game_needs_more_than_120(marry, winner):
    game = do(two(OBLIGED), "talon 1, give 9D")
    finish(game, marry=marry)
    assert game.winner == winner
    assert game.table["score"] == ([0, 0] if winner is None else [1005, 0])


def test_r12_a_concession_pays_the_opponent():
    assert do(two(), "pass, talon 1, concede").results[-1]["entry"] == [-100, 60]
    assert do(two(concede="half"), "pass, talon 1, concede").results[-1]["entry"] == [-100, 50]


def test_r12_settlement_of_two():
    game = do(two(OBLIGED | {"score": [880, 300]}), "talon 1, give 9D")
    finish(game, marry="KS")
    assert game.settlement == [700, -700]


@pytest.mark.parametrize(("nines", "claim"), [(1, True), (2, False), (0, False)])
def test_r12_a_redeal_by_the_talon_taken(nines, claim):
    game = do(two(redeal_talon_nines=nines, redeal_weak_talon=0), "pass, talon 1")
    assert ("redeal" in game.legal()) is claim  # JC 9D


def test_r12_a_weak_talon_is_the_one_taken():
    game = do(two(pack=LOST_TWO), "pass, talon 2")
    assert "redeal" not in game.legal()  # KD QD: 7
    assert "redeal" in do(two(), "pass, talon 2").legal()  # JH 9H: 2


def test_r12_winner_of_a_trick_leads_and_the_loser_answers():
    game = do(two(pack=LOST_TWO), "pass, talon 1, give JC, keep, play 9C, play AC")
    assert (game.player, game.view(0).tricks.tolist()[:2]) == (1, [0, 1])
