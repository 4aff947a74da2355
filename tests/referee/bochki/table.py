"""What is kept between the turns: scores, who is in the game, barrels. Turns are written here."""

from .barrels import BARREL_TURNS, FALL_TO, GOAL, barrel_of


class Table:
    """The score, whether he is in, and the turns left in a barrel, for each seat."""

    def __init__(self, rules, given: dict | None = None):
        self.rules = rules
        n = rules["players"]
        given = given or {}
        self.score = list(given.get("score", [0] * n))
        self.entered = list(given.get("entered", [score > 0 for score in self.score]))
        self.barrel_left = [BARREL_TURNS if barrel_of(s) is not None else None for s in self.score]
        self._check(given)

    def _check(self, given: dict) -> None:
        """A table as it can stand before a circle; `barrel_left` follows from the scores (B7)."""
        if set(given) - {"score", "entered", "barrel_left"}:
            raise ValueError(f"unknown parts of a table: {sorted(given)}")
        if not len(self.score) == len(self.entered) == self.rules["players"]:
            raise ValueError(f"a table of {self.rules['players']} seats is needed")
        if list(given.get("barrel_left", self.barrel_left)) != self.barrel_left:
            raise ValueError("before a circle everybody in a barrel has three turns left")
        for score, entered in zip(self.score, self.entered):
            if score % 5 or not 0 <= score < GOAL or (score and not entered):
                raise ValueError(f"no game reaches the score {score} (entered: {entered})")

    def as_dict(self) -> dict:
        """The table as plain data; `barrel_left` is None outside the barrels."""
        return {
            "score": list(self.score),
            "entered": list(self.entered),
            "barrel_left": list(self.barrel_left),
        }

    def kind(self, seat: int) -> str:
        """The kind of the seat's next turn: entry (B5), barrel (B7, B8) or plain (B6)."""
        if not self.entered[seat]:
            return "entry"
        return "plain" if self.barrel_left[seat] is None else "barrel"

    def extra_due(self, seat: int) -> bool:
        """B7: is a turn out of order due? He has used one of the three and not left."""
        return self.barrel_left[seat] is not None and self.barrel_left[seat] < BARREL_TURNS

    def write(self, seat: int, points: int) -> None:
        """The end of a seat's turn: B5, B9, B7 in this order."""
        before = self.score[seat]
        if not self.entered[seat]:
            points = self._enter(seat, points)
        self.score[seat] = self._without_overshoot(before, points)
        self._barrel(seat, before)

    def _enter(self, seat: int, points: int) -> int:
        """B5: less than 60 (75) is lost, else he is in."""
        if points < self.rules.entry:
            return 0
        self.entered[seat] = True
        return points

    def _without_overshoot(self, score: int, points: int) -> int:
        """B9: a turn that would pass 1000 writes nothing, unless that is allowed."""
        if score + points > GOAL and self.rules["overshoot"] == "void":
            return score
        return score + points

    def _barrel(self, seat: int, before: int) -> None:
        """B7: one of three turns used, or the barrel left, another entered, all lost but 100."""
        barrel, left = barrel_of(self.score[seat]), self.barrel_left[seat]
        if barrel is None:
            self.barrel_left[seat] = None
        elif left is None or barrel != barrel_of(before):
            self.barrel_left[seat] = BARREL_TURNS
        elif left > 1:
            self.barrel_left[seat] = left - 1
        else:
            self.score[seat] = FALL_TO
            self.barrel_left[seat] = None

    def has_won(self, seat: int) -> bool:
        """B9: 1000; more only where it is allowed."""
        return self.score[seat] >= GOAL
