"""Cards as numbers and sets of cards as 53-bit masks (K1, K10)."""

import numpy as np

from thousand_env.errors import ActionError
from thousand_env.games.common.sets import cards_mask as cards_mask
from thousand_env.games.common.sets import mask_cards as mask_cards
from thousand_env.jit import jit

SUITS = "SCDH"  # spades, clubs, diamonds, hearts
RANKS = "23456789TJQKA"  # low to high (K1)
SUIT_SIZE = 13
JOKER = 52  # K10
JOKER_TEXT = "XX"
NUM_CARDS = 53  # the joker among them
JACK, QUEEN, KING, ACE = 9, 10, 11, 12
TEN = 8
HEART_SUIT = 3
FULL_SUIT = (1 << SUIT_SIZE) - 1
PLAIN_PACK = (1 << JOKER) - 1
HEARTS = FULL_SUIT << (HEART_SUIT * SUIT_SIZE) | 1 << JOKER  # the joker is a heart (K10)
KING_OF_HEARTS = 1 << (HEART_SUIT * SUIT_SIZE + KING)
ACE_OF_HEARTS = 1 << (HEART_SUIT * SUIT_SIZE + ACE)
TWO_OF_CLUBS, THREE_OF_CLUBS = 1 << SUIT_SIZE, 2 << SUIT_SIZE
ALL_TWOS = sum(1 << (suit * SUIT_SIZE) for suit in range(4))
ALL_ACES = ALL_TWOS << ACE
ALL_QUEENS = ALL_TWOS << QUEEN
ALL_KINGS_AND_JACKS = ALL_TWOS << KING | ALL_TWOS << JACK

_SYMBOLS = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}
_ONE = np.int64(1)


@jit
def bit(card: int) -> int:
    """A set of one card."""
    return int(_ONE << np.int64(card))


@jit
def suit_of(card: int) -> int:
    """Suit of a card; the joker's is hearts (K10)."""
    return min(int(card) // SUIT_SIZE, HEART_SUIT)


@jit
def suit_mask(suit: int) -> int:
    """All cards of a suit; the hearts lie beside the joker (K10)."""
    return HEARTS if suit == HEART_SUIT else FULL_SUIT << (int(suit) * SUIT_SIZE)


@jit
def strength(card: int) -> int:
    """Order within a suit; the joker stands between the ten and the jack of hearts (K10)."""
    return 2 * (HEART_SUIT * SUIT_SIZE + TEN) + 1 if card == JOKER else 2 * int(card)


@jit
def beats(card: int, best: int, led: int, trump: int) -> bool:
    """Does a card take the trick of the suit ``led`` from the best one so far (K2, K10)?"""
    if led != HEART_SUIT:
        if best == JOKER:
            return False
        if card == JOKER:
            return True
    if suit_of(card) == suit_of(best):
        return strength(card) > strength(best)
    return suit_of(card) == trump


def card_text(card: int) -> str:
    """Text form of a card: ``TH`` is the ten of hearts, ``XX`` the joker (K12)."""
    if card == JOKER:
        return JOKER_TEXT
    return RANKS[card % SUIT_SIZE] + SUITS[card // SUIT_SIZE]


def parse_card(text: str) -> int:
    """Number of a card from its text form; ``10H`` and ``10♥`` are read, too (K12)."""
    word = text.strip().upper().replace("10", "T")
    if word == JOKER_TEXT:
        return JOKER
    if len(word) == 2 and word[0] in RANKS:
        suit = _SYMBOLS.get(word[1], word[1])
        if suit in SUITS:
            return SUITS.index(suit) * SUIT_SIZE + RANKS.index(word[0])
    raise ActionError(
        f"unknown card {text[:20]!r}: a rank of 2 to 9 T J Q K A and a suit of S C D H, such as "
        "TH, or XX, the joker"
    )


def mask_text(mask: int) -> str:
    """Cards of a set as players hold them: by suit, high to low."""
    cards = sorted(mask_cards(mask), key=lambda c: (int(suit_of(c)), -int(strength(c))))
    return " ".join(card_text(card) for card in cards)
