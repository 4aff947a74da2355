"""Play of the cards: every legal card is scored by its features, weighted by the situation."""

from typing import Final

import numpy as np

from thousand_agents.king.compiled import jit
from thousand_agents.king.features import FEATURES, describe
from thousand_agents.king.knowledge import HIGHER, LOWER, SUIT, SUIT_OF, unseen_cards
from thousand_agents.king.outlook import look
from thousand_env.games.common.sets import count_cards
from thousand_env.games.king.cards import bit
from thousand_env.games.king.rules import KINDS
from thousand_env.games.king.state import NONE

_LEAD, _FOLLOW, _LAST, _DISCARD = range(4)
_TURNS, _STAGES = 4, 3
_MIDDLE, _ENDING = 8, 3  # most cards in hand in the middle and at the end of a deal
EACH_KIND: Final = _TURNS * _STAGES  # situations of a kind of deal, for one number of players
SITUATIONS: Final = 2 * len(KINDS) * EACH_KIND


@jit
def first_situation(kind, players):
    """The first of the situations of a kind of deal."""
    return ((players - 3) * len(KINDS) + kind) * EACH_KIND


@jit
def situation(v):
    """Which row of weights: players, kind of deal, turn in the trick, stage of the deal."""
    cards = count_cards(v.hand)
    stage = 2 if cards <= _ENDING else 1 if cards <= _MIDDLE else 0
    return first_situation(v.kind, v.players) + turn(v) * _STAGES + stage


@jit
def turn(v):
    """Leading, following before others or last, or without a card of the suit led."""
    if v.trick_size == 0:
        return _LEAD
    if not v.hand & SUIT[SUIT_OF[v.trick_cards[0]]]:
        return _DISCARD
    return _LAST if v.trick_size == v.players - 1 else _FOLLOW


@jit
def choose(v, r, w, legal):
    """The card with the highest score, of the ``legal`` ones (a mask)."""
    if legal & (legal - 1) == 0:
        return count_cards(legal - 1)
    o = look(v, r, w.stakes)
    terms = np.empty(len(FEATURES))
    weights = w.play[situation(v)]
    best, best_score = NONE, -1e18
    while legal:
        low = legal & -legal
        legal ^= low
        card = count_cards(low - 1)
        describe(v, w.stakes, o, card, terms)
        score = 0.0
        for k in range(len(terms)):
            score += weights[k] * terms[k]
        if score > best_score:
            best, best_score = card, score
    return best


@jit
def distinct(v, r, w, cards):
    """Which of these cards (N,), all of one hand, are no copy of a lower one: truth values (N,).

    Two cards are alike if they write the same and no card of others, nor one of the trick, lies
    between them.
    """
    others = unseen_cards(v, r)
    for k in range(v.trick_size):
        others |= bit(v.trick_cards[k])
    found = np.ones(len(cards), np.bool_)
    for i in range(len(cards)):
        for k in range(len(cards)):
            card, other = cards[i], cards[k]
            if LOWER[card] & bit(other) and not LOWER[card] & HIGHER[other] & others:
                if w.stakes.card[v.kind, card] == w.stakes.card[v.kind, other]:
                    found[i] = False
    return found
