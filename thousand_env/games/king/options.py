"""Options that only King has: a list of rounds, and a rank."""

from dataclasses import dataclass, field
from typing import Any, Final

from thousand_env.games.common.options import Option
from thousand_env.games.king.cards import RANKS

ROUNDS: Final = ("trump", "auction", "lottery")


@dataclass(frozen=True)
class RoundsOption(Option):
    """A list of plus rounds (K6)."""

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        return f"a list of {', '.join(ROUNDS)}"

    def _read(self, value: Any) -> Any:
        if not isinstance(value, (list, tuple)) or not set(value) <= set(ROUNDS):
            raise ValueError
        return tuple(value)


@dataclass(frozen=True)
class RankOption(Option):
    """A rank; the ten may be written as a number, too (K9)."""

    def _read_choice(self, value: Any) -> str:
        return super()._read_choice("T" if value in (10, "10") else value)


def rounds(rule: str, meaning: str) -> Any:
    """A field that lists plus rounds; left out, it goes by the other options."""
    return field(default=None, metadata={"option": RoundsOption(rule, meaning)})


def rank(default: str, rule: str, meaning: str) -> Any:
    """A field with a rank."""
    option = RankOption(rule, meaning, choices=tuple(RANKS))
    return field(default=default, metadata={"option": option})
