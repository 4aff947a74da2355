"""Actions as texts and numbers into single games, and states restored into a batch."""

import json
from functools import cache
from random import Random
from typing import Any

import numpy as np

import thousand_env as te
from tests.fuzz.oracle import Target, accepted
from tests.fuzz.records import mutate_json
from tests.fuzz.trees import dump
from tests.random_records import eventful_options, table_or_none
from thousand_env.games.thousand import ACTION_TEXTS, rules_from
from thousand_env.games.thousand.state import STATE_DTYPE

_STEPS = 40  # after a restored state


@cache
def setting(number: int) -> tuple[te.RuleSet, Any]:
    """Rules and a start table, the same for a number at every run."""
    rng = Random(number)
    options = eventful_options(rng, 2 + number % 3)
    return rules_from(options), table_or_none(rng, options)


def as_form(data: bytes, wanted: tuple[str, ...]) -> dict[str, Any] | None:
    """An input's object, if it is one with these keys."""
    try:
        form = json.loads(data)
    except (ValueError, RecursionError):
        return None
    fits = isinstance(form, dict) and all(name in form for name in wanted)
    return form if fits and type(form["setting"]) is int else None


# --- actions: a whole number above 1000 stands for one of the legal ones


def actions_seed(rng: Random) -> bytes:
    actions = [rng.choice((1000 + rng.randrange(60), rng.choice(ACTION_TEXTS))) for _ in range(60)]
    return dump({"setting": rng.randrange(30), "actions": actions}).encode()


def check_actions(data: bytes) -> None:
    """Every action is carried out or refused by ActionError, the game then as it was."""
    form = as_form(data, ("setting", "actions"))
    if form is None or not isinstance(form["actions"], list):
        return
    rules, table = setting(form["setting"] % 30)
    game = te.Game(rules, form["setting"] % 30, table)
    for action in form["actions"][:200]:
        legal = game.legal()
        if type(action) is int and action >= 1000 and legal:
            game.apply(legal[action % len(legal)])
            continue
        before = game.state.tobytes(), repr(game.deals), repr(game.results)
        errors = (te.ActionError, te.IllegalActionError)
        if accepted(errors, lambda a=action: game.apply(a) or True) is None:
            assert (game.state.tobytes(), repr(game.deals), repr(game.results)) == before


# --- states: fields of a state that a game had, set to other numbers


def state_seed(rng: Random) -> bytes:
    edits = [_edit(rng) for _ in range(rng.randrange(4))]
    form = {"setting": rng.randrange(30), "steps": rng.randrange(120), "edits": edits}
    return dump(form).encode()


def _edit(rng: Random) -> list[Any]:
    name = rng.choice(STATE_DTYPE.names)
    size = int(np.prod(STATE_DTYPE[name].shape, dtype=int))
    value = rng.choice((-2, -1, 0, 1, 2, 3, 4, 7, 8, 120, 255, 2**24 - 1, 2**31 - 1, -(2**31)))
    return [name, rng.randrange(size), value]


def mutate_state(data: bytes, rng: Random) -> bytes:
    """One field more or another number somewhere."""
    form = as_form(data, ("setting", "steps", "edits"))
    if form is None or not isinstance(form["edits"], list) or rng.random() < 0.3:
        return mutate_json(data, rng)
    if rng.random() < 0.3:
        form["steps"] = rng.randrange(300)
    else:
        form["edits"] = [*form["edits"][-8:], _edit(rng)]
    return dump(form).encode("utf-8", "surrogatepass")


def check_state(data: bytes) -> None:
    """Refused with the batch unchanged, or a batch that can be seen and played on."""
    form = as_form(data, ("setting", "steps", "edits"))
    if form is None or type(form["steps"]) is not int or not isinstance(form["edits"], list):
        return
    rules, table = setting(form["setting"] % 30)
    env = te.VectorEnv(num_games=2, rules=rules, reward="score")
    env.reset(options={"table": table})
    for step in range(form["steps"] % 300):
        env.step(env.sample(step))
    states = env.state
    for edit in form["edits"]:
        _apply_edit(states[:1], edit)
    before = [np.array(array).tobytes() for array in (env.state, env.observation, env.views)]
    if accepted(te.ThousandError, setattr, env, "state", states) is None and not _same(env, states):
        after = (env.state, env.observation, env.views)
        assert [np.asarray(array).tobytes() for array in after] == before
        assert form["edits"], "a state that a game had is refused"
        return
    for step in range(_STEPS):
        env.step(env.sample(step))
        for seat in range(rules.players):
            env.view(0, seat)
        assert np.isfinite(env.observation).all() and np.isfinite(env.rewards).all()


def _same(env: te.VectorEnv, states: Any) -> bool:
    """Was the state taken? ``legal`` is worked out anew."""
    own = env.state
    own["legal"] = states["legal"]
    return own.tobytes() == states.tobytes()


def _apply_edit(states: Any, edit: Any) -> None:
    """``[field, place, value]`` into the state, whatever of it makes sense."""
    try:
        name, place, value = edit
        states[name].reshape(-1)[place] = value
    except (ValueError, TypeError, IndexError, KeyError, OverflowError):
        return


ACTIONS = Target(check_actions, actions_seed, mutate_json)
STATE = Target(check_state, state_seed, mutate_state)
