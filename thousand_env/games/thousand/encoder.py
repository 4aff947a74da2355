"""The encoder: a view as a row of floats, following the layout of ``observe.py``."""

import numpy as np

from thousand_env.games.common.types import Array, View
from thousand_env.games.thousand.actions import DARK
from thousand_env.games.thousand.observe import LAYOUT, OBSERVATION_SIZE, OFFSETS
from thousand_env.games.thousand.rules import SCORE_UNIT
from thousand_env.games.thousand.state import NONE, SEATS, sitter
from thousand_env.jit import jit

_UNITS = LAYOUT.units

# The eight bits of every byte: three look-ups write a set of 24 cards.
_BITS = np.array([[bits >> k & 1 for k in range(8)] for bits in range(256)], np.int16)
_MOST_CODE = 32767  # of int16

# The compiler needs plain numbers.
_PHASE = OFFSETS["phase"]
_KIND = OFFSETS["kind"]
_HAND = OFFSETS["hand"]
_HAND_SEEN = OFFSETS["hand_seen"]
_PLAYED_OWN = OFFSETS["played_own"]
_PLAYED_LEFT = OFFSETS["played_left"]
_PLAYED_RIGHT = OFFSETS["played_right"]
_TRICK_FIRST = OFFSETS["trick_first"]
_TRICK_SECOND = OFFSETS["trick_second"]
_TALON_SEEN = OFFSETS["talon_seen"]
_GIFT_LEFT = OFFSETS["gift_left"]
_GIFT_RIGHT = OFFSETS["gift_right"]
_TRUMP = OFFSETS["trump"]
_DECLARER = OFFSETS["declarer"]
_FIRST_HAND = OFFSETS["first_hand"]
_CHOSEN_TALON = OFFSETS["chosen_talon"]
_TALON_SHOWN = OFFSETS["talon_shown"]
_CLOSED = OFFSETS["closed"]
_PASSED = OFFSETS["passed"]
_BIDS = OFFSETS["bids"]
_BID = OFFSETS["bid"]
_CONTRACT = OFFSETS["contract"]
_VOID = OFFSETS["void"]
_ANNOUNCED = OFFSETS["announced"]
_TRICK_POINTS = OFFSETS["trick_points"]
_MARRIAGE_POINTS = OFFSETS["marriage_points"]
_TRICKS = OFFSETS["tricks"]
_SCORE = OFFSETS["score"]
_BOLTS = OFFSETS["bolts"]
_CONCESSIONS = OFFSETS["concessions"]
_ON_BARREL = OFFSETS["on_barrel"]
_BARREL_DEALS = OFFSETS["barrel_deals"]
_BARRELS_USED = OFFSETS["barrels_used"]
_PLAYERS = OFFSETS["players"]
_GOLDEN_CIRCLE = OFFSETS["golden_circle"]
_GOLDEN_DEAL = OFFSETS["golden_deal"]
_GOLDEN_MADE = OFFSETS["golden_made"]
_REDEALS = OFFSETS["redeals"]
_DEALS = OFFSETS["deals"]


@jit
def slot_seats(v: View, slots: Array) -> None:
    """Seat of each slot, into ``slots`` (4 numbers); -1 where nobody sits."""
    for slot in range(SEATS):
        slots[slot] = NONE
    sits_out = sitter(v.first_hand, v.players)
    slots[0] = v.seat
    slot = 1
    for step in range(1, v.players):
        seat = (v.seat + step) % v.players
        if seat == sits_out:
            slots[3] = seat
        else:
            slots[slot] = seat
            slot += 1


@jit
def _write_cards(codes: Array, start: int, mask: int) -> None:
    for byte in range(3):
        bits = (mask >> (8 * byte)) & 0xFF
        for k in range(8):
            codes[start + 8 * byte + k] = _BITS[bits, k]


@jit
def _write_card(codes: Array, start: int, card: int) -> None:
    if card != NONE:
        codes[start + card] = 1


@jit
def new_scratch(v: View) -> tuple[Array, ...]:
    """A row of whole numbers, and the seat of each slot."""
    return np.empty(OBSERVATION_SIZE, np.int16), np.empty(SEATS, np.int64)


@jit
def encode_view(v: View, out: Array, row: int, scratch: tuple[Array, ...]) -> None:
    """Write one view as a row of floats.

    Whole numbers go into a scratch row of int16 first and are scaled
    in one sweep: the compiler does both with vector instructions, twice as fast as floats at once.
    """
    codes, slots = scratch
    for k in range(OBSERVATION_SIZE):
        codes[k] = 0
    slot_seats(v, slots)
    _write_deal(v, codes)
    _write_cards_known(v, codes, slots)
    for slot in range(3):
        if slots[slot] != NONE:
            _write_player(v, codes, slot, slots[slot])
    for slot in range(SEATS):
        if slots[slot] != NONE:
            _write_table(v, codes, slot, slots[slot])
    _write_match(v, codes)
    for k in range(OBSERVATION_SIZE):
        out[row, k] = codes[k] * _UNITS[k]


@jit
def _write_deal(v: View, codes: Array) -> None:
    if DARK <= v.phase < DARK + 7:
        codes[_PHASE + v.phase - DARK] = 1
    codes[_KIND + v.kind] = 1
    codes[_HAND_SEEN] = v.hand_seen
    if v.trump != NONE:
        codes[_TRUMP + v.trump] = 1
    if v.chosen_talon != NONE:
        codes[_CHOSEN_TALON + v.chosen_talon] = 1
    codes[_TALON_SHOWN] = v.talon_shown
    codes[_CLOSED] = v.closed
    codes[_BID] = v.bid
    codes[_CONTRACT] = v.contract


@jit
def _write_cards_known(v: View, codes: Array, slots: Array) -> None:
    _write_cards(codes, _HAND, v.hand)
    _write_cards(codes, _PLAYED_OWN, v.played[slots[0]])
    _write_cards(codes, _PLAYED_LEFT, v.played[slots[1]])
    if slots[2] != NONE:
        _write_cards(codes, _PLAYED_RIGHT, v.played[slots[2]])
    if v.trick_size > 0:
        _write_card(codes, _TRICK_FIRST, v.trick_cards[0])
    if v.trick_size > 1:
        _write_card(codes, _TRICK_SECOND, v.trick_cards[1])
    _write_cards(codes, _TALON_SEEN, v.talon_seen)
    _write_card(codes, _GIFT_LEFT, v.gifts[0])
    _write_card(codes, _GIFT_RIGHT, v.gifts[1])


@jit
def _write_player(v: View, codes: Array, slot: int, seat: int) -> None:
    """One player's part in the deal."""
    if seat == v.declarer:
        codes[_DECLARER + slot] = 1
    if seat == v.first_hand:
        codes[_FIRST_HAND + slot] = 1
    codes[_PASSED + slot] = v.passed[seat]
    codes[_BIDS + slot] = v.bids[seat]
    for suit in range(4):
        codes[_VOID + 4 * slot + suit] = (v.void[seat] >> suit) & 1
    for k in range(5):
        codes[_ANNOUNCED + 5 * slot + k] = (v.announced[seat] >> k) & 1
    codes[_TRICK_POINTS + slot] = v.trick_points[seat]
    codes[_MARRIAGE_POINTS + slot] = v.marriage_points[seat]
    codes[_TRICKS + slot] = v.tricks[seat]


@jit
def _write_table(v: View, codes: Array, slot: int, seat: int) -> None:
    """One player's line of the score sheet."""
    codes[_SCORE + slot] = max(-_MOST_CODE, min(_MOST_CODE, v.score[seat] // SCORE_UNIT))
    codes[_BOLTS + slot] = v.bolts[seat]
    codes[_CONCESSIONS + slot] = v.concessions[seat]
    if v.barrel_deals[seat] != NONE:
        codes[_ON_BARREL + slot] = 1
        codes[_BARREL_DEALS + slot] = v.barrel_deals[seat]
    codes[_BARRELS_USED + slot] = v.barrels_used[seat]


@jit
def _write_match(v: View, codes: Array) -> None:
    codes[_PLAYERS + v.players - 2] = 1
    codes[_GOLDEN_CIRCLE] = v.golden_circle
    codes[_GOLDEN_DEAL] = v.golden_deal
    codes[_GOLDEN_MADE] = v.golden_made
    codes[_REDEALS] = v.redeals
    codes[_DEALS] = v.deals
