"""What every game promises: one interface, PettingZoo's tests, batches, views, records."""

import copy
import importlib
import inspect
import pickle
import random
import warnings
from pathlib import Path

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, seed_test

import thousand_env as te
from tests.aec_play import legal_choice
from thousand_agents import games as agent_games
from thousand_env import games
from thousand_env.errors import RecordError, RulesError, ThousandError
from thousand_env.games.common import core
from thousand_env.games.common.game import BaseGame
from thousand_env.games.common.records import words
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.games.interface import GamePackage, GamePicture, GameText
from thousand_env.learner import RandomAgent
from thousand_env.record import load_record, read_record, record_text, write_record

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"

every_game = pytest.mark.parametrize("name", games.NAMES)
PLAYERS = [
    (name, players)
    for name in games.NAMES
    for option in [games.load(name).RuleSet.options()["players"]]
    for players in range(option.low, option.high + 1)
]
every_table = pytest.mark.parametrize(("name", "players"), PLAYERS)


# --- the interface --------------------------------------------------------------------------------


def conforms(brought, protocol):
    """Has a module every name of a protocol, functions with the same arguments?"""
    for name in protocol.__annotations__:
        assert hasattr(brought, name), name
    functions = {n: f for n, f in vars(protocol).items() if isinstance(f, staticmethod)}
    assert functions
    for name, function in functions.items():
        wanted = [*inspect.signature(function.__func__).parameters]
        assert [*inspect.signature(getattr(brought, name)).parameters] == wanted, name


@every_game
def test_the_package_has_all_names_of_the_interface(name):
    game = games.load(name)
    conforms(game, GamePackage)
    assert {*GamePackage.__annotations__} <= {*game.__all__} and game.Game.game == name
    assert issubclass(game.RuleSet, BaseRules) and issubclass(game.Game, BaseGame)
    assert game.RuleSet.game == name and games.of(game.rules()) is game
    assert {*game.PRESETS} == {*game.RuleSet.presets} and "classic" in game.PRESETS
    conforms(games.text_of(game.rules()), GameText)
    conforms(games.picture_of(game.rules()), GamePicture)
    conforms(agent_games.load(name), agent_games.GameAgents)


@every_game
def test_numbers_and_texts_of_the_package_agree(name):
    game = games.load(name)
    assert len(game.ACTION_TEXTS) == game.NUM_ACTIONS == len({*game.ACTION_TEXTS})
    for number, text in enumerate(game.ACTION_TEXTS):
        assert game.action_text(number) == text and game.parse_action(text) == number
    assert game.LAYOUT.size == game.OBSERVATION_SIZE == core.observation_size(game.VIEW_DTYPE)
    assert game.PHASES[core.DEAL] == "deal" and game.PHASES[-1] == "over"
    assert {"win", "score"} <= {*game.REWARDS} and game.MOST_DEALS >= 1
    kept = {"seed", "deck", "match", "phase", "to_move", "score", "deals", "dealer"}
    assert kept | {*game.TABLE_DTYPE.names} <= {*game.STATE_DTYPE.names}
    assert {"seat", "players", "phase", "to_move", "score", "deals"} <= {*game.VIEW_DTYPE.names}


@every_table
def test_a_table_has_one_written_form(name, players):
    game = games.load(name)
    rules = game.rules(players=players)
    form = game.table_dict(game.new_table(rules), players)
    assert game.table_dict(game.parse_table(form, rules), players) == form
    assert next(iter(form.values())) == [0] * players  # the scores come first


@every_game
def test_rules_name_their_game_and_what_they_do_not_know(name):
    rules = te.rules(name)
    assert rules == games.load(name).rules_from(rules.short()) and rules.game == name
    with pytest.raises(RulesError, match="unknown preset 'bridge'"):
        te.rules(name, "bridge")
    with pytest.raises(RulesError, match=f"unknown game 'bridge'; games: {games.NAMES[0]}"):
        te.rules("bridge")


# --- PettingZoo -----------------------------------------------------------------------------------

# PettingZoo means image-like spaces; every environment with a mask in a Dict gets these two.
DICT_WARNINGS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}
# Off its turn an agent sees zeros; when the game is over, everybody is.
END_WARNINGS = {
    "Observation numpy array is all zeros.",
    "Action mask numpy array is all zeros (no legal actions).",
}


def aec(name):
    return importlib.import_module(f"thousand_env.{name}_v0")


@every_table
@pytest.mark.parametrize("episode", ["match", "deal"])
def test_pettingzoos_api_test_passes(name, players, episode):
    env = aec(name).env(rules=te.rules(name, players=players), reward="score", episode=episode)
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env, num_cycles=300)
    assert {str(warning.message) for warning in caught} <= DICT_WARNINGS | END_WARNINGS
    assert env.unwrapped.metadata["name"] == f"{name}_v0"


@every_game
def test_pettingzoos_seed_test_passes(name):
    seed_test(lambda: aec(name).env(reward="score"), num_cycles=300)


@every_game
def test_no_agent_gets_more_than_max_cycles_turns(name):
    env = aec(name).env(max_cycles=7)
    env.reset(seed=3)
    rng, turns = random.Random(0), dict.fromkeys(env.possible_agents, 0)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        assert not terminated
        turns[agent] += not truncated
        env.step(None if truncated else legal_choice(observation, rng))
    assert max(turns.values()) == 7


# --- batches --------------------------------------------------------------------------------------


def choice(env, step):
    """A legal action of every game that depends on the game alone."""
    counts = env.action_mask.cumsum(axis=1)
    nth = (step * 7 + env.state["deals"] * 5) % counts[:, -1]
    actions = np.argmax(counts > nth[:, None], axis=1)
    actions[env.current_player < 0] = 0
    return actions


def trace_of(env, steps):
    found = []
    for step in range(steps):
        env.step(choice(env, step))
        shown = (env.observation, env.action_mask, env.rewards, env.current_player)
        found.append([np.array(array) for array in shown])
    return found


@every_table
def test_a_game_is_the_same_in_any_batch_and_with_threads(name, players):
    rules = te.rules(name, players=players)
    whole, threads = (te.VectorEnv(name, 5, rules, seed=4, num_threads=n) for n in (1, 3))
    alone = te.VectorEnv(name, 1, rules, seed=4)
    whole.reset(), threads.reset()
    alone.reset(options={"deck_ids": np.array([3])})
    for big, shared, small in zip(
        trace_of(whole, 300), trace_of(threads, 300), trace_of(alone, 300)
    ):
        for a, b, c in zip(big, shared, small):
            assert np.array_equal(a, b) and np.array_equal(a[3:4], c)


@every_game
def test_seeds_and_decks_deal_other_cards(name):
    env = te.VectorEnv(name, 5)
    hands = set()
    for seed in (0, 1, 0):
        env.reset(seed)
        hands |= {hand.tobytes() for hand in env.state["hand"]}
    assert len(hands) == 2 * 5


@every_table
@pytest.mark.parametrize("episode", ["match", "deal"])
def test_autoreset_begins_the_next_match_in_the_same_step(name, players, episode):
    env = te.VectorEnv(name, 6, te.rules(name, players=players), episode=episode, reward="score")
    env.reset()
    ended, paid = np.zeros(6, int), np.zeros((6, players))
    for step in range(20_000):
        env.step(env.sample(step))
        paid += env.rewards
        over = env.terminated | env.truncated
        assert (env.current_player >= 0).all() and env.action_mask.any(axis=1).all()
        for i in np.flatnonzero(over):
            assert env.finals[i]["to_move"] == core.NONE and env.state[i]["match"] == ended[i] + 1
            gained = env.finals[i]["score"][:players]
            assert paid[i] * env.game.SCORE_REWARD_UNIT == pytest.approx(gained, abs=0.5)
        ended += over
        paid[over] = 0
        if ended.max() >= 2 and ended.sum() >= 5:
            return
    raise AssertionError(f"matches ended: {ended}")


@every_game
def test_without_autoreset_a_finished_game_waits(name):
    env = te.VectorEnv(name, 3, episode="deal", autoreset=AutoresetMode.DISABLED)
    env.reset()
    for step in range(2000):
        env.step(env.sample(step))
    assert (env.current_player == -1).all() and env.terminated.all() and not env.observation.any()
    before = env.state
    env.step(np.zeros(3, np.int64))
    assert np.array_equal(env.state, before) and not env.rewards.any()


@every_game
@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_apart(name, duplicate):
    env = te.VectorEnv(name, 3, seed=2)
    env.reset()
    trace_of(env, 40)
    twin, states = duplicate(env), env.state
    assert alike(trace_of(env, 50), trace_of(twin, 50))
    env.state = twin.state = states
    assert alike(trace_of(env, 50), trace_of(twin, 50))


def alike(one, other):
    return all(np.array_equal(a, b) for x, y in zip(one, other) for a, b in zip(x, y))


@every_table
def test_random_play_in_one_seat_reaches_the_end(name, players):
    env = te.SeatEnv(RandomAgent(), None, te.rules(name, players=players), "score", "deal", name)
    rng = np.random.default_rng(0)
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        over = False
        while not over:
            assert observation in env.observation_space and observation.any()
            action = rng.choice(np.flatnonzero(env.action_masks()))
            observation, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
        assert 0 <= info["seat"] < players


# --- views ----------------------------------------------------------------------------------------


def view_bytes(env, states, i, seat):
    views, rules = env.game.new_views(1), env.rules.compiled()[0]
    core.fill_view(states[i], rules, seat, words(states), i, views[0], words(views), 0)
    return views.tobytes(), te.encode(views).tobytes()


def swapped(state, a, b, rng):
    """The state with a card of seat a and a card of seat b exchanged, or None."""
    hands = [[k for k in range(60) if int(state["hand"][seat]) >> k & 1] for seat in (a, b)]
    if not all(hands):
        return None
    x, y = (1 << rng.choice(hand) for hand in hands)
    other = state.copy()
    for field in ("hand", "dealt"):
        for seat in range(len(other[field])):
            cards = int(other[field][seat])
            moved = {(True, False): cards ^ x ^ y, (False, True): cards ^ x ^ y}
            other[field][seat] = moved.get((bool(cards & x), bool(cards & y)), cards)
    return other


@every_table
def test_a_view_tells_nothing_of_the_others_cards(name, players):
    """Two other seats exchange a card: a third sees the same, in every phase."""
    game = games.load(name)
    if game.VIEW_DTYPE["hand"].shape:
        pytest.skip("this game is played with open cards")
    if players < 3:
        pytest.skip("nobody else has cards to exchange")
    env = te.VectorEnv(name, 4, te.rules(name, players=players), seed=1)
    env.reset()
    rng, compared, told, phases = random.Random(0), 0, 0, set()
    for step in range(400):
        states = env.state
        for i in range(4):
            a, b, seat = rng.sample(range(players), 3)
            other = swapped(states[i], a, b, rng)
            if other is not None:
                before = view_bytes(env, states, i, seat)
                changed = states.copy()
                changed[i] = other
                assert not np.array_equal(changed, states)
                core.renew(changed[i], env.rules.compiled()[0])
                assert view_bytes(env, changed, i, seat) == before
                told += view_bytes(env, changed, i, a) != view_bytes(env, states, i, a)
                compared += 1
                phases.add(int(states[i]["phase"]))
        env.step(env.sample(step))
    assert compared > 500 and len(phases) >= 2
    assert told > 0.9 * compared  # who holds the cards sees it, but before a dark he hasn't looked


# --- records --------------------------------------------------------------------------------------


def random_game(name, players, deals, seed=0):
    """A match by random actions up to so many results."""
    game, rng = games.load(name).Game(te.rules(name, players=players), seed), random.Random(seed)
    while not game.over and len(game.results) < deals:
        game.apply(rng.choice(game.legal_actions()))
    return game


@every_table
def test_a_record_read_back_is_the_game(name, players):
    game = random_game(name, players, deals=30)
    form = write_record(game, [f"Player {seat}" for seat in range(players)])
    again = read_record(record_text(form))
    assert write_record(again) == form and form["format"] == f"{name}-record/1"
    assert again.state.tobytes()[24:] == game.state.tobytes()[24:]  # but seed, deck and match
    assert (again.results, again.winners, again.over) == (game.results, game.winners, game.over)


def leaves(form, path=()):
    """The ways to all plain values of a JSON object."""
    if isinstance(form, (dict, list)) and form:
        for key, value in form.items() if isinstance(form, dict) else enumerate(form):
            yield from leaves(value, (*path, key))
    else:
        yield path


def spoilt(form, path):
    """The form with one value changed for another of its type."""
    changed = copy.deepcopy(form)
    place = changed
    for key in path[:-1]:
        place = place[key]
    value = place[path[-1]]
    place[path[-1]] = (
        not value
        if isinstance(value, bool)
        else value + 1
        if isinstance(value, int)
        else 1
        if value is None
        else f"{value}x"
        if isinstance(value, str)
        else [*value, 0]
    )
    return changed


@every_table
def test_a_changed_result_is_refused_whatever_was_changed(name, players):
    form = write_record(random_game(name, players, deals=1))
    paths = [*leaves(form["result"], ("result",))]
    assert len(paths) > 5
    for path in paths:
        with pytest.raises(RecordError, match=r"result.*in the record, but the replay gives"):
            read_record(spoilt(form, path))


@every_game
def test_a_spoilt_record_is_refused_and_says_where(name):
    form = write_record(random_game(name, te.rules(name).players, deals=1))
    assert read_record(form)
    for key in ("rules", "players", "dealer", "deals"):
        with pytest.raises(RecordError, match=f"the key '{key}' is missing"):
            read_record({k: v for k, v in form.items() if k != key})
    first = form["deals"][0]
    hands, actions = first["hands"], first["actions"]
    card = hands[0].split()[0]
    for change, message in (
        ({"hands": [hands[0], hands[0], *hands[2:]]}, r"deal 1: "),
        ({"hands": [hands[0].replace(card, "??"), *hands[1:]]}, r"deal 1: "),
        ({"hands": hands[:-1]}, r"deal 1: "),
        ({"actions": ["dance", *actions]}, r"deal 1, action 1: 'dance' .*unknown action"),
        ({"actions": [*actions, *actions]}, r"deal \d+, action \d+: |deal is over"),
    ):
        deals = [first | change, *form["deals"][1:]]
        with pytest.raises(RecordError, match=message):
            read_record({k: v for k, v in form.items() if k != "result"} | {"deals": deals})
    other = next(n for n in games.NAMES if n != name)
    with pytest.raises(RecordError):
        read_record(form | {"format": f"{other}-record/1"})
    with pytest.raises(RecordError, match="readable: 'thousand-record/1'"):
        read_record(form | {"format": "bridge-record/1"})


@pytest.mark.parametrize("name", ["king", "bochki"])
def test_the_example_is_a_whole_game_as_the_code_writes_it(name):
    path = EXAMPLES / f"{name}.json"
    game = load_record(path)
    assert game.game == name and game.over and game.winners
    assert record_text(write_record(game)) == path.read_text(encoding="utf-8")


def test_the_example_of_king_has_a_deal_of_every_kind_and_sums_to_less_by_the_prize():
    results = load_record(EXAMPLES / "king.json").results
    assert {result["kind"] for result in results} == {*te.rules("king", robber=True).plan}
    assert sum(results[-1]["totals"]) == -90  # K11: 700 instead of 790
    assert any(result["price"] for result in results)


# --- which game is meant --------------------------------------------------------------------------


@every_game
def test_a_rule_set_says_its_game(name):
    rules = te.rules(name, players=3)
    package = games.load(name)
    assert te.VectorEnv(rules=rules).game is package
    for env in (te.SeatEnv(rules=rules), te.SeatEnv(rules=rules, game=name)):
        observation, _ = env.reset(seed=0)
        assert observation.shape == (package.OBSERVATION_SIZE,)
        assert env.action_space.n == package.NUM_ACTIONS
    assert te.SeatVectorEnv(2, rules=rules).single_action_space.n == package.NUM_ACTIONS
    other = next(game for game in games.NAMES if game != name)
    for make in (te.VectorEnv, te.SeatEnv):
        with pytest.raises(
            RulesError, match=rf"of {name}: leave .*thousand_env.rules\('{other}'\)$"
        ):
            make(game=other, rules=rules)
    with pytest.raises(ThousandError, match=f"a RuleSet of {other}, not one of {name}$"):
        games.load(other).Game(rules)


def test_without_rules_and_name_it_is_the_first_game():
    assert te.VectorEnv().rules == te.SeatEnv()._seats.env.rules == te.rules()
    with pytest.raises(RulesError, match=r"a RuleSet .* or the name of a preset is expected$"):
        te.SeatEnv(rules={"players": 3})


@every_game
def test_decode_says_whose_observation_it_was_given(name):
    observation = np.zeros(games.load(name).OBSERVATION_SIZE, np.float32)
    for other in {*games.NAMES} - {name}:
        with pytest.raises(ValueError, match=rf"thousand_env\.{name}\.decode reads those of"):
            games.load(other).decode(observation)
    with pytest.raises(ValueError, match=rf"{name}\.decode .* a row at a time$"):
        games.load(name).decode(observation[None])
    with pytest.raises(ValueError, match=r"not \(3,\)$"):
        games.load(name).decode(observation[:3])


@every_game
def test_options_given_in_the_wrong_place_or_form_are_shown_the_right_one(name):
    right = rf"thousand_env\.rules\('{name}', .*players=3\)$"
    env = importlib.import_module(f"thousand_env.{name}_v0").env
    with pytest.raises(ThousandError, match=f"no argument players; .*{right}"):
        env(players=3)
    with pytest.raises(RulesError, match=f"unknown preset 'classic,players=3'; .*{right}"):
        env(rules="classic,players=3")
