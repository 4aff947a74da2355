"""The rule set: every option of the game, its values and its default (B1 to B9).

The only place where numbers of the rules stand.  The compiled core sees the options, the pack and
what runs and groups score as one record of plain integers (``RuleSet.compiled``), so another rule
set never recompiles anything.
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np

from thousand_env.errors import RulesWarning
from thousand_env.games.bochki.cards import FULL_PACK, FULL_SUIT, RANKS, SIXES_AND_SEVENS
from thousand_env.games.bochki.combinations import run_points
from thousand_env.games.bochki.options import HOUSE, score_table, table_values
from thousand_env.games.common.options import choice, number
from thousand_env.games.common.ruleset import BaseRules

DEALS = 3  # of a turn (B2)
GOAL = 1000  # B9
BARRELS = (200, 500, 800)  # B7: where each begins
BARREL_SIZE = 100
BARREL_TURNS = 3  # B7: to leave one
FALL_TO = 100  # B7: who doesn't
MOST_TURNS = 10_000  # of each player, whatever max_turns says

# By the number of cards (B1, B5).
HAND_SIZE: Final = {"28": 7, "36": 9}
ENTRY: Final = {"28": 60, "36": 75}

PRESETS: Final[dict[str, dict[str, Any]]] = {"classic": {}}


@dataclass(frozen=True)
class RuleSet(BaseRules):
    """All options of a game of Bochki; the defaults are the preset ``classic``.

    Frozen and checked: a wrong value raises RulesError, and so does an unknown option in ``rules``,
    ``rules_from`` and ``load_rules``, which build rule sets.  A score table under which a player can
    hold a score that never becomes 1000 is accepted with a RulesWarning (B4).
    """

    players: int = number(3, 2, 4, "B1", "players at the table")
    cards: str = choice("28", "28 36", "B1", "cards of the pack; a hand has 7 or 9")
    turns: str = choice(
        "together", "together in_order", "B2", "turns of all players side by side, or one by one"
    )
    score_table: str | tuple[tuple[str, int], ...] = score_table(
        "B4", "points of the combinations; house is the project's own table"
    )
    barrel_zero: str = choice("burn", "burn keep", "B8", "a deal without points in a barrel")
    overshoot: str = choice("void", "void allowed", "B9", "a turn that would pass 1000")
    max_turns: int = number(200, 1, MOST_TURNS, "B9", "turns of each player before the game is cut")

    game: ClassVar[str] = "bochki"
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = PRESETS

    def _check_together(self) -> None:
        if self.score_table == HOUSE:  # from every score 1000 can be reached
            return
        from thousand_env.games.bochki.reach import stuck_scores  # which needs rule sets itself

        stuck = stuck_scores(self)
        if stuck:
            warnings.warn(
                f"score_table: nobody can reach {GOAL} from a score of "
                f"{', '.join(map(str, stuck))} (B4)",
                RulesWarning,
                stacklevel=5,  # who called ``rules``
            )

    @property
    def pack(self) -> int:
        """All cards of the game, a mask (B1)."""
        return FULL_PACK & ~SIXES_AND_SEVENS if self.cards == "28" else FULL_PACK

    @property
    def hand_size(self) -> int:
        """Cards of a hand (B1)."""
        return HAND_SIZE[self.cards]

    @property
    def entry(self) -> int:
        """Points that bring a player into the game (B5)."""
        return ENTRY[self.cards]

    @property
    def values(self) -> Mapping[str, int]:
        """What every combination scores (B4); 7Z and 9Z with 28 and with 36 cards only."""
        return table_values(self.score_table)

    def as_dict(self) -> dict[str, Any]:
        """All options by their names in the rules, values as JSON and TOML write them."""
        options = super().as_dict()
        if self.score_table != HOUSE:
            options["score_table"] = dict(options["score_table"])
        return options

    def compiled(self) -> Any:
        """The options as the core reads them: a record array of one, ``RULES_DTYPE``."""
        record, values = np.zeros(1, RULES_DTYPE), self.values
        record["pack"] = self.pack
        record["players"] = self.players
        record["hand_size"] = self.hand_size
        record["entry"] = self.entry
        record["in_order"] = self.turns == "in_order"
        record["zero_burns"] = self.barrel_zero == "burn"
        record["exact"] = self.overshoot == "void"
        record["max_turns"] = self.max_turns
        record["ranks"] = FULL_SUIT & self.pack
        record["one_of_each"] = values[f"{self.hand_size}Z"]
        record["three"], record["four"] = values["3X"], values["4X"]
        record["runs"] = run_points((0, 0, *(values[f"{n}Y"] for n in range(2, len(RANKS) + 1))))
        return record


OPTIONS: Final = RuleSet.options()

RULES_DTYPE: Final = np.dtype(
    (
        np.record,
        [
            ("pack", np.int64),  # all cards of the game, a mask (B1)
            ("players", np.int32),
            ("hand_size", np.int32),
            ("entry", np.int32),
            ("in_order", np.int32),  # 1: turns one by one (B2)
            ("zero_burns", np.int32),  # 1: in a barrel, too (B8)
            ("exact", np.int32),  # 1: a turn that would pass the goal is void (B9)
            ("max_turns", np.int32),
            ("ranks", np.int32),  # of the pack, a mask within a suit
            ("one_of_each", np.int32),  # points of 7Z or 9Z
            ("three", np.int32),  # of 3X and 4X
            ("four", np.int32),
            ("runs", np.int32, (FULL_SUIT + 1,)),  # of the best runs in each set of ranks
        ],
    )
)

rules, rules_from, load_rules = RuleSet.preset, RuleSet.from_mapping, RuleSet.load
