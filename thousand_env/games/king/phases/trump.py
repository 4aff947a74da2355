"""Naming trumps (K7, K8)."""

from thousand_env.games.common.types import State
from thousand_env.games.king.actions import A_TRUMP, TRUMP
from thousand_env.jit import jit

_ALL_SUITS = 0b1111


@jit
def begin(g: State) -> None:
    """The declarer names them, and leads."""
    g.phase = TRUMP
    g.to_move = g.declarer


@jit
def legal(g: State) -> int:
    """Any suit, whatever he holds."""
    return _ALL_SUITS


@jit
def apply(g: State, action: int) -> None:
    """His choice."""
    g.trump = action - A_TRUMP
