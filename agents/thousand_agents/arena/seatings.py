"""Who sits where in the games of one set."""

from itertools import product
from typing import Any

import numpy as np

from thousand_agents.base import AgentError


def seatings(agents: int, players: int) -> Any:
    """Every seating in which all agents take part: agent numbers (seatings, players).

    Two agents at three seats: A with two B in three ways, two A with B in three; three agents: all
    six orders.  Every agent holds every seat equally often.

    Raises: AgentError if the agents are not 2 or 3, or more than the seats.
    """
    if not 2 <= agents <= 3:
        raise AgentError(f"{agents} agents: two or three can meet in the arena")
    if agents > players:
        raise AgentError(f"{agents} agents at a table of {players} players: too many")
    tables = [table for table in product(range(agents), repeat=players) if len({*table}) == agents]
    return np.array(tables)
