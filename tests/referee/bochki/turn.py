"""One player's turn: up to three deals and what they have brought (B2, B5, B6, B8)."""

from .reach import DEALS


class Turn:
    """A turn of a kind: `entry`, `plain` or `barrel`, as it was when the turn began."""

    def __init__(self, rules, seat: int, kind: str):
        self.rules = rules
        self.seat = seat
        self.kind = kind
        self.deals = []  # points of each deal
        self.points = 0  # what the turn would write now
        self.ended = False

    def take(self, points: int) -> None:
        """The points of a deal."""
        self.deals.append(points)
        self.points += points
        if points == 0:
            self._burn()
        if len(self.deals) == DEALS:
            self.ended = True

    def _burn(self) -> None:
        """A deal without points: B6 burns, B5 does not, B8 burns and ends the turn, or nothing."""
        if self.kind == "plain":
            self.points = 0
        elif self.kind == "barrel" and self.rules["barrel_zero"] == "burn":
            self.points = 0
            self.ended = True

    def stop(self) -> None:
        """B6: he keeps what he has."""
        self.ended = True

    def may_stop(self) -> bool:
        """B5: who is not in yet only from 60 (75) on; the others always (B6)."""
        return self.kind != "entry" or self.points >= self.rules.entry
