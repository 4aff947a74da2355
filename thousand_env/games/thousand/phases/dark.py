"""The dark offer, made to the first hand before it sees its cards (R7)."""

from thousand_env.games.common.types import Rules, State
from thousand_env.games.thousand.actions import A_DARK
from thousand_env.games.thousand.phases.auction import silenced
from thousand_env.games.thousand.phases.barrel import anyone_on_barrel
from thousand_env.games.thousand.state import DARK_DEAL, ORDINARY
from thousand_env.jit import jit

_BOTH = 0b11  # dark, look


@jit
def offered(g: State, r: Rules) -> bool:
    """May the first hand go dark (R7.1)?"""
    if not r.dark or g.kind != ORDINARY or anyone_on_barrel(g, r):
        return False
    return g.score[g.first_hand] >= r.dark_min_score and not silenced(g, r, g.first_hand)


@jit
def legal(g: State, r: Rules) -> int:
    """``dark`` or ``look``."""
    return _BOTH


@jit
def apply(g: State, r: Rules, action: int) -> None:
    """Either way the first hand sees its cards now (R7.2)."""
    if action == A_DARK:
        g.kind = DARK_DEAL
