"""Everything about the deal being played; plain data and a few questions to it."""

from .cards import ACES, PACK, read_cards
from .rules import Rules


class Deal:
    """One deal from the moment the cards are dealt."""

    def __init__(self, rules: Rules, dealer: int, hands: list, talon):
        n = rules["players"]
        self.seats = n
        self.dealer = dealer
        self.first = (dealer + 1) % n  # R2.1
        self.sitter = dealer if n == 4 else None  # R2.2
        #: the players in bidding order from the first hand
        self.active = [seat for seat in clockwise(self.first, n) if seat != self.sitter]
        self.hands = [read_cards(text) for text in hands]
        texts = [talon] if isinstance(talon, str) else list(talon)
        self.talons = [read_cards(text) for text in texts]
        self._check_sizes()

        self.phase = None
        self.player = None
        self.kind = "ordinary"
        self.declarer = None
        self.contract = None
        self.conceded = False
        self.history = []  # (seat, text) of every action of the deal

        self.to_ask = []  # R4.2: who is still to be asked for an optional re-deal
        self.penalty = None  # the seat that paid R4.5; no more re-deals then
        self.redealt = False

        self.bid = 100  # R5.1
        self.bidder = self.first
        self.overbid = False
        self.passed = set()

        self.talon = None  # the cards taken, once taken
        self.talon_shown = False  # R6.1
        self.must_give_ace = False  # R4.4
        self.gifts = []  # (giver, receiver, card)

        self.trump = None
        self.trick = []  # (seat, card)
        self.leader = None
        self.tricks_played = 0
        self.tricks = [0] * n
        self.trick_points = [0] * n
        self.announced = [[] for _ in range(n)]  # (suit or "A", value)

    def _check_sizes(self) -> None:
        """R2.2: 7 cards and a talon of 3, or 10 and two talons of 2; the whole pack."""
        each, talons = (10, [2, 2]) if self.seats == 2 else (7, [3])
        want = [0 if seat == self.sitter else each for seat in range(self.seats)]
        if [len(hand) for hand in self.hands] != want:
            raise ValueError(f"hands of {want} cards are needed (R2.2)")
        if [len(talon) for talon in self.talons] != talons:
            raise ValueError(f"talons of {talons} cards are needed (R2.2)")
        if set().union(*self.hands, *self.talons) != PACK:
            raise ValueError("the 24 cards of the pack are needed, each once (R1.1)")

    def next_active(self, seat: int) -> int:
        """The player to the left of the seat."""
        place = self.active.index(seat)
        return self.active[(place + 1) % len(self.active)]

    def opponents(self) -> list:
        """The active players against the declarer, from his left."""
        place = self.active.index(self.declarer)
        return self.active[place + 1 :] + self.active[:place]

    def is_doubled(self) -> bool:
        """Dark and golden deals are written doubled (R7.4, R8.1)."""
        return self.kind in ("dark", "golden")

    def marriage_points(self, seat: int) -> int:
        """The value of the marriages the seat has announced."""
        return sum(value for _, value in self.announced[seat])

    def raw(self, seat: int) -> int:
        """Tricks plus announced marriages, unrounded (R16)."""
        return self.trick_points[seat] + self.marriage_points(seat)

    def ace_given(self) -> bool:
        """Was an ace among the cards given so far (R4.4)?"""
        return any(card in ACES for _, _, card in self.gifts)


def clockwise(start: int, n: int) -> list:
    """All seats clockwise, beginning with start."""
    return [(start + step) % n for step in range(n)]
