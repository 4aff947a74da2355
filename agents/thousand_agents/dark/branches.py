"""Both branches of many deals, played by agents: jobs for any executor.

A game is begun on its pack, one action is forced, and the agents do the rest, each with the stream of
its game.  ``play_forced`` does that for any actions; here they are ``dark`` and ``look``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from thousand_agents.arena.batch import Batch
from thousand_agents.arena.games import agent_of
from thousand_agents.arena.streams import GameStreams
from thousand_agents.base import Agent, AgentError
from thousand_agents.dark.question import PLAYOUT, DarkQuestion
from thousand_agents.dark.sample import FAILED, MADE, OVERBID, REDEALT, Sample
from thousand_agents.executors.threads import one_torch_thread
from thousand_agents.models.equity import EquityModel
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import A_DARK, A_LOOK
from thousand_env.games.thousand.state import DARK_DEAL, NONE, new_states


@dataclass(frozen=True)
class DarkJob:
    """The packs ``first`` to ``stop`` of a question, as a worker needs to know them."""

    question: DarkQuestion
    first: int
    stop: int


def play_chunk(job: DarkJob) -> Sample:
    """Both branches of a job's packs; what a pack gives depends on question and number alone.

    Raises: AgentError if an agent can't be made, was changed, or gave up.
    """
    question, rules = job.question, job.question.rules
    specs = [*dict.fromkeys(question.agents)]
    codes = dict(zip(question.agents, question.hashes, strict=True))
    agents = [agent_of(spec, codes[spec], rules) for spec in specs]
    who = np.array([specs.index(spec) for spec in question.agents])
    packs = np.tile(np.arange(job.first, job.stop), 2)  # dark, then look
    batch = Batch(
        rules,
        question.seed,
        packs,
        np.array([question.start]).repeat(len(packs)),
        np.tile(who, (len(packs), 1)),
        "match" if question.judge == PLAYOUT else "deal",
    )
    model = None if question.judge == PLAYOUT else model_of(question.judge, rules)
    return play_both(batch, agents, question.seed, model)


def play_both(
    batch: Batch, agents: Sequence[Agent], seed: int, model: EquityModel | None
) -> Sample:
    """The sample of a batch of 2 K games that wait for ``dark`` or ``look``: K packs, and again.

    The batch's unit is a deal, which ``model`` judges, or a match, which needs no model.

    Raises: AgentError for an agent that gave up.
    """
    packs = batch.states["deck"].copy()
    count = len(packs) // 2
    streams = [GameStreams(seed, packs, np.zeros_like(packs), k) for k in range(len(agents))]
    forced = np.repeat([A_DARK, A_LOOK], count)
    deals, thrown = play_forced(batch, agents, streams, forced)
    chances = judged(batch, model)
    dark, look = slice(0, count), slice(count, None)
    outcome = np.where(deals["last_made"] == 1, MADE, FAILED)
    outcome[deals["last_kind"] != DARK_DEAL] = OVERBID
    outcome[thrown] = REDEALT
    stands = (outcome == MADE) | (outcome == FAILED)
    cut_off = ~batch.win_shares().any(axis=1) & (model is None)
    points = deals["last_written"][:, : batch.rules.players]
    return Sample(
        outcome=outcome[dark],
        conceded=(stands & (deals["last_conceded"] == 1))[dark],
        dark_points=points[dark],
        look_points=points[look],
        dark_chances=chances[dark],
        look_chances=chances[look],
        cut_off=cut_off[dark].astype(np.int64) + cut_off[look],
    )


def play_forced(
    batch: Batch, agents: Sequence[Agent], streams: Sequence[GameStreams], actions: Any
) -> tuple[Any, Any]:
    """Carry out one action (N,) in every game, then let the agents play all games to their end.

    Returns the states (N,) in which the first deals ended, and in which games a pack was thrown away
    by a claim before that, bool (N,).

    Raises: AgentError for an agent that gave up, or broke a rule.
    """
    deals, thrown = new_states(len(actions)), np.zeros(len(actions), np.bool_)
    open_ = np.ones(len(actions), np.bool_)  # the first deal isn't over yet

    def act(rows: Any, actions: Any) -> None:
        before = batch.states["redeals"][rows]
        ended = batch.act(rows, actions)
        first = open_[ended.games]
        deals[ended.games[first]] = ended.states[first]
        open_[ended.games[first]] = False
        thrown[rows] |= open_[rows] & (batch.states["redeals"][rows] > before)

    act(np.arange(len(actions)), actions)
    with one_torch_thread():
        while (batch.waiting != NONE).any():
            for k, agent in enumerate(agents):
                rows, views, masks = batch.rows_of(k)
                if len(rows):
                    streams[k].rows = rows
                    act(rows, np.asarray(agent.act(views, masks, streams[k]), np.int64))
                    _check_forfeits(batch, rows, agent)
    return deals, thrown


def _check_forfeits(batch: Batch, rows: Any, agent: Agent) -> None:
    lost = np.flatnonzero(batch.forfeit[rows] != NONE)
    if len(lost):
        reasons = getattr(agent, "reasons", {})
        why = reasons.get(int(lost[0]), "its action was illegal")
        raise AgentError(f"agent {agent.name} gave up a game: {why}")


def judged(batch: Batch, model: EquityModel | None) -> Any:
    """Chances to win the match (N, M, P) of games that have ended: of each network, or as it went."""
    if model is not None:
        return np.ascontiguousarray(model.members(batch.states).transpose(1, 0, 2))
    shares, players = batch.win_shares(), batch.rules.players
    shares[~shares.any(axis=1)] = 1 / players
    return shares[:, None]


@lru_cache(maxsize=8)
def model_of(name: str, rules: RuleSet) -> EquityModel:
    """An equity model, kept by the worker."""
    return EquityModel.load(name, rules)
