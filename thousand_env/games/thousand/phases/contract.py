"""The contract (R6.3) and the concession (R6.4)."""

from thousand_env.games.common.types import Rules, State
from thousand_env.games.thousand.actions import (
    A_CONCEDE,
    A_CONTRACT,
    A_KEEP,
    BID_UNIT,
    CONTRACT,
    LOWEST_RAISE,
)
from thousand_env.games.thousand.phases.auction import bids_above
from thousand_env.games.thousand.rules import CONCEDE_OFF
from thousand_env.games.thousand.state import DARK_DEAL, ORDINARY
from thousand_env.jit import jit

_CONCEDE_BIT = 1
_KEEP_BIT = 1 << (A_KEEP - A_CONCEDE)
_CONTRACT_SHIFT = A_CONTRACT - A_CONCEDE


@jit
def may_concede(g: State, r: Rules) -> bool:
    """May the declarer give up in this deal (R6.4, R7.3)?"""
    if r.concede == CONCEDE_OFF:
        return False
    return g.kind == ORDINARY or (g.kind == DARK_DEAL and r.dark_concede)


@jit
def may_raise(g: State, r: Rules) -> bool:
    """May the declarer raise the contract in this deal (R6.3, R7.3)?"""
    return (g.kind == ORDINARY and r.raise_) or (g.kind == DARK_DEAL and r.dark_raise)


@jit
def begin(g: State, r: Rules) -> bool:
    """True if there is anything to decide: a ``keep`` alone isn't asked (R14)."""
    g.phase = CONTRACT
    g.to_move = g.declarer
    g.leader = g.declarer  # as in play: the others don't know that there is a choice (R13)
    return legal(g, r) != _KEEP_BIT


@jit
def legal(g: State, r: Rules) -> int:
    """``keep``, higher contracts on the cards kept, ``concede``."""
    bits = _KEEP_BIT
    if may_raise(g, r):
        bits |= bids_above(r, g.contract, g.hand[g.declarer]) << _CONTRACT_SHIFT
    if may_concede(g, r):
        bits |= _CONCEDE_BIT
    return bits


@jit
def apply(g: State, r: Rules, action: int) -> None:
    """A higher contract, or the one that stands."""
    if action != A_KEEP:
        g.contract = LOWEST_RAISE + BID_UNIT * (action - A_CONTRACT)
