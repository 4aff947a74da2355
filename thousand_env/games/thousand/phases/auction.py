"""The auction (R5): the first hand is bound to 100, or to 120 in the dark."""

from thousand_env.games.common.types import Rules, State
from thousand_env.games.thousand.actions import (
    A_BID,
    A_PASS,
    AUCTION,
    BID_UNIT,
    LOWEST_RAISE,
    NUM_BIDS,
)
from thousand_env.games.thousand.cards import ALL_ACES, marriage_points
from thousand_env.games.thousand.rules import (
    ACE_MARRIAGE_OFF,
    ACE_MARRIAGE_VALUE,
    CAP_120,
    CAP_MARRIAGES,
    CAP_PAIR,
    CAP_WITHOUT_MARRIAGE,
    DARK_BID,
    FORCED_BID,
    MAX_BID,
)
from thousand_env.games.thousand.state import DARK_DEAL, ORDINARY, next_seat
from thousand_env.jit import jit

_PASS_BIT = 1
_TENS = sum(1 << k for k in range(NUM_BIDS) if (LOWEST_RAISE + BID_UNIT * k) % 10 == 0)


@jit
def cap(r: Rules, hand: int) -> int:
    """The highest bid these cards allow (R5.3)."""
    marriages = marriage_points(hand)
    if r.bid_cap == CAP_MARRIAGES:
        if r.ace_marriage != ACE_MARRIAGE_OFF and (hand & ALL_ACES) == ALL_ACES:
            marriages += ACE_MARRIAGE_VALUE
        return min(CAP_WITHOUT_MARRIAGE + marriages, MAX_BID)
    if r.bid_cap == CAP_120 or (r.bid_cap == CAP_PAIR and not marriages):
        return CAP_WITHOUT_MARRIAGE
    return MAX_BID


@jit
def bids_above(r: Rules, bid: int, hand: int) -> int:
    """Bids over ``bid`` that these cards allow; bit k stands for 105 + 5 k (R5.2, R5.3)."""
    first = max(0, (int(bid) - LOWEST_RAISE) // BID_UNIT + 1)
    after_last = (cap(r, int(hand)) - LOWEST_RAISE) // BID_UNIT + 1
    if first >= after_last:
        return 0
    bits = (1 << after_last) - (1 << first)
    return bits if r.bid_step == BID_UNIT else bits & _TENS


@jit
def silenced(g: State, r: Rules, seat: int) -> bool:
    """Is this player's score too low to bid (R5.4)?"""
    return g.score[seat] < r.silence_below


@jit
def open_bidding(g: State) -> None:
    """The forced bid stands (R5.1, R7.2)."""
    g.bid = DARK_BID if g.kind == DARK_DEAL else FORCED_BID
    g.declarer = g.first_hand  # the declarer to be: whose bid stands
    g.bids[g.first_hand] = g.bid


@jit
def begin(g: State, r: Rules) -> None:
    """The second hand is asked first (R5.1)."""
    g.phase = AUCTION
    g.to_move = next_seat(g, r, g.first_hand)


@jit
def legal(g: State, r: Rules) -> int:
    """``pass`` and the bids of R5.2 to R5.4; a dark is overbid only with a marriage (R7.2)."""
    hand = g.hand[g.to_move]
    if silenced(g, r, g.to_move):
        return _PASS_BIT
    if g.kind == DARK_DEAL and not marriage_points(hand):
        return _PASS_BIT
    return _PASS_BIT | bids_above(r, g.bid, hand) << 1


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """A bid or a pass; True if the auction is over."""
    if action == A_PASS:
        g.passed[g.to_move] = 1
    else:
        g.kind = ORDINARY  # an overbid dark goes on as an ordinary deal (R7.2)
        g.bid = LOWEST_RAISE + BID_UNIT * (action - A_BID)
        g.bids[g.to_move] = g.bid
        g.declarer = g.to_move
    seat = next_seat(g, r, g.to_move)
    while g.passed[seat]:
        seat = next_seat(g, r, seat)
    g.to_move = seat
    if seat == g.declarer:
        g.contract = g.bid
        return True
    return False
