"""Which action to look at first: the better the order, the more of the tree can be left out."""

import numpy as np

from thousand_agents.solver.compiled import jit
from thousand_env.games.thousand.actions import A_MARRY, A_MARRY_ACE
from thousand_env.games.thousand.cards import (
    ACE,
    FULL_SUIT,
    KING,
    MARRIAGE_VALUES,
    QUEEN,
    RANK_POINTS,
    SUIT_SIZE,
    TEN,
    has_marriage,
)
from thousand_env.games.thousand.phases.play import beats
from thousand_env.games.thousand.state import NONE

_POINTS = np.array(RANK_POINTS * 4)
_TOP = np.array([0, *(n.bit_length() for n in range(1, 64))])  # bits up to the highest one set
_FIRST, _MARRIED, _SURE, _TAKEN = 1 << 20, 2000, 400, 200
_TRUMP_KEPT, _TRUMP_SPENT = 5, 30
_UNIT = 64  # an order word is score * _UNIT + action


@jit
def card_of(action):
    """The card that an action of play lays."""
    if action < A_MARRY:
        return action
    if action < A_MARRY_ACE:
        return (action - A_MARRY) // 2 * SUIT_SIZE + QUEEN + (action - A_MARRY) % 2
    return (action - A_MARRY_ACE) * SUIT_SIZE + ACE


@jit
def class_of(hand, others, card):
    """Number that two cards of a hand share if they are worth the same but for their points.

    That is so if nobody else has a card between them (``others``: the cards of other hands and of
    the trick).  A live marriage is worth more than its neighbours in rank, and so is an ace of four.
    """
    start = card // SUIT_SIZE * SUIT_SIZE
    rank = card - start
    below = (others >> start) & ((1 << rank) - 1)
    first = _TOP[below]
    if rank >= QUEEN and has_marriage(hand, card // SUIT_SIZE):
        first = max(first, TEN if rank > KING else QUEEN)
    return start + (rank if rank == ACE and first < ACE and _keeps_aces(hand) else first)


@jit
def _keeps_aces(hand):
    return (hand >> ACE) & (hand >> (ACE + 6)) & (hand >> (ACE + 12)) & (hand >> (ACE + 18)) & 1


@jit
def order_moves(w, f, n, bits, first):
    """Write the actions of ``bits`` into the frame, the most promising one first."""
    count = 0
    action = 0
    while bits:
        if bits & 1:
            if action == first:
                score = _FIRST
            elif f.size == 0:
                score = _lead_score(w, n, f.mover, action, f.trump)
            else:
                score = _answer_score(w, f, n, action)
            word = score * _UNIT + action
            k = count
            while k > 0 and f.moves[k - 1] < word:
                f.moves[k] = f.moves[k - 1]
                k -= 1
            f.moves[k] = word
            count += 1
        bits >>= 1
        action += 1
    f.count = count


@jit
def action_at(f, k):
    """The action of an order word."""
    return f.moves[k] & (_UNIT - 1)


@jit
def _lead_score(w, n, mover, action, trump):
    card = card_of(action)
    suit = card // SUIT_SIZE
    points = _POINTS[card]
    if action >= A_MARRY_ACE:
        return _MARRIED + 200
    if action >= A_MARRY:
        return _MARRIED + MARRIAGE_VALUES[suit] + points if mover == 0 else _SURE // 2
    if mover == 0:
        risk = _may_take(w, 1, card, trump) or (n == 3 and _may_take(w, 2, card, trump))
    else:
        risk = _may_take(w, 0, card, trump)
    if not risk:
        return _SURE + points + (20 if suit == trump else 0)
    if mover != 0 and n == 3:
        partner = 3 - mover
        top = _suit_top(w.hand[partner], suit)
        if top > _suit_top(w.hand[0], suit) and top > 0:
            return _TAKEN + points
    return -points


@jit
def _suit_top(hand, suit):
    return _TOP[(hand >> (suit * SUIT_SIZE)) & FULL_SUIT]


@jit
def _may_take(w, seat, card, trump):
    """Can this seat beat a card led?"""
    suit = card // SUIT_SIZE
    cards = (w.hand[seat] >> (suit * SUIT_SIZE)) & FULL_SUIT
    if cards:
        return _TOP[cards] > card % SUIT_SIZE + 1
    return (
        trump != NONE and suit != trump and (w.hand[seat] >> (trump * SUIT_SIZE)) & FULL_SUIT != 0
    )


@jit
def _may_answer(w, seat, led, best, trump):
    """Can this seat beat the best card of a trick in the suit ``led``?"""
    cards = (w.hand[seat] >> (led * SUIT_SIZE)) & FULL_SUIT
    suit = best // SUIT_SIZE
    if cards:
        return suit == led and _TOP[cards] > best % SUIT_SIZE + 1
    if trump == NONE:
        return False
    trumps = (w.hand[seat] >> (trump * SUIT_SIZE)) & FULL_SUIT
    return trumps != 0 and (suit != trump or _TOP[trumps] > best % SUIT_SIZE + 1)


@jit
def _answer_score(w, f, n, card):
    trump = f.trump
    takes = beats(card, f.best, trump)
    ours = takes or (f.holder == 0) == (f.mover == 0)
    if f.size + 1 < n:
        follower = f.mover + 1 if f.mover + 1 < n else 0
        best = card if takes else f.best
        if (follower == 0) == (f.mover == 0):
            ours = ours or _may_answer(w, follower, f.led, best, trump)
        elif ours:
            ours = not _may_answer(w, follower, f.led, best, trump)
    points = _POINTS[card]
    trumps = card // SUIT_SIZE == trump
    if not ours:
        return -2 * points - (_TRUMP_KEPT if trumps else 0)
    return _TAKEN + points - (_TRUMP_SPENT if takes and trumps and f.led != trump else 0)
