"""The encoder: a view as a row of floats, following the layout of ``observe.py``."""

import numpy as np

from thousand_env.games.common.types import Array, Scratch, View
from thousand_env.games.king.actions import OPEN
from thousand_env.games.king.cards import NUM_CARDS, bit, suit_of
from thousand_env.games.king.observe import LAYOUT, OBSERVATION_SIZE, OFFSETS
from thousand_env.games.king.state import NONE
from thousand_env.jit import jit

# The sets of cards first, then the rest, counted from its own start.
_REST = OFFSETS["phase"]
NUM_SETS = _REST // NUM_CARDS
NUM_CODES = OBSERVATION_SIZE - _REST
_UNITS = LAYOUT.units[_REST:]

# The eight bits of every byte: seven look-ups write a set of 53 cards.
_BITS = np.array([[bits >> k & 1 for k in range(8)] for bits in range(256)], np.float32)
_FULL_BYTES, _LAST_BITS = divmod(NUM_CARDS, 8)
_MOST_CODE = 32767  # of int16
_SCRATCH = np.dtype(
    (np.record, [("sets", np.int64, (NUM_SETS,)), ("codes", np.int16, (NUM_CODES,))])
)

# The compiler needs plain numbers.
_PHASE = OFFSETS["phase"] - _REST
_KIND = OFFSETS["kind"] - _REST
_HAND = OFFSETS["hand"] // NUM_CARDS
_PLAYED = OFFSETS["played_own"] // NUM_CARDS  # of all four slots
_LACKS = OFFSETS["lacks_next"] // NUM_CARDS  # of slots 1 to 3
_TRICK = OFFSETS["trick"] // NUM_CARDS
_TALON = OFFSETS["talon"] // NUM_CARDS
_GIFT = OFFSETS["gift_own"] // NUM_CARDS  # of all four slots
_LED = OFFSETS["led"] - _REST
_TRUMP = OFFSETS["trump"] - _REST
_LEADER = OFFSETS["leader"] - _REST
_BEST = OFFSETS["best"] - _REST
_FIRST_HAND = OFFSETS["first_hand"] - _REST
_BIDDER = OFFSETS["bidder"] - _REST
_DECLARER = OFFSETS["declarer"] - _REST
_PASSED = OFFSETS["passed"] - _REST
_ON_SALE = OFFSETS["on_sale"] - _REST
_RESERVE = OFFSETS["reserve"] - _REST
_BID = OFFSETS["bid"] - _REST
_POINTS = OFFSETS["points"] - _REST
_TRICKS = OFFSETS["tricks"] - _REST
_HAND_SIZE = OFFSETS["hand_size"] - _REST
_SCORE = OFFSETS["score"] - _REST
_TRICKS_PLAYED = OFFSETS["tricks_played"] - _REST
_PLAYERS = OFFSETS["players"] - _REST
_DEALS = OFFSETS["deals"] - _REST
_DEALS_LEFT = OFFSETS["deals_left"] - _REST


@jit
def new_scratch(v: View) -> tuple[Array, ...]:
    """One record: sets of cards, and a row of whole numbers.

    Handing a record on is free; handing arrays on would count their references every time, which
    takes longer than the encoding itself.
    """
    return (np.empty(1, _SCRATCH),)


@jit
def encode_view(v: View, out: Array, row: int, scratch: tuple[Array, ...]) -> None:
    """Write one view as a row of floats.

    Cards are gathered as masks and the rest as whole numbers, and both written in one sweep with
    vector instructions.
    """
    s = scratch[0][0]
    _gather(v, s)
    _write(s, out, row)


@jit
def _gather(v: View, s: Scratch) -> None:
    """All of the view as sets and whole numbers."""
    for k in range(NUM_SETS):
        s.sets[k] = 0
    for k in range(NUM_CODES):
        s.codes[k] = 0
    _gather_deal(v, s)
    seat = v.seat
    for slot in range(v.players):
        _gather_seat(v, s, slot, seat)
        seat = seat + 1 if seat + 1 < v.players else 0


@jit
def _write(s: Scratch, out: Array, row: int) -> None:
    """What was gathered, as floats."""
    for k in range(NUM_SETS):
        start = NUM_CARDS * k
        for byte in range(_FULL_BYTES):
            bits = (s.sets[k] >> (8 * byte)) & 0xFF
            for place in range(8):
                out[row, start + 8 * byte + place] = _BITS[bits, place]
        bits = (s.sets[k] >> (8 * _FULL_BYTES)) & 0xFF
        for place in range(_LAST_BITS):
            out[row, start + 8 * _FULL_BYTES + place] = _BITS[bits, place]
    for k in range(NUM_CODES):
        out[row, _REST + k] = s.codes[k] * _UNITS[k]


@jit
def _mark_slot(s: Scratch, start: int, v: View, seat: int) -> None:
    """Mark the slot where a seat sits, if it is one."""
    if seat != NONE:
        slot = seat - v.seat
        s.codes[start + (slot if slot >= 0 else slot + v.players)] = 1


@jit
def _gather_deal(v: View, s: Scratch) -> None:
    """What belongs to no seat."""
    if OPEN <= v.phase < OPEN + 6:
        s.codes[_PHASE + v.phase - OPEN] = 1
    s.codes[_KIND + v.kind] = 1
    s.sets[_HAND] = v.hand
    s.sets[_TALON] = v.talon
    if v.trump != NONE:
        s.codes[_TRUMP + v.trump] = 1
    if v.trick_size:
        _gather_trick(v, s)
    _mark_slot(s, _LEADER, v, v.leader)
    _mark_slot(s, _FIRST_HAND, v, v.first_hand)
    _mark_slot(s, _BIDDER, v, v.bidder)
    _mark_slot(s, _DECLARER, v, v.declarer)
    if v.reserve != NONE:
        s.codes[_ON_SALE] = 1
        s.codes[_RESERVE] = v.reserve
    s.codes[_BID] = v.bid
    s.codes[_TRICKS_PLAYED] = v.tricks_played
    s.codes[_PLAYERS + v.players - 3] = 1
    s.codes[_DEALS] = v.deals
    s.codes[_DEALS_LEFT] = v.game_deals - v.deals - 1


@jit
def _gather_trick(v: View, s: Scratch) -> None:
    """The trick as far as it lies there."""
    for k in range(v.trick_size):
        s.sets[_TRICK] |= bit(v.trick_cards[k])
    s.codes[_LED + suit_of(v.trick_cards[0])] = 1
    _mark_slot(s, _BEST, v, v.best_seat)


@jit
def _gather_seat(v: View, s: Scratch, slot: int, seat: int) -> None:
    """One player's part in the deal, and his total."""
    s.sets[_PLAYED + slot] = v.played[seat]
    if slot:
        s.sets[_LACKS + slot - 1] = v.lacks[seat]
    if v.gifts[seat] != NONE:
        s.sets[_GIFT + slot] = bit(v.gifts[seat])
    s.codes[_PASSED + slot] = v.passed[seat]
    s.codes[_POINTS + slot] = v.points[seat]
    s.codes[_TRICKS + slot] = v.tricks[seat]
    s.codes[_HAND_SIZE + slot] = v.hand_size[seat]
    s.codes[_SCORE + slot] = max(-_MOST_CODE, min(_MOST_CODE, v.score[seat]))
