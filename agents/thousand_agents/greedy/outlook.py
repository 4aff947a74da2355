"""A player's outlook on the trick to play: who follows, what they may hold, what is at stake."""

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
from thousand_env.games.thousand.state import NONE


class Outlook(NamedTuple):
    """Plain numbers for the scoring of plays."""

    hand: int
    unseen: int  # neither played nor in the hand
    left: int  # the next seat clockwise
    right: int  # the one after it, -1 with two players
    left_cards: int  # what they may hold
    right_cards: int  # (with two players: what may lie in the closed talon)
    left_size: int
    right_size: int
    left_is_partner: bool
    right_is_partner: bool
    declares: bool
    open: bool  # the contract is neither made nor out of reach
    needed: int  # points the declarer still lacks
    bolt: int  # 0, or 1 to 3: how near a third bolt is


@jit
def look(v, r):
    """The outlook of the player to move."""
    unseen = unseen_cards(v)
    left, right = opponents(v)
    right_sure = surely_holds(v, right, unseen) if right != NONE else 0
    left_cards = may_hold(v, left, unseen & ~right_sure)
    right_cards = unseen & ~surely_holds(v, left, unseen)
    if right != NONE:
        right_cards = may_hold(v, right, right_cards)
    declares = v.seat == v.declarer
    needed = points_needed(v)
    return Outlook(
        int(v.hand),
        unseen,
        left,
        right,
        left_cards,
        right_cards,
        hand_size(v, left),
        hand_size(v, right) if right != NONE else 0,
        not declares and left != v.declarer,
        not declares and right != v.declarer and right != NONE,
        declares,
        0 < needed <= points_open(v, unseen),
        needed,
        0 if v.tricks[v.seat] else 1 + v.bolts[v.seat],
    )


@jit
def points_needed(v):
    """Points the declarer still lacks (R11.1)."""
    return int(v.contract - v.trick_points[v.declarer] - v.marriage_points[v.declarer])


@jit
def points_open(v, unseen):
    """The most the declarer can still take: all tricks and all marriages he may hold."""
    points = PACK_POINTS
    for seat in range(v.players):
        points -= int(v.trick_points[seat])
    return points + marriage_points(int(v.hand) if v.seat == v.declarer else unseen)


@jit
def best_marriage(hand):
    """Value of the best marriage in a hand, 0 if there is none."""
    best = 0
    for suit in range(4):
        if has_marriage(hand, suit):
            best = max(best, MARRIAGE_VALUES[suit])
    return best
