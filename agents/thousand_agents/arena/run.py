"""One arena run: sets in chunks, until all are played, the test decides, or Ctrl-C."""

import sys
import time
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path

import numpy as np

from thousand_agents.arena.folder import only_writer, settle_manifest
from thousand_agents.arena.games import Part, play_chunk
from thousand_agents.arena.parts import done_chunks, join_parts, read_parts, write_part
from thousand_agents.arena.plan import MOST_SETS, Plan, make_plan, pieces_left
from thousand_agents.arena.progress import progress
from thousand_agents.arena.result import ArenaResult, compare, differences, summarize
from thousand_agents.arena.scores import Scores
from thousand_agents.arena.sequential import Looks
from thousand_agents.base import Agent, AgentError
from thousand_agents.executors import Executor
from thousand_agents.executors.serial import SerialExecutor
from thousand_agents.games import of as agents_of
from thousand_env.games.common.core import NONE
from thousand_env.games.common.ruleset import BaseRules


def run_arena(
    agents: Sequence[str | Agent],
    sets: int,
    rules: BaseRules,
    seed: int = 0,
    unit: str = "deal",
    *,
    out: str | Path | None = None,
    executor: Executor | None = None,
    sequential: bool = False,
    decisions: bool = False,
    chunk: int | None = None,
) -> ArenaResult:
    """Let two or more agents meet and estimate their differences.

    A set is one deck stream, one dealer and one start table, played in every seating in which all
    agents take part, or, of more agents than seats, by all groups of them in every order; the set
    mean is the unit of inference.  ``deal``: a single deal from a sampled table, measured in points
    written per seat.  ``match``: a new match, measured in the share of wins.  The same seed
    gives the same result, whatever plays the sets and however they are divided into chunks.

    Args:
        agents: specs as ``make_agent`` reads them, or agents (with the serial executor only).
        sets: how many sets to play, at most in a sequential test.
        rules: of all games.
        seed: of cards, start tables and the agents' own streams.
        unit: ``deal`` or ``match``.
        out: a folder for the results (``parts``, ``folder``); one that has some of this run's is
            gone on with, if no agent has changed since (of an object: ``objects``).
        executor: what plays the chunks; by default this process.
        sequential: stop when the test of the first two agents decides (``sequential``).
        decisions: write every decision to ``out``, too.
        chunk: sets a chunk; by default about a thirty-second of the run.

    Raises: AgentError for agents or numbers that don't fit; ArenaError for a folder of another run
        or process, or a full disk; KeyboardInterrupt only if not a single chunk of sets was
        finished, else Ctrl-C ends the run with the sets done.
    """
    if decisions and out is None:
        raise AgentError("decisions are written to a folder: name it (out)")
    if chunk is not None and not 1 <= chunk <= MOST_SETS:
        raise AgentError(f"chunk = {chunk}: at least 1 set is expected, at most {MOST_SETS}")
    executor = executor or SerialExecutor()
    plan = make_plan(agents, sets, rules, seed, unit, sequential, decisions, executor)
    folder = None if out is None else Path(out)
    began = time.perf_counter()
    with nullcontext() if folder is None else only_writer(folder):
        run = _Run(plan, folder, executor, chunk)
        run.play()
    return run.result(time.perf_counter() - began)


class _Run:
    """A run on its way: the parts done so far, from earlier runs in its folder and from this one."""

    def __init__(self, plan: Plan, out: Path | None, executor: Executor, chunk: int | None) -> None:
        self.plan, self.out, self.executor = plan, out, executor
        self.chunk = chunk or plan.default_chunk()
        self.parts: list[Part] = []
        self.number = 0  # of the next chunk
        if out is not None:
            self.chunk = settle_manifest(out, plan.manifest(self.chunk), chunk)["chunk"]
            self.parts = read_parts(out, plan.seatings, plan.rules)
            self.number = max(done_chunks(out), default=-1) + 1
        self.looks = Looks(plan.sets, self.chunk) if plan.sequential else None
        for part in self.parts:
            self._look(part)
        self.sets_found, self.deals_found = self._count()

    @property
    def decided(self) -> bool:
        """Does the sequential test need no more sets?"""
        return self.looks is not None and self.looks.result.decided

    def _count(self) -> tuple[int, int]:
        """Sets and deals of the parts so far."""
        games = sum(len(part.games["set"]) for part in self.parts)
        deals = sum(int(part.games["deals"].sum()) for part in self.parts)
        return games // len(self.plan.seatings), deals

    def play(self) -> None:
        """All chunks that are left; a Ctrl-C after the first one only ends the run."""
        if self.sets_found:
            print(f"{self.out}: found {self.sets_found} of {self.plan.sets} sets", file=sys.stderr)
        played = np.concatenate([np.zeros(0, np.int64), *(p.games["set"] for p in self.parts)])
        pieces = pieces_left(played, self.plan.sets, self.chunk)
        results = self.executor.run(play_chunk, self.plan.jobs(pieces))
        with progress(self.plan.sets, "sets") as report, closing(results):
            try:
                while not self.decided and (part := next(results, None)):
                    self._keep(part)
                    report(self._count()[0])
            except KeyboardInterrupt:
                if not self.parts:
                    raise

    def _keep(self, part: Part) -> None:
        if self.out is not None:
            write_part(self.out, self.number, part)
        self.number += 1
        part.decisions = None  # nobody asks for them any more
        self.parts.append(part)
        self._look(part)

    def _look(self, part: Part) -> None:
        if self.looks:
            scores = Scores(part.games, self.plan.seatings)
            sets = part.games["set"][:: len(self.plan.seatings)]
            self.looks.add(sets, differences(scores, self.plan.unit, 0, 1))

    def result(self, seconds: float) -> ArenaResult:
        """What all the parts say."""
        plan, part = self.plan, join_parts(self.parts)
        games, scores = part.games, Scores(part.games, plan.seatings)
        forfeits = int((games["forfeit_seat"] != NONE).sum())
        without_winner = int((games["winners"] == 0).sum())
        figures = agents_of(plan.rules).figures(plan.rules)
        known = zip(plan.specs, plan.labels, plan.hashes, strict=True)
        return ArenaResult(
            unit=plan.unit,
            agents=tuple(summarize(*who, k, part, scores, figures) for k, who in enumerate(known)),
            estimates=tuple(compare(plan.labels, plan.unit, scores, plan.seed)),
            sequential=self.looks.result if self.looks else None,
            sets=len(scores.points),
            sets_asked=plan.sets,
            games_per_set=len(plan.seatings),
            deals=int(games["deals"].sum()),
            sets_found=self.sets_found,
            deals_found=self.deals_found,
            cut_off=without_winner - forfeits if plan.unit == "match" else 0,
            forfeits=forfeits,
            seed=plan.seed,
            game=plan.rules.game,
            rules=plan.rules.short(),
            rules_hash=plan.rules.hash,
            start=plan.start,
            seconds=seconds,
        )
