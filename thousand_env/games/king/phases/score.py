"""What tricks and deals come to for each seat (K3, K5, K7 to K10)."""

from thousand_env.games.common.sets import count_cards
from thousand_env.games.common.types import Rules, State
from thousand_env.games.king.cards import (
    ALL_KINGS_AND_JACKS,
    ALL_QUEENS,
    HEART_SUIT,
    HEARTS,
    JOKER,
    KING_OF_HEARTS,
    SUIT_SIZE,
    bit,
)
from thousand_env.games.king.rules import (
    EARLY_TRICK,
    HALF_LAST_COST,
    HAND_SIZE,
    HEART_COST,
    JOKER_COST,
    JOKER_DEAL,
    KING_COST,
    LAST,
    LAST_COST,
    LAST_TWO,
    LOTTERY_DEAL,
    MAN_COST,
    NO_HEARTS,
    NO_KING,
    NO_MEN,
    NO_QUEENS,
    NO_TRICKS,
    QUEEN_COST,
    ROBBER,
    TRICK_COST,
    TRICK_PRIZE,
)
from thousand_env.games.king.state import NONE
from thousand_env.jit import jit


@jit
def trick_points(g: State, r: Rules, trick: int) -> int:
    """What a trick, a set of cards, writes for who took it; ``tricks_played`` counts it already."""
    if g.kind < ROBBER:
        return -_misere_cost(g, r, g.kind, trick)
    if g.kind == JOKER_DEAL:
        return -_joker_cost(trick)
    if g.kind != ROBBER:
        return TRICK_PRIZE
    cost = 0
    for misere in range(ROBBER):  # all of them (K5)
        cost += _misere_cost(g, r, misere, trick)
    return -cost


@jit
def _misere_cost(g: State, r: Rules, kind: int, trick: int) -> int:
    """One deal's penalty for a trick (K3)."""
    if kind == NO_TRICKS:
        return TRICK_COST[r.players]
    if kind == NO_HEARTS:
        return HEART_COST * count_cards(trick & HEARTS)
    if kind == NO_QUEENS:
        return QUEEN_COST * count_cards(trick & ALL_QUEENS)
    if kind == NO_MEN:
        return MAN_COST * count_cards(trick & ALL_KINGS_AND_JACKS)
    if kind == NO_KING:
        return KING_COST[r.players] if trick & KING_OF_HEARTS else 0
    return _last_cost(r, g.tricks_played)


@jit
def _last_cost(r: Rules, number: int) -> int:
    """What the trick of this number costs in deal 6 (K3)."""
    final = HAND_SIZE[r.players]
    if r.last == LAST:
        return LAST_COST[r.players] if number == final else 0
    other = final - 1 if r.last == LAST_TWO else EARLY_TRICK
    return HALF_LAST_COST[r.players] if number in (final, other) else 0


@jit
def _joker_cost(trick: int) -> int:
    """Hearts by their rank, and the joker (K10)."""
    cost = JOKER_COST if trick & bit(JOKER) else 0
    for rank in range(SUIT_SIZE):
        if trick & bit(HEART_SUIT * SUIT_SIZE + rank):
            cost += rank + 2
    return cost


@jit
def written(g: State, r: Rules, seat: int) -> int:
    """What a deal that has ended writes for a seat (K8, K9)."""
    if g.kind == LOTTERY_DEAL:
        if g.hand_size[seat]:
            return 0
        return r.prizes[1] if seat == g.to_move else r.prizes[0]  # he laid the last card
    points = g.points[seat]
    if g.bidder != NONE:
        if seat == g.bidder:
            points -= g.bid
        elif seat == g.first_hand:
            points += g.bid
    return points
