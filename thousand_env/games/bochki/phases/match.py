"""The start of a game, and its places (B1, B9)."""

from thousand_env.games.bochki.phases import circle
from thousand_env.games.bochki.state import NONE, SEATS, next_seat
from thousand_env.games.common.stream import DEALER_DRAW, draw, stream
from thousand_env.games.common.types import Rules, State, Table
from thousand_env.jit import jit


@jit
def begin(g: State, r: Rules, start: Table) -> None:
    """The start table laid out; without a dealer he is drawn by lot."""
    for seat in range(SEATS):
        g.score[seat] = start.score[seat]
        g.paid[seat] = start.score[seat]
        g.entered[seat] = start.entered[seat]
        g.playing[seat] = 0
        g.barrel_turns[seat] = 0
        g.turns_ended[seat] = 0
    g.turns = start.turns
    g.played = 0
    g.deals = start.deals
    g.dealer = start.dealer
    if start.dealer == NONE:
        g.dealer = draw(stream(g, DEALER_DRAW, 0), 0, r.players)
    g.first = start.first if start.first != NONE else next_seat(r.players, g.dealer)
    circle.begin(g, r)


@jit
def place(g: State, r: Rules, seat: int) -> int:
    """A seat's place by scores, 1 the best; equal scores share it (B9)."""
    better = 1
    for other in range(r.players):
        if g.score[other] > g.score[seat]:
            better += 1
    return better
