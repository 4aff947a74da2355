"""The exact distribution of one deal's points: all hands, those alike but for suits taken at once."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, groupby, product
from math import factorial, prod

from .cards import SUITS
from .combinations import Scorer


def suit_shapes(size: int, most: int) -> list:
    """How many cards of each suit, longest first: (7, 0, 0, 0) … (2, 2, 2, 1)."""
    ways = combinations_with_replacement(range(most, -1, -1), len(SUITS))
    return [shape for shape in ways if sum(shape) == size]


def hands_up_to_suits(ranks: int, size: int):
    """Every hand once up to the names of the suits, as four masks, with how many hands it is."""
    of_length = [
        [sum(1 << k for k in chosen) for chosen in combinations(range(ranks), n)]
        for n in range(ranks + 1)
    ]
    for shape in suit_shapes(size, ranks):
        parts = [
            combinations_with_replacement(of_length[n], len(list(same)))
            for n, same in groupby(shape)
        ]
        for chosen in product(*parts):
            masks = [mask for part in chosen for mask in part]
            alike = prod(factorial(n) for n in Counter(masks).values())
            yield masks, factorial(len(SUITS)) // alike


def exact_distribution(scorer: Scorer, size: int) -> Counter:
    """Points -> the number of hands of so many cards that score them."""
    hands = Counter()
    for masks, number in hands_up_to_suits(len(scorer.ranks), size):
        hands[scorer.points(masks)] += number
    return hands


def mean(hands: Counter) -> Fraction:
    """The average points of a hand."""
    return Fraction(sum(p * n for p, n in hands.items()), hands.total())
