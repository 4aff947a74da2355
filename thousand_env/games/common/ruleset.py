"""What the rule sets of all games have in common: options, presets, text, hash."""

import hashlib
import json
import keyword
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Self

from thousand_env.errors import RulesError
from thousand_env.foreign import read_toml, shown
from thousand_env.games.common.options import Option, check_is_mapping, plain_value


class BaseRules:
    """Base of a frozen dataclass whose fields are options (``options.py``), one a rule.

    Checked: a wrong value or a contradictory pair raises RulesError, and so does an unknown option
    in ``preset``, ``from_mapping`` and ``load``, which build rule sets.  An option whose name is a
    word of Python's own (``raise``) is an attribute with a line below (``raise_``).
    """

    game: ClassVar[str]  # its name
    presets: ClassVar[Mapping[str, Mapping[str, Any]]]  # what differs from the defaults, by name
    players: int

    def __post_init__(self) -> None:
        self._fill_in()
        for name, option in self.options().items():
            attribute = attribute_of(name)
            object.__setattr__(self, attribute, option.read(name, getattr(self, attribute)))
        self._check_together()

    def _fill_in(self) -> None:
        """Options left unsaid that go by others."""

    def _check_together(self) -> None:
        """Refuse options that contradict each other."""

    def compiled(self) -> Any:
        """The options as the core reads them: a record array of one."""
        raise NotImplementedError

    @classmethod
    @cache
    def options(cls) -> dict[str, Option]:
        """All options by their names in the rules."""
        return {f.name.rstrip("_"): f.metadata["option"] for f in fields(cls)}  # type: ignore[arg-type]

    @classmethod
    def preset(cls, preset: str = "classic", **options: Any) -> Self:
        """A preset with some options changed: ``rules("classic", players=3)``.

        Options have their names in the rules; ``raise`` is passed as ``raise_`` or in a dict.
        Raises: RulesError for an unknown preset or option, or a value that isn't allowed.
        """
        if not isinstance(preset, str) or preset not in cls.presets:
            raise RulesError(
                f"unknown preset {shown(preset)}; presets: {', '.join(cls.presets)}"
                f"{cls._form() if isinstance(preset, str) and ',' in preset else ''}"
            )
        merged = dict(cls.presets[preset])
        for key, value in options.items():
            name = key[:-1] if keyword.iskeyword(key[:-1]) else key
            if name not in cls.options():
                known = ", ".join(cls.options())
                raise RulesError(f"unknown option {key[:40]!r}; options: {known}")
            merged[name] = value
        return cls(**{attribute_of(name): value for name, value in merged.items()})

    @classmethod
    def _form(cls) -> str:
        """For a message to those who write options as the command line takes them."""
        example = f"thousand_env.rules({cls.game!r}, {next(iter(cls.presets))!r}, players=3)"
        return f"; options are arguments of their own: {example}"

    @classmethod
    def from_mapping(cls, options: Any) -> Self:
        """Rules from a mapping of options, ``preset`` among them, as records store them."""
        options = dict(check_is_mapping(options))
        return cls.preset(options.pop("preset", "classic"), **options)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Rules from a TOML file: ``preset = "classic"`` and any options below it."""
        try:
            options = read_toml(path)
        except (OSError, TypeError, ValueError) as error:  # TOML's errors among them
            raise RulesError(f"cannot read rules from {path}: {error}") from None
        return cls.from_mapping(options)

    def as_dict(self) -> dict[str, Any]:
        """All options by their names in the rules, values as JSON and TOML write them."""
        return {name: plain_value(getattr(self, attribute_of(name))) for name in self.options()}

    def short(self) -> dict[str, Any]:
        """The nearest preset and what differs from it, as records store rules."""
        own = self.as_dict()
        found = []
        for preset in self.presets:
            base = self.preset(preset).as_dict()
            found.append({"preset": preset} | {k: v for k, v in own.items() if v != base[k]})
        return min(found, key=len)

    @property
    def hash(self) -> str:
        """Twelve hex digits that name this rule set, the same on every machine."""
        text = json.dumps(self.as_dict(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def __str__(self) -> str:
        width = max(map(len, self.options()))
        values = self.as_dict()
        return "\n".join(
            f"{name:{width}}  {format_value(values[name]):18} {option.rule:5} {option.meaning}"
            for name, option in self.options().items()
        )


def attribute_of(name: str) -> str:
    """Attribute of a rule set that holds an option."""
    return f"{name}_" if keyword.iskeyword(name) else name


def format_value(value: Any) -> str:
    """An option's value in words."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value)) or "none"
    return str(value)
