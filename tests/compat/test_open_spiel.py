"""OpenSpiel on our game of one deal: its own checks, its algorithms, and what a seat is told."""

import doctest
import itertools
import pickle

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    evaluate_bots,
    outcome_sampling_mccfr,
    random_agent,
)
from open_spiel.python.observation import make_observation  # noqa: E402

import thousand_env as te  # noqa: E402
from tests.test_views import resample  # noqa: E402
from thousand_env.adapters import open_spiel as adapter  # noqa: E402
from thousand_env.games.thousand import RuleSet, parse_action, rules  # noqa: E402
from thousand_env.games.thousand.cards import parse_card  # noqa: E402

# Re-deals often; darks from 0 points.
RESTLESS = {"redeal_weak_hand": 40, "redeal_talon_nines": 1, "dark_min_score": 0, "golden": False}
GAMES = {
    "classic, golden": {},
    "re-deals": RESTLESS,
    "mandatory": {"golden": False, "redeal_weak_hand": [40, "mandatory"]},
    "two": {"preset": "online", "players": 2},
    "four": {"preset": "pagat", "players": 4, "sitter_bonus": "aces50"},
    "polish": {"preset": "polish"},
    "all doubled": {
        "players": 2,
        "doubled": "all",
        "dark_min_score": 0,
        "golden": False,
        "dark_raise": True,
    },
}


def ruleset(name) -> RuleSet:
    return rules(**GAMES[name])


def random_states(game, rng, deals):
    """Every state of random deals with a decision, and every terminal one."""
    for _ in range(deals):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                yield state
            state.apply_action(int(rng.choice(state.legal_actions())))
        yield state


def deal_pack(state, pack, dealer):
    """Chance deals the pack of a record (R16)."""
    hands = pack["hands"][dealer + 1 :] + pack["hands"][: dealer + 1]
    talon = pack["talon"]
    cards = " ".join([*hands, *([talon] if isinstance(talon, str) else talon)]).split()
    for card in cards[: 21 if isinstance(talon, str) else 22]:  # what is left is the talon
        state.apply_action(parse_card(card))


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_random_simulation_test_passes_with_serialisation(name):
    game = adapter.load_deal(ruleset(name))
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_it_is_loaded_by_its_name_too():
    game = pyspiel.load_game("thousand_deal")
    assert game.num_players() == 3 and game.num_distinct_actions() == 189
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_the_text_of_a_game_loads_the_same_game():
    table = {"score": [300, -120, 870], "bolts": [0, 2, 1]}
    game = adapter.load_deal(ruleset("re-deals"), dealer=1, table=table)
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    match = again.new_initial_state().match
    assert match.rules == ruleset("re-deals") and match.dealer == 1
    assert match.table["score"] == table["score"] and match.table["bolts"] == table["bolts"]


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_the_one_of_te_game_on_the_same_cards(name):
    """Players, legal actions, observations, re-deals and points written (R16)."""
    rng, redealt = np.random.default_rng(0), 0
    own = ruleset(name)
    for seed in range(12):
        dealer = seed % own.players
        game = te.Game(own, seed, dealer=dealer)
        state = adapter.load_deal(own, dealer).new_initial_state()
        packs = 0
        while not state.is_terminal():
            if state.is_chance_node():
                deal_pack(state, game.deals[packs], dealer)
                packs += 1
                continue
            assert state.current_player() == game.player
            assert state.legal_actions() == sorted(game.legal_actions())
            for seat in range(own.players):
                view = np.array([game.view(seat)])
                assert state.observation_tensor(seat) == te.encode(view)[0].tolist()
            action = int(rng.choice(game.legal_actions()))
            assert state.action_to_string(action) == te.thousand.action_text(action)
            state.apply_action(action)
            game.apply(action)
        result = game.results[packs - 1]
        assert state.returns() == state.rewards() == result["written"]
        assert result["kind"] != "redealt"
        redealt += packs - 1
    assert redealt or name in ("classic, golden", "two", "four", "polish", "all doubled")


@pytest.mark.parametrize("name", GAMES)
def test_returns_lie_within_the_utilities_claimed(name):
    own, rng = ruleset(name), np.random.default_rng(1)
    edges = [-300, 545, 550, 560, 870]
    for _ in range(8):
        table = {"score": rng.choice(edges, own.players).tolist(), "bolts": [2] * own.players}
        if own.bolts == "off":
            del table["bolts"]
        game = adapter.load_deal(own, int(rng.integers(own.players)), table)
        for state in random_states(game, rng, 2):
            low, high = min(state.returns()), max(state.returns())
            assert game.min_utility() <= low <= high <= game.max_utility()
        assert any(state.returns())


def test_the_utilities_of_the_worst_and_best_deals():
    """Zeroed from the barrel (R9.5), a doubled third bolt, all four marriages in a dark (R7.4)."""
    barrel = {"score": [880, 0, 0], "barrel_deals_used": [2, None, None], "barrels_used": [2, 0, 0]}
    game = adapter.load_deal(rules(), 2, barrel)
    assert game.min_utility() <= -880 - 120
    game = adapter.load_deal(rules(doubled="all", ace_marriage="200", **NO_ACES), 2)
    assert game.max_utility() >= 2 * (120 + 280)


NO_ACES = {"redeal_four_aces": "off", "four_aces_with_talon": "play"}


def test_a_clone_and_a_deserialised_state_play_on_alike():
    game = adapter.load_deal(ruleset("re-deals"))
    rng = np.random.default_rng(2)
    for state in itertools.islice(random_states(game, rng, 9), 0, 200, 7):
        before = str(state)
        text = pyspiel.serialize_game_and_state(game, state)
        _, restored = pyspiel.deserialize_game_and_state(text)
        clone, key = state.clone(), rng.integers(2**32)
        ends = []
        for other in (clone, restored):
            assert other.history() == state.history()
            assert str(other) == before
            play_on = np.random.default_rng(key)
            while not other.is_terminal():
                other.apply_action(int(play_on.choice(other.legal_actions())))
            ends.append((str(other), other.returns(), other.knowledge(0)))
        assert ends[0] == ends[1]
        assert str(state) == before  # playing on with the copies has not touched it


@pytest.mark.parametrize("name", ["classic, golden", "re-deals", "two", "four"])
def test_r13_hidden_cards_change_no_information_state(name):
    own, rng = ruleset(name), np.random.default_rng(3)
    game = adapter.load_deal(own)
    hidden_cards = noticed = 0
    for state in random_states(game, rng, 6):
        for seat in range(own.players):
            other = state.clone()
            core = state.match.state
            changed, hidden = resample(core, state.match.view(seat), own, rng)
            other.match._states[0] = changed
            hidden_cards += hidden
            told = (state.information_state_string(seat), state.observation_string(seat))
            assert told == (other.information_state_string(seat), other.observation_string(seat))
            assert state.observation_tensor(seat) == other.observation_tensor(seat)
            noticed += any(
                state.information_state_string(s) != other.information_state_string(s)
                for s in range(own.players)
            )
    assert hidden_cards > 1000 and noticed > 100  # others do see the change


def test_an_information_state_tells_every_view_apart_and_is_sought_once_in_a_deal():
    game, rng = adapter.load_deal(ruleset("re-deals")), np.random.default_rng(4)
    views = {}
    for state in random_states(game, rng, 30):
        for seat in range(3):
            text = state.information_state_string(seat).split("\n")[-1]
            view = state.match.view(seat).tobytes()
            assert views.setdefault(text, view) == view
    for _ in range(20):
        asked = []
        for state in random_states(game, rng, 1):
            if not state.is_terminal():
                asked.append(state.information_state_string())
        assert len({*asked}) == len(asked)
    assert len({*views.values()}) == len(views) > 500


def test_what_was_seen_before_a_redeal_is_remembered():
    game, rng = adapter.load_deal(ruleset("mandatory")), np.random.default_rng(5)
    state = game.new_initial_state()
    seen = [[], [], []]
    while state.is_chance_node():
        packs = len(state.match.deals)
        state.apply_action(int(rng.choice(state.legal_actions())))
        if len(state.match.deals) > packs:
            for seat in range(3):
                seen[seat].append(state.match.deals[-1]["hands"][seat])
    assert len(seen[0]) == 3  # the third re-deal in a row is not carried out (R4.5)
    for seat in range(3):
        lines = state.information_state_string(seat).split("\n")
        assert [line.split(";")[0] for line in lines] == seen[seat]


def test_cards_are_dealt_face_down():
    state = adapter.load_deal(ruleset("classic, golden")).new_initial_state()
    empty = [state.information_state_string(seat) for seat in range(3)]
    rng = np.random.default_rng(6)
    for dealt in range(21):
        assert state.is_chance_node() and len(state.chance_outcomes()) == 24 - dealt
        assert [state.information_state_string(seat) for seat in range(3)] == empty
        state.apply_action(int(rng.choice(state.legal_actions())))
    assert not state.is_chance_node()
    assert state.information_state_string(0) != empty[0]


def test_outcome_sampling_mccfr_runs():
    np.random.seed(0)  # noqa: NPY002 - the algorithm draws from the global generator
    game = adapter.load_deal(ruleset("re-deals"), dealer=2)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    policy, state = solver.average_policy(), game.new_initial_state()
    rng = np.random.default_rng(7)
    while state.is_chance_node():
        state.apply_action(int(rng.choice(state.legal_actions())))
    chances = policy.action_probabilities(state)
    assert sorted(chances) == state.legal_actions()
    assert sum(chances.values()) == pytest.approx(1)
    assert len(solver._infostates) > 50


def test_openspiels_bots_play_deals():
    game = adapter.load_deal(ruleset("four"))
    bots = [pyspiel.make_uniform_random_bot(seat, 11 + seat) for seat in range(4)]
    rng = np.random.RandomState(8)
    returns = [evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng) for _ in range(8)]
    assert np.shape(returns) == (8, 4) and np.any(returns)


def test_openspiels_rl_environment_and_agents_play_deals():
    game = adapter.load_deal(ruleset("polish"))
    env = rl_environment.Environment(
        game, observation_type=rl_environment.ObservationType.OBSERVATION
    )
    env.seed(9)
    agents = [random_agent.RandomAgent(seat, env.action_spec()["num_actions"]) for seat in range(3)]
    for _ in range(3):
        step = env.reset()
        while not step.last():
            seat = step.observations["current_player"]
            facts = te.decode(step.observations["info_state"][seat])
            assert facts["hand_seen"] and facts["score"][0] == 0
            step = env.step([agents[seat].step(step).action])
        assert step.rewards == env.get_state.returns()


def test_the_pieces_of_the_observer_are_the_layouts_blocks():
    game = adapter.load_deal(ruleset("two"))
    rng = np.random.default_rng(10)
    for state in itertools.islice(random_states(game, rng, 1), 5):
        observation = make_observation(game)
        observation.set_from(state, 1)
        facts = te.decode(observation.tensor)
        assert np.flatnonzero(observation.dict["hand"]).tolist() == facts["hand"]
        assert facts["players"] == 0


def test_observers_that_would_show_more_than_one_seat_knows_are_refused():
    game = adapter.load_deal(ruleset("polish"))
    for private in (pyspiel.PrivateInfoType.ALL_PLAYERS, pyspiel.PrivateInfoType.NONE):
        kind = pyspiel.IIGObservationType(perfect_recall=True, private_info=private)
        with pytest.raises(te.ThousandError, match="one seat"):
            game.make_py_observer(kind)


def test_what_cannot_be_a_deal_is_refused():
    with pytest.raises(te.ThousandError, match="redeal_limit"):
        adapter.load_deal(rules(redeal_limit=0))
    with pytest.raises(te.TableError, match="555"):
        adapter.load_deal(rules(), table={"score": [555, 0, 0]})
    with pytest.raises(te.TableError, match="dealer"):
        adapter.load_deal(rules(), dealer=3)
    for setup in ("rubbish", "%7B%7D", "5", '{"rules": 1}'):
        with pytest.raises(te.ThousandError):
            adapter.ThousandDeal({"setup": setup})


def test_a_forbidden_action_changes_nothing():
    state = adapter.load_deal(ruleset("polish")).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = str(state)
    with pytest.raises(te.IllegalActionError):
        state.apply_action(parse_action("play AS"))
    assert str(state) == before and len(state.history()) == 21


@pytest.mark.parametrize("card", [3, 24, 188])
def test_chance_deals_no_card_twice_and_none_that_there_is_not(card):
    state = adapter.load_deal(ruleset("polish")).new_initial_state()
    state.apply_action(3)
    before = str(state)
    with pytest.raises(te.ThousandError, match=f"card {card}"):
        state.apply_action(card)
    assert str(state) == before


def test_a_state_is_pickled_with_its_game():
    state = adapter.load_deal(ruleset("polish")).new_initial_state()
    state.apply_action(3)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_the_example_of_the_docstring_runs():
    result = doctest.testmod(adapter)
    assert result.attempted > 5 and result.failed == 0
