"""What turns and games came to, as columns: for the arena and whoever counts over many games."""

from typing import Any

import numpy as np

from thousand_env.games.bochki.actions import OVER
from thousand_env.games.bochki.state import NONE
from thousand_env.games.common.rewards import shares_by_score


def deal_columns(states: Any, players: int) -> dict[str, Any]:
    """Columns (n,) of circles, in order of turns, that have just ended, ``states`` (n,) after them.

    ``alone``: whose turn it was, in order; -1, together, everybody's (B2).
    """
    alone = states["alone"].astype(np.int64)
    before = (alone - 1) % players  # the next player's turn has begun already
    return {
        "alone": np.where((alone == NONE) | (states["phase"] == OVER), alone, before).astype(
            np.int8
        )
    }


def win_shares(states: Any, players: int) -> Any:
    """Shares of the win (n, P): equal parts for the highest scores (B9); zeros before the end."""
    return shares_by_score(states, states["phase"] == OVER, players)
