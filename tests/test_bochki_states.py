"""Bochki's games taken away and brought back: states, records, tables (B2)."""

import pickle
import random

import pytest

import thousand_env as te
from tests.test_bochki_batch import GAMES, vector
from thousand_env.errors import ThousandError
from thousand_env.games.bochki import Game, check_states, rules
from thousand_env.games.bochki.state import NONE


@pytest.mark.parametrize("options", GAMES)
def test_states_are_restored_and_go_on_alike(options):
    env, other = vector(20, **options), vector(20, **options)
    for step in range(60):
        env.step(env.sample(step))
        check_states(env.state, 20, env.rules)
    other.state = env.state
    copy = pickle.loads(pickle.dumps(env))
    for step in range(60):
        actions = env.sample(step)
        for one in (env, other, copy):
            one.step(actions)
    for one in (other, copy):
        assert one.state.tobytes() == env.state.tobytes()
        assert (one.observation == env.observation).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"phase": 5}, "phase must lie"),
        ({"score": 1000}, "a game is over just when"),
        ({"turns": 200}, "a game is over just when"),
        ({"phase": 0}, "to_move must be -1"),
        ({"turn_deals": 3}, "turn_deals: a turn has 3 deals"),
        ({"turn_deals": 0}, "turn_deals: a turn has 3 deals"),
        ({"playing": 0}, "playing must mark"),
        ({"playing": 1}, "playing must mark"),
        ({"alone": 0}, "playing must mark"),
        ({"to_move": 2, "playing": [1, 1, 0, 0]}, "who is to decide"),
        ({"barrel_turns": [1, 0, 0, 0]}, "barrel_turns are counted"),
        ({"log_length": 5}, "log_length must lie"),
        ({"hand": 1 << 36}, "hand must lie"),
    ],
)
def test_states_that_lead_nowhere_are_refused(change, message):
    env = vector(1)
    states = env.state
    for field, value in change.items():
        states[field] = value
    with pytest.raises(ThousandError, match=f"state: {message}"):
        env.state = states
    with pytest.raises(ThousandError, match="state: an array"):
        check_states(states, 2, env.rules)


@pytest.mark.parametrize("options", GAMES)
def test_records_are_written_and_read_again(options):
    game = Game(rules(**options), seed=4, table={"scores": [205] * options["players"]})
    rng = random.Random(0)
    for _ in range(40):
        if not game.over:
            game.apply(rng.choice(game.legal()))
    record = te.write_record(game)
    again = te.read_record(te.record.record_text(record))
    assert te.write_record(again) == record
    assert again.view(0).tobytes() == game.view(0).tobytes()
    assert record["format"] == "bochki-record/1" and record["table"]["scores"][0] == 205


@pytest.mark.parametrize("turns", ["together", "in_order"])
def test_a_table_and_its_dealer_begin_the_next_circle_where_it_stood(turns):
    game, rng = Game(rules(players=3, turns=turns), seed=2), random.Random(0)
    while game.table["turns"] < 3 or not first_deal(game):
        game.apply(rng.choice(game.legal()))
    again = Game(game.rules, seed=2, table=game.table, dealer=game.dealer)
    names = (
        "score",
        "entered",
        "dealer",
        "turns",
        "playing",
        "alone",
        "barrel_turns",
        "turn_deals",
    )
    assert all((again.state[name] == game.state[name]).all() for name in names)
    assert again.player == game.player and (turns == "together" or "first" in again.table)


def first_deal(game):
    """Is this the first decision of a circle?"""
    state = game.state
    first = state.alone in (NONE, state.first) and not state.barrel_turns.any()
    return first and state.turn_deals == 1 and len(game.deals[-1]["actions"]) == 0
