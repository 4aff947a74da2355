"""The referee: a game from the first deal to its result, decision by decision (B2, B7, B9)."""

import random

from .cards import check_hands, hands_from_pack
from .errors import BadDeal, IllegalMove
from .rules import Rules
from .table import Table
from .turn import Turn
from .view import view


class Referee:
    """One game: `deal` or `deal_pack` when `needs_deal`, else `apply` one of `legal()`.

    A circle gives every player a turn. It is a list of *stages*, each the seats whose turns run
    side by side: all of them (together), or one (in order, and every extra turn of B7).
    """

    def __init__(self, options: dict, table: dict | None = None, dealer: int | None = None):
        self.rules = Rules(options)
        self._table = Table(self.rules, table)
        n = self.rules["players"]
        self.dealer = random.randrange(n) if dealer is None else dealer  # B1: by lot
        self.first = (self.dealer + 1) % n
        self.circle = 0
        self.winner: int | None = None
        self.cut = False
        self.needs_deal = True
        self.hands: dict = {}  # seat -> cards of the last deal
        self.written: list = []  # every turn that has ended, in order
        self._stages: list = []  # still to come in this circle
        self._to_decide: list = []
        self._next_stage()

    # ---- what the caller reads

    @property
    def phase(self) -> str | None:
        """`decide`, `over`, or None while a pack must be dealt."""
        if self.winner is not None or self.cut:
            return "over"
        return None if self.needs_deal else "decide"

    @property
    def player(self) -> int | None:
        """The seat to decide."""
        return self._to_decide[0] if self.phase == "decide" else None

    def legal(self) -> set:
        """The legal decisions of `player`: `deal` and, if he may, `stop` (B10)."""
        if self.phase != "decide":
            return set()
        return {"deal", "stop"} if self.turns[self.player].may_stop() else {"deal"}

    def taking_part(self) -> list:
        """The seats that get cards in the next deal, from the dealer's left (B2)."""
        if self.phase == "over":
            return []
        return [s for s in self.order() if s in self.turns and not self.turns[s].ended]

    def order(self) -> list:
        """All seats clockwise from the dealer's left."""
        n = self.rules["players"]
        return [(self.dealer + 1 + step) % n for step in range(n)]

    def table(self) -> dict:
        """Scores, who is in, turns left in the barrels."""
        return self._table.as_dict()

    def view(self, seat: int) -> dict:
        """What the seat knows (B10)."""
        return view(self, seat)

    def result(self) -> dict:
        """How the game stands or ended (B9), with the score table's label (B4)."""
        score = list(self._table.score)
        leaders = [seat for seat, points in enumerate(score) if points == max(score)]
        return {
            "over": self.phase == "over",
            "winner": self.winner,
            "leaders": leaders if self.winner is None else [self.winner],
            "cut": self.cut,
            "score": score,
            "circles": self.circle,
            "score_table": {"label": self.rules.label, "values": dict(self.rules.values)},
        }

    # ---- what the caller does

    def deal_pack(self, pack) -> None:
        """Deal a given pack, a text or a list of all cards, from the top."""
        self.deal(hands_from_pack(pack, self.taking_part(), self.rules))

    def deal(self, hands) -> None:
        """Deal given hands, by seat, empty for who does not take part; then the turns that end."""
        if self.phase is not None:
            raise BadDeal(f"no cards are dealt now, the phase is {self.phase}")
        self.hands = check_hands(hands, self.taking_part(), self.rules)
        self.needs_deal = False
        dealt = self.taking_part()
        for seat in dealt:
            self.turns[seat].take(self.rules.scorer.hand(self.hands[seat]))
        for seat in dealt:
            if self.turns[seat].ended and self.winner is None:
                self._write(seat)
        self._to_decide = self.taking_part()
        self._go_on()

    def apply(self, text: str) -> None:
        """Carry out one decision; IllegalMove leaves everything as it was."""
        legal = self.legal()
        if text not in legal:
            raise IllegalMove(f"{text!r} by seat {self.player}; legal: {sorted(legal)}")
        seat = self._to_decide.pop(0)
        if text == "stop":
            self.turns[seat].stop()
            self._write(seat)
        self._go_on()

    # ---- the course of the game

    def _go_on(self) -> None:
        """When all have decided: the next deal of these turns, or the next stage."""
        if self.phase == "over" or self._to_decide:
            return
        if self.taking_part():
            self._pass_the_deal()
            return
        extra = [[seat] for seat in self.order() if self._extra_due(seat)]
        self._stages = extra + self._stages
        self._next_stage()
        if not self.cut:
            self._pass_the_deal()

    def _extra_due(self, seat: int) -> bool:
        """B7: is an extra turn due to a seat whose turn has just ended?"""
        return seat in self.turns and self._table.extra_due(seat)

    def _next_stage(self) -> None:
        """The next turns of the circle, of the next circle, or the cut (B9)."""
        if not self._stages and self.circle == self.rules["max_turns"]:
            self.cut = True
            return
        if not self._stages:
            self.circle += 1
            self._stages = self._circle()
        seats = self._stages.pop(0)
        self.extra = any(self._table.extra_due(seat) for seat in seats)
        self.turns = {s: Turn(self.rules, s, self._table.kind(s)) for s in seats}

    def _circle(self) -> list:
        """The stages of a circle before any extra turns (B2)."""
        n = self.rules["players"]
        seats = [(self.first + step) % n for step in range(n)]
        return [seats] if self.rules["turns"] == "together" else [[seat] for seat in seats]

    def _pass_the_deal(self) -> None:
        """B1: clockwise, after every deal."""
        self.dealer = (self.dealer + 1) % self.rules["players"]
        self.needs_deal = True

    def _write(self, seat: int) -> None:
        """Write a turn that has ended; the first to reach 1000 wins at once (B9)."""
        turn, before = self.turns[seat], self._table.score[seat]
        self._table.write(seat, turn.points)
        if self._table.has_won(seat):
            self.winner = seat
        self.written.append(
            {
                "seat": seat,
                "circle": self.circle,
                "extra": self.extra,
                "kind": turn.kind,
                "deals": list(turn.deals),
                "points": turn.points,
                "written": self._table.score[seat] - before,
                "table": self.table(),
            }
        )
