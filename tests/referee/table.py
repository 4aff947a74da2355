"""What is kept between the deals (R2.3), falls from the barrel (R9.3), the re-deal penalty."""

from .rules import Rules

FALL = 120  # R9.3: a fall without an own contract leads to barrel_at - 120
TRUCK = 555  # R11.7


class Table:
    """Scores, bolts, concessions, barrels, golden circle and re-deals of one match."""

    def __init__(self, rules: Rules, given: dict | None):
        self.rules = rules
        n = rules["players"]
        start = {
            "score": [0] * n,
            "bolts": [0] * n,
            "concessions": [0] * n,
            "barrel_deals_used": [None] * n,
            "barrels_used": [0] * n,
            "golden": None,  # R16: a given table without it has no golden round
            "redeals": 0,
        }
        if given is None and rules["golden"]:
            start["golden"] = first_golden(1)
        start.update(given or {})
        self.score = list(start["score"])
        self.bolts = list(start["bolts"])
        self.concessions = list(start["concessions"])
        self.barrel_deals_used = list(start["barrel_deals_used"])
        self.barrels_used = list(start["barrels_used"])
        self.golden = dict(start["golden"]) if start["golden"] else None
        self.redeals = start["redeals"]

    def as_dict(self) -> dict:
        """The table in the form of R16."""
        return {
            "score": list(self.score),
            "bolts": list(self.bolts),
            "concessions": list(self.concessions),
            "barrel_deals_used": list(self.barrel_deals_used),
            "barrels_used": list(self.barrels_used),
            "golden": dict(self.golden) if self.golden else None,
            "redeals": self.redeals,
        }

    def on_barrel(self, seat: int) -> bool:
        """Is the seat on the barrel?"""
        return self.barrel_deals_used[seat] is not None

    def enter_barrel(self, seat: int) -> None:
        """R9.1: put on it at exactly barrel_at, no deal used."""
        self.score[seat] = self.rules["barrel_at"]
        self.barrel_deals_used[seat] = 0

    def leave_barrel(self, seat: int) -> None:
        """Off the barrel, whatever the reason."""
        self.barrel_deals_used[seat] = None

    def fall(self, seat: int, score: int | None = None) -> None:
        """R9.3: a barrel is used up; without an own contract to barrel_at - 120. R9.5 follows."""
        self.leave_barrel(seat)
        self.score[seat] = self.rules["barrel_at"] - FALL if score is None else score
        self.barrels_used[seat] += 1
        if 0 < self.rules["barrels_to_zero"] <= self.barrels_used[seat]:
            self.score[seat] = 0
            self.barrels_used[seat] = 0

    def pay_redeal_penalty(self, seat: int) -> None:
        """R4.5: at once, with R9.3 and R11.7."""
        before = self.score[seat]
        if self.on_barrel(seat):
            self.fall(seat)
        else:
            self.score[seat] -= self.rules["redeal_penalty"]
        self.dump(seat, before)

    def dump(self, seat: int, before: int) -> None:
        """R11.7: a score changed, net, to exactly 555 (or -555) becomes 0."""
        score = self.score[seat]
        if score == before:
            return
        falls = self.rules["dump_truck"] and score == TRUCK
        rises = self.rules["reverse_dump_truck"] and score == -TRUCK
        if falls or rises:
            self.score[seat] = 0
            self.leave_barrel(seat)

    def wipe(self) -> None:
        """R8.2: everything back to zero after a circle without a golden made."""
        n = len(self.score)
        self.score = [0] * n
        self.bolts = [0] * n
        self.concessions = [0] * n
        self.barrel_deals_used = [None] * n
        self.barrels_used = [0] * n


def first_golden(circle: int) -> dict:
    """The start of a golden circle (R8.1), in the form of R16."""
    return {"circle": circle, "deal": 0, "made": False}
