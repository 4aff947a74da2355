"""Bookkeeping at the end of a deal, in the order of R11.6, and the start of a match."""

import numpy as np

from thousand_env.games.common.stream import DEALER_DRAW, draw, stream
from thousand_env.games.common.types import Rules, State, Table
from thousand_env.games.thousand.actions import DEAL, OVER
from thousand_env.games.thousand.phases.barrel import (
    collide,
    dump,
    enter,
    fall,
    leave,
    on_barrel,
)
from thousand_env.games.thousand.phases.score import (
    count_concession,
    entry,
    is_made,
    raw_points,
    sits_out,
    write_bolt,
)
from thousand_env.games.thousand.rules import FAIL_REPLAY, FAIL_START
from thousand_env.games.thousand.state import (
    GOLDEN_DEAL,
    NONE,
    OBLIGATORY_DEAL,
    SEATS,
    seat_at,
)
from thousand_env.jit import jit


@jit
def begin(g: State, r: Rules, start: Table) -> None:
    """The start table laid out; without a dealer he is drawn by lot (R2.3, R2.4)."""
    for seat in range(SEATS):
        g.score[seat] = start.score[seat]
        g.paid[seat] = start.score[seat]
        g.bolts[seat] = start.bolts[seat]
        g.concessions[seat] = start.concessions[seat]
        g.barrel_deals[seat] = start.barrel_deals[seat]
        g.barrels_used[seat] = start.barrels_used[seat]
    g.redeals = start.redeals
    g.golden_circle = start.golden_circle
    g.golden_deal = start.golden_deal
    g.golden_made = start.golden_made
    g.deals = start.deals
    g.winner = NONE
    g.phase = DEAL
    g.dealer = start.dealer
    if start.dealer == NONE:
        g.dealer = draw(stream(g, DEALER_DRAW, 0), 0, r.players)


@jit
def clear_scores(g: State) -> None:
    """All scores, bolts, concessions, barrels back to none (R8.2)."""
    for seat in range(SEATS):
        g.score[seat] = 0
        g.bolts[seat] = 0
        g.concessions[seat] = 0
        g.barrel_deals[seat] = NONE
        g.barrels_used[seat] = 0


@jit
def finish_deal(g: State, r: Rules) -> None:
    """Everything between the last card (or a concession) and the next deal (R11.6)."""
    before = np.empty(SEATS, np.int64)
    on_before = 0
    for seat in range(r.players):
        before[seat] = g.score[seat]
        if on_barrel(g, seat):
            on_before |= 1 << seat
    made = is_made(g, r)
    _write_result(g, r, made)
    winner, arrived = _write_entries(g, r, made)
    collide(g, r, on_before, arrived, winner)
    if g.golden_circle:
        _end_golden_deal(g, r, made, winner)
    for seat in range(r.players):
        if seat != winner:
            dump(g, r, seat, before[seat])
    if not r.barrel_at:
        winner = _winner_without_barrel(g, r)
    for seat in range(r.players):
        g.last_written[seat] = g.score[seat] - g.start_score[seat]
    g.deals += 1
    g.redeals = 0
    g.dealer = (g.dealer + 1) % r.players
    g.winner = winner
    g.phase = DEAL if winner == NONE else OVER


@jit
def _write_result(g: State, r: Rules, made: bool) -> None:
    g.last_kind = g.kind
    g.last_conceded = g.conceded
    g.last_declarer = g.declarer
    g.last_contract = g.contract
    g.last_made = 1 if made else 0
    for seat in range(r.players):
        g.last_raw[seat] = raw_points(g, seat)


@jit
def _write_entries(g: State, r: Rules, made: bool) -> tuple[int, int]:
    """Step (a): every player's result with bolts; the winner and a mask of arrivals."""
    extra_loss = count_concession(g, r) if g.conceded else 0
    winner = NONE
    arrived = 0
    for place in range(r.players):
        seat = seat_at(g, r, place)
        points = entry(g, r, seat, made)
        if seat == g.declarer:
            points -= extra_loss
        third_bolt = write_bolt(g, r, seat)
        if third_bolt:
            points -= r.bolt_penalty
        g.last_entry[seat] = points
        if on_barrel(g, seat):
            if _settle_on_barrel(g, r, seat, made, third_bolt):
                winner = seat
            continue
        g.score[seat] += points
        if _jumps(g, r, seat, made):
            winner = seat
        elif r.barrel_at and g.score[seat] >= r.barrel_at:
            enter(g, r, seat)
            arrived |= 1 << seat
    return winner, arrived


@jit
def _jumps(g: State, r: Rules, seat: int, made: bool) -> bool:
    """Does an own contract win from below the barrel (R9.1 ``barrel_jump``)?"""
    if not r.barrel_at or not r.barrel_jump or seat != g.declarer:
        return False
    return made and g.score[seat] >= r.goal


@jit
def _settle_on_barrel(g: State, r: Rules, seat: int, made: bool, third_bolt: bool) -> bool:
    """A deal on the barrel (R9.2, R9.3, R9.7); True if it wins the match."""
    own = seat == g.declarer
    if sits_out(g, r, seat):
        return False
    if own and g.kind == OBLIGATORY_DEAL:
        return _settle_obligatory(g, r, seat, made)
    if own and made and g.contract >= r.barrel_contract:
        return _win(g, r, seat)
    if g.kind != GOLDEN_DEAL:  # R8.3
        g.barrel_deals[seat] += 1
    last_deal_used = r.barrel_deals > 0 and g.barrel_deals[seat] >= r.barrel_deals
    if own and not made:
        leave(g, r, seat, r.barrel_at + g.last_entry[seat])
    elif third_bolt or last_deal_used:
        fall(g, r, seat)
    return False


@jit
def _win(g: State, r: Rules, seat: int) -> bool:
    """From the barrel to the end of the match (R9.6)."""
    g.score[seat] = r.barrel_at + g.contract
    g.barrel_deals[seat] = NONE
    return True


@jit
def _settle_obligatory(g: State, r: Rules, seat: int, made: bool) -> bool:
    """Win, or lose everything whatever else happens in the deal (R9.7)."""
    if made:
        return _win(g, r, seat)
    g.score[seat] = 0
    g.barrel_deals[seat] = NONE
    g.barrels_used[seat] = 0
    return False


@jit
def _end_golden_deal(g: State, r: Rules, made: bool, winner: int) -> None:
    """Step (c): one deal of the golden circle is over, perhaps the circle (R8.2)."""
    if made and g.kind == GOLDEN_DEAL:
        g.golden_made = 1
    g.golden_deal += 1
    if g.golden_deal < r.players:
        return
    failed = not g.golden_made and winner == NONE
    replay = failed and r.golden_on_fail == FAIL_REPLAY and g.golden_circle < r.golden_circles
    if replay or (failed and r.golden_on_fail == FAIL_START):
        clear_scores(g)
    g.golden_circle = g.golden_circle + 1 if replay else 0
    g.golden_deal = 0
    g.golden_made = 0


@jit
def _winner_without_barrel(g: State, r: Rules) -> int:
    """Step (e): the declarer, else the highest, else the first in seat order (R9.1)."""
    if g.score[g.declarer] >= r.goal:
        return g.declarer
    winner = NONE
    for place in range(r.players):
        seat = seat_at(g, r, place)
        if g.score[seat] >= r.goal and (winner == NONE or g.score[seat] > g.score[winner]):
            winner = seat
    return winner
