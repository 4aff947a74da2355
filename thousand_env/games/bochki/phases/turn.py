"""A turn of up to three deals: what it brings and writes, barrels, the goal (B5 to B9)."""

from thousand_env.games.bochki.actions import OVER
from thousand_env.games.bochki.combinations import hand_points
from thousand_env.games.bochki.rules import (
    BARREL_SIZE,
    BARREL_TURNS,
    BARRELS,
    DEALS,
    FALL_TO,
    GOAL,
)
from thousand_env.games.common.types import Rules, State
from thousand_env.jit import jit


@jit
def barrel(score: int) -> int:
    """Which barrel a score lies in, from 1; 0 = none (B7)."""
    for k in range(len(BARRELS)):
        if BARRELS[k] <= score < BARRELS[k] + BARREL_SIZE:
            return k + 1
    return 0


@jit
def add_deal(g: State, r: Rules, seat: int) -> None:
    """Count the hand, and what it brings or burns (B3, B5, B6, B8)."""
    scored = hand_points(r, g.hand[seat])
    g.deal_points[seat, g.turn_deals] = scored
    g.points[seat] += scored
    if scored == 0 and g.entered[seat] and (r.zero_burns or not barrel(g.score[seat])):
        g.points[seat] = 0


@jit
def ends_with_deal(g: State, r: Rules, seat: int) -> bool:
    """Is the turn over undecided: its third deal, or one without points in a barrel (B2, B8)?"""
    if g.turn_deals == DEALS:
        return True
    scored = g.deal_points[seat, g.turn_deals - 1]
    return scored == 0 and r.zero_burns and barrel(g.score[seat]) != 0


@jit
def may_stop(g: State, r: Rules, seat: int) -> bool:
    """Is he in the game, or has he what brings him in (B5)?"""
    return g.entered[seat] != 0 or g.points[seat] >= r.entry


@jit
def end(g: State, r: Rules, seat: int) -> None:
    """Write a turn (B5, B7, B9)."""
    points = 0
    if may_stop(g, r, seat):
        points = g.points[seat]
        g.entered[seat] = 1
    if r.exact and g.score[seat] + points > GOAL:
        points = 0
    before = barrel(g.score[seat])
    g.playing[seat] = 0
    g.score[seat] += points
    g.turns_ended[seat] += 1
    _count_barrel_turn(g, seat, before)
    if g.score[seat] >= GOAL:
        g.phase = OVER
        g.played += 1  # the circle ends here


@jit
def _count_barrel_turn(g: State, seat: int, before: int) -> None:
    """A turn that begins and ends in a barrel is one of three; with the third he falls (B7)."""
    if before == 0 or barrel(g.score[seat]) != before:
        g.barrel_turns[seat] = 0
        return
    g.barrel_turns[seat] += 1
    if g.barrel_turns[seat] == BARREL_TURNS:
        g.barrel_turns[seat] = 0
        g.score[seat] = FALL_TO
