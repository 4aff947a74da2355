"""The lottery (K9): cards laid out by suit, both ways from one rank."""

from thousand_env.games.common.types import Rules, State
from thousand_env.games.king.actions import A_LAY, A_PASS, LAY
from thousand_env.games.king.cards import ALL_ACES, ALL_TWOS, bit
from thousand_env.games.king.state import SEATS, next_seat
from thousand_env.jit import jit

_PASS_BIT = 1 << (A_PASS - A_LAY)
_PLACES = 2  # it ends when so many are out


@jit
def begin(g: State) -> None:
    """The first hand lays first, if it can."""
    g.phase = LAY
    g.to_move = g.first_hand


@jit
def legal(g: State, r: Rules) -> int:
    """The cards that fit; ``pass`` only if there is none."""
    cards = g.hand[g.to_move] & open_places(g, r)
    return cards if cards else _PASS_BIT


@jit
def open_places(g: State, r: Rules) -> int:
    """Cards that fit the layout: neighbours of laid ones, and those that start a suit."""
    laid = g.played[0]
    for seat in range(1, SEATS):
        laid |= g.played[seat]
    above = (laid & ~ALL_ACES) << 1
    below = (laid & ~ALL_TWOS) >> 1
    return (above | below | r.starts) & ~laid


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """Lay a card or pass; True if the second player is out."""
    seat = g.to_move
    if action == A_PASS:
        g.lacks[seat] |= open_places(g, r)
    else:
        card = action - A_LAY
        g.hand[seat] &= ~bit(card)
        g.hand_size[seat] -= 1
        g.played[seat] |= bit(card)
        if g.hand_size[seat] == 0 and _out(g, r) == _PLACES:
            return True
    g.to_move = next_seat(r.players, seat)
    while g.hand_size[g.to_move] == 0:
        g.to_move = next_seat(r.players, g.to_move)
    return False


@jit
def _out(g: State, r: Rules) -> int:
    """Players without cards."""
    count = 0
    for seat in range(r.players):
        if g.hand_size[seat] == 0:
            count += 1
    return count
