"""What every target promises: the project's own error, a message that can be shown, nothing else."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from thousand_env.errors import ThousandError

MOST_MESSAGE = 3000  # characters; the longest lists every option, or every legal action
Kinds = type[ThousandError] | tuple[type[ThousandError], ...]


@dataclass(frozen=True)
class Target:
    """One reader under attack.

    ``check(data)`` raises for a broken promise and for nothing else; ``seed`` draws a valid input;
    ``mutate`` changes an input but keeps most of its structure.
    """

    check: Callable[[bytes], None]
    seed: Callable[[Random], bytes]
    mutate: Callable[[bytes, Random], bytes]


def accepted(kinds: Kinds, function: Callable[..., Any], *args: Any) -> Any:
    """The function's answer, None if it refuses by its own kind of error; others pass through."""
    try:
        return function(*args)
    except kinds as error:
        check_message(error)
        return None


def check_message(error: ThousandError) -> None:
    """Can the message be printed on any terminal?"""
    text = str(error)
    assert 0 < len(text) <= MOST_MESSAGE, f"a message of {len(text)} characters: {text[:2000]!r}"
    bad = {c for c in text if unicodedata.category(c) in ("Cc", "Cs", "Cf") and c != "\n"}
    assert not bad, f"control characters {bad} in {text!r}"
