"""Cards as two-letter strings ("AS", "TH"), hands as sets of them (R1)."""

RANKS = "9JQKTA"  # R1.1, low to high
SUITS = "SCDH"
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}  # R1.2
MARRIAGE = {"S": 40, "C": 60, "D": 80, "H": 100}  # R1.3
ACE_MARRIAGE = 200  # R10.6
PACK = {rank + suit for rank in RANKS for suit in SUITS}
ACES = {"A" + suit for suit in SUITS}
NINES = {"9" + suit for suit in SUITS}
SIGNS = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}


def read_card(text: str) -> str:
    """R1.4: `TH`, also `10H` and `10♥`."""
    for sign, suit in SIGNS.items():
        text = text.replace(sign, suit)
    card = text.upper().replace("10", "T")
    if card not in PACK:
        raise ValueError(f"no such card: {text!r}")
    return card


def read_cards(text: str) -> set:
    """The cards of "AS TS KS"."""
    cards = [read_card(word) for word in text.split()]
    if len(set(cards)) != len(cards):
        raise ValueError(f"a card twice in {text!r}")
    return set(cards)


def rank(card: str) -> int:
    """Strength within the suit."""
    return RANKS.index(card[0])


def points(cards) -> int:
    """Card points (R1.2)."""
    return sum(POINTS[card[0]] for card in cards)


def marriages(cards) -> list:
    """Suits of which both king and queen are there (R1.3)."""
    return [suit for suit in SUITS if "K" + suit in cards and "Q" + suit in cards]


def marriage_points(cards) -> int:
    """What the marriages among the cards are worth together."""
    return sum(MARRIAGE[suit] for suit in marriages(cards))


def rounded(number: int, step: int) -> int:
    """R11.2: to the nearest step, a half goes down (15 by 10 is 10)."""
    below = number - number % step
    return below if 2 * (number - below) <= step else below + step
