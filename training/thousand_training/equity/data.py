"""Training data: the tables at the beginning of the deals of many matches, and who won them.

A chunk of matches depends on its job alone, so that workers may play them in any order, and a run
that was stopped goes on as if it had not been.
"""

import io
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from thousand_agents.arena.batch import Batch
from thousand_agents.arena.streams import GameStreams
from thousand_agents.base import Agent, make_agent
from thousand_agents.executors import Executor
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.state import NONE, TABLE_DTYPE, TABLE_FIELDS
from thousand_training import chunks
from thousand_training.config import ConfigError
from thousand_training.equity.starts import KINDS, start_tables

PLAYS = "plays"  # what a run does to get a file
COLUMNS = ("tables", "match", "winner", "kind")
_TABLE = [name for name, *_ in TABLE_FIELDS]


@dataclass(frozen=True)
class MatchJob:
    """Matches ``first`` to ``stop``, as a worker needs to know them."""

    rules: RuleSet
    population: tuple[str, ...]
    seed: int
    first: int
    stop: int
    tables_share: float


@dataclass
class Matches:
    """K tables, each with the number of its match, its winner, and the kind of the match's start.

    ``cut_off`` is the number of matches without a winner after the most deals, which are left out.
    """

    tables: Any  # (K,) TABLE_DTYPE
    match: Any  # (K,) int64
    winner: Any  # (K,) int64
    kind: Any  # (K,) int64, of ``starts.KINDS``
    played: int
    cut_off: int

    def pick(self, which: Any) -> "Matches":
        """Some of the tables."""
        columns = {name: getattr(self, name)[which] for name in COLUMNS}
        return replace(self, **columns)


@lru_cache(maxsize=16)
def _player(spec: str, rules: RuleSet) -> Agent:
    return make_agent(spec, rules)


def play_matches(job: MatchJob) -> Matches:
    """Play the matches of a job to the end.

    Raises: AgentError for a player that can't be made; ConfigError for one that gives up.
    """
    count, rules = job.stop - job.first, job.rules
    numbers, rng = np.arange(job.first, job.stop), np.random.default_rng([job.seed, job.first])
    starts, kinds = start_tables(rng, count, rules)
    who = rng.integers(0, len(job.population), (count, rules.players))
    batch = Batch(rules, job.seed, numbers, starts, who, "match")
    starts["dealer"] = batch.states["dealer"]  # drawn at the beginning
    seen = _play(batch, job, numbers)
    game = np.concatenate([np.arange(count), *(rows for rows, _ in seen)])
    tables = np.concatenate([starts, *(tables for _, tables in seen)])
    winner = batch.states["winner"].astype(np.int64)
    keep = _choose(rng, game, job.tables_share) & (winner[game] != NONE)
    game, tables = game[keep], tables[keep]
    cut_off = int((winner == NONE).sum())
    return Matches(tables, numbers[game], winner[game], kinds[game], count, cut_off)


def _play(batch: Batch, job: MatchJob, numbers: Any) -> list[tuple[Any, Any]]:
    """All matches to their end: (matches, their tables) whenever a deal was to begin."""
    players = [_player(spec, job.rules) for spec in job.population]
    streams = [GameStreams(job.seed, numbers, numbers, k) for k in range(len(players))]
    seen = []
    while (batch.waiting != NONE).any():
        for k, player in enumerate(players):
            rows, views, masks = batch.rows_of(k)
            if not len(rows):
                continue
            streams[k].rows = rows
            redeals = batch.states["redeals"][rows]
            actions = np.asarray(player.act(views, masks, streams[k]), np.int64)
            ended = batch.act(rows, actions).games
            if (batch.forfeit[rows] != NONE).any():
                raise ConfigError(f"population: {job.population[k]} gave up, or broke a rule")
            redeals[np.isin(rows, ended)] = 0
            again = rows[batch.states["redeals"][rows] > redeals]
            seen += [_tables(batch, ended, played=True), _tables(batch, again, played=False)]
    return seen


def _tables(batch: Batch, rows: Any, played: bool) -> tuple[Any, Any]:
    """Tables of matches in which a deal has just begun, after a played one or a re-dealt one.

    After a played deal mandatory re-deals may have happened since (R4.1), which make one more table;
    one that cost the dealer (R4.5) has changed the table already: that deal is left out.
    """
    rows = rows[(batch.waiting[rows] != NONE) & (batch.states["closed"][rows] == 0)]
    tables: Any = np.zeros(len(rows), TABLE_DTYPE)
    for name in _TABLE:
        tables[name] = batch.states[name][rows]
    if played:
        tables["redeals"] = 0
    return rows, tables


def _choose(rng: np.random.Generator, game: Any, share: float) -> Any:
    """Of each match its first table, and of the others a share, each drawn for itself.

    A fixed number of each match would keep fewer of a long one's: matches that the leader ends soon
    would count for more, and he would look surer to win than he is.
    """
    keep = rng.random(len(game)) < share
    keep[np.unique(game, return_index=True)[1]] = True
    return keep


def collect(jobs: list[MatchJob], folder: Path, name: str, executor: Executor) -> Matches:
    """The matches of all jobs; those whose file is in the folder are not played again.

    Raises: ConfigError for a file that can't be read; ArenaError for one that can't be written.
    """
    paths = {folder / f"{name}-{job.first:08}-{job.stop:08}.npz": job for job in jobs}
    chunks.collect(paths, _played, lambda job: job.stop - job.first, executor, f"{name} matches")
    return join([_read(path, job.rules.players) for path, job in paths.items()])


def _played(job: MatchJob) -> bytes:
    return _packed(play_matches(job))


def jobs_of(
    rules: RuleSet, population: tuple[str, ...], seed: int, matches: int, chunk: int, share: float
) -> list[MatchJob]:
    """So many matches in chunks."""
    return [
        MatchJob(rules, population, seed, first, min(first + chunk, matches), share)
        for first in range(0, matches, chunk)
    ]


def join(parts: list[Matches]) -> Matches:
    """Parts as one."""
    columns = {name: np.concatenate([getattr(p, name) for p in parts]) for name in COLUMNS}
    played, cut_off = sum(p.played for p in parts), sum(p.cut_off for p in parts)
    return Matches(**columns, played=played, cut_off=cut_off)


def _packed(part: Matches) -> bytes:
    content = io.BytesIO()
    np.savez_compressed(content, **(vars(part) | {"tables": part.tables.view(np.int32)}))
    return content.getvalue()


def _read(path: Path, players: int) -> Matches:
    shapes: chunks.Shapes = {
        "tables": (np.int32, (-1,)), "match": (np.int64, (-1,)), "winner": (np.int64, (-1,)),
        "kind": (np.int64, (-1,)), "played": (np.int64, ()), "cut_off": (np.int64, ()),
    }  # fmt: skip
    columns = chunks.columns_of(path, shapes, PLAYS)
    count, cells = len(columns["match"]), columns.pop("tables")
    if cells.nbytes != count * TABLE_DTYPE.itemsize:
        raise chunks.unfit(path, f"tables has {len(cells)} cells for {count} matches", PLAYS)
    played, cut_off = int(columns.pop("played")), int(columns.pop("cut_off"))
    part = Matches(tables=cells.view(TABLE_DTYPE), played=played, cut_off=cut_off, **columns)
    for name, most in (("winner", players), ("kind", len(KINDS))):
        found = getattr(part, name)
        if found.shape != (count,) or not ((found >= 0) & (found < most)).all():
            raise chunks.unfit(path, f"{name}: {count} numbers below {most} are expected", PLAYS)
    return part
