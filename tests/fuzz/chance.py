"""The attack without guidance: valid inputs with a few changes, drawn from a seed."""

import random

from tests.fuzz.oracle import Target


def attack(target: Target, seed: int, inputs: int) -> int:
    """Try so many inputs; an input that breaks a promise is shown with the error.

    Returns the number tried.
    """
    rng = random.Random(seed)
    valid = [target.seed(rng) for _ in range(10)]
    for _ in range(inputs):
        data = rng.choice(valid)
        for _ in range(rng.choice((0, 1, 1, 1, 2, 2, 3, 5))):
            data = target.mutate(data, rng)
        try:
            target.check(data)
        except BaseException as error:
            error.add_note(f"the input that broke a promise: {data[:3000]!r}")
            raise
    return inputs
