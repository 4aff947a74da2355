"""What comes from outside: its values in messages, and TOML texts of a bounded size."""

import tomllib
from pathlib import Path
from typing import Any, Final

MOST_TOML: Final = 20_000  # characters; all options with a comment each are a quarter of it


def shown(value: Any, most: int = 40) -> str:
    """The start of a value's ``repr``, for a message; its type's name where it can't be written."""
    try:
        return repr(value)[:most]
    except (ValueError, RecursionError):  # a number of 5000 digits, a list nested 1000 deep
        return f"a {type(value).__name__} too long to show"


def parse_toml(text: str) -> dict[str, Any]:
    """The table of a TOML text.

    Raises: ValueError (TOML's errors among them).
    """
    if len(text) > MOST_TOML:
        raise ValueError(f"larger than {MOST_TOML} characters")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def read_toml(path: str | Path) -> dict[str, Any]:
    """The table of a TOML file (UTF-8), of which no more is read than a file of options can have.

    Raises: OSError, ValueError (TOML's errors among them).
    """
    with Path(path).open(encoding="utf-8") as file:
        return parse_toml(file.read(MOST_TOML + 1))
