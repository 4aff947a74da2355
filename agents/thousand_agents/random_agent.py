"""The player that chooses among its legal actions by lot."""

from typing import Any

import numpy as np


class RandomAgent:
    """Every legal action with the same probability."""

    name = "random"

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        """One draw a row picks the n-th legal action."""
        counts = np.cumsum(masks, axis=1, dtype=np.int16)
        nth = (rng.random(len(masks)) * counts[:, -1]).astype(np.int16)
        return np.argmax(counts > nth[:, None], axis=1)
