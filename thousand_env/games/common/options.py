"""What an option's value may be: a switch, a choice, a number, or a number with a mode."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from thousand_env.errors import RulesError
from thousand_env.foreign import shown


@dataclass(frozen=True)
class Option:
    """Domain and meaning of one option.

    ``choices`` are texts; ``low``, ``high``, ``unit`` bound a number; ``off`` allows the word off
    beside the numbers; ``modes`` makes the value a pair ``[number, mode]``.
    """

    rule: str
    meaning: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    unit: int = 1
    off: bool = False
    modes: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if self.choices:
            return " | ".join(self.choices)
        if not self.high:
            return "true | false"
        numbers = f"{self.low} to {self.high}"
        if self.unit > 1:
            numbers += f" in steps of {self.unit}"
        if self.modes:
            return f"{numbers} (0 = off), or [number, {' | '.join(self.modes)}]"
        return f"off | {numbers}" if self.off else numbers

    def read(self, name: str, value: Any) -> Any:
        """The value in its one stored form.

        Raises: RulesError that names the option and lists what is allowed.
        """
        try:
            return self._read(value)
        except (TypeError, ValueError):
            raise RulesError(
                f"{name} = {shown(value, 60)} is not allowed; allowed: {self.allowed}"
            ) from None

    def _read(self, value: Any) -> Any:
        if self.choices:
            return self._read_choice(value)
        if not self.high:
            if isinstance(value, bool):
                return value
            raise ValueError
        if self.modes:
            return self._read_pair(value)
        if self.off and (value == "off" or value is False):
            return "off"
        return self._read_number(value)

    def _read_choice(self, value: Any) -> str:
        if value is False and "off" in self.choices:
            return "off"
        if type(value) is int:  # 120 and "120" are the same choice (R5.3)
            value = str(value)
        if isinstance(value, str) and value in self.choices:
            return value
        raise ValueError

    def _read_pair(self, value: Any) -> tuple[int, str]:
        if isinstance(value, (list, tuple)):
            number, mode = value
            if mode not in self.modes:
                raise ValueError
            return self._read_number(number), mode
        return self._read_number(0 if value in ("off", False) else value), self.modes[0]

    def _read_number(self, value: Any) -> int:
        if type(value) is not int or not self.low <= value <= self.high or value % self.unit:
            raise ValueError
        return value


def switch(default: bool, rule: str, meaning: str) -> Any:
    """A field that is true or false."""
    return field(default=default, metadata={"option": Option(rule, meaning)})


def choice(default: str, choices: str, rule: str, meaning: str) -> Any:
    """A field with one of the words in ``choices`` (separated by blanks)."""
    option = Option(rule, meaning, choices=tuple(choices.split()))
    return field(default=default, metadata={"option": option})


def number(default: int | str, low: int, high: int, rule: str, meaning: str, unit: int = 1) -> Any:
    """A field that counts; the default ``"off"`` allows that word, too."""
    option = Option(rule, meaning, low=low, high=high, unit=unit, off=default == "off")
    return field(default=default, metadata={"option": option})


def pair(default: int, high: int, modes: str, rule: str, meaning: str) -> Any:
    """A field ``[number, mode]``; a bare number takes the first mode."""
    option = Option(rule, meaning, high=high, modes=tuple(modes.split()))
    return field(default=(default, option.modes[0]), metadata={"option": option})


def plain_value(value: Any) -> Any:
    """A stored value as JSON and TOML write it."""
    return list(value) if isinstance(value, tuple) else value


def check_is_mapping(options: Any) -> Mapping[str, Any]:
    """``options`` itself if it is a mapping with text keys."""
    if isinstance(options, Mapping) and all(isinstance(key, str) for key in options):
        return options
    raise RulesError(f"rules are a table of options, not {type(options).__name__}")
