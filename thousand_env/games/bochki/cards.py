"""Cards as numbers and sets of cards as 36-bit masks (B1)."""

from thousand_env.errors import ActionError
from thousand_env.games.common.sets import mask_cards

SUITS = "SCDH"  # spades, clubs, diamonds, hearts
RANKS = "6789TJQKA"  # low to high (B1)
SUIT_SIZE = 9
NUM_CARDS = 36
FULL_SUIT = (1 << SUIT_SIZE) - 1
FULL_PACK = (1 << NUM_CARDS) - 1
ALL_SIXES = sum(1 << (suit * SUIT_SIZE) for suit in range(4))
SIXES_AND_SEVENS = ALL_SIXES | ALL_SIXES << 1

_SYMBOLS = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}


def card_text(card: int) -> str:
    """Text form of a card: ``TH`` is the ten of hearts."""
    return RANKS[card % SUIT_SIZE] + SUITS[card // SUIT_SIZE]


def parse_card(text: str) -> int:
    """Number of a card from its text form; ``10H`` and ``10♥`` are read, too."""
    word = text.strip().upper().replace("10", "T")
    if len(word) == 2 and word[0] in RANKS:
        suit = _SYMBOLS.get(word[1], word[1])
        if suit in SUITS:
            return SUITS.index(suit) * SUIT_SIZE + RANKS.index(word[0])
    raise ActionError(
        f"unknown card {text[:20]!r}: a rank of 6 to 9 T J Q K A and a suit of S C D H, such as TH"
    )


def mask_text(mask: int) -> str:
    """Cards of a set as players hold them: by suit, high to low."""
    cards = sorted(mask_cards(mask), key=lambda c: (c // SUIT_SIZE, -(c % SUIT_SIZE)))
    return " ".join(card_text(card) for card in cards)
