"""Records of many games as rows of plain words."""

from typing import Any

import numpy as np


def words(records: Any) -> Any:
    """Records as rows of 32-bit words, sharing memory; shape (count, words)."""
    return records.view(np.int32).reshape(len(records), -1)
