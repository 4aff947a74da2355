"""The table of actions: number <-> text (B10).  Part of the environment's version."""

from typing import Final

from thousand_env.errors import ActionError
from thousand_env.foreign import shown

# Phases.  DEAL and OVER ask nobody; DECIDE waits for a decision.
DEAL, DECIDE, OVER = range(3)
PHASES: Final = ("deal", "decide", "over")

A_DEAL, A_STOP = range(2)
ACTION_TEXTS: Final = ("deal", "stop")
NUM_ACTIONS = len(ACTION_TEXTS)


def action_text(action: int) -> str:
    """Text form of an action number (B10)."""
    if not 0 <= action < NUM_ACTIONS:
        raise ActionError(
            f"action {shown(action)}: a number from 0 to {NUM_ACTIONS - 1} is expected"
        )
    return ACTION_TEXTS[action]


def parse_action(text: str) -> int:
    """Action number of a text form (B10); case doesn't matter.

    Raises: ActionError for a text that is no action of the game.
    """
    word = text.strip().lower() if isinstance(text, str) and len(text) < 40 else ""
    if word not in ACTION_TEXTS:
        raise ActionError(f"unknown action {shown(text)}: actions are 'deal' and 'stop'")
    return ACTION_TEXTS.index(word)
