"""From the talon to the last trick: the declarer's decisions and the play (R6, R10, R12)."""

from . import bidding, scoring, tricks
from .bookkeeping import Bookkeeping
from .cards import ACES


class DeclarersGame:
    """The part of the referee that runs a deal once its declarer is known."""

    # ---- talon (R6.1, R12) and gift (R6.2)

    def _choose_talon(self) -> None:
        """R12: with two talons the declarer chooses one unseen."""
        deal = self.current
        if len(deal.talons) == 1:
            self._take_talon(deal.talons[0])
        else:
            deal.phase, deal.player = "talon", deal.declarer

    def _legal_talon(self) -> set:
        return {"talon 1", "talon 2"}

    def _do_talon(self, _word: str, what: str) -> None:
        self._take_talon(self.current.talons[int(what) - 1])

    def _take_talon(self, talon: set) -> None:
        """R6.1, R4.4."""
        deal = self.current
        hand = deal.hands[deal.declarer]
        together = ACES <= (hand | talon) and not ACES <= hand
        deal.talon = set(talon)
        deal.hands[deal.declarer] = hand | talon
        unbid = deal.kind == "ordinary" and not deal.overbid
        blind = deal.is_doubled() or (unbid and self.rules["talon_blind_at_100"])
        deal.talon_shown = not blind
        rule = self.rules["four_aces_with_talon"]
        deal.must_give_ace = together and rule == "give_ace"
        if together and rule == "redeal" and self._talon_redeal_possible():
            if self._redeal_due():
                return
        deal.phase, deal.player = "gift", deal.declarer

    def _talon_redeal_possible(self) -> bool:
        """R4.3, R4.4, R4.5: not golden, not obligatory, not after the penalty."""
        deal = self.current
        return deal.kind in ("ordinary", "dark") and deal.penalty is None

    def _legal_gift(self) -> set:
        deal = self.current
        hand = deal.hands[deal.player]
        last = len(deal.gifts) == len(deal.active) - 2
        ace_needed = deal.must_give_ace and last and not deal.ace_given()  # R4.4
        legal = {f"give {card}" for card in (hand & ACES if ace_needed else hand)}
        if not deal.gifts:
            if self._may_concede():
                legal.add("concede")
            claim = bidding.talon_has_redeal(self.rules, deal.talon)
            if claim and self._talon_redeal_possible():
                legal.add("redeal")
        return legal

    def _do_gift(self, word: str, what: str) -> None:
        deal = self.current
        if word == "concede":
            self._concede()
        elif word == "redeal":
            self._redeal_due()  # when the dealer pays instead, the gift goes on
        else:
            receiver = deal.opponents()[len(deal.gifts)]  # R6.2: first the left one
            deal.hands[deal.player].remove(what)
            deal.hands[receiver].add(what)
            deal.gifts.append((deal.player, receiver, what))
            if len(deal.gifts) == len(deal.active) - 1:
                self._ask_contract()

    def _may_concede(self) -> bool:
        """R6.4, R7.3."""
        if self.rules["concede"] == "off":
            return False
        kind = self.current.kind
        return kind == "ordinary" or (kind == "dark" and self.rules["dark_concede"])

    # ---- contract (R6.3) and concession (R6.4)

    def _ask_contract(self) -> None:
        """R14: not asked when `keep` is the only choice."""
        deal = self.current
        deal.phase = "contract"
        if self._legal_contract() == {"keep"}:
            self._start_play()

    def _legal_contract(self) -> set:
        deal = self.current
        may_raise = {"ordinary": self.rules["raise"], "dark": self.rules["dark_raise"]}
        legal = {"keep"}
        if may_raise.get(deal.kind, False):
            hand = deal.hands[deal.player]
            bids = bidding.raises(self.rules, deal.contract, hand)
            legal |= {f"contract {bid}" for bid in bids}
        if self._may_concede():
            legal.add("concede")
        return legal

    def _do_contract(self, word: str, what: str) -> None:
        if word == "concede":
            self._concede()
            return
        if word == "contract":
            self.current.contract = int(what)
        self._start_play()

    def _concede(self) -> None:
        """R6.4: no tricks, marriages or bolts; the count of concessions runs on."""
        self.current.conceded = True
        self._table.concessions[self.current.declarer] += 1
        self._finish()

    # ---- play (R10)

    def _start_play(self) -> None:
        """R10.1: the declarer leads."""
        deal = self.current
        deal.phase, deal.player, deal.leader = "play", deal.declarer, deal.declarer

    def _legal_play(self) -> set:
        return tricks.legal_plays(self.rules, self.current)

    def _do_play(self, word: str, card: str) -> None:
        deal = self.current
        if word == "marry":
            tricks.announce(self.rules, deal, deal.player, card)
        deal.hands[deal.player].remove(card)
        deal.trick.append((deal.player, card))
        if len(deal.trick) < len(deal.active):
            deal.player = deal.next_active(deal.player)
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        """R10.1, R10.3."""
        deal = self.current
        taker = tricks.trick_winner(deal)
        deal.tricks[taker] += 1
        deal.trick_points[taker] += scoring.points(card for _, card in deal.trick)
        deal.trick = []
        deal.tricks_played += 1
        deal.player = deal.leader = taker
        if not deal.hands[taker]:
            self._finish()

    # ---- the end of a played deal (R11.6)

    def _finish(self) -> None:
        deal, table, rules = self.current, self._table, self.rules
        bolts, paying = scoring.write_bolts(rules, table, deal)
        entry = scoring.entries(rules, table, deal, paying)
        books = Bookkeeping(rules, table, deal, entry, paying)
        books.write()
        table.redeals = 0  # R4.5
        self.winner = books.winner
        self.dealer = (self.dealer + 1) % deal.seats  # R2.1
        self.needs_deal = self.winner is None
        raw = [deal.raw(seat) for seat in range(deal.seats)]
        before = self._score_before
        self._result = {
            "kind": deal.kind,
            "conceded": deal.conceded,
            "declarer": deal.declarer,
            "contract": deal.contract,
            "made": books.made,
            "raw": None if deal.conceded else raw,
            "entry": entry,
            "written": [now - then for now, then in zip(table.score, before)],
            "bolts": bolts,
            "table": self.table(),
        }
