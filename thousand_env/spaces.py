"""What the PettingZoo and Gymnasium views share: spaces, rules by name, the check of actions."""

import operator
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box

from thousand_env import games
from thousand_env.checks import as_array
from thousand_env.errors import ActionError, IllegalActionError, RulesError
from thousand_env.foreign import shown
from thousand_env.games.common.layout import Layout
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.games.interface import GamePackage

_MOST: Final = 10**6  # no number of a table is larger, so no observed one is


def observation_box(layout: Layout) -> Box:
    """Space of one observation: float32 (OBS,); cards and flags lie in 0 to 1."""
    numbers = np.concatenate([np.full(b.size, b.kind == "numbers") for b in layout])
    low, high = np.where(numbers, -_MOST, 0), np.where(numbers, _MOST, 1)
    return Box(low.astype(np.float32), high.astype(np.float32), (layout.size,), np.float32)


def as_rules(game: str | None, rules: BaseRules | str | None) -> Any:
    """A rule set as it is, that of a preset by its name, or ``classic`` for None.

    Without ``game`` it is the rule set's own, else Thousand.
    Raises: RulesError for an unknown game or preset, and for a rule set of another game.
    """
    if isinstance(rules, str) or rules is None:
        return games.load(games.FIRST if game is None else game).rules(rules or "classic")
    if not isinstance(rules, BaseRules):
        raise RulesError(
            f"rules = {shown(rules)}: a RuleSet (thousand_env.rules) or the name of a preset is "
            "expected"
        )
    if game is not None and games.load(game) is not games.of(rules):
        raise RulesError(
            f"game = {game!r}, but the rules are of {rules.game}: leave game out, or write "
            f"rules=thousand_env.rules({game!r})"
        )
    return rules


def check_action(action: Any, mask: Any, view: Any, game: GamePackage) -> int:
    """The number of a legal action of a game.

    ``mask`` is bool (A,), ``view`` the record of what the player to move knows.
    Raises: ActionError for something that is no action, IllegalActionError for a forbidden one.
    """
    try:
        number = operator.index(action)
    except TypeError:
        number = -1
    if not 0 <= number < len(mask):
        raise ActionError(f"action {action!r:.40}: a number from 0 to {len(mask) - 1} is expected")
    if not mask[number]:
        legal = [game.action_text(int(a)) for a in np.flatnonzero(mask)]
        phase, player = game.PHASES[view["phase"]], int(view["to_move"])
        raise IllegalActionError(phase, player, game.action_text(number), legal)
    return number


def check_actions(actions: Any, masks: Any, views: Any, game: GamePackage) -> Any:
    """Legal action numbers as int64 (N,), one a row of ``masks`` (N, A) and ``views`` (N,).

    Raises: ActionError, IllegalActionError for the first row that is wrong.
    """
    actions, rows = as_array(actions), np.arange(len(masks))
    if actions.shape != rows.shape or actions.dtype.kind not in "iu":
        raise ActionError(
            f"actions: whole numbers of shape {rows.shape} are expected, not {actions.dtype} of "
            f"shape {actions.shape}"
        )
    actions = actions.astype(np.int64, copy=False)  # a byte can't be compared with 324
    inside = actions % masks.shape[1]
    legal = masks[rows, inside] & (actions == inside)
    if not legal.all():
        first = int(np.argmin(legal))
        check_action(actions[first], masks[first], views[first], game)
    return actions
