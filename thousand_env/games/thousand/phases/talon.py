"""The talon (R6.1, R12) and four aces that come together by it (R4.4)."""

from thousand_env.games.common.types import Array, Rules, State
from thousand_env.games.thousand.actions import A_TALON, TALON
from thousand_env.games.thousand.cards import ALL_ACES
from thousand_env.games.thousand.rules import ACES_REDEAL, FORCED_BID
from thousand_env.games.thousand.state import (
    DARK_DEAL,
    OBLIGATORY_DEAL,
    ORDINARY,
)
from thousand_env.jit import jit

_BOTH = 0b11 << 2  # talon 1, talon 2


@jit
def begin(g: State, r: Rules) -> None:
    """Two players: the declarer chooses one of two talons unseen (R12)."""
    g.phase = TALON
    g.to_move = g.declarer


@jit
def legal(g: State, r: Rules) -> int:
    """``talon 1`` or ``talon 2``."""
    return _BOTH


@jit
def apply(g: State, r: Rules, action: int) -> None:
    """The declarer's choice."""
    take(g, r, action - A_TALON)


@jit
def take(g: State, r: Rules, which: Array) -> None:
    """The declarer takes a talon, shown to everyone or not (R6.1)."""
    g.chosen_talon = which
    g.talon_taken = g.talon[which]
    g.talon_shown = _is_shown(g, r)
    g.hand[g.declarer] |= g.talon_taken


@jit
def _is_shown(g: State, r: Rules) -> int:
    if g.kind == ORDINARY:
        return 0 if r.talon_blind_at_100 and g.contract == FORCED_BID else 1
    return 1 if g.kind == OBLIGATORY_DEAL else 0


@jit
def aces_came_together(g: State) -> bool:
    """Did the talon bring the fourth ace (R4.4)?"""
    dealt = g.dealt[g.declarer]
    both = dealt | g.talon_taken
    return (both & ALL_ACES) == ALL_ACES and (dealt & ALL_ACES) != ALL_ACES


@jit
def aces_redeal_due(g: State, r: Rules) -> bool:
    """Do they call for the mandatory re-deal (R4.4)?"""
    possible = (g.kind == ORDINARY or g.kind == DARK_DEAL) and not g.closed
    return possible and r.four_aces_with_talon == ACES_REDEAL and aces_came_together(g)
