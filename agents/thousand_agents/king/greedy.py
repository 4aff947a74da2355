"""The greedy player of King: sane by rule, compiled, the yardstick for everything that learns.

It scores every card by the chance to take the trick, what that writes, and what the hand is like
without it; it values the open cards by the tricks that it expects.  It draws no chance numbers and
looks at nothing but the view.
"""

from typing import Any

import numpy as np

from thousand_agents.king.compiled import jit
from thousand_agents.king.decide import decide_kernel
from thousand_agents.king.weights import weights
from thousand_env.games.king import RuleSet
from thousand_env.jit import announce_first_compile


class GreedyAgent:
    """The greedy player under some rules; other ``numbers`` are those of ``weights.read_numbers``."""

    name = "greedy"

    def __init__(self, rules: RuleSet, numbers: Any = None) -> None:
        announce_first_compile(jit.cache_folder)
        self._rules, self._weights = rules.compiled(), weights(rules, numbers)

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        """One action for each view."""
        actions = np.empty(len(views), np.int64)
        decide_kernel(views, self._rules, self._weights, masks, actions)
        return actions
