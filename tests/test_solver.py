"""The exact solver against an oracle that looks at every line of play."""

import random
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

import thousand_env as te
from tests import brute_force
from tests.referee import Rules as RefereeRules
from tests.referee.tricks import legal_plays
from tests.solver_positions import (
    features,
    gift_values,
    position_of,
    random_ending,
    random_play_rules,
)
from thousand_agents.base import AgentError
from thousand_agents.solver import UNKNOWN, Solver
from thousand_agents.solver.questions import value_within
from thousand_agents.solver.work import forget, new_work
from thousand_env.games.thousand.actions import ACTION_TEXTS
from thousand_env.games.thousand.cards import card_text, mask_cards
from thousand_env.games.thousand.engine import apply

REMEMBERED = 1 << 22  # positions; whole deals have fewer


def oracle_values(rules, g, memory=0):
    """The oracle's totals by action text."""
    options = brute_force.play_rules(rules.as_dict())
    return brute_force.action_values(options, position_of(rules, g), memory)


def best(g, values):
    return max(values) if g.to_move == g.declarer else min(values)


def check(solver, rules, g, rng, memory=0):
    """Exact value, value of each action and null windows, asked in random order."""
    expected = oracle_values(rules, g, memory)
    value = best(g, expected.values())
    points = rng.randrange(value - 30, value + 31)

    def every_action():
        values = solver.action_values(g)
        found = {ACTION_TEXTS[a]: int(values[a]) for a in np.flatnonzero(values != UNKNOWN)}
        assert found == expected, (rules.short(), g)

    def exact():
        assert solver.value(g) == value, (rules.short(), g)

    def null_windows():
        for aim in (points, value, value + 1):
            assert solver.reaches(g, aim) == (value >= aim), (rules.short(), g, aim)

    questions = [every_action, exact, null_windows]
    rng.shuffle(questions)
    for ask in questions:
        ask()


def check_endings(seed, tables, endings):
    """Random endings under random rules of play; how often each feature was met."""
    rng, met = random.Random(seed), Counter()
    for table in range(tables):
        rules = random_play_rules(rng, players=(3, 2, 3, 4)[table % 4])
        solver = Solver(rules)
        for _ in range(endings):
            laid = rng.randrange(min(rules.players, 3)) if rng.random() < 0.5 else 0
            first = laid == 0 and rng.random() < 0.2
            g = random_ending(rng, rules, rng.randrange(1, 6), laid, first)[0]
            check(solver, rules, g, rng)
            met.update(name for name, is_met in features(g).items() if is_met)
    return met


@pytest.mark.parametrize("part", range(4))
def test_endings_of_up_to_five_cards_are_solved_as_brute_force_does(part):
    met = check_endings(part, tables=40, endings=25)  # 4,000 in all
    assert min(met.values()) >= 4 and len(met) == 10, met


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_more_endings_are_solved_as_brute_force_does(part):
    check_endings(100 + part, tables=100, endings=50)


def test_the_oracle_plays_by_the_referees_rules():
    """The oracle's reading of R10 against the referee's, which shares no line with it."""
    rng = random.Random(5)
    for rules in [random_play_rules(rng, players=3) for _ in range(60)]:
        for _ in range(20):
            g = random_ending(rng, rules, rng.randrange(1, 9), rng.randrange(3))[0]
            deal = SimpleNamespace(
                hands=[{card_text(card) for card in mask_cards(int(hand))} for hand in g.hand],
                player=g.to_move,
                trick=[(0, card_text(card)) for card in g.trick_cards[: g.trick_size]],
                trump=None if g.trump < 0 else "SCDH"[g.trump],
                tricks_played=g.tricks_played,
            )
            position = position_of(rules, g)._replace(hands=one_hand(position_of(rules, g)))
            options = brute_force.play_rules(rules.as_dict())
            found = brute_force.action_values(options, position)
            assert set(found) == legal_plays(RefereeRules(rules.as_dict()), deal)


def one_hand(position):
    """The hands with the others' emptied: only the mover's legal actions matter."""
    return tuple(
        hand if place == position.mover else 0 for place, hand in enumerate(position.hands)
    )


# --- whole deals ---------------------------------------------------------------------------------


def first_lead(rules, seed):
    """A whole deal at its first lead, the gift and everything before it by chance."""
    rng, game = random.Random(seed), te.Game(rules, seed=seed)
    while game.phase != "play":
        texts = [text for text in game.legal() if text not in ("concede", "redeal")]
        game.apply(rng.choice(texts))
    return game


@pytest.mark.parametrize("seed", range(8))
def test_whole_deals_are_solved_as_a_full_width_search_does(seed):
    rules = random_play_rules(random.Random(seed), players=4 if seed == 3 else 3)
    game = first_lead(rules, seed)
    check(Solver(rules), rules, game.state, random.Random(seed), REMEMBERED)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_more_deals_are_solved_as_a_full_width_search_does_at_every_decision(part):
    rng = random.Random(part)
    for seed in range(8):
        rules = random_play_rules(rng, players=(3, 3, 3, 4)[part])
        game, solver = first_lead(rules, 100 * part + seed), Solver(rules)
        while not game.results:
            check(solver, rules, game.state, rng, REMEMBERED >> game.state.tricks_played)
            game.apply(rng.choice(game.legal()))


@pytest.mark.parametrize("seed", range(2))
def test_r12_two_players_deals_of_eight_cards_each_are_solved_as_a_full_width_search_does(seed):
    """The talon that nobody took stays closed: its points are nobody's."""
    rules, rng = random_play_rules(random.Random(seed), players=2), random.Random(seed)
    game = first_lead(rules, seed)
    while game.state.tricks_played < 3:
        game.apply(rng.choice(game.legal()))
    check(Solver(rules), rules, game.state, rng, REMEMBERED)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_value_of_an_action_is_the_value_after_playing_it_in_the_core(players):
    rules, rng = te.rules("thousand", "online", players=players), random.Random(players)
    game, solver = first_lead(rules, players), Solver(rules)
    while len(game.results) == 0:
        g = game.state
        values = solver.action_values(g)
        legal = game.legal_actions()
        assert [a for a in range(len(values)) if values[a] != UNKNOWN] == legal
        for action in legal:
            assert values[action] == value_after(solver, rules, g, action)
        assert best(g, values[legal]) == solver.value(g)
        game.apply(rng.choice(legal))


def value_after(solver, rules, g, action):
    """The total after an action, by the core's own bookkeeping after the last card."""
    after = np.array([g])[0].copy()
    apply(after, rules.compiled()[0], action)
    if after.deals > g.deals:
        return after.last_raw[after.last_declarer]
    return solver.value(after)


def test_best_play_of_all_reaches_the_value():
    """R11.3: whoever follows the solver's values ends with the points that it promised."""
    for seed in range(6):
        rules = random_play_rules(random.Random(seed), players=(3, 2, 4)[seed % 3])
        game, solver = first_lead(rules, seed), Solver(rules)
        value = solver.value(game.state)
        while len(game.results) == 0:
            values = solver.action_values(game.state)
            legal = game.legal_actions()
            wanted = best(game.state, values[legal])
            game.apply(next(a for a in legal if values[a] == wanted))
        result = game.results[0]
        assert result["raw"][result["declarer"]] == value


# --- the table of positions ----------------------------------------------------------------------


def test_a_table_shared_by_many_questions_in_any_order_changes_no_answer():
    rng = random.Random(11)
    for seed in range(8):
        rules = random_play_rules(rng, players=(3, 3, 2, 4)[seed % 4])
        shared, states = Solver(rules), along_deals(rules, seed, rng)
        alone = [Solver(rules).value(g) for g in states]
        for _ in range(150):
            k = rng.randrange(len(states))
            aim = alone[k] + rng.choice((-200, -40, -5, -1, 0, 1, 2, 7, 50, 300))
            assert shared.reaches(states[k], aim) == (alone[k] >= aim)
            if rng.random() < 0.2:
                k = rng.randrange(len(states))
                assert shared.value(states[k]) == alone[k]


def test_windows_of_any_width_give_bounds_and_an_inverted_one_leaves_none_that_is_wrong():
    """A window with ``low`` above ``high`` once left a wrong bound in the table."""
    rng = random.Random(12)
    for seed in range(6):
        rules = random_play_rules(rng, players=(3, 2, 4)[seed % 3])
        r, (memory, frames) = rules.compiled()[0], new_work()
        forget(memory[0])
        states = along_deals(rules, seed, rng)
        alone = [Solver(rules).value(g) for g in states]
        for _ in range(200):
            k = rng.randrange(len(states))
            low = alone[k] + rng.randrange(-60, 61)
            high = low + rng.choice((1, 1, 5, 40, 300, 0, -1, -30, -300))
            found = value_within(memory[0], frames, r, states[k], low, high)
            if high > low:
                assert max(low, min(high, found)) == max(low, min(high, alone[k]))
                assert found <= alone[k] if found >= high else found >= alone[k]
            assert value_within(memory[0], frames, r, states[k], -1, 700) == alone[k]


def along_deals(rules, seed, rng):
    """States along several random plays of one deal, any number of cards in the trick."""
    states = []
    for _ in range(3):
        game = first_lead(rules, seed)
        while len(game.results) == 0:
            states.append(game.state)
            game.apply(rng.choice(game.legal()))
    return states


def test_a_solver_that_has_seen_many_deals_answers_like_a_new_one():
    """The numbers that tell deals apart in the table come round after 512 deals."""
    rules = te.rules("thousand", "online")
    used, tired = Solver(rules), first_lead(rules, 0).state
    states = [first_lead(rules, seed).state for seed in range(20)]
    values = [Solver(rules).value(g) for g in states]
    for k in range(1200):
        assert used.reaches(tired, 60) == (values[0] >= 60)
        if k % 5 == 0:
            assert used.value(states[k // 5 % 20]) == values[k // 5 % 20]
        else:
            used.reaches(states[k % 20], 100)


def test_looking_on_changes_nothing():
    """The solver leaves the state alone, and asking again gives the same."""
    rules = te.rules("thousand", "polish")
    game, solver = first_lead(rules, 3), Solver(rules)
    g = game.state
    before = g.tobytes()
    first = (solver.value(g), solver.action_values(g).tolist(), solver.reaches(g, 100))
    assert (solver.value(g), solver.action_values(g).tolist(), solver.reaches(g, 100)) == first
    assert g.tobytes() == before and solver.nodes > 0


# --- gifts and declarers -------------------------------------------------------------------------


def to_gift(rules, seed, talon="talon 1", bidders=0):
    """A deal whose declarer, the first hand or the bidder of 105, holds the talon and gives next."""
    game = te.Game(rules, seed=seed)
    for _ in range(bidders):
        game.apply("bid 105")
    while game.phase != "gift":
        wanted = next(text for text in ("look", "waive", "pass", talon) if text in game.legal())
        game.apply(wanted)
    return game


def check_best_gift(rules, game):
    found = Solver(rules).best_gift(game.state)
    values = gift_values(rules, game)
    cards = tuple(card_text(card) for card in found.cards)
    assert found.value == max(values.values()) == values[cards]


@pytest.mark.parametrize(("seed", "players"), [(0, 3), (1, 3), (2, 2), (3, 4)])
def test_r6_2_the_best_gift_is_the_best_of_all_gifts_solved_one_by_one(seed, players):
    rules = random_play_rules(random.Random(seed), players)
    game = to_gift(rules, seed)
    check_best_gift(rules, game)
    if players > 2:  # one card is given, one is left
        game.apply(random.Random(seed).choice([a for a in game.legal() if a.startswith("give")]))
        check_best_gift(rules, game)


def test_r4_4_the_best_gift_contains_an_ace_if_the_talon_brought_the_fourth():
    rules = te.rules("thousand", "classic", golden=False)
    game = te.Game(rules, seed=None, dealer=2)
    game.deal(["AS AC AD TS KS QS JS", "TC KC QC JC 9C 9S TD", "TH KH QH JH 9H KD QD"], "AH JD 9D")
    for action in ("pass", "pass"):
        game.apply(action)
    check_best_gift(rules, game)
    free = te.Game(te.rules("thousand", "online"), seed=None, dealer=2)
    free.deal(game.deals[0]["hands"], game.deals[0]["talon"])
    for action in ("pass", "pass"):
        free.apply(action)
    assert (
        Solver(free.rules).best_gift(free.state).value > Solver(rules).best_gift(game.state).value
    )


@pytest.mark.parametrize(("players", "talon"), [(3, 0), (2, 0), (2, 1), (4, 0)])
@pytest.mark.parametrize("bidders", [0, 1])
def test_declares_is_the_best_gift_of_the_seat_that_wins_the_auction(players, talon, bidders):
    rules = te.rules("thousand", "online", players=players)
    start = te.Game(rules, seed=7)
    game = to_gift(rules, 7, f"talon {talon + 1}", bidders)
    found = Solver(rules).best_gift(game.state)
    assert Solver(rules).declares(start.state, game.player, talon) == found
    assert Solver(rules).declares(game.state, game.player, talon) == found


def test_declares_does_not_depend_on_when_it_is_asked():
    """Trump, tricks and points of a deal in play once leaked into the deal thought of."""
    rules, rng = te.rules("thousand", "online"), random.Random(2)
    game, solver = first_lead(rules, 2), Solver(rules)
    before = [solver.declares(te.Game(rules, seed=2).state, seat) for seat in range(3)]
    while len(game.results) == 0:
        assert game.state.tricks_played % 3 or before == [
            solver.declares(game.state, seat) for seat in range(3)
        ]
        game.apply(rng.choice(game.legal()))


def test_questions_in_the_wrong_phase_or_for_nobody_are_refused():
    rules = te.rules("thousand", "online", players=4)
    game = te.Game(rules, seed=1)
    solver = Solver(rules)
    with pytest.raises(AgentError, match="in phase play, not in phase auction"):
        solver.value(game.state)
    with pytest.raises(AgentError, match="in phase gift, not in phase auction"):
        solver.best_gift(game.state)
    with pytest.raises(AgentError, match=f"seat {game.dealer} was dealt no cards"):
        solver.declares(game.state, game.dealer)


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_of_other_rules_is_refused_not_searched(players):
    game = te.Game(te.rules("thousand", "online", players=players), seed=1)
    solver = Solver(te.rules("thousand", "online", players=5 - players if players == 2 else 2))
    with pytest.raises(AgentError, match="play this deal"):
        solver.declares(game.state, 0)


@pytest.mark.parametrize("state", [None, {}, np.zeros(2), "state"])
def test_what_is_no_game_is_refused(state):
    with pytest.raises(AgentError, match="one game"):
        Solver(te.rules("thousand", "online")).value(state)


def test_declares_refuses_seats_and_talons_that_there_are_not():
    game = te.Game(te.rules("thousand", "online", players=4), seed=1, dealer=3)
    solver = Solver(game.rules)
    for seat in (3, -1, 4, "a", None):
        with pytest.raises(AgentError, match="seat"):
            solver.declares(game.state, seat)
    for talon in (1, -1, 7, None):
        with pytest.raises(AgentError, match="talon"):
            solver.declares(game.state, 0, talon)
