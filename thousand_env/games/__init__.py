"""The games: each a package with the names of ``interface.py``."""

import importlib
from typing import TYPE_CHECKING, Any, Final, cast

from thousand_env.errors import RulesError
from thousand_env.foreign import shown

if TYPE_CHECKING:
    from thousand_env.games.interface import GamePackage, GamePicture, GameText

NAMES: Final = ("thousand", "king", "bochki")
FIRST: Final = NAMES[0]  # where none is named


def load(name: str) -> "GamePackage":
    """The package of a game.

    Raises: RulesError for an unknown name.
    """
    if not isinstance(name, str) or name not in NAMES:
        raise RulesError(f"unknown game {shown(name)}; games: {', '.join(NAMES)}")
    return cast("GamePackage", importlib.import_module(f"thousand_env.games.{name}"))


def of(rules: Any) -> "GamePackage":
    """The package of the game that a rule set is of."""
    return load(rules.game)


def text_of(rules: Any) -> "GameText":
    """The module that shows the game of a rule set as text, imported when first asked for."""
    return cast("GameText", importlib.import_module(f"thousand_env.games.{rules.game}.render"))


def picture_of(rules: Any) -> "GamePicture":
    """The module that draws the game of a rule set, imported when first asked for."""
    return cast("GamePicture", importlib.import_module(f"thousand_env.games.{rules.game}.picture"))
