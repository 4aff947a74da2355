"""The greedy player's fitted numbers, read from ``weights.json``; ``fit`` makes them."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

PATH: Final = Path(__file__).with_name("weights.json")


class Weights(NamedTuple):
    """Everything the player knows by experience."""

    style: Any  # (1,) record, see ``style``
    play: Any  # (situations, features): see ``playing`` and ``features``
    hand: Any  # (kinds of hand, numbers of a hand): see ``values``
    gift: Any  # (2, numbers of a hand and of the cards given), three or two players: see ``giving``
    spread: Any  # (kinds of hand,) standard deviation of the outcome around the estimate


@cache
def fitted() -> dict[str, Any]:
    """The arrays of ``Weights`` but ``style``, by name; not to be changed."""
    return read_numbers()


def read_numbers() -> dict[str, Any]:
    """A copy of the arrays in the file."""
    numbers = json.loads(PATH.read_text(encoding="utf-8"))
    return {name: np.array(rows, np.float64) for name, rows in numbers.items()}
