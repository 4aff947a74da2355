"""Where each unseen card may lie: the boxes, their sizes, and what may go into each."""

import numpy as np

from thousand_agents.worlds.compiled import jit
from thousand_agents.worlds.count import lay_room
from thousand_agents.worlds.facts import (
    GIFT_BOX,
    HAND_BOX,
    IN_HAND,
    MAX_GIFTS,
    MAX_OPTIONS,
    TALON_BOX,
)
from thousand_env.games.thousand.actions import A_GIVE, A_REDEAL
from thousand_env.games.thousand.cards import NUM_CARDS, PACK, count_cards
from thousand_env.games.thousand.phases.gift import receiver_of
from thousand_env.games.thousand.rules import (
    ACES_REDEAL,
    CARDS_EACH,
    TALON_SIZE,
    TWO_TALON_SIZE,
)
from thousand_env.games.thousand.state import NONE, active_players, seat_at
from thousand_env.games.thousand.view import HIDDEN


@jit
def talon_size(v):
    """Cards of one talon (R2.2, R12)."""
    return TWO_TALON_SIZE if v.players == 2 else TALON_SIZE


@jit
def unseen_cards(v):
    """Cards neither played nor in the own hand."""
    cards = PACK & ~int(v.hand)
    for seat in range(v.players):
        cards &= ~int(v.played[seat])
    return cards


@jit
def foreign_talon(v):
    """Cards of a talon that another took and showed: he holds, gave or played them (R6.1)."""
    return 0 if v.seat == v.declarer else int(v.talon_seen)


@jit
def sees_own_hand(v, seat):
    """Is it this seat's own hand, seen by now (R7.1)?"""
    return seat == v.seat and v.hand_seen == 1


@jit
def note_progress(p, v, r):
    """How far the deal is: talon, gifts, claims answered by a penalty."""
    p.taken = 0 if v.chosen_talon == NONE else 1
    p.penalty_later = 1 if r.four_aces_with_talon == ACES_REDEAL else 0
    for k in range(v.log_length):
        action = int(v.log_action[k])
        if action == HIDDEN or A_GIVE <= action < A_GIVE + NUM_CARDS:
            p.given += 1
        elif action == A_REDEAL:
            p.penalty_later = 1


@jit
def hand_size(p, v, seat):
    """Cards a seat holds now."""
    size = CARDS_EACH[v.players] - count_cards(int(v.played[seat]))
    if p.taken and seat == v.declarer:
        return size + talon_size(v) - p.given
    for which in range(p.given):
        if receiver_of(v, v, which) == seat:
            size += 1
    return size


@jit
def lay_boxes(p, v):
    """Name the boxes; the hands come last."""
    if v.players == 2:
        for which in range(2):
            if which != v.chosen_talon:
                _add_box(p, TALON_BOX, which, TWO_TALON_SIZE)
    elif not p.taken:
        _add_box(p, TALON_BOX, 0, TALON_SIZE)
    for which in range(MAX_GIFTS):
        p.gift_box[which] = NONE
        if which < p.given and v.gifts[which] == NONE:
            p.gift_box[which] = p.num_boxes
            _add_box(p, GIFT_BOX, receiver_of(v, v, which), 1)
    for place in range(active_players(v)):
        seat = seat_at(v, v, place)
        if not sees_own_hand(v, seat):
            for which in range(p.given):
                if receiver_of(v, v, which) == seat:
                    p.receiver_box[which] = p.num_boxes
            _add_box(p, HAND_BOX, seat, hand_size(p, v, seat))
    lay_room(p)


@jit
def _add_box(p, kind, owner, capacity):
    box = p.num_boxes
    p.kind[box] = kind
    p.owner[box] = owner
    p.capacity[box] = max(capacity, 0)  # less than none: a view that no deal fits
    p.num_boxes += 1


@jit
def note_gift_options(p, v):
    """Which card each gift may have been: known, none yet, still held, or one played since."""
    for which in range(MAX_GIFTS):
        p.num_options[which] = 0
        if p.gift_box[which] == NONE:
            _add_option(p, which, int(v.gifts[which]))
            continue
        seat = receiver_of(v, v, which)
        played = int(v.played[seat])
        from_talon = foreign_talon(v) & played  # such a card can only have been the gift
        if hand_size(p, v, seat) and not from_talon:
            _add_option(p, which, IN_HAND)
        for card in range(NUM_CARDS):
            if (played >> card) & 1 and not from_talon & ~(1 << card):
                _add_option(p, which, card)


@jit
def _add_option(p, which, option):
    p.option[which * MAX_OPTIONS + p.num_options[which]] = option
    p.num_options[which] += 1


@jit
def lay_cards(p, v, may, must, keys):
    """List the unseen cards, ``keys`` (a mask) first, and the boxes each may go into."""
    unseen = unseen_cards(v)
    boxes = np.empty(p.num_boxes, np.int64)
    for box in range(p.num_boxes):
        boxes[box] = _may_lie_in(p, v, may, must, box)
    for is_key in (True, False):
        for card in range(NUM_CARDS):
            if (unseen >> card) & 1 and ((keys >> card) & 1 == 1) == is_key:
                _add_card(p, boxes, card)
    p.keys = count_cards(keys)


@jit
def _may_lie_in(p, v, may, must, box):
    """Cards that may go into a box, a mask; ``may`` and ``must`` are those of the seats."""
    sure = 0
    for seat in range(v.players):
        sure |= must[seat]
    if p.kind[box] == TALON_BOX:
        return unseen_cards(v) & ~sure & ~foreign_talon(v)
    seat = p.owner[box]
    cards = (may[seat] & ~sure) | must[seat]
    if p.kind[box] == HAND_BOX and seat != v.declarer:
        cards &= ~foreign_talon(v)
    return cards


@jit
def _add_card(p, boxes, card):
    p.card[p.num_cards] = card
    for box in range(p.num_boxes):
        p.allowed[p.num_cards] |= ((boxes[box] >> card) & 1) << box
    p.num_cards += 1
