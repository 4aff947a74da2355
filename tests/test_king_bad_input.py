"""King: what doesn't fit is refused with what would, and nothing is changed."""

import numpy as np
import pytest

from tests.king_batch import Batch
from tests.test_king_core import at_deal, play_out
from thousand_env.errors import ActionError, RulesError, TableError, ThousandError
from thousand_env.games.common import kernels
from thousand_env.games.common.start import place_hands, start_tables
from thousand_env.games.king import action_text, load_rules, new_table, parse_action, rules
from thousand_env.games.king.game import Game
from thousand_env.games.king.restore import check_states
from thousand_env.games.king.table import parse_hands, parse_table


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (5, "a table is an object with keys totals, deals"),
        ({"score": [0]}, "keys totals, deals"),
        ({"totals": [0, 0, 0]}, "a list of 4 whole numbers"),
        ({"totals": [0, 0, 0, 0.5]}, "a list of 4 whole numbers"),
        ({"totals": [0, 0, 0, 10**7]}, "a list of 4 whole numbers"),
        ({"totals": "0000"}, "a list of 4 whole numbers"),
        ({"totals": [[0], 0, 0, 0]}, "a list of 4 whole numbers"),
        ({"deals": 10}, "deals: a number from 0 to 9"),
        ({"deals": True}, "deals: a number from 0 to 9"),
    ],
)
def test_tables_that_cannot_be_are_refused(table, message):
    with pytest.raises(TableError, match=message):
        parse_table(table, rules())


@pytest.mark.parametrize(
    ("hands", "talon", "message"),
    [
        (["AS"] * 3, "", "hands: a list of 4 texts"),
        ([["AS"]] * 4, "", "hand of seat 0: a text"),
        (["1S", "", "", ""], "", "hand of seat 0: unknown card '1S'"),
        (["AS AS", "", "", ""], "", "hand of seat 0: AS stands there twice"),
        (["AS", "", "", ""], "", r"\[13, 13, 13, 13, 0\] are dealt in no_tricks"),
    ],
)
def test_cards_that_cannot_be_dealt_are_refused(hands, talon, message):
    with pytest.raises(TableError, match=message):
        parse_hands(hands, talon, rules(), new_table(rules()))


def test_cards_twice_and_cards_of_another_pack_are_refused():
    dealt = Game(seed=1).deals[0]["hands"]
    first = dealt[1].split()[0]
    with pytest.raises(TableError, match=f"{first} dealt twice"):
        parse_hands([first + dealt[0][2:], *dealt[1:]], "", rules(), new_table(rules()))
    with pytest.raises(TableError, match="XX can't be dealt"):
        parse_hands(["XX" + dealt[0][2:], *dealt[1:]], "", rules(), new_table(rules()))


@pytest.mark.parametrize(
    "action", ["", "play 1S", "give XX", "lay XX", "bid 7", "open 405", 5.0, 324]
)
def test_actions_that_are_none_are_refused(action):
    game = Game(seed=1)
    with pytest.raises(ActionError):
        game.apply(action)
    assert not game.deals[0]["actions"]


def test_numbers_and_texts_outside_the_table_of_actions():
    with pytest.raises(ActionError, match="0 to 323"):
        action_text(324)
    with pytest.raises(ActionError, match="'play QH'"):
        parse_action("declare war")


def test_games_check_their_arguments():
    with pytest.raises(TableError, match="dealer: needed"):
        Game(seed=None)
    for options in ({"rules": "classic"}, {"deck": -1}, {"seed": "x"}, {"dealer": 4}):
        with pytest.raises(ThousandError):
            Game(**options)
    game = Game(seed=1)
    assert game.action_mask.sum() == len(game.legal_actions())
    with pytest.raises(TableError, match="no seat 4"):
        game.view(4)
    with pytest.raises(TableError, match="no pack is due in phase 'play'"):
        game.deal([], "")
    over = play_out(at_deal("joker", variant="joker"), np.random.default_rng(0), until=1)
    assert over.needs_deal and over.phase == "deal" and over.legal() == []


def test_start_tables_and_given_deals_for_a_batch():
    tables = [{"deals": 1}, None, {"totals": [5, 0, 0, -5]}]
    starts = start_tables(rules(), 3, tables, np.array([0, 1, 2]))
    assert starts["deals"].tolist() == [1, 0, 0] and starts["dealer"].tolist() == [0, 1, 2]
    with pytest.raises(TableError, match="table: one for all games or a list of 3"):
        start_tables(rules(), 3, tables[:2], None)
    batch = Batch(3, rules())
    for deals, message in (([{}] * 2, "a list of 3"), ({"hands": []}, "an object")):
        games = (batch.states, batch.compiled, batch.rules, starts, np.ones(3, np.bool_))
        with pytest.raises(TableError, match=message):
            place_hands(*games, deals, 200)


def test_rules_files_that_cannot_be_read_are_refused(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text("players = ")
    for name in (path, tmp_path / "missing.toml"):
        with pytest.raises(RulesError, match=f"cannot read rules from .*{name.name}"):
            load_rules(name)


@pytest.mark.parametrize(
    ("kind", "texts", "change"),
    [
        ("lottery", [], {"hand": 0, "hand_size": 0}),
        ("lottery", [], {"hand": [0, 1, 0, 1], "hand_size": [0, 1, 0, 1]}),
        ("auction", ["keep"], {"gifts": 0}),
        ("auction", ["keep"], {"gifts": [-1, -1, -1, 5]}),
        ("auction", ["open 0"], {"gifts": [-1, -1, 5, -1]}),
        ("auction", ["keep"], {"declarer": 0}),
        ("trump", ["trump S", "play 2S"], {"best_seat": -1}),
        ("trump", ["trump S", "play 2S"], {"best_seat": 2}),
        ("trump", ["trump S"], {"phase": 7}),
    ],
)
def test_states_that_lead_nowhere_are_refused(kind, texts, change):
    options = {} if kind == "trump" else {"plus": [kind]}
    game = at_deal(kind, {1: "2S"}, **options)
    for text in texts:
        game.apply(text)
    check_states(game._states, 1, game.rules)
    for field, value in change.items():
        game._states[field] = value
    with pytest.raises(ThousandError, match="state: "):
        check_states(game._states, 1, game.rules)
    with pytest.raises(ThousandError, match="state: an array"):
        check_states(game._states, 2, game.rules)


def test_random_play_goes_on_from_game_to_game():
    batch = Batch(2, rules(players=3))
    arrays = (batch.states, batch.compiled, batch.starts)
    finished = kernels.random_play_kernel(*arrays, np.uint64(1), 1000)
    assert finished == 4 and batch.states["match"].tolist() == [2, 2]  # 462 decisions a game
    assert (batch.states["deals"] > 0).all()
