"""Compiler switches for the packages here, each with a cache of its own."""

from pathlib import Path

import thousand_env
from thousand_env.jit import Compiler

_HERE = Path(__file__).parent


def compiler(*packages: str) -> Compiler:
    """A switch for functions whose machine code depends on the rules' sources and these packages.

    Name a function's own package, and all of which it calls compiled functions.
    """
    games = Path(thousand_env.__file__).parent / "games"
    return Compiler(games, *(_HERE / name for name in packages))
