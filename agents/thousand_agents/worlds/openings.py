"""The first choices of a world: which card each gift was, and where the cards lie that prove bids.

A bid over 120 proves marriages (R5.3), a raised contract proves them in the cards kept (R6.3).
Worlds that fit are rare among all, so every place of the kings and queens not seen (and of the aces,
where they count, R5.3) is weighed by the number of worlds that follow: 0 where a bid wouldn't have
been legal.
"""

import numpy as np

from thousand_agents.worlds.boxes import foreign_talon, sees_own_hand, unseen_cards
from thousand_agents.worlds.compiled import jit
from thousand_agents.worlds.count import fits
from thousand_agents.worlds.facts import (
    GIFT_BOX,
    HAND_BOX,
    IN_HAND,
    MAX_BOXES,
    MAX_GIFTS,
    MAX_OPTIONS,
)
from thousand_env.games.thousand.cards import (
    ALL_ACES,
    ALL_KINGS,
    ALL_QUEENS,
    MARRIAGE,
    SUIT_SIZE,
    count_cards,
)
from thousand_env.games.thousand.phases.auction import cap
from thousand_env.games.thousand.rules import ACE_MARRIAGE_OFF, CAP_WITHOUT_MARRIAGE
from thousand_env.games.thousand.state import NONE, active_players, seat_at

MOST_OPENINGS = 1 << 16


@jit
def raised(v):
    """Did the declarer raise after an auction (R6.3)?"""
    return v.bid > 0 and v.contract > v.bid


@jit
def key_cards(p, v, r):
    """Cards to place first, a mask: those that prove most first, as many as are worth weighing.

    The others are left to chance: a bid that they might prove counts as proved.
    """
    proof = raised(v) and not sees_own_hand(v, v.declarer)
    for place in range(active_players(v)):
        seat = seat_at(v, v, place)
        if v.bids[seat] > CAP_WITHOUT_MARRIAGE and not sees_own_hand(v, seat):
            proof = True
    keys = 0
    openings = p.num_options[0] * p.num_options[1]
    for group in range(4 if proof else -1, -1, -1):
        found = unseen_cards(v) & _proofs(v, r, group)
        openings *= p.num_boxes ** count_cards(found)
        if openings > MOST_OPENINGS:
            break
        keys |= found
    return keys


@jit
def _proofs(v, r, group):
    """Cards that prove bids together: the marriage of suit 0 to 3, or four aces (R5.3) as 4."""
    if group < 4:
        return MARRIAGE << (group * SUIT_SIZE)
    if r.ace_marriage == ACE_MARRIAGE_OFF:
        return 0
    own = int(v.hand)
    for which in range(MAX_GIFTS):
        if v.gifts[which] != NONE:
            own &= ~(1 << int(v.gifts[which]))  # given to this seat, it was another's
    return 0 if own & ALL_ACES else ALL_ACES


@jit
def note_unsure(p, v, r, keys):
    """Note the unseen cards that may prove bids without being among the keys."""
    proofs = ALL_KINGS | ALL_QUEENS | _proofs(v, r, 4)
    p.unsure = unseen_cards(v) & proofs & ~keys


@jit
def num_openings(p):
    """Gifts times places of the keys."""
    return p.num_options[0] * p.num_options[1] * p.num_boxes**p.keys


@jit
def weigh_openings(p, v, r, ways, chances):
    """Worlds that follow from each opening, summed up, into ``chances``."""
    content = np.empty(MAX_BOXES, np.int64)
    gifts = np.empty(MAX_GIFTS, np.int64)
    total = 0.0
    for opening in range(len(chances)):
        room = open_world(p, opening, content, gifts)
        if room != NONE and bids_are_proved(p, v, r, content, gifts):
            total += ways[p.keys * p.rooms + room]
        chances[opening] = total


@jit
def open_world(p, opening, content, gifts):
    """Lay out an opening: masks by box into ``content``, cards given, as masks, into ``gifts``.

    Returns the room left, or -1 if the cards don't fit.
    """
    for box in range(p.num_boxes):
        content[box] = 0
    room = p.room
    code = opening
    for which in range(MAX_GIFTS):
        option = p.option[which * MAX_OPTIONS + code % p.num_options[which]]
        code //= p.num_options[which]
        gifts[which] = 1 << option if option >= 0 else 0
        if option == IN_HAND:
            room -= p.step[p.receiver_box[which]]
        elif p.gift_box[which] != NONE:
            room -= p.step[p.gift_box[which]]
    for i in range(p.keys):
        box = code % p.num_boxes
        code //= p.num_boxes
        if not fits(p, i, box, room):
            return NONE
        content[box] |= 1 << p.card[i]
        room -= p.step[box]
    return room


@jit
def gift_cards(p, content, gifts):
    """Fill in the gifts that are still held, from their boxes."""
    for which in range(MAX_GIFTS):
        if p.gift_box[which] != NONE and gifts[which] == 0:
            gifts[which] = content[p.gift_box[which]]


@jit
def held_cards(p, v, content, seat):
    """Cards a seat has had since the last gift so far, a mask: in hand or played."""
    cards = int(v.played[seat])
    if seat == v.seat:
        cards |= int(v.hand)
    for box in range(p.num_boxes):
        if (p.kind[box] == HAND_BOX or p.kind[box] == GIFT_BOX) and p.owner[box] == seat:
            cards |= content[box]
    return cards


@jit
def dealt_cards(p, v, content, gifts, talon, seat):
    """The hand dealt to a seat, a mask, from what it has had since."""
    cards = held_cards(p, v, content, seat)
    given = gifts[0] | gifts[1]
    if p.taken and seat == v.declarer:
        return (cards | given) & ~talon
    return cards & ~given


@jit
def bids_are_proved(p, v, r, content, gifts):
    """Could every bid and raise of others be legal with these key cards (R5.3, R6.3)?"""
    gift_cards(p, content, gifts)
    for place in range(active_players(v)):
        seat = seat_at(v, v, place)
        if v.bids[seat] > CAP_WITHOUT_MARRIAGE and not sees_own_hand(v, seat):
            dealt = dealt_cards(p, v, content, gifts, foreign_talon(v), seat)
            if cap(r, dealt | p.unsure) < v.bids[seat]:
                return False
    if raised(v) and not sees_own_hand(v, v.declarer):
        return cap(r, held_cards(p, v, content, v.declarer) | p.unsure) >= v.contract
    return True


@jit
def choose_opening(chances, fraction):
    """The opening at this fraction (0 to below 1) of all worlds: a search by halves."""
    target = fraction * chances[-1]
    low, high = 0, len(chances) - 1
    while low < high:
        middle = (low + high) // 2
        if chances[middle] > target:
            high = middle
        else:
            low = middle + 1
    return low
