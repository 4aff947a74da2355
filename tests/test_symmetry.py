"""Seats have no favourites: the same game with everybody moved round is the same game, moved round.

Seats may only be rotated, as clockwise order matters (R2.1).
"""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.lib.recfunctions import repack_fields

import thousand_env as te
from tests.random_records import biased_deal, eventful_options, table_or_none
from tests.referee.selfcheck import choose
from thousand_agents.base import make_agent
from thousand_env.games.thousand import PRESETS, rules_from
from thousand_env.games.thousand.state import NONE, RESULT_FIELDS, SEATS
from thousand_env.games.thousand.view import VIEW_DTYPE

SEEDS = st.integers(0, 2**32 - 1)
# Fields of a view or a result that hold a seat, or -1; those of shape (4,) hold a number a seat.
SEAT_FIELDS = (
    "seat", "to_move", "dealer", "first_hand", "declarer", "leader", "best_seat", "last_declarer"
)  # fmt: skip
RESULTS = [name for name, *_ in RESULT_FIELDS]
DEALS = 4  # of a match of given packs


def turn(values: list[Any], by: int) -> list[Any]:
    """Values by seat after everybody has moved ``by`` seats clockwise."""
    return [values[(seat - by) % len(values)] for seat in range(len(values))]


def turn_table(table: dict[str, Any] | None, by: int) -> dict[str, Any] | None:
    """A table, or the result of a deal, in R16's form."""
    if table is None:
        return None
    turned = {k: turn(v, by) if isinstance(v, list) else v for k, v in table.items()}
    if turned.get("declarer") is not None:
        turned["declarer"] = (turned["declarer"] + by) % len(turned["written"])
    if "table" in turned:
        turned["table"] = turn_table(turned["table"], by)
    return turned


def turn_records(records: Any, players: int, by: Any) -> Any:
    """Views or results (N,), those of game i moved by ``by[i]`` seats (or all by one number)."""
    by = np.broadcast_to(by, len(records))
    turned = records.copy()
    seats = np.arange(players)
    for name in records.dtype.names:
        values = records[name]
        if name in SEAT_FIELDS:
            turned[name] = np.where(values == NONE, NONE, (values + by) % players)
        elif name == "log_seat":
            used = np.arange(values.shape[1]) < records["log_length"][:, None]
            turned[name] = np.where(used, (values + by[:, None]) % players, values)
        elif values.shape[1:] == (SEATS,):
            turned[name][:, :players] = np.take_along_axis(
                values, (seats - by[:, None]) % players, 1
            )
    return turned


def same(first: Any, second: Any) -> bool:
    """Two arrays, bit for bit."""
    return bool(first.tobytes() == second.tobytes())


# --- packs brought from outside: every seat's view, the results, the end ----------------------------


class Turned:
    """One match at ``players`` tables: at ``games[k]`` everybody sits ``k`` seats further on."""

    def __init__(self, rng: random.Random, options: dict[str, Any]) -> None:
        self.rng, self.players = rng, options["players"]
        dealer, table = rng.randrange(self.players), table_or_none(rng, options)
        self.games = [
            te.Game(rules_from(options), None, turn_table(table, k), (dealer + k) % self.players)
            for k in range(self.players)
        ]

    def play(self) -> None:
        first = self.games[0]
        while not first.over and len(first.deals) < DEALS:
            if first.needs_deal:
                self._deal()
            else:
                action = choose(self.rng, set(first.legal()))
                for game in self.games:
                    game.apply(action)
            for by, game in enumerate(self.games[1:], start=1):
                self._compare(game, by)

    def _deal(self) -> None:
        hands, talon = biased_deal(self.rng, self.players, self.games[0].dealer)
        for by, game in enumerate(self.games):
            game.deal(turn(hands, by), talon)

    def _compare(self, game: te.Game, by: int) -> None:
        first, n = self.games[0], self.players
        assert (game.phase, game.legal()) == (first.phase, first.legal())
        assert game.player == (None if first.player is None else (first.player + by) % n)
        assert game.table == turn_table(first.table, by)
        assert game.winner == (None if first.winner is None else (first.winner + by) % n)
        assert game.settlement == (first.settlement and turn(first.settlement, by))
        if game.results:
            assert game.results[-1] == turn_table(first.results[-1], by)
        views = np.array([first.view(seat) for seat in range(n)], VIEW_DTYPE)
        moved = np.array([game.view((seat + by) % n) for seat in range(n)], VIEW_DTYPE)
        assert same(moved, turn_records(views, n, by))
        if first.player is not None:
            assert same(te.encode(moved), te.encode(views))


@given(SEEDS, st.integers(2, 4))
@settings(max_examples=40, deadline=None)
def test_moving_everybody_round_moves_round_all_that_happens(seed, players):
    rng = random.Random(seed)
    Turned(rng, eventful_options(rng, players)).play()


# --- shuffled packs: many matches, what the vector API shows -----------------------------------------


def turned_env(options: dict[str, Any], table: Any, matches: int, **arguments: Any) -> Any:
    """``matches`` matches of the same decks, each once for every dealer; and the turns (N,)."""
    n = options["players"]
    turns = np.tile(np.arange(n), matches)
    env = te.VectorEnv("thousand", matches * n, rules_from(options), **arguments)
    begin: dict[str, Any] = {"dealer": turns, "deck_ids": np.repeat(np.arange(matches), n)}
    if table is not None:
        begin["table"] = [turn_table(table, int(k)) for k in turns]
    env.reset(options=begin)
    return env, turns


def leads(env: Any) -> Any:
    """For every game the first one of its group (N,)."""
    return np.arange(env.num_games) // env.rules.players * env.rules.players


def check_turned(env: Any, turns: Any) -> None:
    """Every game is its group's first game, moved round."""
    n, lead = env.rules.players, leads(env)
    assert (env.current_player == (env.current_player[lead] + turns) % n).all()
    for array in (env.observation, env.action_mask, env.terminated, env.truncated):
        assert same(array, array[lead])
    assert same(env.views, turn_records(env.views[lead], n, turns))
    sources = (np.arange(n) - turns[:, None]) % n
    assert same(env.rewards, np.take_along_axis(env.rewards[lead], sources, 1))
    results = repack_fields(env.state[RESULTS])
    done = results["last_contract"][lead] > 0  # a deal has been played: the fields mean something
    assert same(results[done], turn_records(results[lead][done], n, turns[done]))


def play_turned(env: Any, turns: Any, steps: int, player: str) -> int:
    """An agent decides, for its whole group, each first game; the number of matches that ended."""
    agent, rng = make_agent(player, env.rules), np.random.default_rng(0)
    check_turned(env, turns)
    ended = 0
    for _ in range(steps):
        env.step(agent.act(env.views, env.action_mask, rng)[leads(env)])
        assert not env.illegal.any()
        check_turned(env, turns)
        ended += int(env.terminated.sum())
    return ended


@given(SEEDS, st.integers(2, 4), st.sampled_from(["win", "score", "settlement"]))
@settings(max_examples=25, deadline=None)
def test_the_mover_sees_the_same_bit_for_bit_wherever_everybody_sits(seed, players, reward):
    rng = random.Random(seed)
    options = eventful_options(rng, players)
    env, turns = turned_env(options, table_or_none(rng, options), 8, seed=seed, reward=reward)
    play_turned(env, turns, 120, "random")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_matches_of_every_preset_end_alike_wherever_everybody_sits(preset, players):
    options = {"preset": preset, "players": players}
    table = {"score": [800, 850, -100, 700][:players]}  # the end is near
    env, turns = turned_env(options, table, 8, seed=1, reward="settlement")
    assert play_turned(env, turns, 250, "greedy")
