"""A deal's decisions with what they were worth."""

from dataclasses import dataclass, field
from typing import Any

from thousand_agents.solver import Gift
from thousand_env.games.thousand.actions import DARK, PHASES


@dataclass(frozen=True)
class Declaring:
    """What a seat would have made as declarer with one talon, its best gift given.

    ``biddable`` is the highest bid that its dealt cards allowed (R5.3) and that it would have made,
    None if there was none; it means nothing in a deal without an auction.
    """

    seat: int
    talon: int  # 0; 1 is the second one of two players
    gift: Gift
    biddable: int | None


@dataclass(frozen=True)
class Judged:
    """One decision: the values of its legal actions, as far as they have one.

    A value is the declarer's total with best play of all after the action.  Where the contract is
    decided, or given up, it is what the declarer then writes (``written`` is true): of a card given
    instead of a concession, with the best gift and the highest contract that he then makes; of
    ``dark`` and ``look`` the same, if all others pass.
    """

    phase: str
    seat: int
    action: str
    declares: bool  # is it the declarer's decision?
    values: dict[str, int]
    legal: list[str]
    written: bool = False

    @property
    def value(self) -> int | None:
        """Value of the action taken, or None."""
        return self.values.get(self.action)

    @property
    def best(self) -> int | None:
        """The best value for the one who decided: the declarer wants many points, others few."""
        if not self.values:
            return None
        return max(self.values.values()) if self.declares else min(self.values.values())

    @property
    def better(self) -> list[str]:
        """The actions of the best value."""
        return [action for action, value in self.values.items() if value == self.best]

    @property
    def unit(self) -> str:
        """What the values count: points written, or of the declarer's total."""
        return "written" if self.written else "total"

    @property
    def cost(self) -> int | None:
        """Points that the action gave away, from 0; None if it has no value.

        None of dark or look, as of a bid: others may bid more after the one and not the other (R7.2).
        """
        if self.value is None or self.best is None or self.phase == PHASES[DARK]:
            return None
        return abs(self.best - self.value)


@dataclass(frozen=True)
class DealInHindsight:
    """A deal of a record, counted from 1, and its decisions in order."""

    number: int
    dealer: int
    declaring: list[Declaring]
    result: dict[str, Any] | None  # as R16 writes it; None if the deal isn't finished
    decisions: list[Judged] = field(default_factory=list)
