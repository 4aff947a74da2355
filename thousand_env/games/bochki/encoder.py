"""The encoder: a view as a row of floats, following the layout of ``observe.py``."""

import numpy as np

from thousand_env.games.bochki.observe import LAYOUT, OBSERVATION_SIZE, OFFSETS
from thousand_env.games.bochki.options import UNIT
from thousand_env.games.bochki.phases.turn import barrel
from thousand_env.games.bochki.rules import BARRELS, GOAL
from thousand_env.games.bochki.state import next_seat
from thousand_env.games.common.types import Array, View
from thousand_env.jit import jit

_UNITS = LAYOUT.units
_NUM_BARRELS = len(BARRELS)

# The compiler needs plain numbers.
_SCORE = OFFSETS["score"]
_ENTERED = OFFSETS["entered"]
_BARREL = OFFSETS["barrel"]
_BARREL_TURNS = OFFSETS["barrel_turns"]
_PLAYING = OFFSETS["playing"]
_POINTS = OFFSETS["points"]
_LAST_DEAL = OFFSETS["last_deal"]
_AFTER = OFFSETS["after"]
_AFTER_BARREL = OFFSETS["after_barrel"]
_AFTER_GOAL = OFFSETS["after_goal"]
_TURN_DEALS = OFFSETS["turn_deals"]
_ALONE = OFFSETS["alone"]
_DEALER = OFFSETS["dealer"]
_FIRST = OFFSETS["first"]
_PLAYERS = OFFSETS["players"]
_TURNS = OFFSETS["turns"]
_TURNS_LEFT = OFFSETS["turns_left"]


@jit
def new_scratch(v: View) -> tuple[Array, ...]:
    """A row of whole numbers."""
    return (np.empty(OBSERVATION_SIZE, np.int16),)


@jit
def encode_view(v: View, out: Array, row: int, scratch: tuple[Array, ...]) -> None:
    """Write one view as a row of floats, gathered as whole numbers and written in one sweep."""
    codes = scratch[0]
    for k in range(OBSERVATION_SIZE):
        codes[k] = 0
    _gather_game(v, codes)
    _gather_sum(codes, v.score[v.seat] + v.points[v.seat])
    seat = v.seat
    for slot in range(v.players):
        _gather_seat(v, codes, slot, seat)
        seat = next_seat(v.players, seat)
    for k in range(OBSERVATION_SIZE):
        out[row, k] = codes[k] * _UNITS[k]


@jit
def _gather_game(v: View, codes: Array) -> None:
    """What belongs to no seat."""
    if 1 <= v.turn_deals <= 2:
        codes[_TURN_DEALS + v.turn_deals - 1] = 1
    codes[_ALONE] = v.alone >= 0
    codes[_PLAYERS + v.players - 2] = 1
    codes[_TURNS] = v.turns
    codes[_TURNS_LEFT] = max(0, v.max_turns - v.turns - 1)


@jit
def _gather_sum(codes: Array, after: int) -> None:
    """The own score with what the turn has brought."""
    codes[_AFTER] = after // UNIT
    place = barrel(after)
    if place:
        codes[_AFTER_BARREL + place - 1] = 1
    if after >= GOAL:
        codes[_AFTER_GOAL + (after > GOAL)] = 1


@jit
def _gather_seat(v: View, codes: Array, slot: int, seat: int) -> None:
    """One player's score, barrel and turn."""
    codes[_SCORE + slot] = v.score[seat] // UNIT
    codes[_ENTERED + slot] = v.entered[seat]
    place = barrel(v.score[seat])
    if place:
        codes[_BARREL + _NUM_BARRELS * slot + place - 1] = 1
    codes[_BARREL_TURNS + slot] = v.barrel_turns[seat]
    codes[_PLAYING + slot] = v.playing[seat]
    codes[_POINTS + slot] = v.points[seat] // UNIT
    if v.turn_deals:
        codes[_LAST_DEAL + slot] = v.deal_points[seat, v.turn_deals - 1] // UNIT
    codes[_DEALER + slot] = seat == v.dealer
    codes[_FIRST + slot] = seat == v.first
