"""Forfeits: a game is lost by no action or an illegal one, and the arena goes on."""

import numpy as np
import polars
import pytest

import thousand_env as te
from thousand_agents.arena import run_arena
from thousand_agents.arena.games import play_sets
from thousand_agents.arena.scores import Scores
from thousand_agents.arena.seatings import seatings
from thousand_env.games.thousand.actions import PLAY
from thousand_env.learner import RandomAgent

RULES = te.rules()


class GivesUp(RandomAgent):
    """Has no answer when it leads the second trick."""

    name = "gives-up"

    def act(self, views, masks, rng):
        actions = super().act(views, masks, rng)
        lost = (views["phase"] == PLAY) & (views["tricks_played"] == 1)
        lost &= views["trick_size"] == 0
        self.reasons = {row: f"no answer in row {row}" for row in np.flatnonzero(lost).tolist()}
        return np.where(lost, -1, actions)


class Cheat(RandomAgent):
    """Chooses an illegal action at once."""

    name = "cheat"

    def act(self, views, masks, rng):
        return np.argmin(masks, axis=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_forfeit_costs_120_and_the_other_active_seats_write_60(players):
    rules, plan = te.rules(players=players), seatings(2, players)
    games = play_sets([GivesUp(), RandomAgent()], plan, np.arange(20), rules, 0, "deal").games
    lost = np.flatnonzero(games["forfeit_seat"] >= 0)
    assert 10 < len(lost) < len(games["set"])
    for game in lost:
        seat = games["forfeit_seat"][game]
        points = [games[f"points_{s}"][game] for s in range(players)]
        assert points.pop(seat) == -120 and games[f"agent_{seat}"][game] == 0
        assert sorted(points) == {2: [60], 3: [60, 60], 4: [0, 60, 60]}[players]
        assert games["deals"][game] == 0 and games["winners"][game] == 0
        assert games["forfeit_reason"][game].startswith("no answer in row ")
    played = np.flatnonzero(games["forfeit_seat"] < 0)
    assert (games["deals"][played] == 1).all() and not any(games["forfeit_reason"][played])


def test_of_four_the_one_who_sits_out_writes_nothing():
    rules, plan = te.rules(players=4), seatings(2, 4)
    agents = [Cheat(), RandomAgent()]
    part = play_sets(agents, plan, np.arange(10), rules, 0, "deal", True)
    lost = part.games["forfeit_seat"] >= 0  # not where it is the only cheat that sits out
    points = Scores(part.games, plan).points.reshape(-1, 4)[lost]
    env = te.VectorEnv("thousand", 10, rules, 0, episode="deal")
    env.reset(options={"dealer": None})
    dealers = env.state["dealer"]  # of the decks 0 to 9, drawn by lot
    dealers = np.repeat(dealers, len(plan))
    assert np.array_equal(np.argmax(points == 0, axis=1), dealers[lost])
    assert (part.games["agent_0"][~lost] != 0).any() and lost.sum() > 100


def test_other_games_go_on_as_if_nothing_had_happened():
    plan = seatings(2, 3)
    honest = play_sets([RandomAgent()] * 2, plan, np.arange(20), RULES, 0, "deal", True)
    broken = play_sets([GivesUp(), RandomAgent()], plan, np.arange(20), RULES, 0, "deal", True)
    kept = broken.games["forfeit_seat"] < 0
    for name, column in broken.games.items():
        assert np.array_equal(column[kept], honest.games[name][kept]), name
    lost = {*zip(*(broken.games[n][~kept].tolist() for n in ("set", "seating")))}
    deals = {*zip(*(broken.deals[n].tolist() for n in ("set", "seating")))}
    assert len(deals) == kept.sum() and not lost & deals
    longest = {}
    for key in zip(honest.decisions["set"], honest.decisions["seating"]):
        longest[key] = longest.get(key, 0) + 1
    for key in lost:  # what was carried out before the forfeit is there, what wasn't isn't
        here = (broken.decisions["set"] == key[0]) & (broken.decisions["seating"] == key[1])
        assert 0 < here.sum() < longest[key]
        assert (broken.decisions["action"][here] >= 0).all()


def test_a_forfeited_match_is_shared_by_the_other_active_seats():
    for players, shares in ((2, [0, 1]), (3, [0, 0.5, 0.5]), (4, [0, 0, 0.5, 0.5])):
        rules, plan = te.rules(players=players), seatings(2, players)
        agents = [GivesUp(), RandomAgent()]
        games = play_sets(agents, plan, np.arange(2), rules, 0, "match").games
        scores = Scores(games, plan)
        lost = (games["forfeit_seat"] >= 0).reshape(2, -1)
        assert lost.sum() > 0.9 * lost.size
        assert np.array_equal(np.sort(scores.shares[lost], axis=1), [shares] * lost.sum())
        seat = games["forfeit_seat"].reshape(2, -1)[lost]
        assert (np.take_along_axis(scores.shares[lost], seat[:, None], axis=1) == 0).all()


class Counts(RandomAgent):
    """Gives up all its games and says in which call."""

    name = "counts"

    def __init__(self):
        self.calls = 0

    def fingerprint(self):
        return "1"

    def act(self, views, masks, rng):
        self.calls += 1
        self.reasons = dict.fromkeys(range(len(views)), f"call {self.calls}")
        return np.full(len(views), -1)


def test_the_first_reason_is_the_first_in_time_also_when_read_back(tmp_path):
    in_order_of_games = set()
    for seed in range(6):
        folder = tmp_path / str(seed)
        for _ in range(2):  # played, then read
            result = run_arena(["random", Counts()], 4, RULES, seed, out=folder)
            assert result.agents[1].forfeit_reason == "call 1"
        games = polars.read_parquet(folder / "games-*.parquet")
        in_order_of_games.add(games["forfeit_reason"].to_list()[0])
    assert len(in_order_of_games) > 1  # else nothing was tried


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_forfeits_are_counted_and_said(tmp_path, unit):
    result = run_arena([Cheat(), "random"], 4, RULES, unit=unit, out=tmp_path)
    assert (result.agents[0].forfeits, result.agents[1].forfeits) == (24, 0)
    assert result.forfeits == 24 and result.cut_off == 0
    assert result.agents[0].points_per_game < 0 < result.agents[1].points_per_game
    assert "A forfeited 24 games; the first: illegal action " in str(result)
    games = polars.read_parquet(tmp_path / "games-*.parquet")
    assert games["forfeit_reason"].str.starts_with("illegal action '").all()
    again = run_arena([Cheat(), "random"], 4, RULES, unit=unit, out=tmp_path)
    assert again.agents == result.agents
    if unit == "match":
        assert result.agents[0].win_share < 0.5 and "cut off" not in str(result)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [(-1, "no action in phase "), (189, "action number 189 in "), (-7, "action number -7 in ")],
)
def test_without_a_reason_of_its_own_it_is_said_what_the_agent_did(answer, reason):
    class Odd:
        name = "odd"

        def act(self, views, masks, rng):
            return np.full(len(views), answer, np.int32)

    result = run_arena([Odd(), "random"], 2, RULES)
    assert result.agents[0].forfeits == 12
    assert result.agents[0].forfeit_reason.startswith(reason)
