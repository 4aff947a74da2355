"""Playing a chunk of sets: a job for any executor, and what comes of it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from thousand_agents import games as agent_games
from thousand_agents.arena.batch import Batch
from thousand_agents.arena.logs import DealLog, DecisionLog, ForfeitLog
from thousand_agents.arena.seatings import Seatings, seatings
from thousand_agents.arena.streams import GameStreams
from thousand_agents.base import Agent, AgentError, fingerprint, make_agent
from thousand_agents.executors.threads import one_torch_thread
from thousand_agents.games import Columns
from thousand_env import games
from thousand_env.games.common.core import NONE
from thousand_env.games.common.ruleset import BaseRules


@dataclass(frozen=True)
class ChunkJob:
    """Sets ``first`` to ``stop`` of an arena run, as a worker needs to know them.

    ``agents`` are specs, or agents where nothing is sent anywhere; ``hashes`` tell whether what a
    worker finds under a spec is what the run began with.
    """

    agents: tuple[str | Agent, ...]
    hashes: tuple[str, ...]
    rules: BaseRules
    unit: str
    seed: int
    first: int
    stop: int
    decisions: bool


@dataclass
class Part:
    """What some sets came to, as columns: see ``parts`` for their meaning."""

    games: Columns
    deals: Columns
    timing: Columns
    decisions: Columns | None


def play_chunk(job: ChunkJob) -> Part:
    """Play the sets of a job to the end.

    Raises: AgentError if an agent can't be made, has changed, or answers no whole numbers.
    """
    agents = [
        agent_of(spec, code, job.rules) if isinstance(spec, str) else spec
        for spec, code in zip(job.agents, job.hashes, strict=True)
    ]
    sets = np.arange(job.first, job.stop)
    plan = seatings(len(agents), job.rules.players)
    return play_sets(agents, plan, sets, job.rules, job.seed, job.unit, job.decisions)


@lru_cache(maxsize=64)
def agent_of(spec: str, code: str, rules: BaseRules) -> Agent:
    """An agent, kept by the worker."""
    if fingerprint(spec, rules.game) != code:
        raise AgentError(
            f"agent {spec!r:.80} is not what the run began with: its code or its file was changed"
        )
    return make_agent(spec, rules)


def play_sets(
    agents: Sequence[Agent],
    plan: Seatings,
    sets: Any,
    rules: BaseRules,
    seed: int,
    unit: str,
    decisions: bool = False,
) -> Part:
    """Play the sets numbered ``sets`` (K,) in all G games of the plan to the end.

    All games of a set have its number as deck id: the same cards, and the same first dealer.
    """
    each, count = len(plan), len(sets) * len(plan)
    decks, places = np.repeat(sets, each), np.tile(np.arange(each), len(sets))
    who = np.tile(plan.seats, (len(sets), 1))
    starts = (
        np.repeat(agent_games.of(rules).sample_tables(seed, sets, rules), each)
        if unit == "deal"
        else np.array([games.of(rules).new_table(rules)]).repeat(count)
    )
    batch = Batch(rules, seed, decks, starts, who, unit)
    streams = [GameStreams(seed, decks, places, k) for k in range(len(agents))]
    keys = {"set": decks, "lineup": plan.lineup[places], "seating": plan.seating[places]}
    decided = DecisionLog(batch) if decisions else None
    logs = DealLog(batch), ForfeitLog(count, len(agents)), decided
    with one_torch_thread():
        timing = _play(batch, agents, streams, *logs)
    deals, forfeits, _ = logs
    return Part(
        games=_games(keys, batch, who, forfeits.reasons),
        deals=deals.columns(keys),
        timing={"agent": np.arange(len(agents)), **timing},
        decisions=decided.columns(keys, who) if decided else None,
    )


def _games(keys: Columns, batch: Batch, who: Any, reasons: Any) -> Columns:
    points, seats = batch.points(), range(batch.rules.players)
    return {
        **keys,
        **{f"agent_{seat}": who[:, seat] for seat in seats},
        **{f"points_{seat}": points[:, seat] for seat in seats},
        "winners": (batch.win_shares() > 0) @ (1 << np.arange(batch.rules.players)),
        "deals": batch.played,
        "forfeit_seat": batch.forfeit,
        "forfeit_reason": reasons,
    }


def _play(
    batch: Batch,
    agents: Sequence[Agent],
    streams: Sequence[GameStreams],
    deals: DealLog,
    forfeits: ForfeitLog,
    decided: DecisionLog | None,
) -> Columns:
    """All games to their end; of each agent decisions, seconds for them and its first forfeit."""
    decisions, seconds = np.zeros(len(agents), np.int64), np.zeros(len(agents))
    while (batch.waiting != NONE).any():
        for k, agent in enumerate(agents):
            rows, views, masks = batch.rows_of(k)
            if not len(rows):
                continue
            streams[k].rows = rows
            began = time.perf_counter()
            answer = agent.act(views, masks, streams[k])
            seconds[k] += time.perf_counter() - began
            decisions[k] += len(rows)
            actions = _check(agent, answer, len(rows))
            if decided:
                decided.before(rows, actions)
            deals.add(batch.act(rows, actions))
            lost = np.flatnonzero(batch.forfeit[rows] != NONE)
            if len(lost):
                forfeits.add(k, agent, rows, lost, actions, batch)
    return {"decisions": decisions, "seconds": seconds, "first_forfeit": forfeits.first}


def _check(agent: Agent, answer: Any, count: int) -> Any:
    try:
        actions = np.asarray(answer)
    except ValueError:  # rows of different lengths
        actions = np.asarray(answer, object)
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        raise AgentError(
            f"agent {agent.name} answered {actions.dtype} of shape {actions.shape}: whole numbers "
            f"of shape ({count},) are expected"
        )
    return actions.astype(np.int64, copy=False)
