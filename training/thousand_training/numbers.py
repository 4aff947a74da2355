"""Settings that are numbers, and how those of a job with a TOML of its own are read and checked."""

from dataclasses import field, fields
from pathlib import Path
from typing import Any, TypeVar

from thousand_agents.rules_option import parse_rules
from thousand_env.errors import ThousandError
from thousand_env.foreign import read_toml, shown
from thousand_training.config import ConfigError

Settings = TypeVar("Settings")


def number(default: float, least: float, most: float) -> Any:
    """A field of a dataclass: a number from ``least`` to ``most``, whole if the default is."""
    return field(default=default, metadata={"least": least, "most": most})


def check_fields(settings: Any) -> None:
    """Are all fields made by ``number`` in range, and the others of their type?

    Lists are left to the caller.  Raises: ConfigError.
    """
    for f in fields(settings):
        value = getattr(settings, f.name)
        if f.metadata:
            _check_number(f.name, value, f)
        elif f.type is str and not isinstance(value, str):
            raise ConfigError(f"{f.name} = {shown(value)}: a text is expected")


def _check_number(name: str, value: Any, f: Any) -> None:
    whole = isinstance(f.default, int)
    if type(value) is not int and (whole or type(value) is not float):
        kind = "a whole number" if whole else "a number"
        raise ConfigError(f"{name} = {shown(value)}: {kind} is expected")
    least, most = f.metadata["least"], f.metadata["most"]
    if not least <= value <= most:
        raise ConfigError(f"{name} = {shown(value)} is out of range: {least:g} to {most:g}")


def load_settings(kind: type[Settings], name: str, folder: Path) -> Settings:
    """The settings in ``folder``/``name``.toml or in a path that ends so; their rules are ``rules``.

    Raises: ConfigError for a file that can't be read or a wrong setting; RulesError for its rules.
    """
    path = Path(name) if name.endswith(".toml") else folder / f"{name}.toml"
    try:
        values = read_toml(path)
    except (OSError, ValueError) as error:  # TOML's errors among them
        known = ", ".join(sorted(p.stem for p in folder.glob("*.toml")))
        raise ConfigError(f"config {name!r:.80}: {error}; shipped: {known}") from None
    names = [f.name for f in fields(kind)]  # type: ignore[arg-type]
    unknown = sorted(set(values) - set(names))
    if unknown:
        listed = ", ".join(names)
        raise ConfigError(
            f"unknown setting {unknown[0]!r:.40} in config {name}; settings: {listed}"
        )
    try:
        settings = kind(**values)
        parse_rules(settings.rules)  # type: ignore[attr-defined] # refused now, not after an hour
    except ThousandError as error:
        raise ConfigError(f"config {name}: {error}") from None
    return settings
