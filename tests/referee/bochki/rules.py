"""The options of the rules page, their defaults, the preset, the score table (B4), their checks."""

import warnings
from functools import cache

from .cards import RANKS
from .combinations import Scorer
from .errors import StuckScores
from .reach import stuck_scores

#: Option -> the default of the rules page, which is the preset `classic`.
DEFAULTS = {
    "players": 3,  # B1
    "cards": 28,  # B1
    "turns": "together",  # B2
    "score_table": "house",  # B4, or combination -> points
    "barrel_zero": "burn",  # B8
    "overshoot": "void",  # B9
    "max_turns": 200,  # B9
}

#: Options that take one of a few values.
CHOICES = {
    "players": (2, 3, 4),
    "cards": (28, 36),
    "turns": ("together", "in_order"),
    "barrel_zero": ("burn", "keep"),
    "overshoot": ("void", "allowed"),
}

PRESETS = {"classic": {}}

#: B4: not in the source, whose table is lost.
HOUSE_TABLE = {
    "2Y": 5,
    "3Y": 25,
    "4Y": 50,
    "5Y": 80,
    "6Y": 120,
    "7Y": 200,
    "8Y": 300,
    "9Y": 400,
    "3X": 30,
    "4X": 60,
    "7Z": 60,
    "9Z": 80,
}

#: B4: what is shown with every result.
LABELS = {
    "house": "the project's own score table, not the source's",
    "given": "a score table given by the user",
}

ENTRY = {28: 60, 36: 75}  # B1, B5


class Rules(dict):
    """One checked set of options: name -> value, every option present.

    `options` holds `preset` (classic when left out) and overrides, or every option. A table that
    leaves scores stuck is taken with a warning (`StuckScores`); `stuck` holds them.
    """

    def __init__(self, options: dict | None = None):
        options = dict(options or {})
        preset = options.pop("preset", "classic")
        if preset not in PRESETS:
            raise ValueError(f"unknown preset {preset!r}")
        unknown = set(options) - set(DEFAULTS)
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}")
        super().__init__({**DEFAULTS, **PRESETS[preset], **options})
        self._check()
        self.ranks = RANKS[self["cards"]]
        self.hand_size = len(self.ranks)  # B1: 7 of 28 cards, 9 of 36
        self.entry = ENTRY[self["cards"]]
        self.values = table_values(self["score_table"])
        self.label = LABELS["house" if self["score_table"] == "house" else "given"]
        self.scorer, self.stuck = scorer_and_stuck(
            self["cards"], self["overshoot"], tuple(self.values.items())
        )
        self._warn()

    def _check(self) -> None:
        for name, values in CHOICES.items():
            if self[name] not in values:
                raise ValueError(f"{name} is one of {values}, not {self[name]!r}")
        most = self["max_turns"]
        if not isinstance(most, int) or isinstance(most, bool) or most < 1:
            raise ValueError(f"max_turns is a number from 1, not {most!r} (B9)")

    def _warn(self) -> None:
        if self.stuck:
            names = ", ".join(map(str, self.stuck))
            text = f"by this score table, 1000 can't be reached exactly from {names} (B4)"
            warnings.warn(text, StuckScores, stacklevel=3)


@cache
def scorer_and_stuck(cards: int, overshoot: str, values: tuple) -> tuple:
    """What follows from a score table, worked out once: how it values hands, its stuck scores."""
    scorer = Scorer(RANKS[cards], dict(values))
    return scorer, stuck_scores(scorer, ENTRY[cards], overshoot)


def table_values(table) -> dict:
    """Combination -> points of `score_table`, all twelve named (B4)."""
    if table == "house":
        return dict(HOUSE_TABLE)
    if not isinstance(table, dict):
        raise ValueError(f"score_table is 'house' or combination -> points, not {table!r}")
    for name, points in table.items():
        if name not in HOUSE_TABLE:
            raise ValueError(f"score_table: {name!r} is none of {list(HOUSE_TABLE)}")
        if type(points) is not int or points < 0 or points % 5:
            raise ValueError(f"score_table: {name} must be a multiple of 5, not {points!r} (B4)")
    return {name: table.get(name, 0) for name in HOUSE_TABLE}
