"""How often a deal scores what: every hand counted, without chance (B3, B4).

Hands that differ only in the names of their suits score the same, so of the 94 million hands of 9
out of 36 cards four million are looked at, in well under a second.
"""

import numpy as np

from thousand_env.games.bochki.cards import SUIT_SIZE
from thousand_env.games.bochki.combinations import hand_points
from thousand_env.games.bochki.options import MOST_VALUE, UNIT
from thousand_env.games.bochki.rules import RuleSet
from thousand_env.games.common.types import Array
from thousand_env.jit import jit

_MOST_COMBINATIONS = 4  # of two cards each, in a hand of nine


def hands_by_points(rules: RuleSet) -> dict[int, int]:
    """Number of hands for each number of points that a deal can score, lowest first."""
    compiled = rules.compiled()
    ranks = int(compiled["ranks"][0])
    sets = [suit for suit in range(ranks + 1) if suit & ~ranks == 0]
    sets.sort(key=int.bit_count)
    sizes = [suit.bit_count() for suit in sets]
    ends = [sizes.index(size + 1) if size + 1 in sizes else len(sizes) for size in range(10)]
    counts = np.zeros(_MOST_COMBINATIONS * MOST_VALUE // UNIT + 1, np.int64)
    arrays = (np.array(values, np.int64) for values in (sets, sizes, ends))
    _count_hands(compiled, *arrays, counts)
    return {int(k) * UNIT: int(counts[k]) for k in np.flatnonzero(counts)}


@jit
def _count_hands(rules: Array, sets: Array, sizes: Array, ends: Array, counts: Array) -> None:
    """Add up all hands by points / 5 into ``counts``.

    ``sets`` are the cards a suit may hold, (512,) or (128,), by their number ``sizes``; those of
    size s end before ``ends[s]``.  A hand's suits are taken in the order of ``sets``.
    """
    r = rules[0]
    for a in range(len(sets)):
        for b in range(a, len(sets)):
            if sizes[a] + 3 * sizes[b] > r.hand_size:
                break
            for c in range(b, len(sets)):
                left = r.hand_size - sizes[a] - sizes[b] - sizes[c]
                if left < sizes[c]:
                    break
                if left > sizes[-1]:
                    continue
                for d in range(max(c, ends[left - 1] if left else 0), ends[left]):
                    suits = sets[a] | sets[b] << SUIT_SIZE | sets[c] << (2 * SUIT_SIZE)
                    points = hand_points(r, suits | sets[d] << (3 * SUIT_SIZE))
                    counts[points // UNIT] += _orders(a, b, c, d)


@jit
def _orders(a: int, b: int, c: int, d: int) -> int:
    """Ways to give four sets, equal ones side by side, to the four suits."""
    orders, equal = 24, 1
    for same in (a == b, b == c, c == d):
        equal = equal + 1 if same else 1
        orders //= equal
    return orders
