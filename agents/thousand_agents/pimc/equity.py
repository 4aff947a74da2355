"""What a state of the match is worth to a seat; the search player maximises its mean.

An equity is a function ``(states, seat) -> values``: games at a deal's end, (N,) records of
``STATE_DTYPE``, and float64 (N,), larger is better for the seat.
"""

from collections.abc import Callable
from typing import Any, Final

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
