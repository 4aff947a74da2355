"""Chances to win the match after each of several choices, all played in the same sampled worlds.

A world is a deal that fits all a seat knows (``worlds``).  In each every choice is forced, the agents
play on with the same randomness (``dark.branches``), and the end of the deal is judged.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from thousand_agents.arena.batch import Batch
from thousand_agents.arena.games import agent_of
from thousand_agents.arena.progress import Report
from thousand_agents.arena.streams import GameStreams
from thousand_agents.base import fingerprint
from thousand_agents.dark.branches import judged, model_of, play_forced
from thousand_agents.dark.question import PLAYOUT, judge_of, seated
from thousand_agents.executors import Executor
from thousand_agents.executors.base import AHEAD
from thousand_env.checks import check_seed
from thousand_env.games.thousand import RuleSet

CHUNK: Final = 100  # worlds of a job, at most


@dataclass(frozen=True)
class Players:
    """Who plays on after a choice of ``seat``, and what judges the end; as ``make_players`` makes it.

    ``agents`` are specs by seat, ``hashes`` their fingerprints; ``judge`` is a model of
    ``EquityModel.load``, trained on matches of ``population``, or ``PLAYOUT``.
    """

    rules: RuleSet
    seat: int
    agents: tuple[str, ...]
    hashes: tuple[str, ...]
    judge: str
    population: tuple[str, ...]
    seed: int


@dataclass(frozen=True)
class Choice:
    """An action that is forced; in every world the actions ``before`` it are carried out first."""

    name: str
    action: int
    before: tuple[int, ...] = ()


@dataclass(frozen=True)
class MatchJob:
    """Worlds (K,) of ``STATE_DTYPE``, the first of them number ``first``, and what is tried there."""

    players: Players
    choices: tuple[Choice, ...]
    worlds: Any
    first: int


@dataclass(frozen=True)
class MatchSample:
    """What K worlds came to after each of C choices; M opinions judge an end."""

    chances: Any  # (K, C, M) of the seat to win the match
    points: Any  # (K, C) what the deal changed in the seat's score (R16 ``written``)
    declared: Any  # (K, C) bool, the seat was the declarer
    made: Any  # (K, C) bool, and made its contract
    cut_off: Any  # (K, C) bool, played out without a winner


def make_players(
    rules: RuleSet,
    seat: int,
    me: str = "greedy",
    others: Sequence[str] = ("greedy",),
    judge: str | None = None,
    seed: int = 0,
) -> Players:
    """Players as ``dark.make_question`` takes them: ``others`` clockwise from ``seat``, or one for all.

    Raises: AgentError, EquityError.
    """
    agents = seated(me, others, seat, rules.players)
    hashes = tuple(map(fingerprint, agents))
    for spec, code in zip(agents, hashes, strict=True):
        agent_of(spec, code, rules)
    return Players(rules, seat, agents, hashes, *judge_of(judge, rules), check_seed(seed))


def play_choices(
    players: Players, choices: Sequence[Choice], worlds: Any, executor: Executor, report: Report
) -> MatchSample:
    """Play every choice in every world (K,); the same whatever plays them.

    Raises: AgentError for an agent that gave up, or was changed on the way.
    """
    samples: list[MatchSample] = []
    size = min(CHUNK, -(-len(worlds) // (AHEAD * executor.workers)))
    jobs = _jobs(players, tuple(choices), worlds, size)
    with closing(executor.run(play_worlds, jobs)) as results:
        for sample in results:
            samples.append(sample)
            report(sum(len(s.points) for s in samples))
    return MatchSample(
        *(np.concatenate([getattr(s, name) for s in samples]) for name in vars(samples[0]))
    )


def _jobs(
    players: Players, choices: tuple[Choice, ...], worlds: Any, size: int
) -> Iterator[MatchJob]:
    for first in range(0, len(worlds), size):
        yield MatchJob(players, choices, worlds[first : first + size], first)


def play_worlds(job: MatchJob) -> MatchSample:
    """The sample of a job; what a world gives depends on its number and nothing else of the job."""
    players, rules, count = job.players, job.players.rules, len(job.worlds)
    specs = [*dict.fromkeys(players.agents)]
    codes = dict(zip(players.agents, players.hashes, strict=True))
    agents = [agent_of(spec, codes[spec], rules) for spec in specs]
    who = np.array([specs.index(spec) for spec in players.agents])
    states = np.concatenate([begun(rules, job.worlds, choice.before) for choice in job.choices])
    unit = "match" if players.judge == PLAYOUT else "deal"
    batch = Batch.of_states(rules, states, np.tile(who, (len(states), 1)), unit)
    numbers = np.tile(np.arange(job.first, job.first + count), len(job.choices))
    same = np.zeros_like(numbers)  # in a world all choices draw the same
    streams = [GameStreams(players.seed, numbers, same, k) for k in range(len(agents))]
    forced = np.repeat([choice.action for choice in job.choices], count)
    deals, _ = play_forced(batch, agents, streams, forced)
    model = None if players.judge == PLAYOUT else model_of(players.judge, rules)
    declared = deals["last_declarer"] == players.seat
    found = MatchSample(
        judged(batch, model)[..., players.seat],
        deals["last_written"][:, players.seat],
        declared,
        declared & (deals["last_made"] == 1),
        ~batch.win_shares().any(axis=1) & (model is None),
    )
    return MatchSample(*(_by_world(values, count) for values in vars(found).values()))


def begun(rules: RuleSet, worlds: Any, actions: Sequence[int]) -> Any:
    """The worlds (K,) after the same legal actions in each of them, the deal still going on."""
    everybody = np.zeros((len(worlds), rules.players), np.int64)
    batch = Batch.of_states(rules, worlds, everybody, "deal")
    for action in actions:
        batch.act(np.arange(len(worlds)), np.full(len(worlds), action))
    return batch.states


def _by_world(values: Any, count: int) -> Any:
    """Values (C * K, ...), the worlds of each choice together, as (K, C, ...)."""
    return values.reshape(-1, count, *values.shape[1:]).swapaxes(0, 1)
