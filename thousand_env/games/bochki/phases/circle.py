"""Whose turns run: circles of one turn each, and extra turns between them (B2, B7, B9)."""

from thousand_env.games.bochki.actions import DEAL, OVER
from thousand_env.games.bochki.phases import turn
from thousand_env.games.bochki.state import NONE, next_seat
from thousand_env.games.common.types import Rules, State
from thousand_env.jit import jit


@jit
def begin(g: State, r: Rules) -> None:
    """A new circle: everybody's turn, or the first one's."""
    if r.in_order:
        begin_alone(g, g.first)
        return
    g.phase = DEAL
    g.turn_deals = 0
    g.alone = NONE
    for seat in range(r.players):
        g.playing[seat] = 1


@jit
def begin_alone(g: State, seat: int) -> None:
    """A turn of one player."""
    g.phase = DEAL
    g.turn_deals = 0
    g.alone = seat
    g.playing[seat] = 1


@jit
def count_deal(g: State, r: Rules) -> None:
    """Count the hands dealt, and end the turns that end with them, from the dealer's left (B2)."""
    for seat in range(r.players):
        if g.playing[seat]:
            turn.add_deal(g, r, seat)
    g.deals += 1
    g.turn_deals += 1
    if g.alone == NONE:
        g.first = next_seat(r.players, g.dealer)
    seat = g.dealer
    for _ in range(r.players):
        seat = next_seat(r.players, seat)
        if g.playing[seat] and turn.ends_with_deal(g, r, seat):
            turn.end(g, r, seat)
            if g.phase == OVER:
                return


@jit
def go_on(g: State, r: Rules) -> None:
    """Nobody is left to decide: the next deal of the running turns, or the turns that are next."""
    g.phase = DEAL
    if not _anybody_plays(g, r):
        _begin_next(g, r)
    if g.phase == DEAL:
        g.dealer = next_seat(r.players, g.dealer)


@jit
def _anybody_plays(g: State, r: Rules) -> bool:
    for seat in range(r.players):
        if g.playing[seat]:
            return True
    return False


@jit
def _begin_next(g: State, r: Rules) -> None:
    """An extra turn, the next player's, or a new circle."""
    seat = _extra_seat(g, r)
    if seat != NONE:
        begin_alone(g, seat)
        return
    g.played += 1
    if r.in_order and next_seat(r.players, g.alone) != g.first:
        begin_alone(g, next_seat(r.players, g.alone))
        return
    g.turns += 1
    if g.turns < r.max_turns:
        begin(g, r)
    else:
        g.phase = OVER


@jit
def _extra_seat(g: State, r: Rules) -> int:
    """Whose extra turn is next: the first one with some of his three turns used (B7); -1 = none."""
    seat = g.first
    for _ in range(r.players):
        if g.barrel_turns[seat]:
            return seat
        seat = next_seat(r.players, seat)
    return NONE
