"""States brought from outside: nothing that would lead the compiled rules out of their arrays."""

from typing import Any, Final

import numpy as np

from thousand_env.errors import ThousandError
from thousand_env.games.bochki.actions import DEAL, DECIDE, OVER
from thousand_env.games.bochki.cards import FULL_PACK
from thousand_env.games.bochki.phases.turn import barrel
from thousand_env.games.bochki.rules import BARREL_TURNS, DEALS, GOAL, MOST_TURNS, RuleSet
from thousand_env.games.bochki.state import LOG_SIZE, NONE, STATE_DTYPE

SEAT = -2  # stands for the highest seat of the table
_MOST_POINTS = 10**4
_RANGES: Final = {
    "phase": (DEAL, OVER),
    "to_move": (NONE, SEAT),
    "alone": (NONE, SEAT),
    "dealer": (0, SEAT),
    "first": (0, SEAT),
    "entered": (0, 1),
    "playing": (0, 1),
    "barrel_turns": (0, BARREL_TURNS - 1),
    "turn_deals": (0, DEALS),
    "turns": (0, MOST_TURNS),
    "score": (0, GOAL + 3 * _MOST_POINTS),
    "points": (0, 3 * _MOST_POINTS),
    "deal_points": (0, _MOST_POINTS),
    "hand": (0, FULL_PACK),
    "log_length": (0, LOG_SIZE),
}


def check_states(states: Any, count: int, rules: RuleSet) -> None:
    """Refuse what isn't ``count`` states of games by these rules.

    Raises: ThousandError that names the field; it doesn't prove that the games can be reached.
    """
    if (
        not isinstance(states, np.ndarray)
        or states.shape != (count,)
        or states.dtype != STATE_DTYPE
    ):
        raise ThousandError(f"state: an array ({count},) as env.state returns it is expected")
    for name, (low, high) in _RANGES.items():
        top = rules.players - 1 if high == SEAT else high
        if ((states[name] < low) | (states[name] > top)).any():
            raise ThousandError(f"state: {name} must lie in {low} to {top}: not of this game")
    over = (states["score"] >= GOAL).any(axis=1) | (states["turns"] >= rules.max_turns)
    if (over != (states["phase"] == OVER)).any():
        raise ThousandError("state: a game is over just when somebody has won or the turns are up")
    _check_running(states[~over], rules)


def _check_running(states: Any, rules: RuleSet) -> None:
    """Whose turns run, who decides, and who may still leave a barrel."""
    deciding = states["phase"] == DECIDE
    if (deciding != (states["to_move"] != NONE)).any():
        raise ThousandError("state: to_move must be -1 just where nobody is to decide")
    if ((states["turn_deals"] < deciding) | (states["turn_deals"] >= DEALS)).any():
        raise ThousandError(
            f"state: turn_deals: a turn has {DEALS} deals, with decisions between them"
        )
    playing, seats = states["playing"] == 1, np.arange(states["playing"].shape[1])
    alone = states["alone"][:, None]
    fits = playing.any(axis=1) & ~playing[:, rules.players :].any(axis=1)
    fits &= (alone[:, 0] == NONE) | (playing == (seats == alone)).all(axis=1)
    if not fits.all() or (rules.turns == "in_order" and (alone == NONE).any()):
        raise ThousandError("state: playing must mark those whose turn runs, alone the only one")
    rows = np.flatnonzero(deciding)
    if not playing[rows, states["to_move"][rows]].all():
        raise ThousandError("state: who is to decide must be playing")
    for state in states[(states["barrel_turns"] > 0).any(axis=1)]:
        if not all(barrel(state.score[seat]) for seat in np.flatnonzero(state.barrel_turns)):
            raise ThousandError("state: barrel_turns are counted in a barrel only")
