"""From the shuffle to the end of the auction: kind of deal, re-deals, bids (R3, R4, R5, R7)."""

from . import bidding
from .deal import Deal


class Opening:
    """The part of the referee that deals with everything before the talon."""

    # ---- dealing, the kind of deal, re-deals (R3, R4)

    def deal(self, hands: list, talon) -> None:
        """Deal a pack: hands by seat, the talon or the two talons (R16 text)."""
        if not self.needs_deal:
            raise ValueError("no pack is to be dealt now")
        self.current = Deal(self.rules, self.dealer, hands, talon)
        self.needs_deal = False
        self.last_deal_redealt = False
        self._score_before = list(self._table.score)
        if bidding.mandatory_redeal(self.rules, self.current) and self._redeal_due():
            return
        self._choose_kind()

    def _choose_kind(self) -> None:
        """R3 step 2: obligatory, else golden, else the dark offer, else ordinary."""
        deal = self.current
        obliged = bidding.obliged(self.rules, self._table, deal)
        if obliged is not None:
            deal.kind, deal.declarer, deal.contract = "obligatory", obliged, 125  # R9.7
        elif self._table.golden is not None:
            deal.kind, deal.declarer, deal.contract = "golden", deal.first, 120  # R8.1
        elif bidding.dark_is_offered(self.rules, self._table, deal):
            deal.phase, deal.player = "dark", deal.first
            return
        self._start_optional_redeals()

    def _legal_dark(self) -> set:
        return {"dark", "look"}

    def _do_dark(self, word: str, _what: str) -> None:
        if word == "dark":
            self.current.kind, self.current.bid = "dark", 120  # R7.2
        self._start_optional_redeals()

    def _start_optional_redeals(self) -> None:
        """R4.2: holders are asked once each, in bidding order from the first hand."""
        deal = self.current
        deal.to_ask = [
            seat
            for seat in deal.active
            if bidding.hand_has_redeal(self.rules, deal.hands[seat], "optional")
        ]
        self._ask_optional_redeal()

    def _ask_optional_redeal(self) -> None:
        deal = self.current
        if deal.to_ask and deal.penalty is None:  # R4.5: no more re-deals after it
            deal.phase, deal.player = "redeal", deal.to_ask.pop(0)
        elif deal.declarer is not None:
            self._choose_talon()
        else:
            self._start_auction()

    def _legal_redeal(self) -> set:
        return {"redeal", "waive"}

    def _do_redeal(self, word: str, _what: str) -> None:
        if word == "redeal" and self._redeal_due():
            return
        self._unoblige()
        self._ask_optional_redeal()

    def _unoblige(self) -> None:
        """R4.5: the penalty threw the obliged player off: the deal is an ordinary one now."""
        deal = self.current
        if deal.kind == "obligatory" and not self._table.on_barrel(deal.declarer):
            deal.kind, deal.declarer, deal.contract = "ordinary", None, None

    def _redeal_due(self) -> bool:
        """R4.5: a re-deal falls due on the dealer. True: carried out; False: he paid instead."""
        limit = self.rules["redeal_limit"]
        if limit and self._table.redeals + 1 >= limit:
            self.current.penalty = self.dealer
            self._table.pay_redeal_penalty(self.dealer)
            return False
        self._table.redeals += 1
        self.needs_deal = True
        self.last_deal_redealt = True
        self._result = self._redealt_result()
        return True

    def _redealt_result(self) -> dict:
        """R16: the entry of a re-dealt deal."""
        zeros = [0] * self.current.seats
        return {
            "kind": "redealt",
            "conceded": False,
            "declarer": None,
            "contract": None,
            "made": None,
            "raw": None,
            "written": list(zeros),
            "bolts": list(zeros),
            "table": self.table(),
        }

    # ---- auction (R5)

    def _start_auction(self) -> None:
        """R5.1: the first hand's bid stands, the second hand is asked first."""
        deal = self.current
        deal.phase, deal.player = "auction", deal.next_active(deal.first)

    def _legal_auction(self) -> set:
        return bidding.legal_bids(self.rules, self._table, self.current)

    def _do_auction(self, word: str, what: str) -> None:
        deal = self.current
        if word == "bid":
            deal.bid, deal.bidder, deal.overbid = int(what), deal.player, True
            deal.kind = "ordinary"  # R7.2: an overbid dark is off
        else:
            deal.passed.add(deal.player)
        if len(deal.passed) == len(deal.active) - 1:
            deal.declarer, deal.contract = deal.bidder, deal.bid
            self._choose_talon()
            return
        deal.player = deal.next_active(deal.player)
        while deal.player in deal.passed:
            deal.player = deal.next_active(deal.player)
