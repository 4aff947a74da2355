"""The referee: the deal from shuffle to bookkeeping, decision by decision (R3)."""

import random

from .deal import Deal
from .declarer import DeclarersGame
from .errors import IllegalMove
from .opening import Opening
from .rules import Rules
from .table import Table
from .view import view


class Referee(Opening, DeclarersGame):
    """One match: `deal` when `needs_deal`, else `apply` one of `legal()` for `player`."""

    def __init__(self, options: dict, table: dict | None = None, dealer: int | None = 0):
        self.rules = Rules(options)
        self._table = Table(self.rules, table)
        n = self.rules["players"]
        self.dealer = random.randrange(n) if dealer is None else dealer  # R2.4
        self.current: Deal | None = None
        self.winner: int | None = None
        self.needs_deal = True
        self.last_deal_redealt = False
        self._result: dict | None = None
        self._score_before: list = []  # before the deal and its re-deal penalty

    # ---- what the caller reads

    @property
    def phase(self) -> str | None:
        """The phase of the decision; None while a pack must be dealt."""
        if self.winner is not None:
            return "over"
        return None if self.needs_deal else self.current.phase

    @property
    def player(self) -> int | None:
        """The seat to decide."""
        return None if self.phase in (None, "over") else self.current.player

    def table(self) -> dict:
        """The table now, in the form of R16."""
        return self._table.as_dict()

    def result(self) -> dict | None:
        """The R16 entry of the last finished or re-dealt deal."""
        return self._result

    def view(self, seat: int) -> dict:
        """What the seat knows (R13)."""
        return view(self, seat)

    def settlement(self) -> list | None:
        """R9.6: every other player pays the winner goal minus his own score."""
        if self.winner is None:
            return None
        money = [score - self.rules["goal"] for score in self._table.score]
        money[self.winner] = 0
        money[self.winner] = -sum(money)
        return money

    def legal(self) -> set:
        """The legal actions of `player` in the text forms of R14."""
        phase = self.phase
        if phase in (None, "over"):
            return set()
        return getattr(self, f"_legal_{phase}")()

    def apply(self, text: str) -> None:
        """Carry out one action; IllegalMove leaves everything as it was."""
        legal = self.legal()
        if text not in legal:
            raise IllegalMove(
                f"{text!r} by seat {self.player} in {self.phase}; legal: {sorted(legal)}"
            )
        self.current.history.append((self.player, text))
        word, _, what = text.partition(" ")
        getattr(self, f"_do_{self.phase}")(word, what)
