"""Full-width minimax over open cards, from the rules page only: the oracle of the solver's tests.

It shares no code with the library.  Cards are numbers, suit * 6 + rank in the order of R1.1, hands
are masks, and places are counted clockwise from the declarer.  Numba only makes it quick: nothing
is pruned, and nothing is remembered unless ``memory`` asks for it.
"""

from typing import NamedTuple

import numba
import numpy as np

SUITS, RANKS = "SCDH", "9JQKTA"
QUEEN, KING, ACE = 2, 3, 5
POINTS = np.array([0, 2, 3, 4, 10, 11] * 4)
MARRIAGES = np.array([40, 60, 80, 100])
ACES = sum(1 << (6 * suit + ACE) for suit in range(4))
ACE_MARRIAGES = {"off": 0, "200": 1, "200_trump": 2}
MEMORY = np.dtype([("key", np.int64), ("value", np.int64)])


class PlayRules(NamedTuple):
    """The options of R10."""

    must_beat: bool
    must_overtrump: bool
    first_lead: bool  # marriages on the deal's first lead
    auto: bool
    aces: int


def play_rules(options):
    """The options of R10 from all of them."""
    return PlayRules(
        options["must_beat"],
        options["must_overtrump"],
        options["marriage_first_lead"],
        options["announce"] == "auto",
        ACE_MARRIAGES[str(options["ace_marriage"])],
    )


@numba.njit
def beats(card, best, trump):
    """R10.3."""
    if card // 6 == best // 6:
        return card > best
    return card // 6 == trump


@numba.njit
def marriage_of(rules, hand, card, first):
    """Points of a marriage that this lead can announce, 0 if none (R10.4, R10.6)."""
    suit, rank = card // 6, card % 6
    if rank in (KING, QUEEN):
        partner = card - 1 if rank == KING else card + 1
        if hand >> partner & 1 and (rules.first_lead or not first):
            return MARRIAGES[suit]
    if rank == ACE and rules.aces > 0 and hand & ACES == ACES and not first:
        return 200
    return 0


@numba.njit
def may_answer(rules, hand, card, led, best, trump):
    """R10.2: may this card of the hand follow to the card ``led``, ``best`` taking the trick?"""
    suit = -1  # in which the hand is bound to answer
    for wanted in (trump, led // 6):
        if wanted >= 0 and hand >> (6 * wanted) & 63:
            suit = wanted
    if suit < 0:
        return True
    if card // 6 != suit:
        return False
    bound = rules.must_beat if suit == led // 6 else rules.must_overtrump
    if not bound or best // 6 != suit or card > best:
        return True
    return hand >> (best + 1) & ((1 << (6 * suit + 5 - best)) - 1) == 0  # none of them beats it


@numba.njit
def trump_after(rules, card, marriage, trump):
    """The trump suit once this lead has announced ``marriage`` points."""
    if marriage == 0 or (marriage == 200 and rules.aces == 1):
        return trump
    return card // 6


@numba.njit
def find(memory, key):
    """Where a position is remembered, or may be."""
    slot = key * 2654435761 % len(memory)
    while memory[slot].key != 0 and memory[slot].key != key:
        slot = (slot + 1) % len(memory)
    return slot


@numba.njit
def points_from(rules, n, hands, mover, laid, led, best, holder, points, trump, first, memory):
    """What the declarer takes and announces from here on.

    ``laid`` cards worth ``points`` lie on the table, ``best`` of ``holder`` is taking them.
    """
    if laid == n:
        taken = points if holder == 0 else 0
        return taken + points_from(rules, n, hands, holder, 0, -1, -1, -1, 0, trump, False, memory)
    if laid == 0 and hands[0] == 0:
        return 0
    key = hands.sum() | (trump + 1) << 24 | mover << 27 | first << 29
    if laid == 0 and len(memory) > 0:
        slot = find(memory, key)
        if memory[slot].key == key:
            return memory[slot].value
    found = -1
    for card in range(24):
        if not hands[mover] >> card & 1:
            continue
        if laid and not may_answer(rules, hands[mover], card, led, best, trump):
            continue
        marriage = 0 if laid else marriage_of(rules, hands[mover], card, first)
        for announces in range(1 if marriage and rules.auto else 0, 2 if marriage else 1):
            suit = trump_after(rules, card, marriage if announces else 0, trump)
            takes = laid == 0 or beats(card, best, suit)
            hands[mover] ^= 1 << card
            value = points_from(
                rules, n, hands, (mover + 1) % n, laid + 1, led if laid else card,
                card if takes else best, mover if takes else holder, points + POINTS[card], suit,
                first, memory,
            )  # fmt: skip
            hands[mover] ^= 1 << card
            if announces and mover == 0:
                value += marriage
            if found < 0 or (value > found if mover == 0 else value < found):
                found = value
    if laid == 0 and len(memory) > 0:
        slot = find(memory, key)
        memory[slot].key, memory[slot].value = key, found
    return found


class Position(NamedTuple):
    """A point of the play; ``trick`` are the cards laid, in order, the last one before ``mover``."""

    hands: tuple
    mover: int
    trick: tuple
    trump: int
    first: bool
    so_far: int  # what the declarer has taken and announced


def action_values(rules, position, memory_size=0):
    """The declarer's total after each legal action, by its text (R14).

    With a ``memory_size`` positions at the start of a trick are remembered, so many at most.
    """
    n, hand = len(position.hands), position.hands[position.mover]
    memory, values = np.zeros(memory_size, MEMORY), {}
    laid = [
        ((position.mover - len(position.trick) + k) % n, c) for k, c in enumerate(position.trick)
    ]
    _, best = taking(laid, position.trump)
    for card in (card for card in range(24) if hand >> card & 1):
        if laid and not may_answer(rules, hand, card, laid[0][1], best, position.trump):
            continue
        marriage = 0 if laid else marriage_of(rules, hand, card, position.first)
        for value in {0, marriage} - ({0} if marriage and rules.auto else set()):
            trump = trump_after(rules, card, value, position.trump)
            trick = [*laid, (position.mover, card)]
            holder, best_now = taking(trick, trump)
            hands = np.array(position.hands, np.int64)
            hands[position.mover] ^= 1 << card
            points = sum(int(POINTS[c]) for _, c in trick)
            text = f"{'marry' if value else 'play'} {RANKS[card % 6]}{SUITS[card // 6]}"
            values[text] = position.so_far + (value if position.mover == 0 else 0)
            values[text] += points_from(
                rules, n, hands, (position.mover + 1) % n, len(trick), trick[0][1], best_now,
                holder, points, trump, position.first, memory,
            )  # fmt: skip
    return {text: int(value) for text, value in values.items()}


def taking(trick, trump):
    """Who is taking a trick of (place, card) pairs, and with which card."""
    holder, best = trick[0] if trick else (-1, -1)
    for place, card in trick:
        if beats(card, best, trump):
            holder, best = place, card
    return holder, best
