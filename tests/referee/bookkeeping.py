"""The order at the end of a deal (R11.6): results, collisions, golden circle, truck, win."""

from .deal import Deal, clockwise
from .rules import Rules
from .scoring import is_made
from .table import Table, first_golden


class Bookkeeping:
    """Writes one finished deal into the table; `winner` is set when it ends the match."""

    def __init__(self, rules: Rules, table: Table, deal: Deal, entry: list, paying: set):
        self.rules = rules
        self.table = table
        self.deal = deal
        self.entry = entry
        self.paying = paying
        self.made = is_made(rules, deal)
        self.winner = None
        self.before = list(table.score)
        self.old = [seat for seat in range(deal.seats) if table.on_barrel(seat)]
        self.arrived = []
        self.order = clockwise(deal.first, deal.seats)

    def write(self) -> None:
        """R11.6 (a) to (e)."""
        for seat in self.order:
            self._write_seat(seat)
        self._collisions()
        self._golden_circle()
        for seat in self.order:
            if seat != self.winner:
                self.table.dump(seat, self.before[seat])
        if self.rules["barrel_at"] == 0:
            self._win_without_barrel()

    def _write_seat(self, seat: int) -> None:
        """(a)"""
        if self.table.on_barrel(seat):
            self._write_on_barrel(seat)
        else:
            self._write_off_barrel(seat)

    def _write_on_barrel(self, seat: int) -> None:
        """R9.2, R9.3, R9.7: the score stays, or he wins, or he falls (once)."""
        table, deal = self.table, self.deal
        own = seat == deal.declarer
        if own and self.made and self._contract_wins():
            self._win(seat, self.rules["barrel_at"] + deal.contract)
        elif own and not self.made and deal.kind == "obligatory":
            table.leave_barrel(seat)
            table.score[seat] = 0
            table.barrels_used[seat] = 0
        elif own and not self.made:
            table.fall(seat, self.rules["barrel_at"] + self.entry[seat])
        elif seat in self.paying:
            table.fall(seat)
        elif seat in deal.active and deal.kind != "golden":  # R8.3
            self._use_barrel_deal(seat)

    def _contract_wins(self) -> bool:
        """R9.2, R9.7."""
        high = self.deal.contract >= self.rules["barrel_contract"]
        return high or self.deal.kind == "obligatory"

    def _use_barrel_deal(self, seat: int) -> None:
        """R9.2, R9.3: one deal used; the last one without success is a fall."""
        self.table.barrel_deals_used[seat] += 1
        if self.table.barrel_deals_used[seat] == self.rules["barrel_deals"]:
            self.table.fall(seat)

    def _write_off_barrel(self, seat: int) -> None:
        """Plain addition, and R9.1."""
        table, rules = self.table, self.rules
        table.score[seat] += self.entry[seat]
        if rules["barrel_at"] == 0:
            return
        own_contract = seat == self.deal.declarer and self.made
        if rules["barrel_jump"] and own_contract and table.score[seat] >= rules["goal"]:
            self._win(seat, table.score[seat])
        elif table.score[seat] >= rules["barrel_at"]:
            table.enter_barrel(seat)
            self.arrived.append(seat)

    def _win(self, seat: int, score: int) -> None:
        """R9.6."""
        self.winner = seat
        self.table.score[seat] = score
        self.table.leave_barrel(seat)

    def _collisions(self) -> None:
        """(b) R9.4: who was on the barrel before this deal and still is, may be thrown off."""
        staying = [seat for seat in self.old if self.table.on_barrel(seat)]
        rule = self.rules["barrel_collision"]
        if not self.arrived or rule == "coexist":
            return
        if rule == "third_knocks_both" and len(staying) + len(self.arrived) < 3:
            return
        for seat in staying:
            self.table.fall(seat)

    def _golden_circle(self) -> None:
        """(c) R8.2: one deal of the circle is over, perhaps the circle."""
        table, rules = self.table, self.rules
        if table.golden is None:
            return
        golden = table.golden
        golden["deal"] += 1
        if self.deal.kind == "golden" and self.made:
            golden["made"] = True
        if golden["deal"] < self.deal.seats:
            return
        table.golden = None
        again = rules["golden_on_fail"] == "replay"
        last = again and golden["circle"] >= rules["golden_circles"]
        kept = rules["golden_on_fail"] == "keep"
        if golden["made"] or last or kept or self.winner is not None:
            return
        table.wipe()
        if again:
            table.golden = first_golden(golden["circle"] + 1)

    def _win_without_barrel(self) -> None:
        """(e) R9.1: the declarer, else the highest, else the first from the first hand."""
        reached = [s for s in self.order if self.table.score[s] >= self.rules["goal"]]
        if self.deal.declarer in reached:
            self.winner = self.deal.declarer
        elif reached:
            self.winner = max(reached, key=lambda seat: self.table.score[seat])
