"""Bad input to a single game is refused with a message that says what would be right."""

import numpy as np
import pytest

import thousand_env as te
from tests.rules.helpers import SWEEP, do, lay, new_game
from thousand_env.games.thousand.actions import NUM_ACTIONS


@pytest.mark.parametrize("action", ["bid 400", "keep", "play AS", "give AS", "marry KS", 0, 188])
def test_an_illegal_action_names_phase_player_action_and_what_is_legal(action):
    game = lay(new_game(), *SWEEP)
    before = bytes(np.array(game.state))
    with pytest.raises(te.IllegalActionError) as caught:
        game.apply(action)
    error = caught.value
    assert (error.phase, error.player, error.legal) == ("auction", 1, game.legal())
    assert error.action in str(error) and "bid 105" in str(error) and "auction" in str(error)
    assert bytes(np.array(game.state)) == before
    assert game.deals[-1]["actions"] == []


@pytest.mark.parametrize(
    "action", ["", "jump", "bid", "bid 102", "play ZZ", "play AS AS", "pass\0"]
)
def test_an_unknown_text_is_refused(action):
    game = lay(new_game(), *SWEEP)
    before = bytes(np.array(game.state))
    with pytest.raises(te.ActionError):
        game.apply(action)
    assert bytes(np.array(game.state)) == before


@pytest.mark.parametrize("action", [1.0, True, None, -1, NUM_ACTIONS, [1], float("nan"), b"pass"])
def test_an_action_of_the_wrong_type_or_range_is_refused(action):
    game = lay(new_game(), *SWEEP)
    with pytest.raises(te.ActionError, match=f"0 to {NUM_ACTIONS - 1}"):
        game.apply(action)


def test_an_action_after_the_end_is_refused():
    table = {"score": [900, 0, 0]}
    game = do(lay(new_game(table, preset="polish"), *SWEEP), "pass, pass, give 9C, give JD, keep")
    while not game.over:
        game.apply(game.legal()[0])
    with pytest.raises(te.IllegalActionError, match="over"):
        game.apply("pass")
    assert game.legal() == []


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, True, "1"])
def test_a_bad_seed_of_a_single_game_is_refused(seed):
    with pytest.raises(te.ThousandError, match="seed"):
        te.Game(te.rules(), seed)


@pytest.mark.parametrize("rules", ["classic", {"preset": "classic"}])
def test_rules_that_are_no_rule_set_are_refused(rules):
    with pytest.raises(te.ThousandError, match="RuleSet"):
        te.Game(rules)


@pytest.mark.parametrize("seat", [3, -1, 0.0, None, True, "0"])
def test_a_view_of_no_seat_is_refused(seat):
    with pytest.raises(te.TableError, match="no seat"):
        te.Game(te.rules()).view(seat)


def test_packs_need_a_dealer():
    with pytest.raises(te.TableError, match="dealer"):
        te.Game(te.rules(), seed=None)
