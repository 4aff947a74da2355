"""Worlds of King drawn for a seat: all fit what it knows (K13), all are equally likely."""

import random
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest
from scipy.stats import chisquare

import thousand_env as te
from tests.king_batch import GAMES
from tests.referee.king.randoms import random_options
from tests.test_king_core import apply_all, at_deal
from thousand_agents.king.worlds import sample_worlds
from thousand_env.errors import ThousandError
from thousand_env.games.common.kernels import view_kernel
from thousand_env.games.common.records import words
from thousand_env.games.common.sets import cards_mask, mask_cards
from thousand_env.games.king import new_views, rules_from
from thousand_env.games.king.actions import PHASES, TRUMP
from thousand_env.games.king.cards import parse_card
from thousand_env.games.king.rules import KINDS
from thousand_env.games.king.state import NONE

DRAWS = 6000


def views_of(states, rules, seat):
    """What a seat sees of each state: (N,) views."""
    views, seats = new_views(len(states)), np.full(len(states), seat)
    view_kernel(states, words(states), rules.compiled(), seats, views, words(views))
    return views


def check_worlds(rules, seed, games, steps, seen):
    """Draw two worlds for every seat at many decisions and hold them against its view."""
    env = te.VectorEnv("king", games, rules, seed)
    env.reset(options={"table": [{"deals": i % len(rules.plan)} for i in range(games)]})
    pack = int(rules.compiled()["pack"][0])
    for step in range(steps):
        truth = env.state
        for i in range(games):
            if (step + i) % 5 and env.views["phase"][i] != TRUMP:  # a phase of one decision
                continue
            for seat in range(rules.players):
                view = env.view(i, seat)
                worlds = sample_worlds(view, rules, 2, step)
                where = (rules.short(), KINDS[view.kind], PHASES[view.phase], seat)
                for other in views_of(worlds, rules, seat):
                    assert other.tobytes() == view.tobytes(), where
                for world in worlds:
                    table = int(view.talon) if view.declarer == NONE else 0
                    assert held_and_played(world) | table == pack, where
                    if seat == env.current_player[i]:
                        assert world["legal"].tolist() == truth[i]["legal"].tolist(), where
                seen.add((KINDS[view.kind], PHASES[view.phase]))
        env.step(env.sample(step))


def held_and_played(state):
    """All cards of a state but open ones; every card lies in one place."""
    places = [int(mask) for mask in (*state["hand"], *state["played"])]
    assert sum(mask.bit_count() for mask in places) == int(np.bitwise_or.reduce(places)).bit_count()
    return int(np.bitwise_or.reduce(places))


@pytest.mark.parametrize("options", GAMES)
def test_k13_a_world_shows_the_seat_the_same_view_in_every_kind_and_phase(options):
    rules, seen = rules_from(options), set()
    check_worlds(rules, 1, games=len(rules.plan), steps=60, seen=seen)
    assert {kind for kind, _ in seen} == set(rules.plan)
    if "plus" in options:
        assert {"open", "bid", "give", "trump", "play", "lay"} == {phase for _, phase in seen}


def test_k13_a_world_shows_the_seat_the_same_view_under_random_rules():
    rng, seen = random.Random(3), set()
    for seed in range(6):
        rules = rules_from(random_options(rng))
        check_worlds(rules, seed, games=len(rules.plan), steps=40, seen=seen)
    assert len({kind for kind, _ in seen}) > 9


def late(kind, decisions, seed, **options):
    """A game some random decisions before the end of its deal."""
    rng = random.Random(seed)
    game = at_deal(kind, shuffled(seed, **options), **options)
    while sum(game.view(0).hand_size) > decisions:
        legal = game.legal()
        game.apply("pass" if "pass" in legal and rng.random() < 0.7 else rng.choice(legal))
    return game


def shuffled(seed, players=4, **_):
    """Hands at random, with a few cards left for ``at_deal`` to fill up."""
    deck = [f"{rank}{suit}" for suit in "SCDH" for rank in "3456789TJQKA"]
    random.Random(seed).shuffle(deck)
    each = 11 if players == 4 else 14
    return {seat: " ".join(deck[each * seat : each * (seat + 1)]) for seat in range(players)}


def answers(view):
    """All hands and gifts that fit a view, told from the rules: Counter by hands of their numbers.

    Of each way to deal the unseen cards to the others: the gifts that may have been, K8.
    """
    seat, n = int(view.seat), int(view.players)
    played = [int(mask) for mask in view.played]
    known = int(np.bitwise_or.reduce(view.played)) | int(view.hand)
    pack = (1 << 52) - 1 if n == 4 else (1 << 52) - 1 - (1 << 13)
    unseen = mask_cards(pack & ~known)
    others = [s for s in range(n) if s != seat]
    found = {}
    for hands in splits(unseen, [int(view.hand_size[s]) for s in others]):
        masks = dict(zip(others, hands))
        if all(not masks[s] & int(view.lacks[s]) for s in others):
            gifts = [gift_choices(view, s, masks[s] | played[s]) for s in others]
            if all(gifts):
                found[tuple(hands)] = list(product(*gifts))
    return found


def gift_choices(view, seat, cards):
    """Cards that a seat may have been given, by all cards it has had since; None for no gift."""
    if view.kind != KINDS.index("auction") or seat == view.declarer:
        return [None]
    if view.gifts[seat] != NONE:
        return [int(view.gifts[seat])] if cards >> int(view.gifts[seat]) & 1 else []
    open_cards = mask_cards(cards & int(view.talon))
    return {0: mask_cards(cards), 1: open_cards}.get(len(open_cards), [])


def splits(cards, sizes):
    """All ways to split cards into hands of these sizes, as masks."""
    if not sizes:
        yield ()
        return
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in splits(rest, sizes[1:]):
            yield (cards_mask(first), *others)


@pytest.mark.parametrize(
    ("kind", "cards", "options"),
    [
        ("no_king", 8, {"discard_king": "forced"}),
        ("lottery", 11, {"plus": ["lottery"]}),
        ("auction", 8, {"plus": ["auction"]}),
        ("auction", 9, {"plus": ["auction"], "players": 3}),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_k13_worlds_are_drawn_uniformly_from_all_that_fit(kind, cards, options, seed):
    game = late(kind, cards, seed, **options)
    seat = (game.player + 1) % game.rules.players
    view = game.view(seat)
    expected = answers(view)
    worlds = sample_worlds(view, game.rules, DRAWS, seed)
    others = [s for s in range(game.rules.players) if s != seat]
    drawn = Counter(tuple(int(world["hand"][s]) for s in others) for world in worlds)
    assert set(drawn) <= set(expected)
    total = sum(map(len, expected.values()))
    shares = {hands: len(gifts) / total for hands, gifts in expected.items()}
    compare([drawn[hands] for hands in shares], list(shares.values()))
    for s in others:  # which card was it, whatever the hands?
        ways = Counter(g[others.index(s)] for gifts in expected.values() for g in gifts)
        seen = Counter(int(world["gifts"][s]) for world in worlds)
        if None not in ways:
            compare([seen[card] for card in ways], [ways[card] / total for card in ways])


def compare(counts, shares):
    """Do counts look like draws with these chances?  The rarest are taken together."""
    order = np.argsort(shares)
    counts, expected = np.array(counts)[order], np.array(shares)[order] * DRAWS
    cut = int(np.searchsorted(np.cumsum(expected), 10)) + 1
    counts = np.append(counts[cut:], counts[:cut].sum())
    expected = np.append(expected[cut:], expected[:cut].sum())
    assert counts.sum() == DRAWS
    assert len(counts) == 1 or chisquare(counts, expected).pvalue > 1e-4


def test_wrong_views_counts_and_rules_are_refused():
    game = at_deal("no_tricks")
    view = game.view(1)
    with pytest.raises(ThousandError, match="count = 0"):
        sample_worlds(view, game.rules, 0, 1)
    with pytest.raises(ThousandError, match="rules for 3"):
        sample_worlds(view, rules_from({"players": 3}), 1, 1)
    view.phase = 0
    with pytest.raises(ThousandError, match="a deal in progress"):
        sample_worlds(view, game.rules, 1, 1)
    joker = at_deal("joker", {1: "XX"}, variant="joker")
    with pytest.raises(ThousandError, match="no deal fits"):
        sample_worlds(apply_all(joker, "play XX").view(2), game.rules, 1, 1)


def test_a_known_gift_lies_where_it_was_given():
    game = at_deal("auction", {1: "AS KS QS"}, plus=["auction"])
    given = [text.split()[1] for text in apply_all(game, "keep").legal()[-3:]]
    apply_all(game, *(f"give {card}" for card in given), "trump S")
    for world in sample_worlds(game.view(1), game.rules, 20, 1):
        for places, card in enumerate(given):
            assert int(world["hand"][(2 + places) % 4]) >> parse_card(card) & 1
