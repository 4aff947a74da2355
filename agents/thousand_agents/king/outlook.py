"""A player's outlook on a trick: who follows, what they may hold, what is at stake."""

from typing import NamedTuple

import numpy as np

from thousand_agents.greedy.knowledge import chance_of_none
from thousand_agents.king.compiled import jit
from thousand_agents.king.knowledge import (
    HIGHER,
    LOWER,
    SUIT,
    SUIT_OF,
    known_gift,
    seat_after,
    unseen_cards,
)
from thousand_env.games.common.sets import count_cards
from thousand_env.games.king.cards import beats
from thousand_env.games.king.rules import HAND_SIZE
from thousand_env.games.king.state import NONE


class Outlook(NamedTuple):
    """Plain numbers for the scoring of plays; of the others' triples the last is 0 with three."""

    hand: int
    unseen: int
    trump: int
    to_play: int  # others who still play to this trick: the first ones of the triples
    cards: tuple[int, int, int]  # what each other may hold, clockwise
    elsewhere: tuple[int, int, int]  # what the rest of them may hold
    size: tuple[int, int, int]
    takers: bool  # a deal in which tricks pay, so that the others beat what they can
    rivals: float  # how many others
    table: float  # points of the trick so far
    average: float  # points, without their sign, of each trick to come
    costly: int  # cards not seen that add points
    mean: float  # what one of them adds


@jit
def look(v, r, stakes):
    """The outlook of the player to move."""
    unseen = unseen_cards(v, r)
    a, b, c = seat_after(v, 1), seat_after(v, 2), seat_after(v, 3)
    four = v.players == 4
    cards_a, cards_b = may_hold(v, a, unseen), may_hold(v, b, unseen)
    cards_c = may_hold(v, c, unseen) if four else 0
    costly = unseen & stakes.costly[v.kind]
    total = card_points(stakes, v.kind, costly)
    mean = total / count_cards(costly) if costly else 0.0
    table = stakes.trick[v.kind, v.tricks_played]
    for k in range(v.trick_size):
        table += stakes.card[v.kind, v.trick_cards[k]]
    return Outlook(
        v.hand,
        unseen,
        v.trump,
        v.players - 1 - v.trick_size,
        (cards_a, cards_b, cards_c),
        (cards_b | cards_c, cards_a | cards_c, cards_a | cards_b),
        (size_of(v, a), size_of(v, b), size_of(v, c) if four else 0),
        table > 0,
        float(v.players - 1),
        table,
        average_points(v, stakes, table + total),
        costly,
        mean,
    )


@jit
def size_of(v, seat):
    """Cards a seat holds; 64 bits wide, as the numbers beside it in the outlook are."""
    return np.int64(v.hand_size[seat])


@jit
def may_hold(v, seat, unseen):
    """Cards a seat may hold; the open cards are taken to be the declarer's (K8)."""
    cards = unseen & ~v.lacks[seat]
    if v.declarer != NONE and seat != v.declarer:
        cards &= ~v.talon
    for other in range(v.players):
        gift = known_gift(v, other, unseen)
        cards = cards | gift if other == seat else cards & ~gift
    return cards


@jit
def card_points(stakes, kind, cards):
    """What a set of cards adds to its tricks."""
    points = 0.0
    while cards:
        low = cards & -cards
        points += stakes.card[kind, count_cards(low - 1)]
        cards ^= low
    return points


@jit
def average_points(v, stakes, others):
    """Points of the tricks to come, without their sign; ``others``: this trick, the cards unseen."""
    points = others + card_points(stakes, v.kind, v.hand & stakes.costly[v.kind])
    for number in range(v.tricks_played + 1, HAND_SIZE[v.players]):
        points += stakes.trick[v.kind, number]
    return abs(points) / (HAND_SIZE[v.players] - v.tricks_played)


@jit
def chances(v, o, card):
    """The chance that ``card`` takes the trick, and the points that who follows will add then.

    In misères the others are expected to stay below if they can, elsewhere to beat if they can.
    """
    led = SUIT_OF[card] if v.trick_size == 0 else SUIT_OF[v.trick_cards[0]]
    if v.trick_size and not beats(card, v.best_card, led, o.trump):
        return 0.0, 0.0
    takes, later = 1.0, 0.0
    of_led = SUIT[led]
    falls = o.costly & of_led & LOWER[card] if SUIT_OF[card] == led else o.costly & of_led
    thrown = o.costly & ~of_led
    for k in range(o.to_play):
        own, elsewhere, size = o.cards[k], o.elsewhere[k], o.size[k]
        void = chance_of_none(of_led, own, elsewhere, size)
        if o.takers:
            takes *= 1 - _beaten(o, card, led, void, own, elsewhere, size)
        else:
            takes *= 1 - _forced_over(card, led, void, own, elsewhere, size)
            if thrown:
                later += void * (1 - chance_of_none(thrown, own, elsewhere, size))
            if falls:
                later += 1 - chance_of_none(falls, own, elsewhere, size)
    return takes, later * o.mean


@jit
def _forced_over(card, led, void, own, elsewhere, size):
    """Chance that a seat has higher cards only of the suit led."""
    if SUIT_OF[card] != led:
        return 0.0
    none_lower = chance_of_none(LOWER[card], own, elsewhere, size)
    return max(0.0, none_lower - void)


@jit
def _beaten(o, card, led, void, own, elsewhere, size):
    """Chance that a seat has a higher card, or a trump and none of the suit led."""
    if SUIT_OF[card] == led:
        chance = 1 - chance_of_none(HIGHER[card], own, elsewhere, size)
        if o.trump == NONE or led == o.trump:
            return chance
        trumps = SUIT[o.trump]
    else:
        chance, trumps = 0.0, HIGHER[card]
    return min(1.0, chance + void * (1 - chance_of_none(trumps, own, elsewhere, size)))
