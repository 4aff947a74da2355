"""The arena: paired sets, chance apart from batches, honest intervals, stopping early."""

from dataclasses import asdict

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from scipy import stats

import thousand_env as te
from thousand_agents.arena import batch as arena_batch
from thousand_agents.arena import run as arena_run
from thousand_agents.arena import run_arena, statistics
from thousand_agents.arena.games import play_sets
from thousand_agents.arena.plan import make_plan, pieces_left
from thousand_agents.arena.result import compare
from thousand_agents.arena.scores import Scores
from thousand_agents.arena.seatings import seatings
from thousand_agents.arena.statistics import estimate
from thousand_agents.arena.streams import GameStreams
from thousand_agents.base import AgentError, make_agent
from thousand_agents.executors import make_executor
from thousand_agents.games.thousand import sample_tables
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.rules import PRESETS
from thousand_env.games.thousand.state import NONE
from thousand_env.games.thousand.table import table_dict
from thousand_env.learner import RandomAgent

RULES = te.rules()


def numbers(result):
    """A result without what the clock says."""
    agents = [{**asdict(a), "ms_per_decision": 0} for a in result.agents]
    return {**result.as_dict(), "seconds": 0, "agents": agents}


def some_sets(specs, sets, unit="deal", rules=RULES, seed=4, decisions=False):
    players = [make_agent(spec, rules) for spec in specs]
    plan = seatings(len(specs), rules.players)
    return play_sets(players, plan, sets, rules, seed, unit, decisions)


def same(a, b):
    """Are the columns the same?"""
    return list(a) == list(b) and all(np.array_equal(a[name], b[name]) for name in a)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("agents", [2, 3, 4, 5])
def test_every_agent_meets_every_other_on_every_seat_equally_often(agents, players):
    plan = seatings(agents, players)
    games = plan.seats.tolist()
    assert len({*map(tuple, games)}) == len(games) == len(plan)
    wanted = min(agents, players)
    assert all({*row} == {*plan.lineups[k]} for row, k in zip(games, plan.lineup))
    assert all(len({*row}) == wanted for row in games)
    for seat in range(players):
        assert len({(plan.seats[:, seat] == k).sum() for k in range(agents)}) == 1
    pairs = {(a, b): 0 for a in range(agents) for b in range(a)}
    for a, b in pairs:
        pairs[a, b] = sum({a, b} <= {*row} for row in games)
    assert len({*pairs.values()}) == 1
    count = {(2, 2): 2, (2, 3): 6, (2, 4): 14, (3, 3): 6, (3, 4): 36, (4, 4): 24}
    count |= {(3, 2): 6, (4, 3): 24, (5, 3): 60}
    assert len(plan) == count.get((agents, players), len(plan))
    assert {*zip(plan.lineup.tolist(), plan.seating.tolist())} == {
        (k, n) for k in range(len(plan.lineups)) for n in range(len(plan) // len(plan.lineups))
    }


@pytest.mark.parametrize("unit", ["deal", "match"])
@pytest.mark.parametrize("agents", [2, 3, 4])
def test_an_agent_that_draws_nothing_ties_with_itself_in_every_set(agents, unit):
    result = run_arena(["greedy"] * agents, 10, RULES, seed=3, unit=unit)
    for e in result.estimates:
        assert e.mean == 0 and e.interval == (0, 0) and not e.distinguishable
    games = some_sets(["greedy"] * agents, np.arange(8), unit).games
    for name in ("points_0", "points_1", "points_2", "winners", "deals"):
        values = games[name].reshape(8, -1)
        assert (values == values[:, :1]).all(), name


def test_random_is_seldom_told_apart_from_random():
    runs = [run_arena(["random", "random"], 40, RULES, seed=seed) for seed in range(25)]
    held = [not run.estimates[0].distinguishable for run in runs]
    assert 20 <= sum(held)
    assert all(run.estimates[0].standard_error > 0 for run in runs)


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_all_seatings_of_a_set_see_the_same_packs_and_table(monkeypatch, unit):
    packs: dict[tuple, set] = {}

    class Watched(arena_batch.Batch):
        def rows_of(self, agent):
            for g in self.states[self.waiting >= 0]:
                key = int(g.deck), int(g.deals), int(g.redeals)
                packs.setdefault(key, set()).add((*g.dealt.tolist(), *g.talon.tolist()))
            return super().rows_of(agent)

    monkeypatch.setattr("thousand_agents.arena.games.Batch", Watched)
    # without re-deals, whose number depends on what is claimed, deal n is pack n for everybody
    rules = te.rules("thousand", "polish", players=3)
    some_sets(["greedy", "random", "greedy", "random"], np.arange(3), unit, rules)
    assert {deck for deck, *_ in packs} == {0, 1, 2}
    assert all(len(dealt) == 1 for dealt in packs.values())
    assert len(set.union(*packs.values())) == len(packs)  # and every deal has its own
    assert len(packs) == 3 if unit == "deal" else len(packs) > 20


def environment(rules, unit, decks):
    """The arena's games of seed 4, as the public environment begins them."""
    count, options = len(decks), {"deck_ids": decks}
    if unit == "deal":
        starts = sample_tables(4, decks, rules)
        options["table"] = [table_dict(table, rules.players) for table in starts]
    mode = AutoresetMode.DISABLED
    env = te.VectorEnv("thousand", count, rules, 4, episode=unit, autoreset=mode)
    env.reset(options=options)
    return env


@pytest.mark.parametrize("rules", [RULES, te.rules(players=2), te.rules(players=4)])
@pytest.mark.parametrize("unit", ["deal", "match"])
def test_decisions_replayed_in_the_environment_give_games_and_deals(rules, unit):
    part = some_sets(["greedy", "random"], np.arange(2), unit, rules, decisions=True)
    games, deals, made = part.games, part.deals, part.decisions
    each = len(games["set"]) // 2
    game = made["set"] * each + made["seating"]
    assert np.array_equal(game, np.sort(game)) and not made["lineup"].any()
    begins = np.searchsorted(game, np.arange(2 * each))
    env = environment(rules, unit, games["set"])
    start, step = env.state["score"], np.zeros(2 * each, int)
    while (going := np.flatnonzero(env.current_player >= 0)).size:
        now = (begins + step)[going]
        state = env.state[going]
        assert np.array_equal(made["seat"][now], env.current_player[going])
        assert np.array_equal(made["phase"][now], state["phase"])
        assert np.array_equal(made["deal"][now], state["deals"])
        actions = np.zeros(2 * each, np.int64)
        actions[going] = made["action"][now]
        step[going] += 1
        env.step(actions)
        assert not env.illegal.any()
    end, seats = env.state, range(rules.players)
    assert step.sum() == len(game) == part.timing["decisions"].sum()
    who = np.stack([games[f"agent_{seat}"] for seat in seats], axis=1)
    assert np.array_equal(who[game, made["seat"]], made["agent"])
    first = np.append(True, (np.diff(game) != 0) | (np.diff(made["deal"]) != 0))
    assert np.array_equal(made["number"] == 0, first)
    assert (np.diff(made["number"])[~first[1:]] == 1).all()
    winners = np.where(end["winner"] == NONE, 0, 1 << end["winner"].clip(0))
    assert np.array_equal(games["winners"], winners) and winners.any() == (unit == "match")
    assert np.array_equal(games["deals"], end["deals"])
    last = np.cumsum(games["deals"]) - 1
    for column in ("kind", "conceded", "declarer", "contract", "made"):
        assert np.array_equal(deals[column][last], end[f"last_{column}"]), column
    assert np.array_equal((deals["dealer"][last] + 1) % rules.players, end["dealer"])
    in_game = np.repeat(np.arange(2 * each), games["deals"])
    for seat in seats:
        points = end["score"][:, seat] - start[:, seat]
        assert np.array_equal(games[f"points_{seat}"], points)
        assert np.array_equal(np.bincount(in_game, deals[f"written_{seat}"]), points)
        assert np.array_equal(deals[f"bolts_{seat}"][last], end["last_bolts"][:, seat])


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_a_set_is_the_same_in_any_batch(unit):
    specs = ["random", "greedy"]
    whole = some_sets(specs, np.arange(12), unit)
    parts = [some_sets(specs, np.array(part), unit) for part in ([0], [1, 2, 3, 4], range(5, 12))]
    shuffled = some_sets(specs, np.arange(12)[::-1], unit)
    joined = arena_run.join_parts(parts)
    for name in ("games", "deals"):
        assert same(getattr(joined, name), getattr(whole, name)), name
        assert same(getattr(arena_run.join_parts([shuffled]), name), getattr(whole, name)), name
    assert np.array_equal(whole.timing["decisions"], sum(p.timing["decisions"] for p in parts))


def test_the_same_seed_gives_the_same_result_in_any_chunks():
    first = run_arena(["greedy", "random"], 40, RULES, seed=5)
    assert numbers(run_arena(["greedy", "random"], 40, RULES, seed=5, chunk=7)) == numbers(first)
    assert run_arena(["greedy", "random"], 40, RULES, seed=6).estimates != first.estimates


def test_what_is_left_is_cut_at_the_chunks_borders():
    assert pieces_left([], 20, 8) == [(0, 8), (8, 16), (16, 20)]
    assert pieces_left([*range(8), 19, 16, 17, 18], 30, 8) == [(8, 16), (20, 24), (24, 30)]
    assert pieces_left([3], 8, 8) == [(0, 3), (4, 8)]
    assert pieces_left(range(8), 8, 8) == []


@pytest.mark.parametrize(
    ("agents", "sets", "chunk"),
    [(2, 1, 8), (2, 500, 8), (2, 2000, 32), (2, 10_000, 256), (2, 10**6, 256), (8, 10_000, 4)],
)
def test_a_run_is_cut_into_chunks_that_resume_and_share_well(agents, sets, chunk):
    serial = make_executor("serial")
    plan = make_plan(["random"] * agents, sets, RULES, 0, "deal", False, False, serial)
    assert plan.default_chunk() == plan.manifest(plan.default_chunk())["chunk"] == chunk


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


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_more_agents_than_seats_meet_in_all_groups(unit):
    result = run_arena(["greedy", "random", "greedy", "random"], 6, RULES, seed=2, unit=unit)
    assert result.games_per_set == 24 and [a.label for a in result.agents] == [*"ABCD"]
    assert all(a.fair_share == pytest.approx(1 / 3) for a in result.agents)
    if unit == "match":  # each takes part in three groups of four
        assert sum(a.win_share for a in result.agents) == pytest.approx(4 / 3)
    by_pair = {e.label[-5:]: e.mean for e in result.estimates if " - " in e.label[-5:]}
    assert by_pair["A - C"] == pytest.approx(by_pair["A - B"] + by_pair["B - C"])
    assert abs(by_pair["A - C"]) < by_pair["A - B"] > 0
    assert len(result.estimates) == (6 if unit == "deal" else 10)


@pytest.mark.parametrize("rules", [RULES, te.rules(players=2), te.rules(players=4)])
def test_win_shares_sum_to_one(rules):
    result = run_arena(["greedy", "random"], 8, rules, seed=2, unit="match")
    assert sum(a.win_share for a in result.agents) == pytest.approx(1)
    lead, difference = result.estimates  # of two, A - B is twice A's lead over the half
    assert lead.mean == pytest.approx(100 * result.agents[0].win_share - 50)
    assert difference.mean == pytest.approx(2 * lead.mean)
    assert (lead.label, difference.label) == (
        "win share of A (50.0 is fair) - 50.0",
        "win share: A - B",
    )
    assert result.cut_off == 0 and result.deals > 8 * result.games_per_set


def test_a_match_cut_off_is_shared_by_all_seats():
    games, plan = some_sets(["greedy", "random"], np.arange(1), "match").games, seatings(2, 3)
    games["winners"][:] = 0
    games["winners"][0] = 1 << 2  # of the first game: A A B
    shares = Scores(games, plan).shares[0]
    assert plan.seats[0].tolist() == [0, 0, 1] and shares[0].tolist() == [0, 0, 1]
    assert (shares[1:] == 1 / 3).all()
    e, _ = compare(["A", "B"], "match", Scores(games, plan), 0)
    assert e.mean == pytest.approx(100 * (2 / 3 + 2 / 3 + 3 / 3) / 6 - 50)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_sampled_tables_can_be_reached_under_every_preset(preset, players):
    rules = te.rules("thousand", preset, players=players)
    tables = [table_dict(table, players) for table in sample_tables(1, np.arange(300), rules)]
    for table in tables:
        te.Game(rules, 0, table)  # refuses a table that no match can reach
    on_barrel = sum(used != [None] * players for used in (t["barrel_deals_used"] for t in tables))
    assert (20 < on_barrel < 70) == bool(rules.barrel_at)


def test_sampled_tables_are_what_their_description_says():
    tables = sample_tables(3, np.arange(20_000), RULES)
    score, bolts = tables["score"][:, :3], tables["bolts"][:, :3]
    assert [(bolts == k).mean() for k in range(4)] == pytest.approx([1 / 3] * 3 + [0], abs=0.02)
    spread = (score - score.mean(axis=1, keepdims=True)).std(axis=1, ddof=1)
    assert 100 < spread.mean() < 130  # cut off at the barrel and at -300
    assert 380 < score.mean() < 480 and (tables["dealer"] == NONE).all()
    assert not np.array_equal(tables, sample_tables(4, np.arange(20_000), RULES))


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
    calls, play = [], arena_run.play_chunk

    def interrupted(job):
        calls.append(1)
        if len(calls) > chunks:
            raise KeyboardInterrupt
        return play(job)

    monkeypatch.setattr(arena_run, "play_chunk", interrupted)


def test_ctrl_c_after_a_chunk_gives_what_is_done(monkeypatch):
    done = run_arena(["greedy", "random"], 16, RULES, seed=1)
    interrupt_after(monkeypatch, 1)
    result = run_arena(["greedy", "random"], 1000, RULES, seed=1, chunk=16)
    assert result.interrupted and not done.interrupted
    assert (result.sets, result.sets_asked) == (16, 1000)
    assert result.estimates == done.estimates
    assert "stopped early" in str(result)


def test_ctrl_c_before_anything_is_done_is_no_result(monkeypatch):
    interrupt_after(monkeypatch, 0)
    with pytest.raises(KeyboardInterrupt):
        run_arena(["greedy", "random"], 1000, RULES)


@pytest.mark.parametrize(
    ("agents", "sets", "options", "message"),
    [
        (["greedy"], 5, {}, "two or more"),
        (["random"] * 27, 5, {}, "up to 26"),
        (["greedy", "nobody"], 5, {}, "unknown agent 'nobody'"),
        (["greedy", "random"], 0, {}, "at least 1"),
        (["greedy", "random"], 10**30, {}, "at most 10000000"),
        (["greedy", "random"], 5, {"chunk": 10**30}, "at most 10000000"),
        (["greedy", "random"], 5, {"unit": "game"}, "deal or match"),
        (["greedy", "random"], 5, {"seed": -1}, "seed -1"),
        (["greedy", "random"], 5, {"seed": 2**63}, "seed 92"),
        (["greedy", "random"], 5, {"chunk": 0}, "chunk = 0"),
        (["greedy", "random"], 5, {"decisions": True}, "folder"),
    ],
)
def test_what_does_not_fit_is_refused(agents, sets, options, message):
    with pytest.raises(ThousandError, match=message):
        run_arena(agents, sets, RULES, **options)


@pytest.mark.parametrize("answer", [np.zeros(3), np.zeros((1, 1), int), "pass", [[1], [1, 2]]])
def test_an_agent_that_answers_no_actions_is_named(answer):
    class Mute:
        name = "mute"

        def act(self, views, masks, rng):
            return answer

    with pytest.raises(AgentError, match="agent mute answered"):
        run_arena([Mute(), "random"], 2, RULES)
