"""R4.1 to R4.4 and R4.6: which hands and talons call for a re-deal."""

import pytest

import thousand_env as te
from tests.rules.helpers import (
    FOUR_ACES,
    FOUR_NINES,
    SWEEP,
    WEAK_FIRST,
    barrel,
    do,
    golden_game,
    lay,
    new_game,
    sweep,
)
from thousand_env.errors import RulesError

WORTH_13 = ("9S JS QS 9C JC QC QD", "AS TS KS AC TC KC JD", "AD TD KD 9D AH TH KH", "QH JH 9H")
WORTH_14 = ("9S JS QS 9C JC KC QD", "AS TS KS AC TC QC JD", "AD TD KD 9D AH TH KH", "QH JH 9H")
# First and third hand are worth 14 each.
TWO_WEAK = ("9S JS QS 9C JC QC KS", "AS TS AC TC KC AD TD", "9D JD QD 9H JH QH KD", "AH TH KH")
# The first hand's; the talons hold two nines, three nines, 4 points, 5 points.
SPADES = "AS TS KS QS JS 9S AC"
TWO_NINES = (SPADES, "TC KC QC JC TD KD QD", "AH TH KH QH JH 9H JD", "AD 9C 9D")
THREE_NINES = (SPADES, "TC KC QC JC TD KD QD", "AH TH KH QH JH AD JD", "9C 9D 9H")
TALON_4 = (SPADES, "TC KC QC 9C TD KD QD", "AH TH KH QH JH 9H AD", "JC JD 9D")
TALON_5 = (SPADES, "TC KC QC 9C TD KD JD", "AH TH KH QH JH 9H AD", "JC QD 9D")
# Three aces by hand, the fourth by the talon; one nine in it, so that no claim of R4.3 is open.
ACES_MEET = ("AS TS KS QS JS AC AD", "TC KC QC JC 9C TD 9D", "TH KH QH JH 9H QD JD", "AH 9S KD")
ACES_MEET_NINES = ("AS TS KS QS JS AC AD", "TC KC QC JC 9C TD KD", *ACES_MEET[2:3], "AH 9S 9D")


def to_gift(pack, table=None, **options):
    """The first hand, left alone with 100, before its first gift."""
    return do(lay(new_game(table, **options), *pack), "pass, pass")


def test_r4_1_four_aces_in_a_dealt_hand_are_dealt_again():
    game = lay(new_game(), *FOUR_ACES)
    assert game.needs_deal
    assert game.table["redeals"] == 1


def test_r4_1_off_plays_four_aces():
    assert lay(new_game(redeal_four_aces="off"), *FOUR_ACES).phase == "auction"


def test_r4_2_four_nines_are_a_choice_of_their_holder_before_the_first_bid():
    game = lay(new_game(), *FOUR_NINES)
    assert (game.phase, game.player, set(game.legal())) == ("redeal", 0, {"redeal", "waive"})
    assert do(game, "waive").phase == "auction"
    assert do(lay(new_game(), *FOUR_NINES), "redeal").needs_deal


@pytest.mark.parametrize(("value", "phase"), [("off", "auction"), ("mandatory", "deal")])
def test_r4_2_four_nines_off_or_mandatory(value, phase):
    assert lay(new_game(redeal_four_nines=value), *FOUR_NINES).phase == phase


def test_r4_2_a_weak_hand_is_worth_less_than_14():
    assert lay(new_game(), *WORTH_13).phase == "redeal"
    assert lay(new_game(), *WORTH_14).phase == "auction"


@pytest.mark.parametrize(
    ("value", "pack", "phase"),
    [
        (0, WEAK_FIRST, "auction"),
        (11, WEAK_FIRST, "redeal"),
        (10, WEAK_FIRST, "auction"),
        ([15, "optional"], WORTH_14, "redeal"),
        ([15, "mandatory"], WORTH_14, "deal"),
        ([14, "mandatory"], WORTH_14, "auction"),
    ],
)
def test_r4_2_redeal_weak_hand_is_a_number_or_a_pair(value, pack, phase):
    assert lay(new_game(redeal_weak_hand=value), *pack).phase == phase


def test_r4_2_holders_are_asked_once_in_bidding_order_from_the_first_hand():
    game = lay(new_game(redeal_weak_hand=20), *TWO_WEAK)
    asked = [(game.phase, game.player)]
    for _ in range(2):
        game.apply("waive")
        asked.append((game.phase, game.player))
    assert asked == [("redeal", 0), ("redeal", 2), ("auction", 1)]


def test_r4_2_a_later_holder_may_claim():
    game = do(lay(new_game(redeal_weak_hand=20), *TWO_WEAK), "waive, redeal")
    assert (game.needs_deal, game.dealer) == (True, 2)


def test_r4_2_after_the_penalty_nobody_else_is_asked():
    game = lay(new_game({"redeals": 2}, redeal_weak_hand=20), *TWO_WEAK)
    assert do(game, "redeal").phase == "auction"


@pytest.mark.parametrize(
    ("nines", "pack", "claim"),
    [(2, TWO_NINES, True), (0, TWO_NINES, False), (3, TWO_NINES, False), (1, SWEEP, True)],
)
def test_r4_3_nines_in_the_talon(nines, pack, claim):
    game = to_gift(pack, redeal_talon_nines=nines, redeal_weak_talon=0)
    assert ("redeal" in game.legal()) is claim


def test_r4_3_three_nines_when_three_are_asked():
    assert "redeal" in to_gift(THREE_NINES, redeal_talon_nines=3, redeal_weak_talon=0).legal()


@pytest.mark.parametrize(
    ("below", "pack", "claim"),
    [(5, TALON_4, True), (5, TALON_5, False), (6, TALON_5, True), (0, TALON_4, False)],
)
def test_r4_3_a_talon_worth_less_than_5(below, pack, claim):
    assert ("redeal" in to_gift(pack, redeal_weak_talon=below).legal()) is claim


def test_r4_3_giving_a_card_waives():
    assert "redeal" not in do(to_gift(TWO_NINES), "give 9C").legal()


def test_r4_3_the_claim_throws_the_deal_away():
    game = do(to_gift(TWO_NINES), "redeal")
    assert (game.needs_deal, game.dealer, game.table["redeals"]) == (True, 2, 1)


def test_r4_3_no_claim_in_a_golden_or_an_obligatory_deal():
    for game in (golden_game(), new_game(barrel(0, deals=2, used=2))):
        assert lay(game, *TWO_NINES).phase == "gift"
        assert "redeal" not in game.legal()


@pytest.mark.parametrize("option", ["redeal_talon_nines", "redeal_weak_talon"])
def test_r4_3_there_is_no_mandatory_form(option):
    with pytest.raises(RulesError, match=option):
        te.rules("thousand", "classic", **{option: [2, "mandatory"]})


def gifts_open(game):
    return {text for text in game.legal() if text.startswith("give")}


ALL_ACES = {"give AS", "give AC", "give AD", "give AH"}


def test_r4_4_give_ace_one_of_the_two_gifts_must_be_an_ace():
    game = to_gift(ACES_MEET)
    assert len(gifts_open(game)) == 10
    assert gifts_open(do(game, "give 9S")) == ALL_ACES


def test_r4_4_give_ace_is_free_once_an_ace_is_given():
    assert len(gifts_open(do(to_gift(ACES_MEET), "give AH"))) == 9


def test_r4_4_give_ace_in_every_deal():
    obliged = new_game(barrel(0, deals=2, used=2))
    for game in (golden_game(), obliged):
        assert gifts_open(do(lay(game, *ACES_MEET), "give 9S")) == ALL_ACES


def test_r4_4_give_ace_with_two_players_the_only_gift_is_an_ace():
    pack = ("AS TS KS QS JS 9S AC AD 9C JC", "TC KC QC TD KD QD JD 9D 9H JH", "AH KH", "TH QH")
    game = do(lay(new_game(players=2, dealer=1), *pack), "pass, talon 1")
    assert gifts_open(game) == ALL_ACES


def test_r4_4_give_ace_only_when_the_talon_brought_them_together():
    game = lay(new_game(redeal_four_aces="off"), *FOUR_ACES)
    assert len(gifts_open(do(game, "pass, pass, give 9S"))) == 9


def test_r4_4_play_plays_them():
    assert len(gifts_open(do(to_gift(ACES_MEET, four_aces_with_talon="play"), "give 9S"))) == 9


def test_r4_4_redeal_is_mandatory_and_comes_before_a_claim():
    game = to_gift(ACES_MEET_NINES, four_aces_with_talon="redeal")
    assert (game.needs_deal, game.table["redeals"]) == (True, 1)


def test_r4_4_redeal_follows_the_limit():
    game = to_gift(ACES_MEET_NINES, {"redeals": 2}, four_aces_with_talon="redeal")
    assert (game.phase, game.table["score"]) == ("gift", [0, 0, -120])
    assert "redeal" not in game.legal()


def test_r4_4_redeal_in_golden_and_obligatory_deals_the_aces_are_played():
    obliged = new_game(barrel(0, deals=2, used=2), four_aces_with_talon="redeal")
    for game in (golden_game(four_aces_with_talon="redeal"), obliged):
        assert len(gifts_open(do(lay(game, *ACES_MEET), "give 9S"))) == 9


def test_r4_4_redeal_after_the_penalty_the_aces_are_played():
    pack = ("9S 9C 9D 9H AS AC AD", "TS KS QS TC KC QC JC", "TD KD QD JD TH KH QH", "AH JH JS")
    game = lay(new_game({"redeals": 2}, four_aces_with_talon="redeal"), *pack)
    do(game, "redeal, pass, pass")
    assert (game.phase, game.table["score"]) == ("gift", [0, 0, -120])


@pytest.mark.parametrize("value", ["200", "200_trump"])
@pytest.mark.parametrize(
    "aces",
    [
        {"redeal_four_aces": "mandatory", "four_aces_with_talon": "play"},
        {"redeal_four_aces": "off", "four_aces_with_talon": "give_ace"},
        {"redeal_four_aces": "off", "four_aces_with_talon": "redeal"},
    ],
)
def test_r4_6_ace_marriage_needs_four_aces_to_be_played(value, aces):
    with pytest.raises(RulesError, match=r"ace_marriage.*redeal_four_aces.*four_aces_with_talon"):
        te.rules("thousand", "classic", ace_marriage=value, **aces)


def test_r4_6_ace_marriage_with_both_is_taken():
    options = {"redeal_four_aces": "off", "four_aces_with_talon": "play"}
    assert sweep(new_game(ace_marriage="200", **options))["made"]
