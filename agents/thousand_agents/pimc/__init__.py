"""The search player: sampled worlds with open cards (PIMC)."""

from thousand_agents.pimc.agent import PimcAgent
from thousand_agents.pimc.belief import greedy_belief

__all__ = ["PimcAgent", "greedy_belief"]
