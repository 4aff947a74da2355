"""A player's outlook on the trick to play: who follows, what they may hold, whose points count."""

from typing import NamedTuple

from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.knowledge import (
    hand_size,
    may_hold,
    opponents,
    surely_holds,
    unseen_cards,
)
from thousand_env.games.thousand.cards import MARRIAGE_VALUES, has_marriage, marriage_points
from thousand_env.games.thousand.rules import PACK_POINTS
from thousand_env.games.thousand.state import NONE, active_players


class Outlook(NamedTuple):
    """Plain numbers for the scoring of cards."""

    hand: int
    unseen: int
    left: int  # the next seat clockwise
    right: int  # the one after it, -1 with two players
    left_cards: int  # what they may hold
    right_cards: int
    left_size: int
    right_size: int
    left_worth: float  # what a point is worth that goes to them
    right_worth: float
    bolt: float  # what a first trick is worth


@jit
def look(v, s):
    """The outlook of the player to move."""
    unseen = unseen_cards(v)
    left, right = opponents(v)
    left_sure = surely_holds(v, left, unseen)
    right_sure = surely_holds(v, right, unseen) if right != NONE else 0
    left_cards = may_hold(v, left, unseen) & ~right_sure
    right_cards = unseen & ~left_sure  # with two players: the closed talon
    if right != NONE:
        right_cards = may_hold(v, right, right_cards)
    decided = is_decided(v, unseen)
    return Outlook(
        int(v.hand),
        unseen,
        left,
        right,
        left_cards,
        right_cards,
        hand_size(v, left),
        hand_size(v, right) if right != NONE else 0,
        worth_of(v, s, left, decided),
        worth_of(v, s, right, decided),
        bolt_worth(v, s),
    )


@jit
def points_needed(v):
    """Points the declarer still lacks (R11.1)."""
    taken = v.trick_points[v.declarer] + v.marriage_points[v.declarer]
    return int(v.contract - taken)


@jit
def is_decided(v, unseen):
    """Is the contract made, or out of reach whatever happens?"""
    needed = points_needed(v)
    if needed <= 0:
        return True
    open_points = PACK_POINTS
    for seat in range(v.players):
        open_points -= int(v.trick_points[seat])
    hidden = int(v.hand) if v.seat == v.declarer else unseen
    return needed > open_points + marriage_points(hidden)


@jit
def worth_of(v, s, seat, decided):
    """What a point is worth to us that goes to another seat."""
    if seat == NONE:
        return 0.0
    if decided:
        return s.to_rival
    if v.seat == v.declarer:
        return s.to_opponent
    return s.to_declarer if seat == v.declarer else s.to_partner


@jit
def bolt_worth(v, s):
    """A first trick spares a bolt, the third of which costs most (R11.4)."""
    if v.tricks[v.seat]:
        return 0.0
    return s.bolt * (1 + v.bolts[v.seat])


@jit
def best_marriage(hand):
    """Value of the best marriage in a hand, 0 if there is none."""
    best = 0
    for suit in range(4):
        if has_marriage(hand, suit):
            best = max(best, MARRIAGE_VALUES[suit])
    return best
