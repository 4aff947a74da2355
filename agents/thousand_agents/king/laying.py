"""The lottery (K9): which card to lay, the cards held back being scored as those laid."""

from typing import Final

import numpy as np

from thousand_agents.king.compiled import jit
from thousand_agents.king.knowledge import HIGHER, LOWER, unseen_cards
from thousand_env.games.common.sets import count_cards
from thousand_env.games.king.cards import bit
from thousand_env.games.king.state import NONE

LOTTERY_FEATURES: Final = (
    "own_next",  # the cards it opens the way for are the own ones,
    "other_next",  # or others'
    "own_beyond",  # all own cards behind it
    "others_beyond",
    "ways_out",  # cards of others to come before the last own one
    "start",  # a card that opens both ways
    "end",  # a card that opens none
)
_OWN_NEXT, _OTHER_NEXT, _OWN_BEYOND, _OTHERS_BEYOND, _WAYS_OUT, _START, _END = range(
    len(LOTTERY_FEATURES)
)
LOTTERY_EACH: Final = 4  # situations for one number of players: stages of the deal
_MANY, _SOME, _FEW = 9, 6, 3  # most cards in hand in each but the first stage
LOTTERY_SITUATIONS: Final = 2 * LOTTERY_EACH


@jit
def lottery_situation(v):
    """Which row of weights: players, stage of the deal."""
    cards = count_cards(v.hand)
    stage = 3 if cards <= _FEW else 2 if cards <= _SOME else 1 if cards <= _MANY else 0
    return (v.players - 3) * LOTTERY_EACH + stage


@jit
def describe_lay(v, unseen, starts, card, out):
    """Write the features of laying a card into ``out`` (len(LOTTERY_FEATURES),)."""
    for k in range(len(out)):
        out[k] = 0.0
    start = starts & bit(card) != 0
    above = HIGHER[card] if start or starts & LOWER[card] else 0
    below = LOWER[card] if start or starts & HIGHER[card] else 0
    _describe_way(v, unseen, above, card + 1, True, out)
    _describe_way(v, unseen, below, card - 1, False, out)
    out[_START] = 1.0 if start else 0.0
    out[_END] = 0.0 if (above | below) & (unseen | v.hand) else 1.0


@jit
def _describe_way(v, unseen, way, following, upwards, out):
    """What lies beyond the card on one way out, a mask; ``following`` is the next card there."""
    own, others = way & v.hand, way & unseen
    if not own | others:
        return
    if v.hand & bit(following):
        out[_OWN_NEXT] += 1.0
    else:
        out[_OTHER_NEXT] += 1.0
    out[_OWN_BEYOND] += count_cards(own) / 4
    out[_OTHERS_BEYOND] += count_cards(others) / 4
    if own:
        lowest = count_cards((own & -own) - 1)
        inner = LOWER[_highest(own)] if upwards else HIGHER[lowest]
        out[_WAYS_OUT] += count_cards(others & inner) / 4


@jit
def _highest(cards):
    """The highest card of a set that isn't empty."""
    for shift in (1, 2, 4, 8, 16, 32):
        cards |= cards >> shift
    return count_cards(cards) - 1


@jit
def choose(v, r, w, legal):
    """The card with the highest score, of the ``legal`` ones (a mask of cards)."""
    unseen = unseen_cards(v, r)
    terms = np.empty(len(LOTTERY_FEATURES))
    weights = w.lay[lottery_situation(v)]
    best, best_score = NONE, -1e18
    while legal:
        low = legal & -legal
        legal ^= low
        card = count_cards(low - 1)
        describe_lay(v, unseen, r.starts, card, terms)
        score = 0.0
        for k in range(len(terms)):
            score += weights[k] * terms[k]
        if score > best_score:
            best, best_score = card, score
    return best
