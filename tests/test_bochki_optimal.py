"""Bochki's optimum of stop or risk: against plain recursion, against play, and by its promises."""

import random

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te
from tests.bochki_small import (
    best_circles,
    best_race,
    best_win,
    small_terms,
    states,
    wins_of_first,
)
from thousand_agents.bochki import kept
from thousand_agents.bochki.agents import ENOUGH, OptimalAgent, ThresholdAgent
from thousand_agents.bochki.solve import (
    circles_under,
    compare,
    fewest_circles,
    race,
    still_racing,
    two_players,
)
from thousand_agents.bochki.terms import terms_of, threshold
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
    values, _ = two_players(terms, circles=2)
    expected = best_win(terms, visits=4)
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


def test_who_is_still_racing_is_who_has_not_won_by_then(terms):
    """The turns to the goal, at most 8, are those before which he has not won, 0 to 7."""
    _, stop = fewest_circles(terms, most=8)
    racing = still_racing(terms, stop, circles=8)
    assert racing.sum(axis=0) == pytest.approx(circles_under(terms, 8, stop)[:, 0], abs=EXACT)


# ---- the promises of an optimum


def test_no_single_other_decision_is_better(terms):
    """Other decisions in one place at one number of points, drawn at random, gain nothing."""
    values, stop = two_players(terms, circles=200)
    after = 1 - np.ascontiguousarray(values[0].T)
    ones, found, rng = np.ones(len(after)), np.zeros_like(values), random.Random(1)
    visit(terms, after, ones, stop, True, found)
    assert np.abs(found - values).max() < 1e-8  # its decisions are worth what it says
    losses = 0
    for _ in range(300):
        place, deal, points = PLACES[rng.choice([*PLACES])], rng.randrange(2), rng.randrange(19)
        if place[1] == terms.goal and points < terms.entry:
            continue  # he may not stop (B5)
        other = stop.copy()
        other[(*place, deal, points)] ^= True
        visit(terms, after, ones, other, True, found)
        assert (found <= values + 1e-8).all()
        losses += (found < values - 1e-8).any()
    assert losses > 50  # most others lose something


def test_the_optimum_beats_every_threshold_from_every_place(terms):
    values, stop = two_players(terms, circles=200)
    even = values[0, -1, -1], 1 - values[0, -1, -1]  # against itself, both not in yet
    for points in range(1, 20):
        won = compare(terms, stop, threshold(terms, points), circles=200)
        assert won[0, -1, -1] > even[0] and won[1, -1, -1] > even[1]
        assert (won[0] > values[0] - 1e-8).all()  # against a weaker player nothing is lost


# ---- the whole game


@pytest.fixture(scope="module")
def rules():
    return te.rules("bochki", "classic", players=2, turns="in_order")


@pytest.fixture(scope="module")
def solved(rules):
    """Two players at their best: chances and stops."""
    return two_players(terms_of(rules), rules.max_turns)


@pytest.fixture(scope="module")
def optimal(rules, solved, tmp_path_factory):
    """The agent, without solving everything again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept.jit, "cache_folder", tmp_path_factory.mktemp("kept"))
        patch.setattr(kept, "two_players", lambda *_: solved)
        return OptimalAgent(rules)


@pytest.fixture(scope="module")
def shares(rules, solved):
    """Of the optimum against the threshold, from the beginning: as the first, as the second."""
    steady = threshold(terms_of(rules), ENOUGH // 5)
    return compare(terms_of(rules), solved[1], steady, rules.max_turns)[:, -1, -1]


def play(rules, agents, games, seed=0, scores=None):
    """How many of the games each seat wins by 1000; seat 0 begins."""
    env = te.VectorEnv("bochki", games, rules, seed, autoreset=AutoresetMode.DISABLED)
    table = {"scores": scores or [0] * rules.players}
    env.reset(options={"table": table, "dealer": rules.players - 1})
    rng = np.random.default_rng(seed)
    while (env.current_player >= 0).any():
        actions = np.zeros(games, np.int64)
        for seat, agent in enumerate(agents):
            rows = np.flatnonzero(env.current_player == seat)
            if rows.size:
                actions[rows] = agent.act(env.views[rows], env.action_mask[rows], rng)
        env.step(actions)
        assert not env.illegal.any()
    return (env.state["score"][:, : rules.players] >= 1000).sum(axis=0)


def check_share(won, games, expected):
    """Within three standard errors."""
    error = np.sqrt(expected * (1 - expected) / games)
    assert abs(won / games - expected) < 3 * error, (won / games, expected, error)


@pytest.mark.parametrize("seat", [0, 1])
def test_games_are_won_as_often_as_the_solver_says(rules, optimal, shares, seat):
    agents = [optimal, ThresholdAgent(rules)]
    won = play(rules, agents if seat == 0 else agents[::-1], games=3000, seed=seat)
    check_share(won[seat], 3000, shares[seat])


def test_the_figures_of_the_page(solved, shares):
    assert solved[0][0, -1, -1] == pytest.approx(
        0.518436, abs=1e-6
    )  # who begins, both at their best
    assert shares == pytest.approx([0.58487, 0.55398], abs=1e-5)


def test_the_threshold_is_the_one_that_is_fastest_alone(rules):
    terms = terms_of(rules)
    every = range(40, 160, 5)
    stops = np.concatenate([threshold(terms, points // 5) for points in every], axis=-1)
    circles = circles_under(terms, rules.max_turns, stops)[-1]
    assert every[np.argmin(circles)] == ENOUGH
    assert fewest_circles(terms, rules.max_turns)[0][-1, 0] < circles.min()


class Steady:
    """Takes as few circles to the goal as he can, as if alone."""

    def __init__(self, rules):
        self.agent = ThresholdAgent(rules)
        self.agent._stop = fewest_circles(terms_of(rules), rules.max_turns)[1][..., 0]

    def act(self, views, masks, rng):
        return self.agent.act(views, masks, rng)


def test_three_players_best_response_wins_at_least_what_its_race_does():
    """Looking at the others again at every turn can only help."""
    rules = te.rules("bochki", "classic", players=3, turns="in_order")
    terms = terms_of(rules)
    scores = [905, 930, 960]
    _, stop = fewest_circles(terms, rules.max_turns)
    racing = still_racing(terms, stop, rules.max_turns)[:, [score // 5 for score in scores]]
    values, _ = race(terms, racing[:, 1:].prod(axis=1)[:, None])
    expected = values[0, scores[0] // 5, 0]
    games = 600
    agents = [OptimalAgent(rules), Steady(rules), Steady(rules)]
    share = play(rules, agents, games, scores=scores)[0] / games
    assert share > expected - 3 * np.sqrt(expected * (1 - expected) / games)
    assert share < expected + 0.08  # and it isn't worth much


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 2, "cards": "36", "barrel_zero": "keep"},
        {"players": 4, "turns": "in_order", "score_table": {"2Y": 5, "3X": 1000}, "max_turns": 3},
        {"players": 2, "score_table": {"3X": 1000}, "overshoot": "allowed"},
    ],
)
@pytest.mark.filterwarnings("ignore:score_table")
def test_agents_play_whole_games_together_and_rows_do_not_matter(options, tmp_path, monkeypatch):
    monkeypatch.setattr(kept.jit, "cache_folder", tmp_path)
    rules = te.rules("bochki", "classic", **{"max_turns": 12, **options})
    agent, another = OptimalAgent(rules), OptimalAgent(rules)
    env = te.VectorEnv("bochki", 24, rules, seed=3, autoreset=AutoresetMode.DISABLED)
    env.reset()
    rng = np.random.default_rng(0)
    while (env.current_player >= 0).any():
        actions = agent.act(env.views, env.action_mask, rng)
        some = np.flatnonzero(env.current_player >= 0)[::5]
        alone = another.act(env.views[some], env.action_mask[some], rng)
        assert (actions[some] == alone).all()
        env.step(actions)
        assert not env.illegal.any()


def test_what_was_solved_is_kept_and_a_damaged_file_is_solved_again(tmp_path, monkeypatch):
    monkeypatch.setattr(kept.jit, "cache_folder", tmp_path / "new")
    quick = te.rules("bochki", "classic", players=3, max_turns=2)
    first = kept.best_stops(quick)
    (path,) = (tmp_path / "new").iterdir()
    whole = path.read_bytes()
    middle = len(whole) // 2
    broken = whole[:middle] + b"12345678" + whole[middle + 8 :]
    for damaged in (whole[:-50], broken, whole[:middle], b"", b"stops", b"\x93NUMPY"):
        path.write_bytes(damaged)
        assert (kept.best_stops(quick) == first).all()
    with monkeypatch.context() as patch:
        patch.setattr(kept, "two_players", None)
        assert (kept.best_stops(quick) == first).all()
    assert (first == two_players(terms_of(quick), 2)[1]).all()
