"""The arena: paired sets, chance apart from batches, honest intervals, stopping early."""

from dataclasses import asdict

import numpy as np
import pytest
from scipy import stats

import thousand_env as te
from thousand_agents.arena import games as arena_games
from thousand_agents.arena import run as arena_run
from thousand_agents.arena import run_arena, statistics
from thousand_agents.arena.games import NOBODY, play_sets
from thousand_agents.arena.result import compare
from thousand_agents.arena.seatings import seatings
from thousand_agents.arena.statistics import estimate
from thousand_agents.arena.streams import GameStreams
from thousand_agents.arena.tables import sample_table
from thousand_agents.base import AgentError, make_agent
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.rules import PRESETS
from thousand_env.learner import RandomAgent

RULES = te.rules()
BY_SET = ("points", "winner", "deals", "declarer", "contract", "made")


def numbers(result):
    """A result without what the clock says."""
    agents = [{**asdict(a), "ms_per_decision": 0} for a in result.agents]
    return {**result.as_dict(), "seconds": 0, "agents": agents}


def some_sets(specs, sets, unit="deal", rules=RULES, seed=4):
    players = [make_agent(spec, rules) for spec in specs]
    return play_sets(players, seatings(len(specs), rules.players), sets, rules, seed, unit)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("agents", [2, 3])
def test_every_agent_holds_every_seat_equally_often(agents, players):
    if agents > players:
        with pytest.raises(AgentError, match="too many"):
            seatings(agents, players)
        return
    tables = seatings(agents, players)
    assert len({*map(tuple, tables.tolist())}) == len(tables)
    assert all({*row} == {*range(agents)} for row in tables.tolist())
    for seat in range(players):
        assert len({(tables[:, seat] == k).sum() for k in range(agents)}) == 1
    count = {(2, 2): 2, (2, 3): 6, (2, 4): 14, (3, 3): 6, (3, 4): 36}
    assert len(tables) == count[agents, players]


@pytest.mark.parametrize("unit", ["deal", "match"])
@pytest.mark.parametrize("agents", [2, 3])
def test_an_agent_that_draws_nothing_ties_with_itself_in_every_set(agents, unit):
    result = run_arena(["greedy"] * agents, 10, RULES, seed=3, unit=unit)
    for e in result.estimates:
        assert e.mean == 0 and e.interval == (0, 0) and not e.distinguishable
    games = some_sets(["greedy"] * agents, np.arange(8), unit)
    for name in BY_SET:
        values = getattr(games, name)
        assert (values == values[:, :1]).all(), name


def test_random_is_seldom_told_apart_from_random():
    runs = [run_arena(["random", "random"], 40, RULES, seed=seed) for seed in range(25)]
    held = [not run.estimates[0].distinguishable for run in runs]
    assert 20 <= sum(held)
    assert all(run.estimates[0].standard_error > 0 for run in runs)


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_all_seatings_of_a_set_see_the_same_packs(monkeypatch, unit):
    packs: dict[tuple, set] = {}

    class Watched(te.VectorEnv):
        def step(self, actions):
            for g in self.state[self.current_player >= 0]:
                key = int(g.deck), int(g.deals), int(g.redeals)
                packs.setdefault(key, set()).add((*g.dealt.tolist(), *g.talon.tolist()))
            super().step(actions)

    monkeypatch.setattr(arena_games, "VectorEnv", Watched)
    # without re-deals, whose number depends on what is claimed, deal n is pack n for everybody
    rules = te.rules("thousand", "polish", players=3)
    some_sets(["greedy", "random"], np.arange(3), unit, rules)
    assert {deck for deck, *_ in packs} == {0, 1, 2}
    assert all(len(dealt) == 1 for dealt in packs.values())
    assert len(set.union(*packs.values())) == len(packs)  # and every deal has its own
    assert len(packs) == 3 if unit == "deal" else len(packs) > 20


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_a_set_is_the_same_in_any_batch(unit):
    specs = ["random", "greedy"]
    whole = some_sets(specs, np.arange(12), unit)
    parts = [some_sets(specs, np.array(part), unit) for part in ([0], [1, 2, 3, 4], range(5, 12))]
    shuffled = some_sets(specs, np.arange(12)[::-1], unit)
    for name in BY_SET:
        expected = getattr(whole, name)
        assert np.array_equal(expected, np.concatenate([getattr(p, name) for p in parts])), name
        assert np.array_equal(expected, getattr(shuffled, name)[::-1]), name
    assert np.array_equal(whole.decisions, sum(p.decisions for p in parts))


def test_the_same_seed_gives_the_same_result_in_any_chunks(monkeypatch):
    first = run_arena(["greedy", "random"], 40, RULES, seed=5)
    monkeypatch.setattr(arena_run, "FIRST_CHUNK", 7)
    monkeypatch.setattr(arena_run, "LARGEST_CHUNK", 9)
    assert numbers(run_arena(["greedy", "random"], 40, RULES, seed=5)) == numbers(first)
    assert run_arena(["greedy", "random"], 40, RULES, seed=6).estimates != first.estimates


def test_every_game_of_every_set_draws_for_itself():
    draws = []

    class Drawer(RandomAgent):
        def act(self, views, masks, rng):
            draws.append(rng.random(len(masks)))
            return super().act(views, masks, rng)

    play_sets([Drawer(), Drawer()], seatings(2, 3), np.arange(20), RULES, 1, "deal")
    assert len(np.unique(np.concatenate(draws))) == sum(map(len, draws)) > 1000


def test_streams_are_even():
    stream = GameStreams(7, np.arange(500), np.zeros(500), 0)
    assert stats.kstest(stream.random((500, 8)).ravel(), "uniform").pvalue > 0.001
    with pytest.raises(ValueError, match="a row a game"):
        stream.random(7)


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_three_agents_are_compared_pair_by_pair(unit):
    result = run_arena(["greedy", "random", "random"], 12, RULES, seed=2, unit=unit)
    labels = [e.label for e in result.estimates]
    assert [a.label for a in result.agents] == ["A", "B", "C"]
    assert len(labels) == (3 if unit == "deal" else 6) and result.games_per_set == 6
    by_pair = {label[-5:]: e.mean for label, e in zip(labels, result.estimates)}
    assert by_pair["A - C"] == pytest.approx(by_pair["A - B"] + by_pair["B - C"])
    assert by_pair["A - B"] > 0 < by_pair["A - C"]


@pytest.mark.parametrize("rules", [RULES, te.rules(players=2), te.rules(players=4)])
def test_win_shares_sum_to_one(rules):
    result = run_arena(["greedy", "random"], 8, rules, seed=2, unit="match")
    assert sum(a.win_share for a in result.agents) == pytest.approx(1)
    assert result.estimates[0].mean == pytest.approx(100 * result.agents[0].win_share - 50)
    assert result.cut_off == 0 and result.deals > 8 * result.games_per_set
    games, seats = some_sets(["greedy", "random"], np.arange(1), "match", rules), seatings(2, 3)[:1]
    games.winner = np.array([[NOBODY]])  # cut off: A A B share the match by their seats
    (e,) = compare(["A", "B"], "match", games, seats, 0)
    assert e.mean == pytest.approx(100 * 2 / 3 - 50)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sampled_tables_can_be_reached_under_every_preset(preset, players):
    rules = te.rules("thousand", preset, players=players)
    tables = [sample_table(np.random.default_rng([1, k]), rules) for k in range(150)]
    for table in tables:
        te.Game(rules, 0, table)  # refuses a table that no match can reach
    on_barrel = sum("barrel_deals_used" in table for table in tables)
    assert (10 < on_barrel < 60) == bool(rules.barrel_at)


def test_intervals_are_students():
    values = np.random.default_rng(0).normal(3, 10, 25)
    e = estimate("A - B", "points", values, seed=0)
    expected = stats.t.interval(0.95, 24, values.mean(), stats.sem(values))
    assert e.interval == pytest.approx(expected, abs=1e-6)
    assert (e.mean, e.standard_error) == pytest.approx((values.mean(), stats.sem(values)))
    bootstrap = stats.bootstrap((values,), np.mean, n_resamples=5000, method="percentile", rng=0)
    assert e.bootstrap == pytest.approx(tuple(bootstrap.confidence_interval), abs=0.6)


@pytest.mark.parametrize("draw", ["normal", "lopsided"])
def test_intervals_cover_as_often_as_they_say(monkeypatch, draw):
    monkeypatch.setattr(statistics, "RESAMPLES", 200)
    rng, covered, resampled, repeats = np.random.default_rng(1), 0, 0, 300
    for k in range(repeats):
        values = rng.normal(0, 30, 60) if draw == "normal" else rng.exponential(30, 60) - 30
        e = estimate("A - B", "points", values, seed=k)
        covered += not e.distinguishable
        resampled += e.bootstrap[0] <= 0 <= e.bootstrap[1]
    assert 0.90 <= covered / repeats <= 0.99
    assert 0.88 <= resampled / repeats <= 0.99


def test_one_set_has_no_interval():
    assert "no interval" in str(run_arena(["greedy", "random"], 1, RULES))


def interrupt_after(monkeypatch, chunks):
    calls, play = [], arena_run.play_sets

    def interrupted(*args):
        calls.append(1)
        if len(calls) > chunks:
            raise KeyboardInterrupt
        return play(*args)

    monkeypatch.setattr(arena_run, "play_sets", interrupted)


def test_ctrl_c_after_a_chunk_gives_what_is_done(monkeypatch):
    done = run_arena(["greedy", "random"], arena_run.FIRST_CHUNK, RULES, seed=1)
    interrupt_after(monkeypatch, 1)
    result = run_arena(["greedy", "random"], 1000, RULES, seed=1)
    assert result.interrupted and not done.interrupted
    assert (result.sets, result.sets_asked) == (arena_run.FIRST_CHUNK, 1000)
    assert result.estimates == done.estimates
    assert "stopped early" in str(result)


def test_ctrl_c_before_anything_is_done_is_no_result(monkeypatch):
    interrupt_after(monkeypatch, 0)
    with pytest.raises(KeyboardInterrupt):
        run_arena(["greedy", "random"], 1000, RULES)


@pytest.mark.parametrize(
    ("agents", "sets", "unit", "seed", "message"),
    [
        (["greedy"], 5, "deal", 0, "two or three"),
        (["random"] * 4, 5, "deal", 0, "two or three"),
        (["greedy", "nobody"], 5, "deal", 0, "unknown agent 'nobody'"),
        (["greedy", "random"], 0, "deal", 0, "at least 1"),
        (["greedy", "random"], 5, "game", 0, "deal or match"),
        (["greedy", "random"], 5, "deal", -1, "seed -1"),
        (["greedy", "random"], 5, "deal", 2**63, "seed 92"),
    ],
)
def test_what_does_not_fit_is_refused(agents, sets, unit, seed, message):
    with pytest.raises(ThousandError, match=message):
        run_arena(agents, sets, RULES, seed, unit)


def test_an_agent_that_breaks_the_rules_is_named():
    class Cheat:
        name = "cheat"

        def act(self, views, masks, rng):
            return np.argmin(masks, axis=1)

    with pytest.raises(RuntimeError, match="agent cheat chose an illegal action"):
        run_arena([Cheat(), "random"], 2, RULES)
