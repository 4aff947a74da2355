"""What a hand is worth to the declarer: an estimate of the points he will take, and his chances."""

import math
from typing import Final

from thousand_agents.greedy.compiled import jit
from thousand_env.games.thousand.cards import (
    ACE,
    FULL_SUIT,
    KING,
    MARRIAGE_VALUES,
    QUEEN,
    SUIT_SIZE,
)

HOLDINGS: Final = 1 << SUIT_SIZE  # sets of cards of one suit
# Places in a row of the fitted numbers, after one number for each holding of a suit:
HALF_RATE: Final = HOLDINGS  # for each point of a marriage that lacks one card
BY_ACES: Final = HOLDINGS + 1  # a constant, by the number of aces 0 to 4
BEST_RATE: Final = BY_ACES + 5  # for each point of the best marriage, by aces: they give the lead
REST_RATE: Final = BEST_RATE + 5  # for each point of the other marriages, by aces
HAND_SIZE: Final = REST_RATE + 5
_STEEP = 1.7  # a logistic curve this steep is close to the normal one


@jit
def hand_kind(players, whole):
    """Which numbers hold: dealt cards, or (``whole``) the cards kept; three or two players."""
    return (2 if players == 2 else 0) + (1 if whole else 0)


@jit
def estimate(numbers, hand):
    """Points the declarer may expect: what each suit holds, aces and marriages together (R1.3).

    ``numbers`` (HAND_SIZE,) are a row of ``Weights.hand`` or ``Weights.gift``.
    """
    points = 0.0
    aces = best = marriages = 0
    for suit in range(4):
        held = (hand >> (suit * SUIT_SIZE)) & FULL_SUIT
        points += numbers[held]
        aces += (held >> ACE) & 1
        royals = ((held >> QUEEN) & 1) + ((held >> KING) & 1)
        if royals == 2:
            marriages += MARRIAGE_VALUES[suit]
            best = max(best, MARRIAGE_VALUES[suit])
        elif royals == 1:
            points += numbers[HALF_RATE] * MARRIAGE_VALUES[suit]
    points += numbers[BY_ACES + aces] + numbers[BEST_RATE + aces] * best
    return points + numbers[REST_RATE + aces] * (marriages - best)


@jit
def chance(w, points, contract, kind):
    """Chance to reach a contract with such an estimate."""
    return 1 / (1 + math.exp(-_STEEP * (points - contract) / w.spread[kind]))
