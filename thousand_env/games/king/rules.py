"""The rule set: every option of the game, its values and its default (K1 to K10).

The only place where numbers of the rules stand.  The compiled core sees the options, the order of
the deals and the sizes of hands as one record of plain integers (``RuleSet.compiled``), so another
rule set never recompiles anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from thousand_env.errors import RulesError
from thousand_env.games.common.options import choice, number, switch
from thousand_env.games.common.ruleset import BaseRules, format_value
from thousand_env.games.king.cards import (
    ALL_TWOS,
    JOKER,
    PLAIN_PACK,
    RANKS,
    THREE_OF_CLUBS,
    TWO_OF_CLUBS,
)
from thousand_env.games.king.options import rank, rounds

# Fixed numbers of the game, by players where they differ: (0, 0, 0, three, four).
TRICK_COST = (0, 0, 0, 15, 20)  # K3
HEART_COST = 20
QUEEN_COST = 60
MAN_COST = 30
KING_COST = (0, 0, 0, 140, 150)
LAST_COST = (0, 0, 0, 140, 150)
HALF_LAST_COST = (0, 0, 0, 70, 75)
EARLY_TRICK = 7  # K3: seventh_and_last
TRICK_PRIZE = 25  # K7, K8
HAND_SIZE = (0, 0, 0, 17, 13)  # K1
OPEN_CARDS = (0, 0, 0, 3, 4)  # K8
JOKER_COST = 20  # K10; ace to jack of hearts cost 14 to 11, the rest their number

# Prizes of the first and the second out, by players (K9).
PRIZES_ONCE = ((0, 0), (0, 0), (0, 0), (700, 485), (800, 500))
PRIZES_EACH = ((0, 0), (0, 0), (0, 0), (250, 175), (200, 125))
BALANCED_FIRST = 790

# Kinds of deal, in the order of K3, K5, K7 to K10.
NO_TRICKS, NO_HEARTS, NO_QUEENS, NO_MEN, NO_KING, NO_LAST = range(6)
ROBBER, TRUMP_DEAL, AUCTION_DEAL, LOTTERY_DEAL, JOKER_DEAL = range(6, 11)
KINDS: Final = (
    "no_tricks", "no_hearts", "no_queens", "no_men", "no_king", "no_last", "robber",
    "trump", "auction", "lottery", "joker",
)  # fmt: skip
MAX_DEALS = 15  # six misères, the robber, two rounds of four

# Choices as the core sees them: the position in the option's list.
LAST, LAST_TWO, SEVENTH_AND_LAST = range(3)


PRESETS: Final[dict[str, dict[str, Any]]] = {
    "classic": {},
    "balanced": {"lottery_prizes": "balanced"},
}


@dataclass(frozen=True)
class RuleSet(BaseRules):
    """All options of a game of King; the defaults are the preset ``classic``.

    Frozen and checked: a wrong value or a contradictory pair raises RulesError, and so does an
    unknown option in ``rules``, ``rules_from`` and ``load_rules``, which build rule sets.
    """

    players: int = number(4, 3, 4, "K1", "players at the table")
    swap_queens_and_men: bool = switch(False, "K3", "no kings and jacks before no queens")
    last: str = choice("last", "last last_two seventh_and_last", "K3", "tricks that cost in deal 6")
    discard_king: str = choice(
        "free", "free forced", "K4", "must the king of hearts be thrown at the first chance"
    )
    robber: bool = switch(False, "K5", "a seventh deal with all penalties at once")
    plus: tuple[str, ...] = rounds("K6", "plus rounds: one, two with the robber")
    lottery_start: str = rank("8", "K9", "rank that starts a suit in the lottery")
    lottery_deals: str = choice("once", "once each", "K9", "one lottery, or one a player")
    lottery_prizes: str = choice(
        "source", "source balanced", "K9", "first prize of one lottery for three: 700 or 790"
    )
    variant: str = choice("king", "king joker", "K10", "King, or the game for the joker")

    game: ClassVar[str] = "king"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = PRESETS

    def _fill_in(self) -> None:
        """Plus rounds left unsaid go by the rest (K6, K10)."""
        given: Any = self.plus
        if given is None:
            object.__setattr__(self, "plus", self._usual_rounds())

    def _usual_rounds(self) -> tuple[str, ...]:
        if self.variant == "joker":
            return ()
        return ("lottery", "auction") if self.robber else ("trump",)

    def _check_together(self) -> None:
        if self.variant == "joker":
            if self.plus or self.robber or self.last != "last":
                raise RulesError(
                    "variant = joker has deals of its own only: plus = [], robber = false and "
                    f"last = last are expected, not {[*self.plus]}, {format_value(self.robber)} "
                    f"and {self.last} (K10)"
                )
        elif len(self.plus) != (2 if self.robber else 1):
            raise RulesError(
                f"plus = {[*self.plus]}: exactly one round, two with robber = true (K6)"
            )
        if self.players == 3 and self.lottery_start == "2":  # no 2 of clubs to start with
            raise RulesError("lottery_start = 2 needs players = 4: three play without 2C (K1, K9)")

    @property
    def plan(self) -> list[str]:
        """The kinds of all deals of a game, in order (K3, K5, K6, K10)."""
        if self.variant == "joker":
            return ["joker"] * self.players
        plan = [*KINDS[NO_TRICKS:ROBBER]]
        if self.swap_queens_and_men:
            plan[NO_QUEENS], plan[NO_MEN] = plan[NO_MEN], plan[NO_QUEENS]
        plan += ["robber"] * self.robber
        for name in self.plus:
            once = name == "lottery" and self.lottery_deals == "once"
            plan += [name] * (1 if once else self.players)
        return plan

    def compiled(self) -> Any:
        """The options as the core reads them: a record array of one, ``RULES_DTYPE``."""
        record = np.zeros(1, RULES_DTYPE)
        plan, joker = self.plan, self.variant == "joker"
        record["players"] = self.players
        record["last"] = OPTIONS["last"].choices.index(self.last)
        record["discard_king"] = self.discard_king == "forced"
        record["starts"] = ALL_TWOS << RANKS.index(self.lottery_start)
        record["prizes"] = self._prizes()
        record["deals"] = len(plan)
        record["plan"][0, : len(plan)] = [KINDS.index(kind) for kind in plan]
        pack = (PLAIN_PACK & ~TWO_OF_CLUBS) | 1 << JOKER if joker else PLAIN_PACK
        if self.players == 3:
            pack &= ~(THREE_OF_CLUBS if joker else TWO_OF_CLUBS)
        record["pack"] = pack
        return record

    def _prizes(self) -> tuple[int, int]:
        """Prizes of the first and the second out (K9)."""
        if self.lottery_deals == "each":
            return PRIZES_EACH[self.players]
        first, second = PRIZES_ONCE[self.players]
        if self.players == 3 and self.lottery_prizes == "balanced":
            first = BALANCED_FIRST
        return first, second


OPTIONS: Final = RuleSet.options()

RULES_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("pack", np.int64),  # all cards of the game, a mask (K1, K10)
            ("starts", np.int64),  # the cards that start a suit in the lottery (K9)
            ("players", np.int32),
            ("last", np.int32),
            ("discard_king", np.int32),  # 1: forced
            ("prizes", np.int32, (2,)),
            ("deals", np.int32),  # deals of a game, and the kind of each
            ("plan", np.int32, (MAX_DEALS,)),
        ],
    )
)

rules, rules_from, load_rules = RuleSet.preset, RuleSet.from_mapping, RuleSet.load
