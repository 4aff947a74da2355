"""R3: the steps of a deal, in order."""

import thousand_env as te
from tests.rules.helpers import (
    FOUR_ACES,
    FOUR_NINES,
    SWEEP,
    WEAK_FIRST,
    barrel,
    do,
    finish,
    golden_game,
    lay,
    new_game,
    seen_hand,
    sweep,
)


def test_r3_1_a_mandatory_redeal_happens_at_once_without_a_decision():
    game = lay(golden_game(), *FOUR_ACES)
    assert game.needs_deal
    assert game.player is None
    assert game.results[-1]["kind"] == "redealt"


def test_r3_1_every_deal_is_an_independent_shuffle():
    game = te.Game(te.rules("thousand", "online"), seed=1, dealer=2)
    while len(game.deals) < 3:
        game.apply(game.legal()[0])
    assert len({deal["talon"] for deal in game.deals}) == 3


def test_r3_2_an_obligatory_game_comes_before_golden():
    table = barrel(0, deals=2, used=2) | {"golden": {"circle": 1, "deal": 1, "made": False}}
    assert finish(do(lay(new_game(table), *SWEEP), "give 9C, give JD"))["kind"] == "obligatory"


def test_r3_2_golden_comes_before_the_dark_offer():
    table = {"score": [300, 0, 0], "golden": {"circle": 1, "deal": 1, "made": False}}
    assert lay(new_game(table), *SWEEP).phase == "gift"


def test_r3_2_the_dark_offer_comes_before_the_first_hand_sees_its_cards():
    game = lay(new_game({"score": [240, 0, 0]}), *SWEEP)
    assert (game.phase, game.player, seen_hand(game, 0)) == ("dark", 0, "")


def test_r3_3_optional_redeals_come_after_the_dark_offer_and_before_the_auction():
    game = lay(new_game({"score": [240, 0, 0]}), *FOUR_NINES)
    phases = [game.phase]
    for action in ("dark", "waive"):
        game.apply(action)
        phases.append(game.phase)
    assert phases == ["dark", "redeal", "auction"]


def test_r3_3_optional_redeals_are_asked_in_a_golden_deal():
    game = lay(golden_game(), *WEAK_FIRST)
    assert (game.phase, game.player) == ("redeal", 0)
    assert do(game, "waive").phase == "gift"


def test_r3_3_optional_redeals_are_asked_in_an_obligatory_deal():
    game = lay(new_game(barrel(1, deals=2, used=2)), *WEAK_FIRST)
    assert (game.phase, game.player) == ("redeal", 0)
    assert (do(game, "waive").phase, game.player) == ("gift", 1)


def test_r3_4_to_r3_6_auction_talon_gift_contract_play():
    game = lay(new_game(), *SWEEP)
    phases = [game.phase]
    for action in ("pass", "pass", "give 9C", "give JD", "keep"):
        game.apply(action)
        phases.append(game.phase)
    assert phases == ["auction", "auction", "gift", "gift", "contract", "play"]


def test_r3_9_the_next_deal_follows():
    game = new_game()
    sweep(game)
    assert (game.needs_deal, game.over, game.dealer) == (True, False, 0)
    assert lay(game, *SWEEP).phase == "auction"


def test_r3_a_redeal_throws_the_dark_decision_away():
    game = do(lay(new_game({"score": [240, 0, 0]}), *WEAK_FIRST), "dark, redeal")
    assert (game.needs_deal, game.dealer) == (True, 2)
    assert lay(game, *SWEEP).phase == "dark"
    assert finish(do(game, "look, pass, pass, give 9C, give JD"))["kind"] == "ordinary"
