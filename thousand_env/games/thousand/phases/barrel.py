"""The barrel (R9) and the dump truck (R11.7): what can happen to a score."""

from thousand_env.games.common.types import Rules, State
from thousand_env.games.thousand.rules import (
    COEXIST,
    DUMP_TRUCK_SCORE,
    FALL,
    OBLIGATORY_BARRELS_USED,
    THIRD_KNOCKS_BOTH,
)
from thousand_env.games.thousand.state import NONE
from thousand_env.jit import jit


@jit
def on_barrel(g: State, seat: int) -> bool:
    """Is this player on the barrel?"""
    return g.barrel_deals[seat] != NONE


@jit
def anyone_on_barrel(g: State, r: Rules) -> bool:
    """Is any player on the barrel, the sitter included (R7.1)?"""
    for seat in range(r.players):
        if on_barrel(g, seat):
            return True
    return False


@jit
def enter(g: State, r: Rules, seat: int) -> None:
    """A score that reaches the barrel stops there (R9.1)."""
    g.score[seat] = r.barrel_at
    g.barrel_deals[seat] = 0


@jit
def leave(g: State, r: Rules, seat: int, score: int) -> None:
    """A barrel is used up; the third one takes the whole score (R9.3, R9.5)."""
    g.score[seat] = score
    g.barrel_deals[seat] = NONE
    g.barrels_used[seat] += 1
    if r.barrels_to_zero and g.barrels_used[seat] >= r.barrels_to_zero:
        g.score[seat] = 0
        g.barrels_used[seat] = 0


@jit
def fall(g: State, r: Rules, seat: int) -> None:
    """A fall without an own contract (R9.3)."""
    leave(g, r, seat, r.barrel_at - FALL)


@jit
def obliged_player(g: State, r: Rules, playing: int) -> int:
    """Who must play the obligatory game (R9.7)? The first due in bidding order, or -1."""
    if not r.obligatory or not r.barrel_at or not r.barrel_deals:
        return NONE
    for place in range(playing):
        seat = (g.first_hand + place) % r.players
        third_barrel = g.barrels_used[seat] == OBLIGATORY_BARRELS_USED
        if on_barrel(g, seat) and third_barrel and g.barrel_deals[seat] == r.barrel_deals - 1:
            return seat
    return NONE


@jit
def collide(g: State, r: Rules, before: int, arrived: int, winner: int) -> None:
    """Arrivals against those who were there before this deal (R9.4).

    ``before`` and ``arrived`` are masks of seats.  Players arriving in the same deal stay together;
    a winner is neither counted nor knocked off.
    """
    if not arrived or r.barrel_collision == COEXIST:
        return
    count = 0
    for seat in range(r.players):
        if seat != winner and on_barrel(g, seat):
            count += 1
    if r.barrel_collision == THIRD_KNOCKS_BOTH and count < 3:
        return
    for seat in range(r.players):
        was_there = (before & ~arrived) >> seat & 1
        if was_there and seat != winner and on_barrel(g, seat):
            fall(g, r, seat)


@jit
def dump(g: State, r: Rules, seat: int, score_before: int) -> None:
    """A score that a change brings to exactly 555 drops to 0; -555 may rise to 0 (R11.7)."""
    score = g.score[seat]
    if score == score_before:
        return
    if r.dump_truck and score == DUMP_TRUCK_SCORE:
        g.score[seat] = 0
    if r.reverse_dump_truck and score == -DUMP_TRUCK_SCORE:
        g.score[seat] = 0


@jit
def fine_dealer(g: State, r: Rules) -> None:
    """The re-deal penalty, written at once (R4.5, R9.3, R11.7)."""
    before = g.score[g.dealer]
    if on_barrel(g, g.dealer):
        fall(g, r, g.dealer)
    else:
        g.score[g.dealer] -= r.redeal_penalty
    dump(g, r, g.dealer, before)
