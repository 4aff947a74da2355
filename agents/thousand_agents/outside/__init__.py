"""Outside players: programs in any language that speak JSON lines (docs/protocol.md)."""

from thousand_agents.outside.agent import OutsideAgent

__all__ = ["OutsideAgent"]
