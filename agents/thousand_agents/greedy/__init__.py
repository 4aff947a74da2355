"""The greedy player: sane by rule, compiled, the yardstick for everything that learns.

It bids on an estimate of the points its hand will take, gives away what it needs least, and scores
every card by what the trick brings and what keeping the card is worth; it remembers what was played.
It draws no chance numbers and looks at nothing but the view.
"""

from typing import Any

import numpy as np

from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.decide import decide_kernel
from thousand_agents.greedy.style import style as make_style
from thousand_agents.greedy.weights import Weights, fitted
from thousand_env.games.thousand import RuleSet
from thousand_env.jit import announce_first_compile


class GreedyAgent:
    """The greedy player under some rules.

    Another ``style`` is what ``greedy.style.style`` makes, other ``numbers`` are those of ``fitted``.
    """

    name = "greedy"

    def __init__(self, rules: RuleSet, style: Any = None, numbers: Any = None) -> None:
        announce_first_compile(jit.cache_folder)
        self._rules = rules.compiled()
        style = make_style() if style is None else style
        self._weights = Weights(style=style, **(fitted() if numbers is None else numbers))

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        """One action for each view."""
        actions = np.empty(len(views), np.int64)
        decide_kernel(views, self._rules, self._weights, masks, actions)
        return actions


__all__ = ["GreedyAgent"]
