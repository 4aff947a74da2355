"""Bochki: the optimum of stop or risk, and a player who stops at a number of points."""

from thousand_agents.bochki.agents import OptimalAgent, ThresholdAgent

__all__ = ["OptimalAgent", "ThresholdAgent"]
