"""The greedy player's fitted numbers, read from ``weights.json``; ``fit`` makes them."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from thousand_agents.king.stakes import Stakes, stakes
from thousand_agents.king.values import holding_terms
from thousand_env.games.king import RuleSet

PATH: Final = Path(__file__).with_name("weights.json")


class Weights(NamedTuple):
    """Everything the player knows by experience, and the stakes of his rules."""

    play: Any  # (situations, features): see ``playing`` and ``features``
    lay: Any  # (situations, features) of the lottery: see ``laying``
    hand: Any  # (2, parts, holdings), three or four players: see ``values``
    stakes: Stakes


def weights(rules: RuleSet, numbers: Any = None) -> Weights:
    """The weights under some rules; other ``numbers`` are those of ``read_numbers``."""
    numbers = _fitted() if numbers is None else numbers
    hand = np.ascontiguousarray(numbers["hand"] @ holding_terms().T)
    return Weights(numbers["play"], numbers["lay"], hand, stakes(rules))


@cache
def _fitted() -> dict[str, Any]:
    return read_numbers()


def read_numbers() -> dict[str, Any]:
    """The numbers in the file, by name: of ``hand`` those of the terms of a holding."""
    numbers = json.loads(PATH.read_text(encoding="utf-8"))
    return {name: np.array(rows, np.float64) for name, rows in numbers.items()}
