"""The greedy player's fitted numbers, read from ``weights.json`` (see ``fit``)."""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np


class Weights(NamedTuple):
    """Everything the player knows by experience."""

    style: Any  # (1,) record, see ``style``
    play: Any  # (situations, features): see ``playing`` and ``features``
    hand: Any  # (kinds of hand, 64 holdings of a suit and 2 rates): see ``values``
    spread: Any  # (kinds of hand,) standard deviation of the outcome around the estimate


@cache
def fitted() -> tuple[Any, Any, Any]:
    """The arrays ``play``, ``hand`` and ``spread``."""
    numbers = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    play, hand, spread = (np.array(numbers[name]) for name in ("play", "hand", "spread"))
    return play, hand, spread
