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
    hand: Any  # (kinds of hand, numbers of a hand): see ``values``
    gift: Any  # (2, numbers of a hand and of the cards given), three or two players: see ``giving``
    spread: Any  # (kinds of hand,) standard deviation of the outcome around the estimate


@cache
def fitted() -> tuple[Any, Any, Any, Any]:
    """The arrays ``play``, ``hand``, ``gift`` and ``spread``."""
    numbers = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    play, hand, gift, spread = (np.array(numbers[k]) for k in ("play", "hand", "gift", "spread"))
    return play, hand, gift, spread
