"""Cards as two-letter strings ("AS", "TH", the joker "XX"), hands as sets of them (K1, K12)."""

RANKS = "23456789TJQKA"  # K1, low to high
SUITS = "SCDH"
JOKER = "XX"  # K12
ORDER = "23456789TXJQKA"  # K10: the joker stands between the ten and the jack
KING_OF_HEARTS, ACE_OF_HEARTS = "KH", "AH"


def pack(players: int, joker: bool) -> set:
    """K1, K10: the cards of the game."""
    cards = {rank + suit for rank in RANKS for suit in SUITS}
    if joker or players == 3:
        cards.remove("2C")
    if joker:
        cards.add(JOKER)
        if players == 3:
            cards.remove("3C")
    return cards


def suit(card: str) -> str:
    """The suit a card belongs to; the joker is a heart (K10)."""
    return "H" if card == JOKER else card[1]


def strength(card: str) -> int:
    """Strength within the suit (K1, K10)."""
    return ORDER.index(card[0])


def of_suit(cards, wanted: str) -> set:
    """Those of the cards that are of the suit."""
    return {card for card in cards if suit(card) == wanted}


def read_cards(text) -> list:
    """The cards of "AS TS KS", or of any list of cards; who deals checks them."""
    return text.split() if isinstance(text, str) else list(text)
