"""The start of a game and the bookkeeping between its deals (K1, K11)."""

from thousand_env.games.common.stream import DEALER_DRAW, draw, stream
from thousand_env.games.common.types import Rules, State, Table
from thousand_env.games.king.actions import DEAL, OVER
from thousand_env.games.king.phases.score import written
from thousand_env.games.king.state import NONE, SEATS, next_seat
from thousand_env.jit import jit


@jit
def begin(g: State, r: Rules, start: Table) -> None:
    """The start table laid out; without a dealer he is drawn by lot."""
    for seat in range(SEATS):
        g.score[seat] = start.score[seat]
        g.paid[seat] = start.score[seat]
    g.deals = start.deals
    g.start_deals = start.deals
    g.phase = DEAL
    g.dealer = start.dealer
    if start.dealer == NONE:
        g.dealer = draw(stream(g, DEALER_DRAW, 0), 0, r.players)


@jit
def finish_deal(g: State, r: Rules) -> None:
    """Write the deal; the next dealer sits to the left (K1)."""
    g.last_kind = g.kind
    g.last_declarer = g.declarer
    g.last_price = 0 if g.bidder == NONE else g.bid
    for seat in range(r.players):
        g.last_written[seat] = written(g, r, seat)
        g.score[seat] += g.last_written[seat]
    g.deals += 1
    g.dealer = next_seat(r.players, g.dealer)
    g.phase = DEAL if g.deals < r.deals else OVER


@jit
def place(g: State, r: Rules, seat: int) -> int:
    """A seat's place by totals, 1 the best; equal totals share it (K11, K12)."""
    better = 1
    for other in range(r.players):
        if g.score[other] > g.score[seat]:
            better += 1
    return better
