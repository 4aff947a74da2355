"""Decisions to learn from, each with what its actions are worth.

A chunk depends on its job alone: workers may do them in any order, and a run that was stopped goes on
as if it had not been.  B decisions, of each at most C = MOST actions.
"""

import io
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np

from thousand_agents.base import make_agent
from thousand_agents.executors import Executor
from thousand_env.games.thousand import OBSERVATION_SIZE, RuleSet
from thousand_env.games.thousand.actions import NUM_ACTIONS, PHASES, TALON
from thousand_env.games.thousand.state import NONE
from thousand_training import chunks
from thousand_training.distil.search import Search
from thousand_training.games import Games
from thousand_training.playouts import MOST, choose_tried

GAMES: Final = 128  # played side by side, single deals, each from a table of its own
FOLLOW: Final = 0.5  # of the seats do what search says, so that good play is met, too
ASIDE: Final = 0.1  # of the greedy players' decisions in the other seats are searched
SEARCHES: Final = "searches"  # what a run does to get a file


@dataclass(frozen=True)
class SearchJob:
    """Chunk ``number``, as a worker needs to know it."""

    rules: RuleSet
    worlds: int
    equity: str
    trust: float
    seed: int
    number: int
    decisions: int


@dataclass
class Decisions:
    """What is learned from; observations in half precision, for a run's fit in memory."""

    observation: Any  # (B, OBSERVATION_SIZE) float16
    phase: Any  # (B,) int8, of PHASES
    action: Any  # (B, C) int16, those tried, NONE behind them
    value: Any  # (B, C, W) float32, W = one for points, two with an equity: ``Search.values``
    advice: Any  # (B,) int16, what the greedy player would do, always among those tried

    def __len__(self) -> int:
        return len(self.phase)


def search_chunk(job: SearchJob) -> Decisions:
    """Play until so many decisions are searched."""
    rng = np.random.default_rng([job.seed, job.number])
    games = Games(job.rules, GAMES, int(rng.integers(2**31)), tables_share=1.0, reward="lead")
    games.begin(0)
    greedy = make_agent("greedy", job.rules)
    search = Search(job.rules, job.worlds, job.equity, job.trust)
    follow = rng.random((GAMES, job.rules.players)) < FOLLOW
    found: list[Decisions] = []
    while sum(map(len, found)) < job.decisions:
        views, masks, states = games.views, games.action_mask, games.state
        actions = np.asarray(greedy.act(views, masks, rng))
        follows = follow[np.arange(GAMES), games.current_player]
        asked = follows | (rng.random(GAMES) < ASIDE)
        # Two unseen talons (R12) are alike.
        rows = np.flatnonzero(asked & (masks.sum(1) > 1) & (states["phase"] != TALON))
        some = _searched(
            search, rng, views[rows], masks[rows], actions[rows], games.observation[rows]
        )
        found.append(some)
        best = np.where(some.action == NONE, -np.inf, some.value[..., -1]).argmax(1)
        actions[rows] = np.where(
            follows[rows], some.action[np.arange(len(rows)), best], actions[rows]
        )
        games.step(actions)
    columns = ([getattr(some, f.name) for some in found] for f in fields(Decisions))
    return Decisions(*(np.concatenate(column)[: job.decisions] for column in columns))


def _searched(
    search: Search, rng: np.random.Generator, views: Any, masks: Any, advice: Any, observations: Any
) -> Decisions:
    tried = choose_tried(masks, advice, rng)
    actions = np.full((len(views), MOST), NONE, np.int16)
    values = np.zeros((*actions.shape, search.worths), np.float32)
    for i, view in enumerate(views):
        legal = np.flatnonzero(tried[i])
        actions[i, : len(legal)] = legal
        values[i, : len(legal)] = search.values(view, legal, int(rng.integers(2**62)))
    phase = views["phase"].astype(np.int8)
    return Decisions(
        observations.astype(np.float16), phase, actions, values, advice.astype(np.int16)
    )


def collect(jobs: list[SearchJob], folder: Path, executor: Executor) -> list[Path]:
    """The files of all jobs; what is in the folder is not searched again.

    Raises: ArenaError for a file that can't be written.
    """
    paths = {folder / f"decisions-{job.number:06}.npz": job for job in jobs}
    chunks.collect(paths, _packed, lambda job: job.decisions, executor, "decisions searched")
    return list(paths)


def _packed(job: SearchJob) -> bytes:
    content = io.BytesIO()
    np.savez_compressed(content, **vars(search_chunk(job)))
    return content.getvalue()


def read(paths: list[Path], each: int, worths: int) -> Decisions:
    """The decisions of some files as one, of so many each, with so many values for an action.

    Raises: ConfigError for a file that can't be read, or that holds something else.
    """
    parts = [_read(path, each, worths) for path in paths]
    columns = ([getattr(part, f.name) for part in parts] for f in fields(Decisions))
    return Decisions(*map(np.concatenate, columns))


def _read(path: Path, each: int, worths: int) -> Decisions:
    shapes: chunks.Shapes = {
        "observation": (np.float16, (each, OBSERVATION_SIZE)),
        "phase": (np.int8, (each,)),
        "action": (np.int16, (each, MOST)),
        "value": (np.float32, (each, MOST, worths)),
        "advice": (np.int16, (each,)),
    }
    part = Decisions(**chunks.columns_of(path, shapes, SEARCHES))
    wrong = _wrong(part)
    if wrong:
        raise chunks.unfit(path, wrong, SEARCHES)
    return part


def _wrong(part: Decisions) -> str:
    """What can't be in decisions that were searched, if there is such."""
    if not (np.isfinite(part.observation).all() and np.isfinite(part.value).all()):
        return "not all of its numbers are finite"
    if not ((part.phase >= 0) & (part.phase < len(PHASES))).all():
        return "a phase that there isn't"
    if not ((part.action >= NONE) & (part.action < NUM_ACTIONS)).all():
        return "an action that there isn't"
    advised = (part.action == part.advice[:, None]).sum(1) == 1
    if not (advised & (part.advice != NONE)).all():
        return "the greedy player's choice is not among the actions tried"
    return ""
