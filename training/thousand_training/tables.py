"""Tables that single deals begin from."""

from typing import Any

import numpy as np

from thousand_agents.arena.tables import sample_tables as thousand_tables
from thousand_env import games
from thousand_env.games.common.ruleset import BaseRules


def sample_tables(seed: int, sets: Any, rules: BaseRules) -> list[dict[str, Any]]:
    """A table in its written form for each of the sets (K,), as the arena samples them."""
    package = games.of(rules)
    if rules.game == "thousand":
        tables = thousand_tables(seed, sets, rules)  # type: ignore[arg-type]
    else:  # any deal of the plan, nobody ahead
        tables = np.array([package.new_table(rules)]).repeat(len(sets))
        rng = np.random.default_rng([seed, int(sets[0])])
        tables["deals"] = rng.integers(rules.compiled()["deals"][0], size=len(sets))
    return [package.table_dict(table, rules.players) for table in tables]
