"""Tables that single deals begin from."""

from typing import Any

from thousand_agents import games as game_agents
from thousand_env import games
from thousand_env.games.common.ruleset import BaseRules


def sample_tables(seed: int, sets: Any, rules: BaseRules) -> list[dict[str, Any]]:
    """A table in its written form for each of the sets (K,), as the arena samples them."""
    tables = game_agents.of(rules).sample_tables(seed, sets, rules)
    return [games.of(rules).table_dict(table, rules.players) for table in tables]
