"""Re-deals (R4): when one falls due, the optional question, the dealer's limit."""

from thousand_env.games.common.types import Rules, State
from thousand_env.games.thousand.actions import A_DARK, A_REDEAL, A_WAIVE, DEAL, REDEAL
from thousand_env.games.thousand.cards import ALL_ACES, ALL_NINES, count_cards, mask_points
from thousand_env.games.thousand.phases.barrel import fine_dealer
from thousand_env.games.thousand.rules import MANDATORY, OPTIONAL
from thousand_env.games.thousand.state import (
    GOLDEN_DEAL,
    NONE,
    OBLIGATORY_DEAL,
    ORDINARY,
    active_players,
    seat_at,
)
from thousand_env.jit import jit

_WAIVE_BIT = 1 << (A_WAIVE - A_DARK)  # the phase shares the window of the dark offer
_REDEAL_BIT = 1 << (A_REDEAL - A_DARK)


@jit
def hand_calls(r: Rules, hand: int, mode: int) -> bool:
    """Does a dealt hand call for a re-deal of this mode (R4.1, R4.2)?"""
    if r.redeal_four_aces == mode and (hand & ALL_ACES) == ALL_ACES:
        return True
    if r.redeal_four_nines == mode and (hand & ALL_NINES) == ALL_NINES:
        return True
    return r.redeal_weak_hand_mode == mode and mask_points(hand) < r.redeal_weak_hand


@jit
def mandatory_due(g: State, r: Rules) -> bool:
    """Does any dealt hand call for a re-deal by itself (R4.1, R4.2)?"""
    for place in range(active_players(r)):
        if hand_calls(r, g.hand[seat_at(g, r, place)], MANDATORY):
            return True
    return False


@jit
def talon_calls(g: State, r: Rules, talon: int) -> bool:
    """May the declarer claim a re-deal by this talon (R4.3)?"""
    if g.kind == GOLDEN_DEAL or g.kind == OBLIGATORY_DEAL or g.closed:
        return False
    if r.redeal_talon_nines and count_cards(talon & ALL_NINES) >= r.redeal_talon_nines:
        return True
    return mask_points(talon) < r.redeal_weak_talon


@jit
def carry_out(g: State, r: Rules) -> bool:
    """A re-deal falls due: throw the deal away, or fine the dealer and play on (R4.5).

    Returns True if the deal is thrown away.
    """
    if r.redeal_limit and g.redeals + 1 >= r.redeal_limit:
        fine_dealer(g, r)
        g.closed = 1
        return False
    g.redeals += 1
    g.phase = DEAL
    return True


@jit
def ask(g: State, r: Rules) -> bool:
    """Find the next player with the choice of a re-deal (R4.2); False if nobody is left."""
    if not g.closed:
        for place in range(g.asked, active_players(r)):
            seat = seat_at(g, r, place)
            if hand_calls(r, g.hand[seat], OPTIONAL):
                g.asked = place + 1
                g.phase = REDEAL
                g.to_move = seat
                return True
    return False


@jit
def legal(g: State, r: Rules) -> int:
    """``waive`` or ``redeal`` (R4.2)."""
    return _WAIVE_BIT | _REDEAL_BIT


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """The holder's answer; True if the deal was thrown away."""
    if action == A_WAIVE:
        return False
    thrown_away = carry_out(g, r)
    if not thrown_away and g.kind == OBLIGATORY_DEAL and g.barrel_deals[g.declarer] == NONE:
        g.kind = ORDINARY  # the penalty threw the obliged player off his barrel (R4.5)
        g.declarer = NONE
        g.contract = 0
    return thrown_away
