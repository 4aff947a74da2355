"""What deals and games came to, as columns: for the arena and whoever counts over many games."""

from typing import Any

import numpy as np

from thousand_env.games.common.rewards import shares_by_score
from thousand_env.games.king.actions import OVER


def deal_columns(states: Any, players: int) -> dict[str, Any]:
    """Columns (n,) of deals that have just ended, ``states`` (n,) before the next pack.

    ``dealer``, ``kind`` (index into ``rules.KINDS``), ``declarer`` seat or -1, ``price`` that a
    buyer owed, 0 without one.
    """
    return {
        "dealer": ((states["dealer"] - 1) % players).astype(np.int8),  # it has passed on (K1)
        "kind": states["last_kind"].astype(np.int8),
        "declarer": states["last_declarer"].astype(np.int8),
        "price": states["last_price"].astype(np.int16),
    }


def win_shares(states: Any, players: int) -> Any:
    """Shares of the win (n, P): equal parts for the highest totals (K11); zeros before the end."""
    return shares_by_score(states, states["phase"] == OVER, players)
