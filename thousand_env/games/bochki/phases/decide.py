"""The decisions after a deal: go on or stop, in order from the dealer's left (B2, B10)."""

from thousand_env.games.bochki.actions import A_DEAL, A_STOP, DECIDE, OVER
from thousand_env.games.bochki.phases import turn
from thousand_env.games.bochki.state import next_seat
from thousand_env.games.common.types import Rules, State
from thousand_env.jit import jit


@jit
def begin(g: State, r: Rules) -> bool:
    """Ask the first one; False if no turn runs any more."""
    return _ask(g, r, g.dealer)


@jit
def legal(g: State, r: Rules) -> int:
    """Bits of ``deal``, always, and ``stop`` (B5)."""
    return 1 << A_DEAL | 1 << A_STOP if turn.may_stop(g, r, g.to_move) else 1 << A_DEAL


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """A decision; False if nobody is left to ask.  Who stops has written before the others decide."""
    seat = g.to_move
    if action == A_STOP:
        turn.end(g, r, seat)
        if g.phase == OVER:
            return False
    return seat != g.dealer and _ask(g, r, seat)  # the dealer is the last in order


@jit
def _ask(g: State, r: Rules, after: int) -> bool:
    """Ask the next one, up to the dealer, whose turn runs; False if there is none."""
    seat = after
    for _ in range(r.players):
        seat = next_seat(r.players, seat)
        if g.playing[seat]:
            g.phase = DECIDE
            g.to_move = seat
            return True
        if seat == g.dealer:
            return False
    return False
