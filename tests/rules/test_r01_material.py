"""R1: cards, their points, marriages and their text form."""

import pytest

from tests.rules.helpers import SWEEP, do, finish, last_trick, lay, new_game, sweep
from thousand_env.games.thousand.actions import ACTION_TEXTS


def test_r1_1_the_pack_has_24_cards_of_4_suits_and_6_ranks():
    played = {text[5:] for text in ACTION_TEXTS if text.startswith("play ")}
    assert played == {rank + suit for rank in "9JQKTA" for suit in "SCDH"}


@pytest.mark.parametrize(("low", "high"), ["9J", "JQ", "QK", "KT", "TA"])
def test_r1_1_ranks_from_low_to_high_are_9_j_q_k_10_a(low, high):
    rest = " ".join(rank + "S" for rank in "9JQKTA" if rank != high)
    other = f"{high}S 9C AD TD KD QD AH TH KH QH"
    game = lay(new_game(players=2, dealer=1), f"{rest} AC TC KC QC JC", other, "JD 9D", "JH 9H")
    do(game, f"pass, talon 1, give 9D, keep, play {low}S, play {high}S")
    assert game.view(0).tricks.tolist()[:2] == [0, 1]


@pytest.mark.parametrize(
    ("own", "second", "points"),
    [("TD", "AD", 21), ("KD", "TD", 14), ("QD", "KD", 7), ("JD", "QD", 5), ("KD", "AD", 15)],
)
def test_r1_2_points_of_the_ranks(own, second, points):
    assert last_trick(new_game(), f"{own} {second} 9D")["raw"] == [120 - points, points, 0]


def test_r1_2_the_pack_is_worth_120():
    assert sweep(new_game())["raw"] == [120, 0, 0]


@pytest.mark.parametrize(("suit", "value"), [("S", 40), ("C", 60), ("D", 80), ("H", 100)])
def test_r1_3_a_marriage_is_worth_40_60_80_or_100(suit, value):
    swap = str.maketrans({"S": suit, suit: "S"})  # in "9C" and "JD", too: cards change suits
    game = lay(new_game(), *(cards.translate(swap) for cards in SWEEP))
    do(game, "pass, pass, give 9" + "C".translate(swap) + ", give J" + "D".translate(swap))
    do(game, f"keep, play A{suit}")
    do(game, game.legal()[0])
    do(game, game.legal()[0])
    do(game, f"marry K{suit}")
    assert game.view(1).marriage_points.tolist()[:3] == [value, 0, 0]
    assert finish(game)["raw"] == [120 + value, 0, 0]


@pytest.mark.parametrize("text", ["give 9C", "give 9c", "GIVE 9♣", "give   9C"])
def test_r1_4_text_form_of_a_card(text):
    assert do(lay(new_game(), *SWEEP), f"pass, pass, {text}").deals[-1]["actions"][-1] == "give 9C"


@pytest.mark.parametrize("text", ["give TS", "give 10S", "give 10♠", "give ts"])
def test_r1_4_the_ten_is_read_as_t_or_10(text):
    assert do(lay(new_game(), *SWEEP), f"pass, pass, {text}").deals[-1]["actions"][-1] == "give TS"
