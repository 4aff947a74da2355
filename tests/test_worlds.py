"""Worlds drawn for a seat: all fit what it knows (R13), all are equally likely, all play on."""

import copy
import os
import random
import subprocess
import sys
from itertools import combinations, product

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from scipy.stats import chisquare

import thousand_env as te
from tests.referee.randoms import random_options, random_table
from thousand_agents.base import make_agent
from thousand_agents.worlds import sample_worlds
from thousand_agents.worlds.world import sample_kernel
from thousand_env.errors import ThousandError
from thousand_env.games.common.records import words
from thousand_env.games.thousand import rules_from
from thousand_env.games.thousand.actions import A_KEEP, A_WAIVE, ACTION_TEXTS, PHASES
from thousand_env.games.thousand.cards import PACK, cards_mask, mask_cards, mask_text
from thousand_env.games.thousand.engine import apply, legal
from thousand_env.games.thousand.state import STATE_DTYPE, new_states
from thousand_env.games.thousand.view import fill_view, new_views

PRESETS = ["classic", "online", "polish", "pagat"]


def views_of(states, rules, seat):
    """What a seat sees of each state: an array (N,) of views."""
    compiled, views = rules.compiled()[0], new_views(len(states))
    for i in range(len(states)):
        fill_view(states[i], compiled, seat, words(states), i, views[i], words(views), i)
    return views


def check_worlds(rules, table, agent, seed, games, steps, seen):
    """Draw two worlds for every seat at every decision and hold them against its view."""
    env = te.VectorEnv("thousand", games, rules, seed=seed)
    env.reset(options={"table": table} if table else None)
    player, rng, compiled = make_agent(agent, rules), np.random.default_rng(seed), rules.compiled()
    states, tries = new_states(2), np.zeros(2, np.int64)
    for step in range(steps):
        truth = env.state
        for i in range(games):
            for seat in range(rules.players):
                view, to_move = env.view(i, seat), seat == env.current_player[i]
                sample_kernel(view, compiled, step, states, tries)
                where = (rules.short(), agent, PHASES[view.phase], seat, view)
                assert tries.all(), where
                for other in views_of(states, rules, seat):
                    assert other.tobytes() == view.tobytes(), where
                for state in states:
                    bits = truth[i].legal if to_move else legal(state, compiled[0])
                    assert state.legal == bits, where
                    assert held_and_played(state) == PACK, where
                seen.append((PHASES[view.phase], to_move, int(view.kind), int(tries.max())))
        env.step(player.act(env.views, env.action_mask, rng))


def held_and_played(state):
    """All cards of a state; those not played lie in one place each."""
    places = [*state.hand, *state.talon] if not state.talon_taken else [*state.hand]
    places += [state.talon[1 - state.chosen_talon]] if state.talon_taken else []
    places += [*state.played]
    assert sum(int(mask).bit_count() for mask in places) == 24
    return int(np.bitwise_or.reduce(places))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r13_a_world_shows_the_seat_the_same_view_in_every_preset_and_phase(players):
    seen = []
    for preset in PRESETS:
        for agent in ("random", "greedy"):
            rules = te.rules("thousand", preset, players=players)
            check_worlds(rules, None, agent, players, games=2, steps=110, seen=seen)
    mine = {phase for phase, to_move, *_ in seen if to_move}
    assert {"auction", "gift", "contract", "play"} <= mine
    assert "talon" in mine or players != 2
    easy = [tries for _, to_move, _, tries in seen if to_move]
    assert np.mean(easy) < 2


@pytest.mark.parametrize("part", [0, 1])
def test_r13_a_world_shows_the_seat_the_same_view_under_random_rules_and_tables(part):
    rng, seen = random.Random(part), []
    for match in range(40):
        options = random_options(rng)
        table = None if "preset" in options else random_table(rng, options)
        agent = ("random", "greedy")[match % 2]
        check_worlds(rules_from(options), table, agent, match, games=1, steps=60, seen=seen)
    assert {"dark", "redeal", "talon"} <= {phase for phase, to_move, *_ in seen if to_move}
    assert {0, 1, 2, 3} <= {kind for *_, kind, _ in seen}


# --- against te.Game: the same cards and actions lead to the same state -------------------------


def rebuild(rules, table, dealer, state, seat):
    """A game dealt the world's hands and played as its log says, up to the world."""
    game = te.Game(rules, None, table, dealer)
    hands = [mask_text(int(mask)) for mask in state.dealt[: rules.players]]
    talons = [mask_text(int(mask)) for mask in state.talon]
    game.deal(hands, talons if rules.players == 2 else talons[0])
    for k in range(state.log_length):
        assert game.player == state.log_seat[k]
        game.apply(int(state.log_action[k]))
    return game


# Told by neither the table nor the deal: the stream, rewards paid, deals played before, and the cards
# that lay on the table in the deal before.
UNTOLD = {"seed", "deck", "match", "paid", "deals", "trick_cards"}
RESULT = {name for name in STATE_DTYPE.names if name.startswith("last_")}
TOLD = set(STATE_DTYPE.names) - UNTOLD - RESULT


def assert_same(state, other, names):
    for name in names:
        assert np.array_equal(state[name], other[name]), name


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("extra", [{}, {"sitter_bonus": "talon_marriage", "redeal_weak_hand": 50}])
def test_a_world_is_the_state_of_a_game_with_its_cards_and_is_scored_like_it(players, extra):
    rules = te.rules("thousand", "classic", players=players, golden=False, **extra)
    compiled, checked = rules.compiled()[0], 0
    rng = random.Random(players)
    for match in range(12):
        game = te.Game(rules, seed=match, table={"score": [300] * players})
        for _ in range(rng.randrange(4, 90)):
            game.apply(rng.choice(game.legal_actions()))
        if game.over:
            continue
        seat = game.player
        table = game.results[-1]["table"] if game.results else game.start
        for state in sample_worlds(game.view(seat), rules, 4, match):
            other = rebuild(rules, table, game.dealer, state, seat)
            assert_same(other.state, state, TOLD)
            while not (other.needs_deal or other.over):
                action = rng.choice(other.legal_actions())
                other.apply(action)
                assert apply(state, compiled, action)
            played = other.results[-1]["kind"] != "redealt"
            assert_same(other.state, state, TOLD | RESULT if played else TOLD)
            checked += 1
    assert checked >= 40


def test_rewards_of_a_world_tell_of_the_deal_from_the_view_on():
    rules = te.rules("thousand", "classic", golden=False)
    env = te.VectorEnv(
        "thousand",
        30,
        rules,
        seed=5,
        reward="score",
        episode="deal",
        autoreset=AutoresetMode.DISABLED,
    )
    env.reset()
    for step in range(12):
        env.step(env.sample(step))
    worlds = sample_worlds(env.view(0), rules, 30, 1)
    env.state = worlds
    total = np.zeros((30, 3))
    for step in range(40):
        env.step(env.sample(step))
        total += env.rewards
    assert (env.terminated | env.truncated).all()
    change = env.state["score"][:, :3] - worlds["score"][:, :3]
    assert change.any() and np.allclose(total * 100, change)


# --- uniformity against brute force --------------------------------------------------------------


def replays_to(view, start, hands, talon, gifts):
    """Does a deal with these masks, played by the view's log in te.Game, show the same view?

    ``start`` is a game that waits for the pack.
    """
    game, rules = copy.copy(start), start.rules
    texts = [mask_text(mask) for mask in talon]
    game.deal([mask_text(mask) for mask in hands], texts if rules.players == 2 else texts[0])
    gifts = iter(gifts)
    for k in range(int(view.log_length) + 1):
        last = k == view.log_length
        seat, action = (-1, -1) if last else (int(view.log_seat[k]), int(view.log_action[k]))
        while game.player != view.seat and game.phase in ("redeal", "contract") and not game.over:
            text = ACTION_TEXTS[action] if 0 <= action < len(ACTION_TEXTS) else ""
            if text == "redeal" or text.startswith("contract"):
                break
            game.apply(A_WAIVE if game.phase == "redeal" else A_KEEP)
        if last:
            break
        if ACTION_TEXTS[action].startswith("give") if action < 255 else True:
            action = 42 + next(gifts)
        if game.player != seat or action not in game.legal_actions():
            return False
        game.apply(action)
    if game.needs_deal:
        return False
    view_now, wanted = game.view(int(view.seat)), view.copy()
    view_now.trick_cards[:] = wanted.trick_cards  # what lay there in the deal before
    return view_now.tobytes() == wanted.tobytes()


def subsets(mask, count):
    """All masks of ``count`` of these cards."""
    return [cards_mask(cards) for cards in combinations(mask_cards(mask), count)]


def assert_uniform(states, names, fitting):
    """Are the drawn states spread evenly over all that fit, and over nothing else?"""
    keys = np.hstack([states[name].reshape(len(states), -1).astype(np.int64) for name in names])
    found, counts = np.unique(keys, axis=0, return_counts=True)
    assert {tuple(row) for row in found.tolist()} <= fitting
    spread = np.zeros(len(fitting))
    spread[: len(counts)] = counts
    assert len(states) / len(fitting) >= 8
    assert chisquare(spread).pvalue > 1e-3


ACES_APART = {"redeal_four_aces": "off", "four_aces_with_talon": "play"}
ENDINGS = [  # players, cards left, is the talon shown, options
    (3, 2, True, {"must_beat": True, "must_overtrump": True}),
    (3, 3, True, {"announce": "auto"}),
    (3, 3, True, {"ace_marriage": "200", "announce": "auto"} | ACES_APART),
    (3, 1, False, {}),
    (2, 4, False, {"must_beat": True}),
    (4, 1, True, {}),  # as the sitter sees it: three hands and both gifts unseen
]


@pytest.mark.parametrize(("players", "left", "shown", "extra"), ENDINGS)
def test_worlds_of_an_ending_are_uniform_over_all_that_brute_force_finds(
    players, left, shown, extra
):
    """An opponent's view: other hands, a gift not to him and perhaps the talon unseen."""
    rules = te.rules("thousand", "classic", players=players, golden=False, **extra)
    start = te.Game(rules, None, {"score": [0] * players}, dealer=0)
    refused = checked = 0
    for seed in range(400):
        view = ending(rules, left, seed)
        if view is None or view.talon_shown != shown:
            continue
        fitting, tried = brute_force(view, start)
        if 3 <= len(fitting) <= 3000:
            states = sample_worlds(view, rules, max(6000, 10 * len(fitting)), seed)
            states["gifts"][states["gifts"] < 0] = 0
            assert_uniform(states, ("dealt", "talon", "gifts"), fitting)
            refused += tried - len(fitting)
            checked += 1
        if checked == (4 if shown else 1):
            break
    assert checked and refused


def ending(rules, left, seed):
    """What an opponent with so many cards left, about to play, or the sitter sees; or None."""
    rng = random.Random(seed)
    game = te.Game(rules, seed=seed, table={"score": [0] * rules.players}, dealer=0)
    while not game.results:
        view = game.view(game.player)
        if game.phase == "play" and view.seat != view.declarer:
            if int(view.hand).bit_count() == left:
                return game.view(0) if rules.players == 4 else view
        action = rng.choice(game.legal_actions())
        if game.phase == "auction" and rng.random() < 0.5:
            action = te.thousand.parse_action("pass")
        game.apply(action)
    return None


def brute_force(view, start):
    """All worlds that fit an opponent's view, and how many deals were tried in te.Game.

    A world is a key: hands dealt by seat, talons, gifts.
    """
    seats = [s % view.players for s in range(view.first_hand, view.first_hand + 4)]
    seats = [*dict.fromkeys(seats)][:3]
    declarer, own = int(view.declarer), int(view.seat)
    at = seats.index(declarer)
    receivers = [seats[(at + k) % len(seats)] for k in range(1, len(seats))]
    held = [int(mask) for mask in view.played]
    held[own] |= int(view.hand)
    fitting, tried = set(), 0
    for hands, closed in fill(held, [s for s in seats if s != own], 11 if len(seats) == 2 else 8):
        for gifts in product(*gift_choices(view, hands, receivers)):
            given = cards_mask(gifts)
            taken = hands[declarer] | given
            size = 3 if len(seats) == 3 else 2
            for talon in [int(view.talon_seen)] if view.talon_seen else subsets(taken, size):
                if talon & ~taken:
                    continue
                dealt = [mask & ~given for mask in hands]
                dealt[declarer] = taken & ~talon
                talons = [talon, closed] if view.chosen_talon < 1 else [closed, talon]
                tried += 1
                if replays_to(view, start, dealt[: view.players], talons, gifts):
                    fitting.add((*dealt, *talons, *gifts, *[0] * (2 - len(gifts))))
    return fitting, tried


def fill(held, hidden, size):
    """All ways to fill the hidden hands with the cards that nobody holds; the rest is closed."""
    left = PACK & ~held[0] & ~held[1] & ~held[2] & ~held[3]
    if not hidden:
        yield held, left
        return
    seat, *others = hidden
    for cards in subsets(left, size - held[seat].bit_count()):
        more = [*held]
        more[seat] |= cards
        yield from fill(more, others, size)


def gift_choices(view, hands, receivers):
    """Which cards each gift may have been."""
    for seat, card in zip(receivers, view.gifts):
        yield [int(card)] if card >= 0 else mask_cards(hands[seat])


def test_r5_3_worlds_of_an_auction_are_uniform_over_all_that_brute_force_finds():
    """Two players; a bid of 200 proves the diamond marriage, as the others can't be there."""
    rules = te.rules("thousand", "classic", players=2, golden=False, redeal_weak_hand=50)
    start = te.Game(rules, None, {"score": [0, 0]}, dealer=1)
    game = copy.copy(start)
    game.deal(
        ["AS KC QC KH 9H JD TD 9D AH JC", "KS QD TC AD KD JH QH 9S TS JS"], ["AC 9C", "QS TH"]
    )
    while game.phase == "redeal":
        game.apply("waive")
    game.apply("bid 200")
    view = game.view(0)
    unseen = PACK & ~int(view.hand)
    fitting, tried = set(), 0
    for hand in subsets(unseen, 10):
        for first in subsets(unseen & ~hand, 2):
            tried += 1
            dealt, talon = [int(view.hand), hand], [first, unseen & ~hand & ~first]
            if replays_to(view, start, dealt, talon, ()):
                fitting.add((*dealt, 0, 0, *talon))
    assert tried == 6006 and 500 < len(fitting) < 4000
    states = sample_worlds(view, rules, 50_000, 7)
    assert_uniform(states, ("dealt", "talon"), fitting)


def test_r5_3_a_high_bid_proves_marriages_in_worlds_of_three_players():
    """Every hand of the bidder with 140 in marriages is equally likely, and there are no others."""
    rules = te.rules(
        "thousand", "online", redeal_weak_hand=0, redeal_four_nines="off", redeal_weak_talon=0
    )
    game = te.Game(rules, None, {"score": [0, 0, 0]}, dealer=2)
    game.deal(["AS KS QS JS TD 9C AC", "KH QH KD QD TH 9D 9H", "TC KC QC JC 9S TS JD"], "AD AH JH")
    game.apply("bid 260")
    game.apply("pass")
    states = sample_worlds(game.view(0), rules, 40_000, 3)
    unseen = PACK & ~int(states["dealt"][0, 0])
    value = {cards_mask(cards): 20 * (k + 2) for k, cards in enumerate(SUIT_MARRIAGES)}
    fitting = [
        hand
        for hand in subsets(unseen, 7)
        if sum(points for pair, points in value.items() if hand & pair == pair) >= 140
    ]
    found, counts = np.unique(states["dealt"][:, 1], return_counts=True)
    assert set(found.tolist()) <= set(fitting)
    spread = np.zeros(len(fitting))
    spread[: len(counts)] = counts
    assert chisquare(spread).pvalue > 1e-3
    others, counts = np.unique(states["dealt"][:, 2] >> 18, return_counts=True)  # his hearts
    assert len(others) > 4 and counts.max() < 30_000


SUIT_MARRIAGES = [(6 * suit + 2, 6 * suit + 3) for suit in range(4)]


def test_r5_3_an_ace_given_away_was_one_of_the_four_that_proved_the_bid():
    """Found by random play: an ace in the own hand doesn't rule the ace marriage out if it was given."""
    rules = te.rules("thousand", "online", ace_marriage="200", redeal_weak_hand=0)
    game = te.Game(rules, None, {"score": [0, 0, 0]}, dealer=2)
    game.deal(["9S JS 9C JC TD JD TH", "AS AC AD AH KS TS 9H", "QS KC KD KH QC QH 9D"], "TC QD JH")
    for text in ("bid 300", "pass", "pass", "give TS", "give AS"):
        game.apply(text)
    states = sample_worlds(game.view(0), rules, 50, 0)
    assert all(int(mask).bit_count() == 7 for mask in states["dealt"][:, 1])
    aces = cards_mask([5, 11, 17, 23])
    assert (states["dealt"][:, 1] & aces == aces).all()


def test_r7_1_before_the_dark_decision_every_card_may_be_anywhere():
    """The first hand has seen no card: each is in each place as often as in any shuffled pack."""
    rules = te.rules(
        "thousand", "online", redeal_weak_hand=0, redeal_four_nines="off", dark_min_score=0
    )
    game = te.Game(rules, None, {"score": [0, 0, 0]}, dealer=2)
    game.deal(["AS KS QS JS TD 9C AC", "KH QH KD QD TH 9D 9H", "TC KC QC JC 9S TS JD"], "AD AH JH")
    assert game.phase == "dark"
    states = sample_worlds(game.view(0), rules, 12_000, 5)
    for masks, size in [(states["talon"][:, 0], 3)] + [(states["hand"][:, s], 7) for s in range(3)]:
        counts = np.array([((masks >> card) & 1).sum() for card in range(24)])
        expected = 12_000 * size / 24
        assert counts.sum() == 12_000 * size
        assert np.abs(counts - expected).max() < 4.5 * np.sqrt(expected)


def test_r4_1_a_mandatory_redeal_that_did_not_happen_is_known():
    rules = te.rules("thousand", "classic", golden=False, redeal_weak_hand=[30, "mandatory"])
    env = te.VectorEnv("thousand", 1, rules, seed=2)
    env.reset()
    points = np.array([0, 2, 3, 4, 10, 11] * 4)
    states = sample_worlds(env.view(0), rules, 500, 0)
    for mask in states["dealt"][:, :3].ravel():
        assert sum(points[card] for card in mask_cards(int(mask))) >= 30


def test_r4_2_the_first_question_unseen_is_open_where_the_view_shows_that_one_is():
    """In a golden deal the first hand takes the talon at once, unless another is asked before."""
    rules = te.rules("thousand", "classic", redeal_weak_hand=25)
    game = te.Game(rules, None, None, dealer=2)
    game.deal(["AS TS KS QS AC TC KC", "9S 9C 9D JS JC JD QC", "AD TD KD QD AH TH KH"], "9H JH QH")
    assert (game.phase, game.player) == ("redeal", 1)
    view = game.view(0)
    assert PHASES[view.phase] == "gift" and view.chosen_talon == -1
    states = sample_worlds(view, rules, 20, 0)
    for state, other in zip(states, views_of(states, rules, 0)):
        assert PHASES[state.phase] == "redeal" and state.to_move in (1, 2)
        assert other.tobytes() == view.tobytes()


def test_r4_5_worlds_of_a_deal_played_on_after_the_penalty_hold_its_reason():
    """Four aces in a hand called for the third re-deal in a row: somebody unseen holds them."""
    rules = te.rules("thousand", "classic", golden=False)
    table = {"score": [200, 0, 300], "redeals": 2}
    game = te.Game(rules, None, table, dealer=2)
    game.deal(["TS KS QS JS TC KC QC", "AS AC AD AH 9S 9C JC", "TD KD QD JD TH KH QH"], "9D JH 9H")
    view = game.view(1)
    assert game.table["score"][2] == 180 and view.closed
    view = game.view(0)
    states = sample_worlds(view, rules, 200, 0)
    aces = cards_mask([5, 11, 17, 23])
    assert all(any(int(mask) & aces == aces for mask in state.dealt) for state in states)
    assert (states["start_score"][:, :3] == [200, 0, 300]).all()
    for other in views_of(states, rules, 0):
        assert other.tobytes() == view.tobytes()


# --- promises of the function --------------------------------------------------------------------


@pytest.fixture(scope="module")
def position():
    rules = te.rules("thousand", "classic", golden=False)
    env = te.VectorEnv("thousand", 1, rules, seed=3)
    env.reset()
    for step in range(14):
        env.step(env.sample(step))
    return env.view(0), rules


def test_world_i_depends_on_view_rules_seed_and_i_only(position):
    view, rules = position
    worlds = sample_worlds(view, rules, 40, 11)
    assert worlds.dtype == STATE_DTYPE and worlds.shape == (40,)
    assert worlds.tobytes() == sample_worlds(view, rules, 40, 11).tobytes()
    assert worlds[:5].tobytes() == sample_worlds(view, rules, 5, 11).tobytes()
    assert worlds.tobytes() != sample_worlds(view, rules, 40, 12).tobytes()


def test_worlds_have_later_packs_of_their_own(position):
    worlds = sample_worlds(*position, 40, 11)
    assert len(set(worlds["seed"].tolist())) == 40 and (worlds["seed"] >= 0).all()


def test_a_view_that_no_deal_fits_is_refused(position):
    view, rules = position
    wrong = view.copy()
    wrong.hand = 0
    with pytest.raises(ThousandError, match="no deal fits this view of seat"):
        sample_worlds(wrong, rules, 1, 0)
    with pytest.raises(ThousandError, match="rules for 2"):
        sample_worlds(view, te.rules(players=2), 1, 0)
    with pytest.raises(ThousandError, match="at least 1"):
        sample_worlds(view, rules, 0, 0)
    with pytest.raises(ThousandError, match="seed"):
        sample_worlds(view, rules, 1, -1)


def test_a_view_between_two_deals_is_refused():
    game = te.Game(te.rules(), None, None, dealer=0)
    with pytest.raises(ThousandError, match="'deal': worlds are of a deal in progress"):
        sample_worlds(game.view(0), te.rules(), 1, 0)


PROGRAM = """
import hashlib
import thousand_env as te
from thousand_agents.worlds import sample_worlds

digest = hashlib.sha256()
for players in (2, 3):
    rules = te.rules("thousand", "polish", players=players, announce="auto", bid_cap="120")
    env = te.VectorEnv("thousand", 1, rules, seed=7)
    env.reset()
    for step in range(20):
        env.step(env.sample(step))
        if step % 4 == 3:
            digest.update(sample_worlds(env.view(0), rules, 2, step).tobytes())
print(digest.hexdigest())
"""


def test_the_interpreted_sampler_is_the_compiled_sampler():
    digests = set()
    for disable in "01":
        env = os.environ | {"NUMBA_DISABLE_JIT": disable}
        command = [sys.executable, "-c", PROGRAM]
        digests.add(subprocess.run(command, env=env, capture_output=True, check=True).stdout)
    assert len(digests) == 1
