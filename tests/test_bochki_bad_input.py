"""Bochki: what doesn't fit is refused with what would, and nothing is changed."""

import numpy as np
import pytest

from tests.bochki_games import alone, run, side_by_side
from thousand_env.errors import ActionError, TableError, ThousandError
from thousand_env.games.bochki import Game, new_table, parse_table, rules, table_dict


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (5, "a table is an object with keys scores, entered, turns, first"),
        ({"score": [0]}, "keys scores, entered"),
        ({"scores": [0, 0]}, "a list of 3 multiples of 5 from 0 to 995"),
        ({"scores": [0, 0, 1000]}, "a list of 3 multiples of 5"),
        ({"scores": [0, 0, 7]}, "a list of 3 multiples of 5"),
        ({"scores": [0, 0, -5]}, "a list of 3 multiples of 5"),
        ({"scores": [0, 0, True]}, "a list of 3 multiples of 5"),
        ({"scores": "000"}, "a list of 3 multiples of 5"),
        ({"scores": [[0], 0, 0]}, "a list of 3 multiples of 5"),
        ({"entered": [[True], False, False]}, "entered: a list of 3 times true or false"),
        ({"entered": [1, 0, 0]}, "entered: a list of 3 times true or false"),
        ({"scores": [60, 0, 0], "entered": [False] * 3}, "seat 0 has 60 points, so"),
        ({"turns": 200}, "turns: a number from 0 to 199"),
        ({"turns": True}, "turns: a number from 0 to 199"),
        ({"first": 3}, "first = 3 is no seat; seats are 0 to 2"),
    ],
)
def test_tables_that_cannot_be_are_refused(table, message):
    with pytest.raises(TableError, match=message):
        parse_table(table, rules())


def test_a_table_goes_out_and_in_again():
    form = {"scores": [0, 100, 995], "entered": [True, True, True], "turns": 7, "first": 2}
    table = parse_table(form, rules(), dealer=0)
    assert table_dict(table, 3) == form
    assert table_dict(new_table(rules()), 3) == table_dict(parse_table({}, rules()), 3)
    numbers = parse_table({"scores": np.array([0, 5, 60])}, rules())
    assert numbers.entered.tolist() == [0, 1, 1, 0] and numbers.first == -1


@pytest.mark.parametrize(
    ("hands", "talon", "message"),
    [
        (["AS"] * 2, "", "hands: a list of 3 texts"),
        ([["AS"]] * 3, "", "hand of seat 0: a text"),
        (["1S", "", ""], "", "hand of seat 0: unknown card '1S'"),
        (["AS AS", "", ""], "", "hand of seat 0: AS stands there twice"),
        (["AS", "", ""], "", r"hands of \[7, 7, 7\] cards are dealt now, not \[1, 0, 0\]"),
    ],
)
def test_cards_that_cannot_be_dealt_are_refused(hands, talon, message):
    game = side_by_side(0, 0, 0)
    with pytest.raises(TableError, match=message):
        game.deal(hands, talon)
    assert game.needs_deal and not game.deals


def test_games_check_their_arguments():
    with pytest.raises(TableError, match="dealer: needed"):
        Game(seed=None)
    for options in ({"rules": "classic"}, {"deck": -1}, {"seed": "x"}, {"dealer": 3}):
        with pytest.raises(ThousandError):
            Game(**options)
    game = run(alone(100, 0), 5)
    with pytest.raises(TableError, match="due in phase 'decide'"):
        game.deal(["", ""], "")
    for action in (2, -1, 1.0, "pass"):
        with pytest.raises(ActionError):
            game.apply(action)
    assert game.deals[0]["actions"] == []
