"""Fixed styles: variants of the greedy player with one habit, to test others against.

They estimate, give and play as greedy does; only the numbers of its style differ (``greedy.style``).
"""

from collections.abc import Mapping
from typing import Final

from thousand_env.games.thousand import RuleSet
from thousand_env.learner import Agent

_ALWAYS = 1e9  # card points: more than anything in the game comes to

STYLES: Final[Mapping[str, Mapping[str, float]]] = {
    # Bids only with a chance of about 0.9 or more (``pass_worth`` and ``win`` make it so, with
    # nothing to lose on the barrel or by another's win), and never raises.
    "timid": {"pass_worth": 95.0, "win": 118.0, "block": 0.0, "last_chance": 0.0}
    | {"raise_margin": 1000.0},
    # Overbids as long as the cards allow it (R5.3); what it then plays, it plays as greedy does.
    "always-overbid": {"pass_worth": -_ALWAYS},
    # Overbids likewise, and raises as far as the points count (R9.1).
    "maniac": {"pass_worth": -_ALWAYS, "raise_margin": -1000.0},
    "dark-always": {"dark_behind": -_ALWAYS},  # says dark whenever it is offered (R7.1)
    "dark-never": {"dark_behind": _ALWAYS},  # always looks
}


def style_agent(name: str, rules: RuleSet) -> Agent:
    """The player of a style, for these rules."""
    from thousand_agents.greedy import GreedyAgent
    from thousand_agents.greedy.style import style

    agent = GreedyAgent(rules, style(**STYLES[name]))
    agent.name = name
    return agent
