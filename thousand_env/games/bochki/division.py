"""Which combinations make a hand's points (B3), for those who show it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from thousand_env.games.bochki.cards import ALL_SIXES, FULL_SUIT, SUIT_SIZE
from thousand_env.games.bochki.combinations import hand_points
from thousand_env.games.bochki.rules import RuleSet


@lru_cache(64)
def _compiled(rules: RuleSet) -> Any:
    return rules.compiled()[0]


def division(rules: RuleSet, hand: int) -> list[tuple[str, int]]:
    """Name and cards, a mask, of each combination of a best division of a dealt hand, dearest first.

    One that scores most may not be the only one.  Cards in no combination are left out.
    """
    r, parts = _compiled(rules), list[tuple[str, int]]()
    points, one_of_each = int(hand_points(r, hand)), f"{rules.hand_size}Z"
    if _has_every_rank(rules, hand) and points == rules.values[one_of_each] > 0:
        return [(one_of_each, hand)]
    while points:
        for name, cards in _combinations(hand):
            rest = int(hand_points(r, hand ^ cards))
            if rules.values[name] and rest + rules.values[name] == points:
                parts.append((name, cards))
                hand, points = hand ^ cards, rest
                break
    return sorted(parts, key=lambda part: -rules.values[part[0]])


def _has_every_rank(rules: RuleSet, hand: int) -> bool:
    ranks = 0
    for suit in range(4):
        ranks |= hand >> (suit * SUIT_SIZE) & FULL_SUIT
    return ranks.bit_count() == rules.hand_size


def _combinations(hand: int) -> Iterator[tuple[str, int]]:
    """All runs and groups in a set of cards, the longest first."""
    for length in range(SUIT_SIZE, 1, -1):
        for suit in range(4):
            for low in range(SUIT_SIZE - length + 1):
                run = ((1 << length) - 1) << (suit * SUIT_SIZE + low)
                if hand & run == run:
                    yield f"{length}Y", run
    for rank in range(SUIT_SIZE):
        four = ALL_SIXES << rank
        column = hand & four
        if column == four:
            yield "4X", four
        for suit in range(4):
            three = four & ~(1 << (suit * SUIT_SIZE + rank))
            if column & three == three:
                yield "3X", three
