"""Plackett-Luce ratings: odds, ties, two seats, winners only, intervals."""

import numpy as np
import pytest

from thousand_agents.arena import ratings as ratings_module
from thousand_agents.arena.ratings import POINTS_PER_UNIT, ratings
from thousand_agents.arena.scores import Scores
from thousand_agents.arena.seatings import seatings
from thousand_env.games.thousand.state import NONE


def scores_of(points, plan, winner=None, forfeit=None):
    games = {f"points_{s}": points[..., s].ravel() for s in range(points.shape[-1])}
    count = len(games["points_0"])
    games["winners"] = np.full(count, 0) if winner is None else 1 << winner
    games["forfeit_seat"] = np.full(count, NONE) if forfeit is None else forfeit
    return Scores(games, plan)


def test_two_agents_are_rated_by_the_odds():
    plan = seatings(2, 2)
    first = np.array([1] * 30 + [-1] * 10).reshape(20, 2)  # A ahead in 30 of 40 games
    points = first[..., None] * np.where(plan.seats == 0, 1, -1)
    a, b = ratings("AB", scores_of(points, plan), "deal", 0)
    assert a.rating - b.rating == pytest.approx(400 * np.log10(3), rel=0.01)
    assert a.rating + b.rating == pytest.approx(0, abs=1e-6)
    assert a.interval[0] < a.rating < a.interval[1]


def test_equal_points_count_half_for_each():
    plan = seatings(2, 2)
    points = np.zeros((10, 2, 2), int)
    a, b = ratings("AB", scores_of(points, plan), "deal", 0)
    assert (a.rating, b.rating) == (0, 0) and a.interval == (0, 0)


def plackett_luce(rng, plan, sets, strength):
    """Points that order each game as the model draws it: the largest r + Gumbel noise is first."""
    noise = rng.gumbel(size=(sets, *plan.seats.shape))
    return (strength[plan.seats] + noise).argsort(axis=-1).argsort(axis=-1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("agents", [2, 3, 4])
def test_ratings_find_the_strengths_behind_the_orders(agents, players):
    plan = seatings(agents, players)
    strength = np.linspace(-0.6, 0.6, agents)
    points = plackett_luce(np.random.default_rng(1), plan, 4000 // len(plan), strength)
    found = ratings("ABCD"[:agents], scores_of(points, plan), "deal", 0)
    for rating, true in zip(found, POINTS_PER_UNIT * strength):
        low, high = rating.interval
        assert rating.rating == pytest.approx(true, abs=25)
        assert low - 12 < true < high + 12 and high - low < 60


def test_of_a_match_only_the_winner_counts():
    plan = seatings(3, 3)
    rng = np.random.default_rng(2)
    strength = np.array([0.5, 0.0, -0.5])
    order = plackett_luce(rng, plan, 600, strength)
    winner = order.argmax(axis=-1).ravel()
    noise = rng.integers(0, 999, order.shape)
    found = ratings("ABC", scores_of(noise, plan, winner), "match", 0)
    assert [r.rating for r in found] == pytest.approx(POINTS_PER_UNIT * strength, abs=30)


def test_who_forfeits_is_last_and_the_others_share_the_win():
    plan = seatings(3, 3)
    points = np.where(plan.seats == 0, -120, 60)[None]
    lost = np.argmax(plan.seats == 0, axis=1)
    a, b, c = ratings("ABC", scores_of(points, plan, forfeit=lost), "match", 0)
    assert b.rating == pytest.approx(c.rating, abs=0.1) and a.rating < b.rating - 400


def test_who_never_loses_has_a_rating_all_the_same():
    plan = seatings(2, 3)
    points = np.broadcast_to(np.where(plan.seats == 0, 100, -100), (50, *plan.seats.shape))
    a, b = ratings("AB", scores_of(points, plan), "deal", 0)
    assert 400 < a.rating - b.rating < 4000


def test_an_order_is_a_row_of_choices_and_a_tie_all_its_orders_in_equal_parts():
    twice = ratings_module._choices_of((0, 1, 1), (0, 1, 1), first_only=False)
    assert twice == {(0, (0, 1, 1)): 1.0}  # the rest is B from B
    tied = ratings_module._choices_of((0, 1, 2), (0, 0, 2), first_only=False)
    assert tied == {(0, (0, 1, 2)): 0.5, (1, (0, 1, 2)): 0.5, (1, (1, 2)): 0.5, (0, (0, 2)): 0.5}


def test_one_set_has_no_rating_interval():
    plan = seatings(2, 3)
    found = ratings(
        "AB",
        scores_of(plackett_luce(np.random.default_rng(0), plan, 1, np.zeros(2)), plan),
        "deal",
        0,
    )
    assert [r.interval for r in found] == [None, None]
