"""What each setting of a run may be."""

from collections.abc import Mapping
from typing import Any, Final

from thousand_agents.executors import EXECUTORS
from thousand_agents.models import ADVISERS, FORMS
from thousand_env import games

MOST_GROUPS: Final = 256  # each worker keeps what it has played of them
DARK_EXPLORATION: Final = 0.05  # unless a config says otherwise

LISTS = ("warm_start", "opponents", "evaluate_against")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "game": games.NAMES,
    "device": ("cpu", "cuda"),
    "executor": EXECUTORS,
    "algorithm": ("ppo", "rollout", "dmc"),
    "phase": ("all", "bidding"),
    "reward": ("points", "lead", "win", "equity"),
    "seating": ("mixed", "alone", "team"),
    "adviser": ("", *ADVISERS),
    "network": FORMS[:2],  # self-play begins with what an adviser does, and ``blocks`` can't
}
# What the settings marked "Thousand" may be in a run of another game.
IN_ANY_GAME: Mapping[str, tuple[Any, ...]] = {
    "algorithm": ("ppo", "dmc"),
    "phase": ("all",),
    "reward": ("points", "lead", "win"),
    "seating": ("mixed", "alone"),
    "network": ("flat",),
    "privileged": (False,),
    "belief_weight": (0.0,),
    "dark_exploration": (DARK_EXPLORATION, 0.0),  # without a dark to explore
}
SHARES = ("tables_share", "pool_share", "opponents_share", "epsilon", "gae_lambda")
LEAST = {"steps": 8}  # fewer leave no decision with a next one of the same player
MOST = {"threads": 256, "num_games": 2**20, "steps": 2**16, "width": 8192, "value_width": 8192}
MOST |= {"depth": 64, "pool_size": 1000, "groups": MOST_GROUPS}
MAY_BE_ZERO = (
    "seed", "workers", "entropy_bidding", "entropy_play", "dark_exploration", "gae_lambda", "tables_share",
    "pool_share", "opponents_share", "belief_weight", "epsilon", "evaluate_minutes",
    "evaluate_matches",
)  # fmt: skip
