"""What deals and matches came to, as columns: for the arena and whoever counts over many games."""

from typing import Any

import numpy as np

from thousand_env.games.thousand.state import NONE


def deal_columns(states: Any, players: int) -> dict[str, Any]:
    """Columns (n,) of deals that have just ended, ``states`` (n,) before the next pack.

    ``dealer``, ``kind`` (index into ``state.KINDS``), ``conceded``, ``declarer`` seat, ``contract``,
    ``made``; ``bolts_S`` by seat, as in R16.
    """
    return {
        "dealer": ((states["dealer"] - 1) % players).astype(np.int8),  # it has passed on (R2.1)
        "kind": states["last_kind"].astype(np.int8),
        "conceded": states["last_conceded"] == 1,
        "declarer": states["last_declarer"].astype(np.int8),
        "contract": states["last_contract"].astype(np.int16),
        "made": states["last_made"] == 1,
        **{
            f"bolts_{seat}": states["last_bolts"][:, seat].astype(np.int8)
            for seat in range(players)
        },
    }


def win_shares(states: Any, players: int) -> Any:
    """Shares of the win (n, P): 1 for the winner; zeros while there is none."""
    winner = states["winner"][:, None]
    return ((winner == np.arange(players)) & (winner != NONE)).astype(np.float64)
