"""Everything about the deal being played; plain data and a few questions to it."""

from .cards import pack, read_cards
from .plan import sizes
from .rules import Rules

#: The first phase of a deal; all others begin with a lead.
FIRST_PHASE = {"trump": "trump", "auction": "open", "lottery": "lay"}


class Deal:
    """One deal from the moment the cards are dealt."""

    def __init__(self, rules: Rules, kind: str, dealer: int, hands: list, talon):
        n = rules["players"]
        self.seats = n
        self.kind = kind
        self.dealer = dealer
        self.first = (dealer + 1) % n  # K1
        check_cards(rules, kind, hands, talon)
        self.hands = [set(read_cards(text)) for text in hands]
        self.talon = set(read_cards(talon))  # K8: open on the table

        self.phase = FIRST_PHASE.get(kind, "play")  # "done" when the deal is over
        self.player = self.first
        self.history = []  # (seat, text) of every decision of the deal

        self.declarer = self.first if kind == "trump" else None  # who names trumps (K7, K8)
        self.trump = None
        self.trick = []  # (seat, card)
        self.tricks = []  # (winner, cards in order), the finished ones

        self.reserve = None  # K8
        self.bid = None
        self.bidder = None
        self.passed = set()
        self.gifts = []  # (giver, receiver, card)

        self.laid = set()  # K9
        self.out = []  # seats in the order they got rid of their cards

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.seats

    def others(self, seat: int) -> list:
        """The other seats, clockwise from the left of this one."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def tricks_of(self, seat: int) -> list:
        """The cards of each trick the seat has taken."""
        return [cards for winner, cards in self.tricks if winner == seat]

    @property
    def seller(self) -> int | None:
        """K8: the first hand, once somebody else has bought."""
        sold = self.declarer not in (None, self.first)
        return self.first if sold else None


def check_cards(rules: Rules, kind: str, hands: list, talon) -> None:
    """K1, K8, K10: hands and open cards of the right sizes, the whole pack, each card once."""
    each, open_cards = sizes(rules, kind)
    packets = [read_cards(text) for text in [*hands, talon]]
    if [len(packet) for packet in packets] != [each] * rules["players"] + [open_cards]:
        raise ValueError(
            f"{kind}: {each} cards each and {open_cards} open ones are needed (K1, K8)"
        )
    cards = [card for packet in packets for card in packet]
    if sorted(cards) != sorted(pack(rules["players"], rules.joker)):
        raise ValueError("the cards of the pack are needed, each once (K1, K10)")
