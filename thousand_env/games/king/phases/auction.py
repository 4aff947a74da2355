"""The sale of the open cards (K8): the owner's opening, then the others' bids."""

from thousand_env.games.common.types import Rules, State
from thousand_env.games.king.actions import (
    A_BID,
    A_KEEP,
    A_OPEN,
    A_PASS,
    BID,
    LEGAL_WORDS,
    NUM_BIDS,
    OPEN,
    PRICE_UNIT,
    WORD_BITS,
)
from thousand_env.games.king.cards import bit
from thousand_env.games.king.state import NONE, SEATS, next_seat
from thousand_env.jit import jit


@jit
def begin(g: State) -> None:
    """The open cards belong to the first hand (K8)."""
    g.phase = OPEN
    g.to_move = g.first_hand


@jit
def write_legal(g: State) -> None:
    """``keep`` and the openings, or ``pass`` and the bids, as bits of the phase's window.

    Both are the first bit and a run of prices: bit 1 + k opens at 5 k, bit k bids 5 k.
    """
    if g.phase == OPEN:  # lower than a reserve that found no buyer
        first = 1
        last = NUM_BIDS + 1 if g.reserve == NONE else g.reserve // PRICE_UNIT
    else:
        first = max(g.reserve, g.bid + PRICE_UNIT) // PRICE_UNIT
        last = NUM_BIDS
    for word in range(LEGAL_WORDS):
        g.legal[word] = _run_of_bits(first - word * WORD_BITS, last - word * WORD_BITS)
    g.legal[0] |= 1


@jit
def _run_of_bits(first: int, last: int) -> int:
    """Bits ``first`` to ``last``, as far as they lie within one word."""
    first = max(first, 0)
    last = min(last, WORD_BITS - 1)
    return bit(last + 1) - bit(first) if first <= last else 0


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """An opening, a bid or a pass; True once it is settled who plays with the open cards."""
    if action == A_KEEP:
        g.declarer = g.first_hand
        return True
    if action >= A_OPEN:
        _open(g, r, (action - A_OPEN) * PRICE_UNIT)
        return False
    if action == A_PASS:
        g.passed[g.to_move] = 1
    else:
        g.bid = (action - A_BID + 1) * PRICE_UNIT
        g.bidder = g.to_move
    return _ask_next(g, r)


@jit
def _open(g: State, r: Rules, reserve: int) -> None:
    """A sale: all the others are asked, again if it is a lowered reserve (K8)."""
    g.reserve = reserve
    for seat in range(SEATS):
        g.passed[seat] = 0
    g.phase = BID
    g.to_move = next_seat(r.players, g.first_hand)


@jit
def _ask_next(g: State, r: Rules) -> bool:
    """Who bids next; True if the sale is over."""
    seat = next_seat(r.players, g.to_move)
    while (g.passed[seat] or seat == g.first_hand) and seat != g.to_move:
        seat = next_seat(r.players, seat)
    if g.passed[seat]:  # all have passed
        return _unsold(g)
    if seat == g.bidder:  # the only one left
        g.declarer = seat
        return True
    g.to_move = seat
    return False


@jit
def _unsold(g: State) -> bool:
    """Back to the owner; after an unconditional opening he plays himself (K8)."""
    if g.reserve == 0:
        g.declarer = g.first_hand
        return True
    g.phase = OPEN
    g.to_move = g.first_hand
    return False
