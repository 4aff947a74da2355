"""The gift (R6.2): one card face down to each opponent, or a way out instead."""

from thousand_env.games.common.types import Array, Rules, State
from thousand_env.games.thousand.actions import A_CONCEDE, A_GIVE, A_REDEAL, GIFT
from thousand_env.games.thousand.cards import ALL_ACES
from thousand_env.games.thousand.phases.contract import may_concede
from thousand_env.games.thousand.phases.redeal import talon_calls
from thousand_env.games.thousand.phases.talon import aces_came_together
from thousand_env.games.thousand.rules import ACES_GIVE
from thousand_env.games.thousand.state import NONE, active_players, next_seat
from thousand_env.jit import jit

_REDEAL_BIT = 1
_GIVE_SHIFT = A_GIVE - A_REDEAL
_CONCEDE_BIT = 1 << (A_CONCEDE - A_REDEAL)


@jit
def begin(g: State, r: Rules) -> None:
    """The declarer holds the talon and chooses the first card to give."""
    g.phase = GIFT
    g.to_move = g.declarer


@jit
def legal(g: State, r: Rules) -> int:
    """``give``; before the first card also ``redeal`` (R4.3) and ``concede`` (R6.4)."""
    bits = _cards_to_give(g, r) << _GIVE_SHIFT
    if g.gifts[0] == NONE:
        if talon_calls(g, r, g.talon_taken):
            bits |= _REDEAL_BIT
        if may_concede(g, r):
            bits |= _CONCEDE_BIT
    return bits


@jit
def _cards_to_give(g: State, r: Rules) -> int:
    """Any card first; the last one by R4.4."""
    hand = int(g.hand[g.declarer])
    last = r.players == 2 or g.gifts[0] != NONE
    return last_gifts(r, hand, aces_came_together(g)) if last else hand


@jit
def last_gifts(r: Rules, hand: int, together: bool) -> int:
    """Cards of a hand that may be given last: of four aces come together, one must have gone (R4.4)."""
    none_given = together and (hand & ALL_ACES) == ALL_ACES
    return hand & ALL_ACES if none_given and r.four_aces_with_talon == ACES_GIVE else hand


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """A card changes hands; True if it was the last one to give."""
    card = action - A_GIVE
    which = 0 if g.gifts[0] == NONE else 1
    receiver = receiver_of(g, r, which)
    g.gifts[which] = card
    g.hand[g.declarer] &= ~(1 << card)
    g.hand[receiver] |= 1 << card
    return which + 2 == active_players(r)


@jit
def receiver_of(g: State, r: Rules, which: Array) -> int:
    """Seat that gets the first or the second card: the left neighbour, then the next."""
    seat = next_seat(g, r, g.declarer)
    return seat if which == 0 else next_seat(g, r, seat)
