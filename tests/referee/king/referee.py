"""The referee: a game of King deal by deal, decision by decision."""

import random

from tests.referee.errors import IllegalMove

from . import auction, lottery, tricks
from .cards import read_cards
from .deal import Deal
from .plan import plan, sizes
from .rules import Rules
from .scoring import written
from .view import view

#: Phase -> its legal texts and what carries one out.
PHASES = {
    "open": (auction.legal_openings, auction.do_open),
    "bid": (auction.legal_bids, auction.do_bid),
    "give": (auction.legal_gifts, auction.do_give),
    "trump": (tricks.legal_trumps, tricks.do_trump),
    "play": (tricks.legal_plays, tricks.do_play),
    "lay": (lottery.legal_lays, lottery.do_lay),
}


class Referee:
    """One game: `deal` when `needs_deal`, else `apply` one of `legal()` for `player`."""

    def __init__(self, options: dict | None = None, dealer: int | None = 0):
        self.rules = Rules(options)
        n = self.rules["players"]
        self.dealer = random.randrange(n) if dealer is None else dealer
        if self.dealer not in range(n):
            raise ValueError(f"dealer is a seat from 0 to {n - 1}, not {dealer!r}")
        self.plan = plan(self.rules)
        self.number = 0  # finished deals, and so the place in the plan
        self.totals = [0] * n
        self.results: list = []
        self.needs_deal = True
        self.current: Deal | None = None

    # ---- what the caller reads

    @property
    def over(self) -> bool:
        """Are all deals played?"""
        return self.number == len(self.plan)

    @property
    def kind(self) -> str | None:
        """The kind of the deal played or to be dealt."""
        return None if self.over else self.plan[self.number]

    @property
    def phase(self) -> str | None:
        """The phase of the decision; None while cards must be dealt."""
        if self.over:
            return "over"
        return None if self.needs_deal else self.current.phase

    @property
    def player(self) -> int | None:
        """The seat to decide."""
        return None if self.phase in (None, "over") else self.current.player

    def view(self, seat: int) -> dict:
        """What the seat knows (K13)."""
        return view(self, seat)

    def places(self) -> list | None:
        """K11, K12: the place of each seat, 1 the best; equal totals share it."""
        if not self.over:
            return None
        return [1 + sum(other > own for other in self.totals) for own in self.totals]

    def winners(self) -> list:
        """K11: the seats with the highest total, once the game is over."""
        return [seat for seat, place in enumerate(self.places() or []) if place == 1]

    def legal(self) -> set:
        """The legal decisions of `player` in the text forms of K12."""
        if self.player is None:
            return set()
        return PHASES[self.phase][0](self.rules, self.current)

    # ---- what the caller does

    def deal(self, hands: list, talon="") -> None:
        """Deal the next cards, by seat: "AS KH ..." or lists of cards; ValueError changes nothing."""
        if not self.needs_deal:
            raise ValueError("no cards are to be dealt now")
        self.current = Deal(self.rules, self.kind, self.dealer, hands, talon)
        self.needs_deal = False

    def deal_pack(self, pack) -> None:
        """Deal an ordered pack: seat 0 gets the first cards, the open ones come last."""
        if not self.needs_deal:
            raise ValueError("no cards are to be dealt now")
        cards = read_cards(pack)
        n, each = self.rules["players"], sizes(self.rules, self.kind)[0]
        hands = [cards[seat * each : (seat + 1) * each] for seat in range(n)]
        self.deal(hands, cards[n * each :])

    def apply(self, text: str) -> None:
        """Carry out one decision; IllegalMove leaves everything as it was."""
        legal = self.legal()
        if text not in legal:
            raise IllegalMove(
                f"{text!r} by seat {self.player} in {self.phase}; legal: {sorted(legal)}"
            )
        deal = self.current
        deal.history.append((deal.player, text))
        word, _, what = text.partition(" ")
        PHASES[deal.phase][1](self.rules, deal, word, what)
        if deal.phase == "done":
            self._finish()

    def _finish(self) -> None:
        """Write the deal; the next dealer sits to the left (K1)."""
        deal = self.current
        points = written(self.rules, deal)
        self.totals = [total + point for total, point in zip(self.totals, points)]
        self.results.append(
            {
                "kind": deal.kind,
                "dealer": deal.dealer,
                "declarer": deal.declarer,
                "price": None if deal.seller is None else deal.bid,  # K8
                "trump": deal.trump,
                "tricks": [len(deal.tricks_of(seat)) for seat in range(deal.seats)],
                "out": list(deal.out),
                "written": points,
                "totals": list(self.totals),
            }
        )
        self.dealer = deal.left_of(self.dealer)
        self.number += 1
        self.needs_deal = not self.over
