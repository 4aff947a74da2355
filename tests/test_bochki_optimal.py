"""Bochki's optimum of stop or risk: against plain recursion, against play, and by its promises."""

import random

import numpy as np
import pytest

from tests.bochki_small import (
    START,
    best_circles,
    best_race,
    best_win,
    small_terms,
    states,
    wins_of_first,
)
from thousand_agents.bochki.solve import (
    circles_under,
    compare,
    fewest_circles,
    race,
    still_racing,
    two_players,
)
from thousand_agents.bochki.terms import new_stops, terms_of, threshold
from thousand_agents.bochki.turn import ENDS, KEEPS, visit

MODES = [(ENDS, False), (KEEPS, False), (ENDS, True), (KEEPS, True)]  # B8; B9
EXACT = 1e-12
PLACES = states()
BETWEEN = [state for state in PLACES if not state[2]]  # between two visits


@pytest.fixture(params=MODES, ids=["burn-void", "keep-void", "burn-allowed", "keep-allowed"])
def terms(request):
    return small_terms(*request.param)


# ---- against plain recursion, in a small game


def test_two_players_win_as_often_as_by_plain_recursion(terms):
    values, _ = two_players(terms, circles=3)
    expected = best_win(terms, visits=6)
    for me in PLACES:
        for other in BETWEEN:
            found = values[(*PLACES[me], PLACES[other][1])]
            assert found == pytest.approx(expected(me, other), abs=EXACT), (me, other)


def test_a_player_alone_takes_as_few_circles_as_by_plain_recursion(terms):
    left, stop = fewest_circles(terms, most=8)
    expected = best_circles(terms, most=8)
    for state in BETWEEN:
        assert left[PLACES[state][1], 0] == pytest.approx(expected(state), abs=EXACT)
    # by the same stops at all times he can't be faster than by those that mind the end
    assert (circles_under(terms, 8, stop) >= left - EXACT).all()


def test_a_race_is_won_as_often_as_by_plain_recursion(terms):
    racing = np.array([[1.0, 1.0], [0.9, 0.5], [0.7, 0.2], [0.3, 0.1]])
    values, _ = race(terms, racing)
    for lane in range(2):
        expected = best_race(terms, racing[:, lane])
        for state in PLACES:
            assert values[(*PLACES[state], lane)] == pytest.approx(expected(state), abs=EXACT)


def test_two_given_players_win_as_often_as_by_plain_recursion(terms):
    _, stop = two_players(terms, circles=10)
    steady = threshold(terms, 4)
    for one, two in ((stop, steady), (steady, stop)):
        won = compare(terms, one, two, circles=3)
        expected = wins_of_first(terms, one, two, circles=3)
        for me in BETWEEN[::3]:
            for other in BETWEEN[::3]:
                found = won[0, PLACES[me][1], PLACES[other][1]]
                assert found == pytest.approx(expected(me, other), abs=EXACT), (me, other)
