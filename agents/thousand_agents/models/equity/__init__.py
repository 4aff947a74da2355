"""Match equity: the chance of each player to win the match, from the table between two deals."""

from thousand_agents.models.equity.features import Features
from thousand_agents.models.equity.file import EquityError, write_equity
from thousand_agents.models.equity.model import EquityModel, shipped_name

__all__ = ["EquityError", "EquityModel", "Features", "shipped_name", "write_equity"]
