"""Checks of arguments that every API shares; each raises with what would be right."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from thousand_env.errors import ThousandError
from thousand_env.foreign import shown


def check(condition: bool, message: str) -> None:
    """Raise ThousandError with the message unless the condition holds."""
    if not condition:
        raise ThousandError(message)


def is_whole(value: Any, least: int) -> bool:
    """Is this a whole number (no bool, no float) from ``least`` on?"""
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    return whole and int(value) >= least


def as_array(values: Any) -> Any:
    """Values as an array; ragged lists become one of objects, which no check of types lets pass."""
    try:
        return np.asarray(values)
    except ValueError:
        return np.array(None)


def check_seed(seed: Any) -> int:
    """A seed as a plain number."""
    if not is_whole(seed, 0) or seed >= 2**63:
        raise ThousandError(f"seed {shown(seed)}: 0 to 2**63 - 1 is expected")
    return int(seed)


def make_buffers(
    shapes: Mapping[str, tuple[tuple[int, ...], Any]], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Arrays by name, of the shapes and types wanted: the caller's where given, else new ones."""
    unknown = set(given) - set(shapes)
    check(not unknown, f"unknown buffers {sorted(unknown)}; buffers: {', '.join(shapes)}")
    buffers = {}
    for name, (shape, dtype) in shapes.items():
        array = given.get(name)
        if array is None:
            array = np.zeros(shape, dtype)
        fits = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype
        check(
            fits and array.flags.c_contiguous and array.flags.writeable,
            f"buffer {name}: a contiguous writable array {shape} of {np.dtype(dtype)} is expected",
        )
        buffers[name] = array
    return buffers
