"""R14: the decisions and their text forms."""

import pytest

from tests.rules.helpers import (
    FOUR_NINES,
    LOST,
    LOST_GIFTS,
    SWEEP,
    SWEEP_TWO,
    do,
    finish,
    golden_game,
    lay,
    new_game,
)
from thousand_env.errors import ActionError
from thousand_env.games.thousand.actions import ACTION_TEXTS, parse_action


def position(pack, actions="", table=None, **options):
    game = lay(new_game(table, **options), *pack)
    return do(game, actions) if actions else game


@pytest.mark.parametrize(
    ("game", "forms"),
    [
        (lambda: position(SWEEP, table={"score": [300, 0, 0]}), {"dark", "look"}),
        (lambda: position(FOUR_NINES), {"redeal", "waive"}),
        (lambda: position(SWEEP), {"pass", "bid 105", "bid 260"}),
        (lambda: position(SWEEP_TWO, "pass", players=2, dealer=1), {"talon 1", "talon 2"}),
        (lambda: position(SWEEP, "pass, pass"), {"give 9S", "give AD", "concede"}),
        (
            lambda: position(SWEEP, "pass, pass, give 9C, give JD"),
            {"keep", "contract 130", "concede"},
        ),
        (lambda: position(SWEEP, "pass, pass, give 9C, give JD, keep"), {"play AS", "play AD"}),
        (
            lambda: position(
                SWEEP, "pass, pass, give 9C, give JD, keep, play AS, play TC, play 9D"
            ),
            {"marry KS", "marry QS", "play KS"},
        ),
    ],
)
def test_r14_text_forms(game, forms):
    assert forms <= set(game().legal())


def test_r14_the_forms_are_one_closed_list():
    words = {text.split()[0] for text in ACTION_TEXTS}
    assert words == {
        "dark", "look", "redeal", "waive", "bid", "pass", "talon", "give", "concede", "contract",
        "keep", "play", "marry",
    }  # fmt: skip
    assert len(set(ACTION_TEXTS)) == len(ACTION_TEXTS)


def test_r14_every_text_reads_back():
    assert [parse_action(text) for text in ACTION_TEXTS] == [*range(len(ACTION_TEXTS))]


def test_r14_bids_are_105_to_400():
    bids = [int(text[4:]) for text in ACTION_TEXTS if text.startswith("bid")]
    assert bids == [*range(105, 401, 5)]
    assert {f"marry A{suit}" for suit in "SCDH"} <= set(ACTION_TEXTS)


@pytest.mark.parametrize(
    "text", ["bid 100", "bid 107", "bid", "give", "play 1S", "marry TS", "", "x"]
)
def test_r14_other_texts_are_refused(text):
    with pytest.raises(ActionError):
        position(SWEEP).apply(text)


def test_r14_a_single_legal_action_is_still_asked():
    game = position(SWEEP, table={"score": [0, -5, 0]}, silence_below=0)
    assert (game.phase, game.legal()) == ("auction", ["pass"])
    last = finish_but_one(position(LOST, f"pass, pass, {LOST_GIFTS}, keep"))
    assert len(last.legal()) == 1


def finish_but_one(game):
    """The play up to the last card."""
    while game.view(0).tricks_played < 7:
        game.apply(game.legal()[0])
    return game


def test_r14_a_lone_keep_is_not_asked():
    game = position(SWEEP, "pass, pass, give 9C, give JD", concede="off", raise_=False)
    assert game.phase == "play"
    assert do(lay(golden_game(), *SWEEP), "give 9C, give JD").phase == "play"


def test_r14_a_keep_beside_a_concession_is_asked():
    game = position(SWEEP, "pass, pass, give 9C, give JD", raise_=False)
    assert set(game.legal()) == {"keep", "concede"}


def test_r14_a_lone_waive_is_not_asked():
    # the talon calls for nothing: the gift is asked at once, and giving a card waives
    game = position(SWEEP, "pass, pass")
    assert "waive" not in game.legal()
    assert "waive" not in position(SWEEP, "pass, pass", redeal_talon_nines=1).legal()


def test_r14_shuffles_and_mandatory_redeals_are_no_decisions():
    aces = ("AS AC AD AH 9S JS QS", "TS KS TC KC QC JC 9C", "TD KD QD JD TH KH QH", "9D JH 9H")
    game = lay(new_game(), *aces)
    assert (game.player, game.legal(), game.deals[-1]["actions"]) == (None, [], [])


def test_r14_a_deal_is_its_list_of_actions():
    game = position(SWEEP, "pass, pass, give 9C, give JD, contract 105")
    finish(game)
    again = lay(new_game(), *SWEEP)
    for text in game.deals[-1]["actions"]:
        again.apply(text)
    assert again.results == game.results
