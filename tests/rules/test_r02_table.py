"""R2: seats, players, what is kept between deals."""

import pytest

import thousand_env as te
from tests.rules.helpers import (
    FOUR_ACES,
    LOST,
    SWEEP,
    SWEEP_TWO,
    barrel,
    do,
    finish,
    golden_game,
    lay,
    lose,
    new_game,
    sweep,
)
from thousand_env.errors import RulesError


@pytest.mark.parametrize(("dealer", "second"), [(0, 2), (1, 0), (2, 1)])
def test_r2_1_the_first_hand_sits_left_of_the_dealer(dealer, second):
    game = lay(new_game(dealer=dealer), *SWEEP)
    assert game.view(0).first_hand == (dealer + 1) % 3
    assert game.player == second  # the second hand is asked first (R5.1)


def test_r2_1_the_deal_passes_clockwise_after_a_played_deal():
    game = new_game(dealer=1)
    sweep(game)
    assert game.dealer == 2
    sweep(game)
    assert game.dealer == 0


def test_r2_1_a_redeal_keeps_its_dealer():
    assert lay(new_game(dealer=1), *FOUR_ACES).dealer == 1


def test_r2_2_three_players_get_seven_cards_and_three_lie_in_the_talon():
    game = lay(new_game(), *SWEEP)
    assert game.deals[-1]["hands"] == [*map(by_suit, SWEEP[:3])]
    assert game.deals[-1]["talon"] == by_suit(SWEEP[3])


def by_suit(cards):
    """A hand as the core prints it."""
    return " ".join(
        sorted(cards.split(), key=lambda c: ("SCDH".index(c[1]), -"9JQKTA".index(c[0])))
    )


def test_r2_2_of_four_the_dealer_sits_out():
    game = lay(new_game(players=4, dealer=1), *SWEEP)
    assert game.deals[-1]["hands"][1] == ""
    do(game, "pass, pass, give 9C, give JD, keep")
    result = finish(game)
    assert (result["declarer"], result["raw"], result["bolts"]) == (2, [0, 0, 120, 0], [1, 0, 0, 1])


def test_r2_2_of_four_the_sitter_is_never_asked():
    game, asked = lay(new_game(players=4, dealer=1), *SWEEP), set()
    while not game.results:
        asked.add(game.player)
        game.apply(game.legal()[0])
    assert asked == {2, 3, 0}


def test_r2_2_two_players_get_ten_cards_and_two_talons_of_two():
    game = lay(new_game(players=2, dealer=1), *SWEEP_TWO)
    assert [len(hand.split()) for hand in game.deals[-1]["hands"]] == [10, 10]
    assert game.deals[-1]["talon"] == ["JC 9D", "JH 9H"]


@pytest.mark.parametrize(
    ("players", "each", "talons"),
    [(2, [10, 10], [2, 2]), (3, [7, 7, 7], [3]), (4, [0, 7, 7, 7], [3])],
)
def test_r2_2_shuffled_packs_have_these_sizes_and_every_card_once(players, each, talons):
    deal = te.Game(te.rules(players=players), seed=4, dealer=0).deals[0]
    packets = [cards.split() for cards in deal["hands"]]
    packets += [cards.split() for cards in (deal["talon"] if players == 2 else [deal["talon"]])]
    assert [len(cards) for cards in packets] == each + talons
    assert len({card for cards in packets for card in cards}) == 24


@pytest.mark.parametrize("players", [1, 5, "3", 3.0, True])
def test_r2_2_players_are_2_3_or_4(players):
    with pytest.raises(RulesError, match=r"players .* 2 to 4"):
        te.rules("thousand", "classic", players=players)


def test_r2_3_score_bolts_concessions_and_barrels_are_kept_between_deals():
    game = new_game(barrel(2, deals=1, used=1, score=[100, 200, 0], bolts=[1, 0, 0]))
    do(lay(game, *LOST), "pass, pass, concede")
    assert game.table == {
        "score": [0, 260, 880],
        "bolts": [1, 0, 0],
        "concessions": [1, 0, 0],
        "barrel_deals_used": [None, None, 2],
        "barrels_used": [0, 0, 1],
        "golden": None,
        "redeals": 0,
    }


def test_r2_3_redeals_and_the_golden_circle_are_kept_per_match():
    game = lay(golden_game(), *FOUR_ACES)
    assert game.table["redeals"] == 1
    assert game.table["golden"] == {"circle": 1, "deal": 0, "made": False}


def test_r2_4_the_first_dealer_is_drawn_by_lot():
    assert {te.Game(te.rules(), seed=seed).first_dealer for seed in range(40)} == {0, 1, 2}


def test_r2_4_a_given_dealer_deals():
    assert {te.Game(te.rules(), seed=seed, dealer=1).first_dealer for seed in range(10)} == {1}
    assert lose(new_game(dealer=0))["declarer"] == 1
