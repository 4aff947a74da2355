"""Cards as two-letter strings ("AS", "TH"), packs as lists, hands as sets of them (B1)."""

from .errors import BadDeal

SUITS = "SCDH"
#: Size of the pack -> its ranks, low to high. A hand has as many cards as there are ranks.
RANKS = {28: "89TJQKA", 36: "6789TJQKA"}
SIGNS = {"♠": "S", "♣": "C", "♦": "D", "♥": "H"}


def pack_of(cards: int) -> list:
    """The pack of 28 or 36 cards, in order."""
    return [rank + suit for suit in SUITS for rank in RANKS[cards]]


def read_card(text: str) -> str:
    """A card as in Thousand: `TH`, also `10H` and `10♥`."""
    for sign, suit in SIGNS.items():
        text = text.replace(sign, suit)
    card = text.upper().replace("10", "T")
    if len(card) != 2 or card[0] not in RANKS[36] or card[1] not in SUITS:
        raise BadDeal(f"no such card: {text!r}")
    return card


def read_cards(cards) -> list:
    """The cards of "AS TS KS" or of a list, in order."""
    words = cards.split() if isinstance(cards, str) else cards
    return [read_card(word) for word in words]


def hands_from_pack(pack, order: list, rules) -> list:
    """By seat, packets from the top of the pack for the seats of `order`; the rest stays out (B2)."""
    pack = read_cards(pack)
    if sorted(pack) != sorted(pack_of(rules["cards"])):
        raise BadDeal(f"the {rules['cards']} cards of the pack are needed, each once (B1)")
    hands = [[] for _ in range(rules["players"])]
    for place, seat in enumerate(order):
        hands[seat] = pack[place * rules.hand_size : (place + 1) * rules.hand_size]
    return hands


def check_hands(hands, taking_part: list, rules) -> dict:
    """Seat -> hand: a full hand for everyone taking part, no card twice, none from outside (B1)."""
    if len(hands) != rules["players"]:
        raise BadDeal("one hand for each seat is needed, an empty one for who does not take part")
    read = [read_cards(hand) for hand in hands]
    want = [rules.hand_size if seat in taking_part else 0 for seat in range(rules["players"])]
    if [len(hand) for hand in read] != want:
        raise BadDeal(f"hands of {want} cards are needed (B2)")
    dealt = [card for hand in read for card in hand]
    if len(set(dealt)) != len(dealt) or not set(dealt) <= set(pack_of(rules["cards"])):
        raise BadDeal(f"the cards must be of the pack of {rules['cards']}, each once (B1)")
    return {seat: set(read[seat]) for seat in taking_part}
