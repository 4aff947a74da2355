"""Play of the cards (R10): following, trumping, marriages, tricks."""

import numpy as np

from thousand_env.games.common.types import Rules, State
from thousand_env.games.thousand.actions import A_MARRY, A_MARRY_ACE, PLAY
from thousand_env.games.thousand.cards import (
    ACE,
    ALL_ACES,
    FULL_SUIT,
    MARRIAGE,
    MARRIAGE_VALUES,
    QUEEN,
    RANK_POINTS,
    SUIT_SIZE,
    any_marriage,
    has_marriage,
)
from thousand_env.games.thousand.rules import (
    ACE_MARRIAGE_OFF,
    ACE_MARRIAGE_TRUMP,
    ACE_MARRIAGE_VALUE,
    CARDS_EACH,
)
from thousand_env.games.thousand.state import (
    ACE_MARRIAGE_BIT,
    NONE,
    active_players,
    next_seat,
)
from thousand_env.jit import jit

_AUTO = 1  # announce = auto
_ALL_ACE_MARRIAGES = 0b1111 << A_MARRY_ACE


@jit
def begin(g: State, r: Rules) -> None:
    """The declarer leads (R10.1)."""
    g.phase = PLAY
    g.to_move = g.declarer
    g.leader = g.declarer


@jit
def legal(g: State, r: Rules) -> int:
    """Cards by number, then the announcing leads (see actions.py)."""
    hand = np.int64(g.hand[g.to_move])
    if g.trick_size == 0:
        return leads(r, hand, g.tricks_played == 0)
    return answers(r, hand, g.trick_cards[0] // SUIT_SIZE, g.trump, g.best_card)


@jit
def leads(r: Rules, hand: int, first_lead: bool) -> int:
    """Any card; with marriages announced where R10.4 to R10.6 allow it."""
    bits = hand
    if any_marriage(hand) and (r.marriage_first_lead or not first_lead):
        for suit in range(4):
            if has_marriage(hand, suit):
                bits |= 0b11 << (A_MARRY + 2 * suit)
                if r.announce == _AUTO:
                    bits &= ~(MARRIAGE << (suit * SUIT_SIZE))
    if r.ace_marriage != ACE_MARRIAGE_OFF and not first_lead and (hand & ALL_ACES) == ALL_ACES:
        bits |= _ALL_ACE_MARRIAGES
        if r.announce == _AUTO:
            bits &= ~ALL_ACES
    return bits


@jit
def answers(r: Rules, hand: int, led: int, trump: int, best: int) -> int:
    """Follow suit, else trump, else any card (R10.2); ``best`` is the trick's best card so far."""
    followers = hand & (FULL_SUIT << (led * SUIT_SIZE))
    if followers:
        return _higher_if_bound(followers, led, best, r.must_beat)
    if trump == NONE:
        return hand
    trumps = hand & (FULL_SUIT << (trump * SUIT_SIZE))
    if trumps:
        return _higher_if_bound(trumps, trump, best, r.must_overtrump)
    return hand


@jit
def _higher_if_bound(cards: int, suit: int, best: int, bound: bool) -> int:
    """Of cards of one suit, those over the trick's best card, if it is of that suit and one is."""
    if bound and best // SUIT_SIZE == suit:
        higher = cards & ~((1 << (int(best) + 1)) - 1)
        if higher:
            return higher
    return cards


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """Lay a card; True if it ended the last trick."""
    card = _announce(g, r, action) if action >= A_MARRY else action
    seat = g.to_move
    g.hand[seat] &= ~(1 << card)
    g.played[seat] |= 1 << card
    _note_voids(g, seat, card // SUIT_SIZE)
    if g.trick_size == 0 or beats(card, int(g.best_card), g.trump):
        g.best_seat = seat
        g.best_card = card
    g.trick_cards[g.trick_size] = card
    g.trick_size += 1
    if g.trick_size < active_players(r):
        g.to_move = next_seat(g, r, seat)
        return False
    _take_trick(g)
    return g.tricks_played == CARDS_EACH[r.players] + 1


@jit
def _announce(g: State, r: Rules, action: int) -> int:
    """Count a marriage and set trumps (R10.4, R10.6); the card led."""
    seat = g.to_move
    if action >= A_MARRY_ACE:
        suit = action - A_MARRY_ACE
        g.announced[seat] |= ACE_MARRIAGE_BIT
        g.marriage_points[seat] += ACE_MARRIAGE_VALUE
        if r.ace_marriage == ACE_MARRIAGE_TRUMP:
            g.trump = suit
        return suit * SUIT_SIZE + ACE
    suit = (action - A_MARRY) // 2
    g.announced[seat] |= 1 << suit
    g.marriage_points[seat] += MARRIAGE_VALUES[suit]
    g.trump = suit
    return suit * SUIT_SIZE + QUEEN + (action - A_MARRY) % 2


@jit
def _note_voids(g: State, seat: int, suit: int) -> None:
    """What everybody learns from a card that doesn't follow suit (R10.2)."""
    if g.trick_size == 0:
        return
    led = g.trick_cards[0] // SUIT_SIZE
    if suit == led:
        return
    g.void[seat] |= 1 << int(led)
    if g.trump != NONE and suit != g.trump:
        g.void[seat] |= 1 << int(g.trump)


@jit
def beats(card: int, best: int, trump: int) -> bool:
    """Does a card take the trick from the best one so far (R10.3)?"""
    if card // SUIT_SIZE == best // SUIT_SIZE:
        return card > best
    return card // SUIT_SIZE == trump


@jit
def _take_trick(g: State) -> None:
    """The best card takes the trick and leads the next (R10.1)."""
    winner = g.best_seat
    for i in range(g.trick_size):
        g.trick_points[winner] += RANK_POINTS[g.trick_cards[i] % SUIT_SIZE]
    g.tricks[winner] += 1
    g.tricks_played += 1
    g.trick_size = 0
    g.leader = winner
    g.to_move = winner
