"""What a hand is worth to the declarer: an estimate of the points he will take, and his chances."""

import math

from thousand_agents.greedy.compiled import jit
from thousand_env.games.thousand.cards import FULL_SUIT, KING, MARRIAGE_VALUES, QUEEN, SUIT_SIZE

HOLDINGS = 1 << SUIT_SIZE  # sets of cards of one suit
FULL_RATE, HALF_RATE = HOLDINGS, HOLDINGS + 1  # places of the rates for marriages, whole and half
_STEEP = 1.7  # a logistic curve this steep is close to the normal one


@jit
def hand_kind(players, whole):
    """Which numbers hold: dealt cards, or (``whole``) the cards kept; three or two players."""
    return (2 if players == 2 else 0) + (1 if whole else 0)


@jit
def estimate(w, hand, kind):
    """Points the declarer may expect: suit by suit what it holds, and its marriages (R1.3)."""
    points = 0.0
    for suit in range(4):
        held = (hand >> (suit * SUIT_SIZE)) & FULL_SUIT
        points += w.hand[kind, held]
        royals = ((held >> QUEEN) & 1) + ((held >> KING) & 1)
        if royals == 2:
            points += w.hand[kind, FULL_RATE] * MARRIAGE_VALUES[suit]
        elif royals == 1:
            points += w.hand[kind, HALF_RATE] * MARRIAGE_VALUES[suit]
    return points


@jit
def chance(w, points, contract, kind):
    """Chance to reach a contract with such an estimate."""
    return 1 / (1 + math.exp(-_STEEP * (points - contract) / w.spread[kind]))
