"""The open cards taken, and one card face down to each other player (K8)."""

from thousand_env.games.common.types import Rules, State
from thousand_env.games.king.actions import A_GIVE, GIVE
from thousand_env.games.king.cards import bit
from thousand_env.games.king.rules import OPEN_CARDS
from thousand_env.games.king.state import NONE, next_seat
from thousand_env.jit import jit


@jit
def begin(g: State, r: Rules) -> None:
    """The declarer takes the open cards."""
    g.phase = GIVE
    g.to_move = g.declarer
    g.hand[g.declarer] |= g.talon
    g.hand_size[g.declarer] += OPEN_CARDS[r.players]
    g.gifts_at = g.log_length


@jit
def legal(g: State) -> int:
    """Any card of his, an open one too (K8)."""
    return g.hand[g.declarer]


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """A card for the next neighbour without one; True if it was the last to give."""
    card = action - A_GIVE
    seat = next_seat(r.players, g.declarer)
    while g.gifts[seat] != NONE:
        seat = next_seat(r.players, seat)
    g.gifts[seat] = card
    g.hand[g.declarer] &= ~bit(card)
    g.hand_size[g.declarer] -= 1
    g.hand[seat] |= bit(card)
    g.hand_size[seat] += 1
    return next_seat(r.players, seat) == g.declarer
