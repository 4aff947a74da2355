"""Cards as numbers and sets of cards as 24-bit masks (R1)."""

from thousand_env.errors import ActionError
from thousand_env.games.common.sets import cards_mask as cards_mask
from thousand_env.games.common.sets import count_cards as count_cards
from thousand_env.games.common.sets import mask_cards as mask_cards
from thousand_env.jit import jit

SUITS = "SCDH"  # spades, clubs, diamonds, hearts
RANKS = "9JQKTA"  # low to high (R1.1)
NUM_CARDS = 24
SUIT_SIZE = 6
NINE, JACK, QUEEN, KING, TEN, ACE = range(6)
RANK_POINTS = (0, 2, 3, 4, 10, 11)  # R1.2
MARRIAGE_VALUES = (40, 60, 80, 100)  # R1.3, by suit
FULL_SUIT = 0b111111
PACK = (1 << NUM_CARDS) - 1
MARRIAGE = 1 << KING | 1 << QUEEN  # within one suit
ALL_ACES = sum(1 << (suit * SUIT_SIZE + ACE) for suit in range(4))
ALL_QUEENS = sum(1 << (suit * SUIT_SIZE + QUEEN) for suit in range(4))
ALL_KINGS = ALL_QUEENS << 1
ALL_NINES = sum(1 << (suit * SUIT_SIZE + NINE) for suit in range(4))

_SYMBOLS = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}


@jit
def mask_points(mask: int) -> int:
    """Points of a set of cards (R1.2)."""
    points = 0
    for card in range(NUM_CARDS):
        if (mask >> card) & 1:
            points += RANK_POINTS[card % SUIT_SIZE]
    return points


@jit
def has_marriage(mask: int, suit: int) -> bool:
    """King and queen of the suit together (R1.3)."""
    return ((mask >> (suit * SUIT_SIZE)) & MARRIAGE) == MARRIAGE


@jit
def any_marriage(mask: int) -> bool:
    """Is there a marriage in a set of cards (R1.3)?"""
    return mask & ALL_KINGS & ((mask & ALL_QUEENS) << 1) != 0


@jit
def marriage_points(mask: int) -> int:
    """Value of all marriages in a set of cards (R1.3)."""
    points = 0
    if not any_marriage(mask):
        return points
    for suit in range(4):
        if has_marriage(mask, suit):
            points += MARRIAGE_VALUES[suit]
    return points


def card_text(card: int) -> str:
    """Text form of a card (R1.4): ``TH`` is the ten of hearts."""
    return RANKS[card % SUIT_SIZE] + SUITS[card // SUIT_SIZE]


def parse_card(text: str) -> int:
    """Number of a card from its text form; ``10H`` and ``10♥`` are read, too (R1.4)."""
    word = text.strip().upper().replace("10", "T")
    if len(word) == 2 and word[0] in RANKS:
        suit = _SYMBOLS.get(word[1], word[1])
        if suit in SUITS:
            return SUITS.index(suit) * SUIT_SIZE + RANKS.index(word[0])
    raise ActionError(
        f"unknown card {text[:20]!r}: a rank of 9 J Q K T A and a suit of S C D H, such as TH"
    )


def mask_text(mask: int) -> str:
    """Cards of a set as players hold them: by suit, high to low."""
    cards = sorted(mask_cards(mask), key=lambda c: (c // SUIT_SIZE, -(c % SUIT_SIZE)))
    return " ".join(card_text(card) for card in cards)
