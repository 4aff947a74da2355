"""The arena: agents meet on the same cards in every seating (see ``run_arena``)."""

from thousand_agents.arena.result import ArenaResult
from thousand_agents.arena.run import run_arena
from thousand_agents.arena.statistics import Estimate

__all__ = ["ArenaResult", "Estimate", "run_arena"]
