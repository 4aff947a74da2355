"""What a state of the match is worth to a seat; the search player maximises its mean.

An equity is a function ``(states, seat, players) -> values``: games at a deal's end, (N,) records of
``STATE_DTYPE`` (``score`` (N, 4), ``winner``, ``bolts`` and the other fields of R2.3), and for each a
number, larger is better for the seat.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from thousand_agents.spec import AgentError
from thousand_env.games.thousand.state import NONE

Equity = Callable[[Any, int, int], Any]

WIN: Final = 300.0  # points that a match won is worth on top of the score; tuned by hand


def score_difference(states: Any, seat: int, players: int) -> Any:
    """The own score less the mean of the others', in points; a match won or lost counts more."""
    scores = states["score"][:, :players].astype(float)
    others = (scores.sum(axis=1) - scores[:, seat]) / (players - 1)
    won = (states["winner"] == seat) * WIN
    lost = ((states["winner"] != seat) & (states["winner"] != NONE)) * WIN / (players - 1)
    return scores[:, seat] - others + won - lost


def check_equities(values: Any, count: int) -> Any:
    """What an equity function returned, as float64 (N,).

    Raises: AgentError if it isn't a finite number for each game.
    """
    try:
        found = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        found = np.array(np.nan)
    if found.shape != (count,) or not np.isfinite(found).all():
        raise AgentError(
            f"the equity function must return {count} finite numbers, one for each game"
        )
    return found
