"""What can be inferred from a view: where the cards not seen may be, and how likely."""

from thousand_agents.greedy.compiled import jit
from thousand_env.games.thousand.cards import (
    FULL_SUIT,
    KING,
    PACK,
    QUEEN,
    SUIT_SIZE,
    count_cards,
)
from thousand_env.games.thousand.phases.gift import receiver_of
from thousand_env.games.thousand.rules import CARDS_EACH
from thousand_env.games.thousand.state import NONE, active_players, next_seat


@jit
def suit_cards(mask, suit):
    """The cards of one suit, still in their places."""
    return mask & (FULL_SUIT << (suit * SUIT_SIZE))


@jit
def cards_above(card):
    """All higher cards of its suit."""
    suit = card // SUIT_SIZE
    return suit_cards(PACK & ~((1 << (card + 1)) - 1), suit)


@jit
def played_cards(v):
    """All cards played in this deal."""
    cards = 0
    for seat in range(v.players):
        cards |= int(v.played[seat])
    return cards


@jit
def unseen_cards(v):
    """Cards neither played nor in the own hand."""
    return PACK & ~played_cards(v) & ~int(v.hand)


@jit
def hand_size(v, seat):
    """Cards a seat holds during play."""
    return CARDS_EACH[v.players] + 1 - count_cards(v.played[seat])


@jit
def surely_holds(v, seat, unseen):
    """Cards known to be in another's hand: the own gift (R6.2), the rest of his marriages (R10.4)."""
    cards = 0
    if v.seat == v.declarer:
        for which in range(active_players(v) - 1):
            if v.gifts[which] != NONE and receiver_of(v, v, which) == seat:
                cards |= 1 << int(v.gifts[which])
    for suit in range(4):
        if (v.announced[seat] >> suit) & 1:
            cards |= 1 << (suit * SUIT_SIZE + QUEEN) | 1 << (suit * SUIT_SIZE + KING)
    return cards & unseen


@jit
def may_hold(v, seat, unseen):
    """Cards a seat may hold: none of a suit it has shown out of."""
    cards = unseen
    for suit in range(4):
        if (v.void[seat] >> suit) & 1:
            cards &= ~(FULL_SUIT << (suit * SUIT_SIZE))
    return cards


@jit
def chance_of_none(wanted, own, elsewhere, size):
    """Chance that a hand of ``size`` cards has none of ``wanted``.

    ``own`` are the cards the hand may hold, ``elsewhere`` those that may lie somewhere else; what
    can only be in this hand is in it, the others are as likely as in a random deal.
    """
    wanted &= own
    sure = own & ~elsewhere
    if wanted & sure:
        return 0.0
    pool = count_cards(own & elsewhere)
    left = size - count_cards(sure)
    chance = 1.0
    for _ in range(count_cards(wanted)):
        chance *= max(0.0, 1.0 - left / pool) if pool > 0 else 1.0
        pool -= 1
    return chance


@jit
def opponents(v):
    """The next seat clockwise and the one after it; -1 with two players."""
    following = next_seat(v, v, v.seat)
    last = next_seat(v, v, following)
    return following, last if active_players(v) == 3 else NONE
