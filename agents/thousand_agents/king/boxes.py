"""Where each unseen card of King may lie: the boxes, their sizes, and what may go into each.

A world puts every unseen card into a box: another's hand, or a single card that was given unseen and
is still held (K8).  The fields up to ``keys`` are those that ``worlds.count`` counts by.
"""

from typing import Final

import numpy as np

from thousand_agents.king.compiled import jit
from thousand_agents.king.knowledge import seat_after, unseen_cards
from thousand_agents.king.outlook import may_hold
from thousand_agents.worlds.count import lay_room
from thousand_env.games.common.sets import count_cards, nth_bit
from thousand_env.games.king.actions import A_GIVE, A_LAY
from thousand_env.games.king.cards import NUM_CARDS, bit
from thousand_env.games.king.rules import HAND_SIZE
from thousand_env.games.king.state import NONE
from thousand_env.games.king.view import HIDDEN

MAX_BOXES: Final = 5  # three hands, and the gifts to two others
MAX_GIFTS: Final = 2
IN_HAND: Final = -2  # who was given a card unseen still holds it
MAX_OPTIONS: Final = 1 + max(HAND_SIZE)  # or it is one of the cards played since

FACTS_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("num_boxes", np.int64),
            ("capacity", np.int64, (MAX_BOXES,)),
            ("step", np.int64, (MAX_BOXES,)),
            ("field", np.int64, (MAX_BOXES,)),
            ("room", np.int64),
            ("rooms", np.int64),
            ("num_cards", np.int64),
            ("card", np.int64, (NUM_CARDS,)),
            ("allowed", np.int64, (NUM_CARDS,)),
            ("keys", np.int64),
            ("owner", np.int64, (MAX_BOXES,)),  # seat that holds the box
            ("gifts", np.int64),  # given unseen; their boxes come first
            ("receiver_box", np.int64, (MAX_GIFTS,)),  # the hand of who got it
            ("num_options", np.int64, (MAX_GIFTS,)),
            ("option", np.int64, (MAX_GIFTS * MAX_OPTIONS,)),  # a card played since, or IN_HAND
        ],
    )
)


@jit
def is_gift(action):
    """Is this entry of a view's log a card given, seen or not?"""
    return action == HIDDEN or A_GIVE <= action < A_LAY


@jit
def receiver(v, which):
    """Who gets a gift: the first goes to the declarer's left (K8)."""
    return (v.declarer + 1 + which) % v.players


@jit
def lay_boxes(p, v, r):
    """Name the boxes and what may go into each."""
    allowed = np.zeros(MAX_BOXES, np.int64)
    unseen = unseen_cards(v, r)
    for which in range(_gifts_made(v)):
        seat = receiver(v, which)
        if v.gifts[seat] == NONE:
            allowed[p.num_boxes] = unseen & ~v.lacks[seat]
            _note_options(p, v, seat)
            _add_box(p, seat, 1)
    for places in range(1, v.players):
        seat = seat_after(v, places)
        for which in range(p.gifts):
            if p.owner[which] == seat:
                p.receiver_box[which] = p.num_boxes
        allowed[p.num_boxes] = may_hold(v, seat, unseen)
        _add_box(p, seat, v.hand_size[seat])
    lay_room(p)
    _lay_cards(p, unseen, allowed)


@jit
def _gifts_made(v):
    count = 0
    for k in range(v.log_length):
        if is_gift(v.log_action[k]):
            count += 1
    return count


@jit
def _add_box(p, owner, capacity):
    p.owner[p.num_boxes] = owner
    p.capacity[p.num_boxes] = capacity
    p.num_boxes += 1


@jit
def _note_options(p, v, seat):
    """Which card the gift may have been; an open card that its receiver played can't be another's."""
    first = p.gifts * MAX_OPTIONS
    played = v.played[seat]
    open_cards = played & v.talon
    candidates = open_cards if open_cards else played
    count = 0
    if v.hand_size[seat] and not open_cards:
        p.option[first] = IN_HAND
        count = 1
    if count_cards(open_cards) < 2:
        for k in range(count_cards(candidates)):
            p.option[first + count] = nth_bit(candidates, k)
            count += 1
    p.num_options[p.gifts] = count
    p.gifts += 1


@jit
def _lay_cards(p, unseen, allowed):
    """List the unseen cards and the boxes each may go into."""
    for k in range(count_cards(unseen)):
        card = nth_bit(unseen, k)
        p.card[k] = card
        for box in range(p.num_boxes):
            if allowed[box] & bit(card):
                p.allowed[k] |= 1 << box
    p.num_cards = count_cards(unseen)
