"""What a player could do now, from nothing but what he knows: ``thousand advise`` and ``bid``."""

from thousand_agents.advice.adviser import Advice, Adviser, BidAdviser, Option

__all__ = ["Advice", "Adviser", "BidAdviser", "Option"]
