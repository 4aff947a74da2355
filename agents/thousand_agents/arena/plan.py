"""What a run plays: arguments checked once, agents named, sets cut into chunks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from thousand_agents import games
from thousand_agents.arena.folder import FORMAT, versions
from thousand_agents.arena.games import ChunkJob, agent_of
from thousand_agents.arena.objects import OBJECT, check_object, object_fingerprint
from thousand_agents.arena.seatings import Seatings, seatings
from thousand_agents.arena.sequential import PARAMETERS
from thousand_agents.base import Agent, AgentError, fingerprint
from thousand_agents.executors import Executor
from thousand_agents.executors.serial import SerialExecutor
from thousand_env.checks import check_seed
from thousand_env.games.common.ruleset import BaseRules

UNITS = ("deal", "match")
LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CHUNKS = 32  # a run is cut into about so many, for resuming and for workers
LEAST_CHUNK = 8  # sets
MOST_SETS = 10_000_000  # far beyond any question; their results still fit the memory
MOST_GAMES = (
    2048  # of a chunk: more don't fit a core's cache, fewer leave the loop in Python visible
)


@dataclass(frozen=True)
class Plan:
    """A run; ``agents`` as they were given, ``specs`` and ``hashes`` by which they are known."""

    agents: tuple[str | Agent, ...]
    specs: tuple[str, ...]
    hashes: tuple[str, ...]
    sets: int
    rules: BaseRules
    seed: int
    unit: str
    sequential: bool
    decisions: bool
    seatings: Seatings

    @property
    def labels(self) -> list[str]:
        """A letter an agent."""
        return [*LABELS[: len(self.specs)]]

    @property
    def start(self) -> str:
        """Where games begin, in words."""
        if self.unit == "match":
            return "new matches, the dealer drawn by lot"
        return games.of(self.rules).DESCRIPTION

    def manifest(self, chunk: int) -> dict[str, Any]:
        """The run as its folder's manifest tells it."""
        return {
            "format": FORMAT,
            "unit": self.unit,
            "game": self.rules.game,
            "rules": self.rules.short(),
            "rules_hash": self.rules.hash,
            "seed": self.seed,
            "agents": [
                {"label": label, "spec": spec, "hash": code}
                for label, spec, code in zip(self.labels, self.specs, self.hashes, strict=True)
            ],
            "lineups": [[*lineup] for lineup in self.seatings.lineups],
            "sets": self.sets,
            "sequential": dict(PARAMETERS) if self.sequential else None,
            "chunk": chunk,
            "start": self.start,
            "decisions": self.decisions,
            "versions": versions(),
        }

    def default_chunk(self) -> int:
        """Sets a chunk where nobody says: a power of two."""
        most = max(MOST_GAMES // len(self.seatings), 1)
        wanted = min(max(self.sets // CHUNKS, LEAST_CHUNK), most)
        return 1 << wanted.bit_length() - 1

    def jobs(self, pieces: Sequence[tuple[int, int]]) -> Iterator[ChunkJob]:
        """The pieces, ``(first, stop)`` sets each, as jobs."""
        for first, stop in pieces:
            yield ChunkJob(
                self.agents,
                self.hashes,
                self.rules,
                self.unit,
                self.seed,
                first,
                stop,
                self.decisions,
            )


def make_plan(
    agents: Sequence[str | Agent],
    sets: int,
    rules: BaseRules,
    seed: int,
    unit: str,
    sequential: bool,
    decisions: bool,
    executor: Executor,
) -> Plan:
    """The plan of a run, everything checked that can be before the first card.

    Raises: AgentError for agents or numbers that don't fit.
    """
    if unit not in UNITS:
        raise AgentError(f"unit {unit!r:.40}: {' or '.join(UNITS)} is expected")
    if not 1 <= sets <= MOST_SETS:
        raise AgentError(f"sets = {sets}: at least 1 is expected, at most {MOST_SETS}")
    table = seatings(len(agents), rules.players)
    for agent in agents:
        if not isinstance(agent, str):
            check_object(agent)
    specs = tuple(a if isinstance(a, str) else a.name + OBJECT for a in agents)
    hashes = tuple(  # of what plays, not of what lies there later
        fingerprint(a, rules.game) if isinstance(a, str) else object_fingerprint(a) for a in agents
    )
    for agent, code in zip(agents, hashes, strict=True):
        if isinstance(agent, str):
            agent_of(agent, code, rules)
        elif not isinstance(executor, SerialExecutor):
            raise AgentError(
                f"agent {agent.name} is an object, which only the serial executor can play: name a "
                "spec instead, or choose that executor"
            )
    return Plan(
        tuple(agents),
        specs,
        hashes,
        sets,
        rules,
        check_seed(seed),
        unit,
        sequential,
        decisions,
        table,
    )


def pieces_left(played: Any, sets: int, chunk: int) -> list[tuple[int, int]]:
    """What is left of sets 0 to ``sets``, in pieces ``(first, stop)`` that no chunk's border cuts.

    ``played`` are numbers of sets, in any order.
    """
    left = np.setdiff1d(np.arange(sets), played)
    begins = (np.diff(left, prepend=-2) != 1) | (left % chunk == 0)
    return [
        (int(run[0]), int(run[-1]) + 1)
        for run in np.split(left, np.flatnonzero(begins))
        if len(run)
    ]
