"""What a hand is worth: its best division into combinations (B3).

Runs lie within a suit, so what a suit's cards bring in runs is looked up in a table with an entry
for each of the 512 sets of ranks, made once a rule set.  What is left to choose is which cards go
into groups of one rank instead: rarely any, at most 36 ways.
"""

from functools import lru_cache

from thousand_env.games.bochki.cards import ALL_SIXES, FULL_SUIT, SUIT_SIZE
from thousand_env.games.common.sets import count_cards
from thousand_env.games.common.types import Rules
from thousand_env.jit import jit


@lru_cache(64)
def run_points(values: tuple[int, ...]) -> tuple[int, ...]:
    """Points of the best runs in each set of ranks, (512,); ``values[n]`` is what n cards score."""
    best = [0]
    for ranks in range(1, FULL_SUIT + 1):
        top = ranks.bit_length() - 1
        points = best[ranks ^ 1 << top]  # the highest card is in no run
        for length in range(2, top + 2):
            run = (1 << length) - 1 << (top + 1 - length)
            if ranks & run != run:
                break
            points = max(points, values[length] + best[ranks ^ run])
        best.append(points)
    return tuple(best)


@jit
def hand_points(r: Rules, hand: int) -> int:
    """Points of the best division of a hand of 7 or 9 cards (B3, B4)."""
    suits = hand | hand >> SUIT_SIZE
    if ((suits | suits >> (2 * SUIT_SIZE)) & FULL_SUIT) == r.ranks:  # one of each, no group
        return max(r.one_of_each, _in_runs(r, hand))
    return _best(r, hand, _threes(hand))


@jit
def _in_runs(r: Rules, hand: int) -> int:
    """Points of the best runs of all suits."""
    return (
        r.runs[hand & FULL_SUIT]
        + r.runs[(hand >> SUIT_SIZE) & FULL_SUIT]
        + r.runs[(hand >> (2 * SUIT_SIZE)) & FULL_SUIT]
        + r.runs[hand >> (3 * SUIT_SIZE)]
    )


@jit
def _threes(hand: int) -> int:
    """Ranks of which the hand has three cards or four."""
    low = hand & FULL_SUIT
    next_low = (hand >> SUIT_SIZE) & FULL_SUIT
    next_high = (hand >> (2 * SUIT_SIZE)) & FULL_SUIT
    high = hand >> (3 * SUIT_SIZE)
    return (low & next_low & (next_high | high)) | ((low | next_low) & next_high & high)


@jit
def _best(r: Rules, hand: int, ranks: int) -> int:
    """Points of the cards left in hand, with groups only of these ranks."""
    if ranks == 0:
        return int(_in_runs(r, hand))
    rank = ranks & -ranks
    others = ranks ^ rank
    points = int(_best(r, hand, others))
    column = hand & (rank * ALL_SIXES)
    if count_cards(column) == 4:
        points = max(points, int(r.four) + _best(r, hand ^ column, others))
    for suit in range(4):
        group = column & ~(rank << (suit * SUIT_SIZE))
        if count_cards(group) == 3:
            points = max(points, int(r.three) + _best(r, hand ^ group, others))
    return points
