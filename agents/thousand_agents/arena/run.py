"""One arena run: sets in chunks, until all are played or somebody presses Ctrl-C."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from thousand_agents.arena.games import NOBODY, Games, play_sets
from thousand_agents.arena.progress import progress
from thousand_agents.arena.result import ArenaResult, compare, summarize
from thousand_agents.arena.seatings import seatings
from thousand_agents.arena.tables import DESCRIPTION
from thousand_agents.base import Agent, AgentError, fingerprint, make_agent
from thousand_env.games.thousand import RuleSet

UNITS = ("deal", "match")
FIRST_CHUNK, LARGEST_CHUNK = 16, 512  # sets
CHUNK_SECONDS = 2.0  # a chunk that took less is followed by one twice as large


def run_arena(
    agents: Sequence[str | Agent], sets: int, rules: RuleSet, seed: int = 0, unit: str = "deal"
) -> ArenaResult:
    """Let two or three agents meet and estimate their differences.

    A set is one deck stream, one dealer and one start table, played in every seating in which all
    agents take part; the set mean is the unit of inference.  ``deal``: a single deal from a sampled
    table, measured in points written (R16) per seat.  ``match``: a new match, measured in the share
    of wins.  The same seed gives the same result, however the sets are divided into batches.

    Args:
        agents: specs as ``make_agent`` reads them, or agents.
        sets: how many sets to play.
        rules: of all games.
        seed: of cards, start tables and the agents' own streams.
        unit: ``deal`` or ``match``.

    Raises: AgentError for agents or numbers that don't fit; KeyboardInterrupt only if not a single
        chunk of sets was finished, else Ctrl-C ends the run with the sets done.
    """
    if unit not in UNITS:
        raise AgentError(f"unit {unit!r:.40}: {' or '.join(UNITS)} is expected")
    if sets < 1:
        raise AgentError(f"sets = {sets}: at least 1 is expected")
    seats = seatings(len(agents), rules.players)
    players = [make_agent(a, rules) if isinstance(a, str) else a for a in agents]
    specs = [a if isinstance(a, str) else a.name for a in agents]
    codes = [
        fingerprint(spec) for spec in specs
    ]  # of what plays, not of what lies there afterwards
    began = time.perf_counter()
    games = Games.join(list(_chunks(players, seats, sets, rules, seed, unit)))
    labels = ["ABC"[k] for k in range(len(agents))]
    return ArenaResult(
        unit=unit,
        agents=tuple(
            summarize(spec, labels[k], codes[k], k, len(agents), games, seats)
            for k, spec in enumerate(specs)
        ),
        estimates=tuple(compare(labels, unit, games, seats, seed)),
        sets=len(games.points),
        sets_asked=sets,
        games_per_set=len(seats),
        deals=int(games.deals.sum()),
        cut_off=int((games.winner == NOBODY).sum()) if unit == "match" else 0,
        seed=seed,
        rules=rules.short(),
        rules_hash=rules.hash,
        start=DESCRIPTION if unit == "deal" else "new matches, the dealer drawn by lot",
        seconds=time.perf_counter() - began,
    )


def _chunks(
    players: list[Agent], seats: Any, sets: int, rules: RuleSet, seed: int, unit: str
) -> Iterator[Games]:
    """The sets in growing chunks; a Ctrl-C after the first one only ends the run."""
    done, size = 0, FIRST_CHUNK
    with progress(sets, "sets") as report:
        try:
            while done < sets:
                began = time.perf_counter()
                numbers = np.arange(done, min(done + size, sets))
                yield play_sets(players, seats, numbers, rules, seed, unit)
                done += len(numbers)
                report(done)
                if time.perf_counter() - began < CHUNK_SECONDS:
                    size = min(2 * size, LARGEST_CHUNK)
        except KeyboardInterrupt:
            if not done:
                raise
