"""The option that only Bochki has: the table of what combinations score (B4)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from thousand_env.checks import is_whole
from thousand_env.games.common.options import Option

COMBINATIONS: Final = (
    "2Y", "3Y", "4Y", "5Y", "6Y", "7Y", "8Y", "9Y", "3X", "4X", "7Z", "9Z",
)  # fmt: skip
HOUSE: Final = "house"
# The project's own: the source's table is lost.
HOUSE_VALUES: Final = (5, 25, 50, 80, 120, 200, 300, 400, 30, 60, 60, 80)
UNIT, MOST_VALUE = 5, 1000


@dataclass(frozen=True)
class ScoreTableOption(Option):
    """``house``, or a value for each of some combinations; the others score nothing (B4).

    Stored as ``house`` or as (combination, value) pairs of those that score, in one order.
    """

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        return (
            f"{HOUSE}, or a table of combinations ({', '.join(COMBINATIONS)}) and their points, "
            f"multiples of {UNIT} from 0 to {MOST_VALUE}"
        )

    def _read(self, value: Any) -> Any:
        if value == HOUSE:
            return HOUSE
        values = dict(value)
        if not set(values) <= set(COMBINATIONS) or not all(map(_is_value, values.values())):
            raise ValueError
        pairs = tuple((name, int(values[name])) for name in COMBINATIONS if values.get(name))
        return HOUSE if pairs == tuple(zip(COMBINATIONS, HOUSE_VALUES, strict=True)) else pairs


def _is_value(points: Any) -> bool:
    return is_whole(points, 0) and points <= MOST_VALUE and points % UNIT == 0


def score_table(rule: str, meaning: str) -> Any:
    """A field with a score table."""
    return field(default=HOUSE, metadata={"option": ScoreTableOption(rule, meaning)})


def table_values(stored: Any) -> Mapping[str, int]:
    """What every combination scores, from the option's stored form."""
    if stored == HOUSE:
        return dict(zip(COMBINATIONS, HOUSE_VALUES, strict=True))
    return dict.fromkeys(COMBINATIONS, 0) | dict(stored)
