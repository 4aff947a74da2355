"""Who sits where in the games of one set."""

from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any

import numpy as np

from thousand_agents.base import AgentError

MOST_AGENTS = 26  # their labels are letters


@dataclass(frozen=True)
class Seatings:
    """The G games of a set: who sits where (G, P), agents by number.

    ``lineups`` are the groups of agents that meet; ``lineup`` (G,) and ``seating`` (G,) number the
    games by group and by order in it.
    """

    seats: Any
    lineups: tuple[tuple[int, ...], ...]
    lineup: Any
    seating: Any

    def __len__(self) -> int:
        return len(self.seats)


def seatings(agents: int, players: int) -> Seatings:
    """The games in which every agent meets every other, on every seat equally often.

    As many agents as seats, or more: all groups of that size, each in every order.  Fewer: every
    seating in which all take part, so of two agents at three seats A with two B in three ways and
    two A with B in three.

    Raises: AgentError for a single agent, or too many.
    """
    if not 2 <= agents <= MOST_AGENTS:
        raise AgentError(f"{agents} agents: two or more meet in the arena, up to {MOST_AGENTS}")
    lineups = tuple(combinations(range(agents), min(agents, players)))
    tables = [_orders(lineup, players) for lineup in lineups]
    each = len(tables[0])
    return Seatings(
        seats=np.array([table for group in tables for table in group], np.int64),
        lineups=lineups,
        lineup=np.repeat(np.arange(len(lineups)), each),
        seating=np.tile(np.arange(each), len(lineups)),
    )


def _orders(lineup: tuple[int, ...], players: int) -> list[tuple[int, ...]]:
    if len(lineup) == players:
        return list(permutations(lineup))
    return [t for t in product(lineup, repeat=players) if len({*t}) == len(lineup)]
