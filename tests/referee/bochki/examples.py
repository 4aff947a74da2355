"""Hands that score a given number, and games played by numbers, for the tests."""

import random
from functools import cache
from itertools import permutations, product

from .cards import pack_of
from .referee import Referee
from .rules import Rules

#: Points -> a hand of 7 that scores them by the house's table, with how.
HANDS = {
    0: "8S TS QS 8C TC QC 9D",
    5: "8S 9S QS 8C TC QC AD",  # 2Y
    10: "8S 9S QS KS 8C TC QC",  # 2Y 2Y
    25: "8S 9S TS QC AC QD 8D",  # 3Y
    30: "8S 8C 8D TS TC QS QC",  # 3X
    35: "8S 8C 8D TS JS KC KD",  # 3X 2Y
    40: "8S 8C 8D TS JS QC KC",  # 3X 2Y 2Y
    50: "8S 9S TS JS KC KD 8C",  # 4Y
    55: "8S 9S TS JS KC AC 8D",  # 4Y 2Y
    60: "8S 8C 8D 8H TS TC QS",  # 4X
    65: "8S 8C 8D 8H TS JS QC",  # 4X 2Y
    80: "8S 9S TS JS QS 8C TC",  # 5Y
    85: "8S 9S TS JS QS 8C 9C",  # 5Y 2Y
    90: "8S 8C 8D 8H TS TC TD",  # 4X 3X
    120: "8S 9S TS JS QS KS 8C",  # 6Y
    200: "8S 9S TS JS QS KS AS",  # 7Y
}


def alone(score=(0, 0), **options) -> Referee:
    """Two players, turn by turn, seat 0 to begin; who has points is in."""
    rules = {"players": 2, "turns": "in_order", **options}
    return Referee(rules, {"score": score}, dealer=1)


def side_by_side(*score: int, dealer: int = -1, **options) -> Referee:
    """Turns together, seat 0 to begin unless another dealer is given."""
    rules = {"players": len(score), **options}
    return Referee(rules, {"score": score}, dealer=dealer % len(score))


def run(referee: Referee, *steps) -> Referee:
    """Words are decisions, numbers deals that bring so much: one, or a tuple by seat."""
    for step in steps:
        if isinstance(step, str):
            referee.apply(step)
        else:
            by_seat = dict(zip(referee.taking_part(), [step])) if isinstance(step, int) else None
            by_seat = by_seat or dict(enumerate(step))
            dealt = disjoint_hands(tuple(by_seat[seat] for seat in referee.taking_part()))
            hands = [""] * referee.rules["players"]
            for seat, hand in zip(referee.taking_part(), dealt):
                hands[seat] = hand
            referee.deal(hands)
    return referee


@cache
def disjoint_hands(wanted: tuple) -> list:
    """One hand for each number, none of them with a card of another."""
    if len(wanted) > 2:
        return random_hands(wanted)
    choices = [
        [with_suits(HANDS[number], suits) for suits in permutations("SCDH")] for number in wanted
    ]
    for hands in product(*choices):
        if len({card for hand in hands for card in hand.split()}) == 7 * len(hands):
            return list(hands)
    raise LookupError(f"no such hands: {wanted}")


def random_hands(wanted: tuple) -> list:
    """The same by trying packs, for three or four hands of common numbers."""
    rng, pack, scorer = random.Random(0), pack_of(28), Rules().scorer
    for _ in range(100_000):
        rng.shuffle(pack)
        hands = [pack[7 * k : 7 * k + 7] for k in range(len(wanted))]
        if all(scorer.hand(hand) == number for hand, number in zip(hands, wanted)):
            return [" ".join(hand) for hand in hands]
    raise LookupError(f"no such hands: {wanted}")


def with_suits(hand: str, suits) -> str:
    return " ".join(card[0] + suits["SCDH".index(card[1])] for card in hand.split())
