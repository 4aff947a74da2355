"""B3, B4: what a hand is worth, and how often a deal scores what."""

import random
import warnings
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

import thousand_env as te
from tests.referee.bochki import Rules
from tests.referee.bochki.distribution import exact_distribution
from tests.referee.bochki.randoms import random_hand, random_score_table
from thousand_env.errors import RulesError, RulesWarning
from thousand_env.games.bochki import rules
from thousand_env.games.bochki.cards import RANKS, parse_card
from thousand_env.games.bochki.combinations import hand_points
from thousand_env.games.bochki.distribution import hands_by_points
from thousand_env.games.bochki.options import COMBINATIONS, HOUSE_VALUES
from thousand_env.jit import jit

ZEROS = dict.fromkeys(COMBINATIONS, 0)


def quiet(**options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RulesWarning)
        return rules(**options)


def scored(made, hand):
    words = hand.split() if isinstance(hand, str) else hand
    return int(hand_points(made.compiled()[0], sum(1 << parse_card(card) for card in words)))


def by_brute_force(hand, values, ranks):
    """The best of all ways to take combinations out of the hand, whatever cards they are made of."""
    cards = sorted(32 * "SCDH".index(suit) + ranks.index(rank) for rank, suit in hand)
    sets = [part for size in range(2, len(cards) + 1) for part in combinations(cards, size)]
    worth = [(frozenset(part), values.get(combination(part, len(ranks)), 0)) for part in sets]
    worth = [(part, points) for part, points in worth if points]

    @cache
    def best(left):
        if not left:
            return 0
        first = min(left)
        points = best(left - {first})
        for part, value in worth:
            if first in part and part <= left:
                points = max(points, value + best(left - part))
        return points

    return best(frozenset(cards))


def combination(cards, ranks):
    """Which combination the cards are, if any; a hand of one suit isn't asked about, it may be two."""
    size, held = len(cards), {card % 32 for card in cards}
    if cards[-1] - cards[0] == size - 1:  # suits lie 32 apart
        return f"{size}Y"
    if size in (3, 4) and len(held) == 1:
        return f"{size}X"
    return f"{size}Z" if len(held) == ranks else None


@pytest.mark.parametrize(("cards", "hands"), [(28, 8_000), (36, 2_000)])
def test_b3_the_best_division_is_found_whatever_the_table(cards, hands):
    rng, seen = random.Random(cards), Counter()
    for k in range(hands):
        if k % 20 == 0:
            table = random_score_table(rng) if k % 40 else "house"
            made = quiet(cards=cards, score_table=table)
        hand = random_hand(rng, cards)
        if len({card[1] for card in hand}) == 1:  # a run of all ranks and one of each at once
            continue
        expected = by_brute_force(hand, made.values, RANKS[-made.hand_size :])
        assert scored(made, hand) == expected, (sorted(hand), table)
        seen[expected] += 1
    assert len(seen) > 50


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("8S TS QS 8C TC QC 9D", 0),
        ("AS 8S TC QC KC JD 9H", 60),  # one of each: 7Z
        ("KS AS 8S TC QC 8C JD", 5),  # no run from the ace to the lowest card
        ("8S 9S TS 8C 8D JH KH", 35),  # a card counts once: 3X and 2Y, not 3Y
        ("8S 9S TS 8C 8D 8H KH", 65),  # the division that scores most
        ("8S 8C 8D TS TC TD KH", 60),
        ("8S 9S TS JS QS KS AS", 200),
    ],
)
def test_b3_b4_combinations_of_the_house(hand, points):
    assert scored(rules(), hand) == points


def test_b4_seven_of_different_ranks_score_with_28_cards_only():
    assert scored(rules(cards=36), "6S 8S TS QS AS 7C 9D JH KC") == 80  # 9Z
    assert scored(rules(cards=36), "6S 8S TS QS AS 7C 9D JH KC".replace("6S", "8D")) == 5


def test_b4_one_of_each_of_one_suit_counts_where_it_is_worth_more_than_the_run():
    hand = "8S 9S TS JS QS KS AS"
    assert scored(quiet(score_table={"7Y": 100, "7Z": 150}), hand) == 150
    assert scored(quiet(score_table={"7Y": 150, "7Z": 100}), hand) == 150


# ---- B4: tables and their warning


def test_b4_the_house_table_is_the_default_and_has_a_name_of_its_own():
    house = dict(zip(COMBINATIONS, HOUSE_VALUES, strict=True))
    assert rules().values == house and rules(score_table=house) == rules()
    given = quiet(score_table={"3X": 100, "2Y": 0})
    assert given.as_dict()["score_table"] == {"3X": 100} and given.values == ZEROS | {"3X": 100}
    assert given.short() == {"preset": "classic", "score_table": {"3X": 100}}
    assert given != rules() and given.hash != rules().hash and hash(given) != hash(rules())


@pytest.mark.parametrize(
    "table", ["source", {"2Z": 5}, {"2Y": 7}, {"2Y": -5}, {"2Y": 5.0}, {"2Y": 1005}, 5, ["2Y"]]
)
def test_b4_other_tables_are_refused(table):
    with pytest.raises(RulesError, match=r"score_table.*multiples of 5"):
        rules(score_table=table)


def test_b4_a_table_that_leaves_scores_stuck_is_accepted_with_a_warning_that_names_them():
    with pytest.warns(RulesWarning, match="1000 from a score of 900, 960 "):
        made = rules(score_table={"4X": 60})
    assert made.values["4X"] == 60
    with pytest.warns(RulesWarning, match="from a score of 0 "):  # nobody can enter
        rules(score_table={})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rules(score_table={"2Y": 5, "4X": 60})
        rules(score_table={"4X": 60}, overshoot="allowed")
        rules(cards=36)


# ---- how often a deal scores what


def test_b3_exact_distribution_of_a_deal():
    counted = hands_by_points(rules())
    assert counted == dict(exact_distribution(Rules().scorer, 7)) and list(counted) == sorted(
        counted
    )
    assert sum(counted.values()) == comb(28, 7)
    assert mean(counted) == pytest.approx(17.3098, abs=1e-4)
    large = hands_by_points(rules(cards=36))
    assert sum(large.values()) == comb(36, 9)
    assert mean(large) == pytest.approx(23.2809, abs=1e-4)


def mean(counted):
    return sum(points * hands for points, hands in counted.items()) / sum(counted.values())


@jit
def _count_one_by_one(r, cards, size, counts):
    """Every hand of ``size`` of the ``cards``, in the order of Gosper's words."""
    word = (1 << size) - 1
    while word < 1 << len(cards):
        hand = 0
        for k in range(len(cards)):
            if (word >> k) & 1:
                hand |= cards[k]
        counts[hand_points(r[0], hand) // 5] += 1
        low = word & -word
        above = word + low
        word = above | ((word ^ above) // low) >> 2


@pytest.mark.parametrize(
    "cards", [28, pytest.param(36, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])]
)
def test_b3_the_distribution_is_that_of_all_hands_one_by_one(cards):
    made = rules(cards=cards)
    pack = np.array([1 << k for k in range(36) if made.pack >> k & 1], np.int64)
    counts = np.zeros(1000, np.int64)
    _count_one_by_one(made.compiled(), pack, made.hand_size, counts)
    assert {5 * k: counts[k] for k in np.flatnonzero(counts)} == hands_by_points(made)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dealt_hands_score_as_often_as_they_should(players):
    made, deals = rules(players=players), 20_000
    env = te.VectorEnv("bochki", deals, made, seed=players)
    env.reset(options={"table": {"scores": [100] * players}})
    for seat in range(players):
        seen = Counter(env.state["deal_points"][:, seat, 0].tolist())
        for points, ways in hands_by_points(made).items():
            share = ways / comb(28, 7)
            spread = (share * (1 - share) / deals) ** 0.5
            assert abs(seen[points] / deals - share) < 4.5 * spread + 1e-4, (seat, points)
