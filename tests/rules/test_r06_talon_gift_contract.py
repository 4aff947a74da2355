"""R6.1 to R6.3: talon, gift, contract."""

import pytest

from tests.rules.helpers import (
    SWEEP,
    SWEEP_GIFTS,
    bids,
    do,
    finish,
    golden_game,
    last_trick,
    lay,
    log_of,
    new_game,
    seen_hand,
    seen_talon,
)
from thousand_env.errors import IllegalActionError

TALON = "9C AD JD"  # of SWEEP, as mask_text prints it
ALL, NOBODY_ELSE = [TALON] * 3, [TALON, "", ""]
RAISED = f"pass, pass, {SWEEP_GIFTS}"


def talon_seen(game):
    return [seen_talon(game, seat) for seat in range(3)]


def test_r6_1_an_overbid_talon_is_shown_to_everyone_and_taken():
    game = do(lay(new_game(), *SWEEP), "bid 105, pass, pass")
    assert talon_seen(game) == ALL
    assert seen_hand(game, 1) == "TC KC QC JC 9C AD TD KD QD JD"


def test_r6_1_a_talon_at_the_forced_100_is_not_shown():
    assert talon_seen(do(lay(new_game(), *SWEEP), "pass, pass")) == NOBODY_ELSE


def test_r6_1_talon_blind_at_100_off_shows_it():
    game = do(lay(new_game(talon_blind_at_100=False), *SWEEP), "pass, pass")
    assert talon_seen(game) == ALL


@pytest.mark.parametrize("blind", [True, False])
def test_r6_1_a_dark_or_golden_talon_is_never_shown(blind):
    dark = lay(new_game({"score": [240, 0, 0]}, talon_blind_at_100=blind), *SWEEP)
    golden = lay(golden_game(talon_blind_at_100=blind), *SWEEP)
    assert talon_seen(do(dark, "dark, pass, pass")) == NOBODY_ELSE
    assert talon_seen(golden) == NOBODY_ELSE


def test_r6_1_the_talon_of_an_overbid_dark_is_shown():
    game = lay(new_game({"score": [240, 0, 0]}), *SWEEP)
    do(game, "dark, bid 125, pass, pass")
    assert talon_seen(game) == ALL


def test_r6_2_one_card_to_the_left_then_one_to_the_next_eight_each():
    game = do(lay(new_game(), *SWEEP), RAISED)
    assert seen_hand(game, 1) == "TC KC QC JC 9C TD KD QD"
    assert seen_hand(game, 2) == "JD 9D AH TH KH QH JH 9H"
    assert len(seen_hand(game, 0).split()) == 8


def test_r6_2_another_declarer_gives_to_his_own_left():
    game = do(lay(new_game(), *SWEEP), "bid 105, pass, pass, give TC, give TD")
    assert "TC" in seen_hand(game, 2)
    assert "TD" in seen_hand(game, 0)


def test_r6_2_of_four_the_sitter_is_passed_over():
    game = do(lay(new_game(players=4, dealer=1), *SWEEP), "bid 105, pass, pass, give TC, give TD")
    assert game.view(3).declarer == 3
    assert "TC" in seen_hand(game, 0)
    assert "TD" in seen_hand(game, 2)


def test_r6_2_giver_and_receiver_know_the_card_the_third_does_not():
    game = do(lay(new_game(), *SWEEP), RAISED)
    gifts = [[who, text] for seat in range(3) for who, text in log_of(game, seat)[2:4]]
    assert gifts == [
        [0, "give 9C"], [0, "give JD"], [0, "give 9C"], [0, "give ??"], [0, "give ??"], [0, "give JD"],
    ]  # fmt: skip
    known = [game.view(seat).gifts.tolist() for seat in range(3)]
    nine, jack = 6, 13  # 9C, JD
    assert known == [[nine, jack], [nine, -1], [-1, jack]]


def test_r6_3_the_declarer_may_raise_up_to_his_cap_on_the_cards_he_kept():
    game = do(lay(new_game(), *SWEEP), RAISED)
    assert bids(game) == [*range(105, 161, 5)]  # the spade marriage: 120 + 40
    assert finish(do(game, "contract 120"))["contract"] == 120


def test_r6_3_a_marriage_given_away_does_not_count():
    game = do(lay(new_game(), *SWEEP), "pass, pass, give KS, give JD")
    assert bids(game) == [105, 110, 115, 120]


def test_r6_3_a_bid_over_the_cap_of_the_cards_kept_stands():
    game = do(lay(new_game(), *SWEEP), "pass, bid 105, bid 150, pass, give KS, give JD")
    assert set(game.legal()) == {"keep", "concede"}  # 120 without the marriage
    assert game.view(0).contract == 150


def test_r6_3_steps_of_bid_step():
    game = do(lay(new_game(bid_step=10), *SWEEP), RAISED)
    assert bids(game) == [110, 120, 130, 140, 150, 160]


def test_r6_3_never_lower():
    game = do(lay(new_game(), *SWEEP), "bid 120, pass, pass, give 9C, give JD")
    assert min(bids(game)) == 125
    with pytest.raises(IllegalActionError):
        game.apply("contract 115")


def test_r6_3_keep_plays_the_bid():
    game = do(lay(new_game(), *SWEEP), f"{RAISED}, keep")
    assert (game.phase, game.player) == ("play", 0)
    assert finish(game)["contract"] == 100


def test_r6_3_raise_off():
    game = do(lay(new_game(raise_=False), *SWEEP), RAISED)
    assert set(game.legal()) == {"keep", "concede"}


def test_r6_3_a_raised_contract_counts():
    assert last_trick(new_game(), "9D AD TD", after="contract 105")["entry"] == [-105, 20, 0]
    assert last_trick(new_game(), "9D AD TD")["entry"] == [-100, 20, 0]
    assert last_trick(new_game(), "9D AD KD", after="contract 105")["entry"] == [105, 15, 0]
