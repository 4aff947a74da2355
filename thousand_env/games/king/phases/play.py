"""Play of the cards (K2, K4, K10): leading, following, taking tricks."""

from thousand_env.games.common.types import Rules, State
from thousand_env.games.king.actions import PLAY
from thousand_env.games.king.cards import (
    ACE_OF_HEARTS,
    HEART_SUIT,
    HEARTS,
    KING_OF_HEARTS,
    beats,
    bit,
    suit_mask,
    suit_of,
)
from thousand_env.games.king.phases.score import trick_points
from thousand_env.games.king.rules import HAND_SIZE, NO_HEARTS, NO_KING, ROBBER
from thousand_env.games.king.state import next_seat
from thousand_env.jit import jit


@jit
def begin(g: State, leader: int) -> None:
    """The first hand, or who named trumps, leads (K1, K7, K8)."""
    g.phase = PLAY
    g.to_move = leader
    g.leader = leader


@jit
def legal(g: State, r: Rules) -> int:
    """The cards that may be played."""
    hand = g.hand[g.to_move]
    if g.trick_size == 0:
        return leads(g.kind, hand)
    led = suit_of(g.trick_cards[0])
    cards = hand & suit_mask(led)
    if not cards:
        cards = hand
    if cards & KING_OF_HEARTS and must_discard_king(g, r, cards, led):
        return KING_OF_HEARTS
    return cards


@jit
def leads(kind: int, hand: int) -> int:
    """Any card, but no heart in deals 2, 5 and 7 while another suit is held (K4)."""
    others = hand & ~HEARTS
    return others if others and hearts_wait(kind) else hand


@jit
def hearts_wait(kind: int) -> bool:
    """Is this deal 2, 5 or 7 (K4)?"""
    return kind in (NO_HEARTS, NO_KING, ROBBER)


@jit
def must_discard_king(g: State, r: Rules, cards: int, led: int) -> bool:
    """Must the king of hearts go, if it is among ``cards`` that suit the trick (K4)?

    It must when they don't follow suit, and under the ace of hearts.
    """
    if not r.discard_king or g.kind not in (NO_KING, ROBBER):
        return False
    if led != HEART_SUIT:
        return cards & suit_mask(led) == 0
    for k in range(g.trick_size):
        if bit(g.trick_cards[k]) == ACE_OF_HEARTS:
            return True
    return False


@jit
def apply(g: State, r: Rules, action: int) -> bool:
    """Lay a card; True if it ended the last trick."""
    card = action
    seat = g.to_move
    led = suit_of(g.trick_cards[0]) if g.trick_size else suit_of(card)
    _note_lacks(g, r, card, led)
    g.hand[seat] &= ~bit(card)
    g.hand_size[seat] -= 1
    g.played[seat] |= bit(card)
    if g.trick_size == 0 or beats(card, g.best_card, led, g.trump):
        g.best_seat = seat
        g.best_card = card
    g.trick_cards[g.trick_size] = card
    g.trick_size += 1
    if g.trick_size < r.players:
        g.to_move = next_seat(r.players, seat)
        return False
    _take_trick(g, r)
    return g.tricks_played == HAND_SIZE[r.players]


@jit
def _note_lacks(g: State, r: Rules, card: int, led: int) -> None:
    """What everybody learns from the cards that are not played (K2, K4)."""
    seat = g.to_move
    if g.trick_size == 0:
        if led == HEART_SUIT and hearts_wait(g.kind):
            g.lacks[seat] |= r.pack & ~HEARTS
        return
    if suit_of(card) != led:
        g.lacks[seat] |= r.pack & suit_mask(led)
    if bit(card) != KING_OF_HEARTS and must_discard_king(g, r, bit(card), led):
        g.lacks[seat] |= KING_OF_HEARTS


@jit
def _take_trick(g: State, r: Rules) -> None:
    """The best card takes the trick and leads the next (K2)."""
    winner = g.best_seat
    trick = bit(g.trick_cards[0])
    for k in range(1, g.trick_size):
        trick |= bit(g.trick_cards[k])
    g.tricks[winner] += 1
    g.tricks_played += 1
    g.points[winner] += trick_points(g, r, trick)
    g.trick_size = 0
    g.leader = winner
    g.to_move = winner
