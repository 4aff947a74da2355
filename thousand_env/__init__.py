"""The card games Thousand, King and Bochki as environments: vector API, PettingZoo, Gymnasium.

>>> import thousand_env as te
>>> env = te.VectorEnv("thousand", num_games=2, rules=te.rules("thousand", "classic"), seed=0)
>>> env.reset()
>>> env.action_mask.shape
(2, 189)
"""

from typing import TYPE_CHECKING, Any

from thousand_env import games
from thousand_env.errors import (
    ActionError,
    IllegalActionError,
    RecordError,
    RulesError,
    RulesWarning,
    TableError,
    ThousandError,
)
from thousand_env.games.common.encode import encode
from thousand_env.games.thousand import Game, RuleSet, decode
from thousand_env.games.thousand.seat_record import hide, read_seat_record
from thousand_env.record import load_record, read_record, save_record, write_record
from thousand_env.vector import VectorEnv

if TYPE_CHECKING:
    from thousand_env.seat import SeatEnv, SeatVectorEnv

__version__ = "0.1.0"


def rules(game: str = "thousand", preset: str = "classic", **options: Any) -> Any:
    """The rule set of a game: a preset with some options changed.

    Raises: RulesError for an unknown game, preset or option, or a value that isn't allowed.
    """
    return games.load(game).rules(preset, **options)


def __getattr__(name: str) -> Any:
    """Single-seat environments and games (``te.king``) are imported when first asked for."""
    if name in games.NAMES:
        return games.load(name)
    if name in ("SeatEnv", "SeatVectorEnv"):
        from thousand_env import seat

        return getattr(seat, name)
    raise AttributeError(f"module 'thousand_env' has no attribute {name!r}")


__all__ = [
    "ActionError",
    "Game",
    "IllegalActionError",
    "RecordError",
    "RuleSet",
    "RulesError",
    "RulesWarning",
    "SeatEnv",
    "SeatVectorEnv",
    "TableError",
    "ThousandError",
    "VectorEnv",
    "decode",
    "encode",
    "hide",
    "load_record",
    "read_record",
    "read_seat_record",
    "rules",
    "save_record",
    "write_record",
]
