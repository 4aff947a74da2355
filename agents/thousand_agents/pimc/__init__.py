"""The search player: sampled worlds with open cards (PIMC)."""

from thousand_agents.pimc.agent import PimcAgent

__all__ = ["PimcAgent"]
