"""What a player knows (R13), as a record of its own.

Observations, agents and renderers see views only.  A view holds the table and the public side of
the deal as they stand, and of the hidden side what the seat may know; two games that differ only in
what it can't know give the same view, bit for bit.
"""

from typing import Any, Final

import numpy as np

from thousand_env.games.common.types import Array, Rules, State, View
from thousand_env.games.thousand.actions import (
    A_GIVE,
    A_KEEP,
    A_WAIVE,
    AUCTION,
    CONTRACT,
    DARK,
    GIFT,
    PLAY,
    REDEAL,
    TALON,
)
from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_env.games.thousand.phases.gift import receiver_of
from thousand_env.games.thousand.phases.redeal import hand_calls
from thousand_env.games.thousand.rules import OPTIONAL
from thousand_env.games.thousand.state import (
    DARK_DEAL,
    GOLDEN_DEAL,
    LOG_SIZE,
    NONE,
    ORDINARY,
    PUBLIC_FIELDS,
    STATE_DTYPE,
    TABLE_FIELDS,
    active_players,
    next_seat,
)
from thousand_env.jit import jit

HIDDEN = 255  # in the log: a card given that this seat didn't see

VIEW_FIELDS: Final = [
    ("seat", np.int32),  # whose view
    ("players", np.int32),
    ("phase", np.int32),
    ("to_move", np.int32),
    *TABLE_FIELDS,
    *PUBLIC_FIELDS,
    ("hand", np.int32),
    ("hand_seen", np.int32),  # 0 for the first hand until it decided on a dark
    ("talon_seen", np.int32),  # cards of the talon taken, 0 if not seen
    ("gifts", np.int32, (2,)),  # cards given: to the declarer's left, to the next; -1 = not seen
    ("log_length", np.int32),  # the decisions of this deal, without what this seat can't know
    ("log_action", np.uint8, (LOG_SIZE,)),
    ("log_seat", np.uint8, (LOG_SIZE,)),
]
VIEW_DTYPE: Final = np.dtype((np.record, VIEW_FIELDS))

# The table and the public fields lie together in both records, so they are copied as one block.
_BLOCK = [name for name, *_ in TABLE_FIELDS + PUBLIC_FIELDS]
_STATE_START = STATE_DTYPE.fields[_BLOCK[0]][1] // 4  # type: ignore[index]
_VIEW_START = VIEW_DTYPE.fields[_BLOCK[0]][1] // 4  # type: ignore[index]
_BLOCK_WORDS = VIEW_DTYPE.fields["hand"][1] // 4 - _VIEW_START  # type: ignore[index]


def new_views(count: int) -> Any:
    """``count`` blank views, shape (count,)."""
    return np.zeros(count, VIEW_DTYPE)


@jit
def fill_view(
    g: State, r: Rules, seat: int, g_words: Array, g_row: int, v: View, v_words: Array, v_row: int
) -> None:
    """Write into ``v`` what ``seat`` knows of ``g``, rows of the arrays that ``words`` gives."""
    for k in range(_BLOCK_WORDS):
        v_words[v_row, _VIEW_START + k] = g_words[g_row, _STATE_START + k]
    v.seat = seat
    v.players = r.players
    _fill_turn(g, r, seat, v)
    before_dark = g.phase == DARK and seat == g.first_hand
    v.hand = 0 if before_dark else g.hand[seat]
    v.hand_seen = 0 if before_dark else 1
    v.talon_seen = g.talon_taken if g.talon_shown or seat == g.declarer else 0
    for which in range(2):
        known = g.gifts[which] != NONE and _knows_gift(g, r, seat, which)
        v.gifts[which] = g.gifts[which] if known else NONE
    _fill_log(g, seat, v)


@jit
def _fill_turn(g: State, r: Rules, seat: int, v: View) -> None:
    """Phase and turn, as far as the seat can tell.

    Others don't know who is asked for a re-deal (R13), nor whether the declarer was asked to
    raise, which depends on his cards (R14).
    """
    v.phase = g.phase
    v.to_move = g.to_move
    if g.phase == REDEAL and seat != g.to_move:
        if _will_be_asked(g, r, seat):
            v.phase = REDEAL
            v.to_move = seat
        elif g.kind == ORDINARY or g.kind == DARK_DEAL:
            v.phase = AUCTION
            v.to_move = next_seat(g, r, g.first_hand)
        else:
            v.phase = TALON if r.players == 2 else GIFT
            v.to_move = g.declarer
            if g.kind == GOLDEN_DEAL and v.phase == GIFT and seat != g.declarer:
                v.chosen_talon = 0  # taken unseen, for all that this seat can tell
    if g.phase == CONTRACT and seat != g.to_move:
        v.phase = PLAY


@jit
def _will_be_asked(g: State, r: Rules, seat: int) -> bool:
    """Does the optional re-deal question still wait for this seat (R4.2)?"""
    place = (seat - g.first_hand) % r.players
    return g.asked <= place < active_players(r) and hand_calls(r, g.hand[seat], OPTIONAL)


@jit
def _knows_gift(g: State, r: Rules, seat: int, which: Array) -> bool:
    """Giver and receiver know the card (R6.2)."""
    return seat == g.declarer or seat == receiver_of(g, r, which)


@jit
def _fill_log(g: State, seat: int, v: View) -> None:
    """The decisions of the deal without what this seat can't know."""
    length = 0
    gifts = 0
    for k in range(g.log_length):
        action = int(g.log_action[k])
        own = g.log_seat[k] == seat
        if action in (A_WAIVE, A_KEEP) and not own:
            continue
        if A_GIVE <= action < A_GIVE + NUM_CARDS:
            if v.gifts[gifts] == NONE:
                action = HIDDEN
            gifts += 1
        v.log_action[length] = action
        v.log_seat[length] = g.log_seat[k]
        length += 1
    for k in range(length, v.log_length):  # what an earlier, longer view left behind
        v.log_action[k] = 0
        v.log_seat[k] = 0
    v.log_length = length
