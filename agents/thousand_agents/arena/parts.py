"""A chunk's results as Parquet files, written once.

``games-NNNNNN``: a row a game: ``set``, ``lineup`` and ``seating`` name it; ``agent_S`` sits at seat
S (index into the manifest's agents) and changed its score by ``points_S``; ``winners``, a bit a seat,
who share the win in equal parts (0: the deal ended no match, the match was cut off or forfeited);
``deals`` played to their end; ``forfeit_seat`` (-1: none) gave the game up, by no action or an
illegal one, for ``forfeit_reason``.  A forfeited game writes what the game's module in
``thousand_agents.games`` says; who gains by it shares the win.

``deals-NNNNNN``: a row a deal played to its end: ``deal`` from 0 in its game, and the columns of the
game's ``deal_columns``.

``decisions-NNNNNN``, on request: a row a decision: ``number`` from 0 in its deal, re-dealt packs
included; ``seat``, ``agent``, ``phase`` (index into the game's ``PHASES``), ``action`` number.

``timing-NNNNNN``: ``decisions`` of each ``agent`` in the chunk, the ``seconds`` they took, and the
reason of its ``first_forfeit`` in order of time: all that another run need not repeat.

A chunk is done when its ``games`` file, the last one to get its name, is there.
"""

import io
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from thousand_agents.arena.games import Part
from thousand_agents.arena.seatings import Seatings
from thousand_agents.games import Columns
from thousand_env import games as rule_games
from thousand_env.errors import ThousandError
from thousand_env.files import written_aside
from thousand_env.games.common.ruleset import BaseRules

TABLES = ("decisions", "timing", "deals", "games")  # in the order of writing
_DIGITS = 6
_TYPES = {
    "set": "Int64",
    "decisions": "Int64",
    "seconds": "Float64",
    "lineup": "Int16",
    "seating": "Int16",
    "action": "Int16",
    "deal": "Int32",
    "deals": "Int32",
    "number": "Int32",
    "points": "Int32",
    "agent": "Int8",
    "winners": "Int8",
    "forfeit_seat": "Int8",
    "seat": "Int8",
    "phase": "Int8",
    "forfeit_reason": "String",
    "first_forfeit": "String",
}  # of the arena's own columns by name, without the seat's number; a game's come in theirs


class ArenaError(ThousandError):
    """A results folder that belongs to another run or process, or can't be written or read."""


def write_file(path: Path, content: bytes) -> None:
    """Write to a temporary name and rename.

    Raises: ArenaError that says what became of the rest, if the disk is full or not writable.
    """
    try:
        with written_aside(path) as part:
            part.write_bytes(content)
    except OSError as error:
        raise ArenaError(
            f"cannot write {path}: {error.strerror or error}; what was finished before is kept: run "
            "the same command again to go on"
        ) from None


def write_part(folder: Path, number: int, part: Part) -> None:
    """Write the files of chunk ``number``.

    Raises: ArenaError as ``write_file``.
    """
    for table in TABLES:
        columns = getattr(part, table)
        if columns is not None:
            write_file(_path(folder, table, number), _parquet(columns))


def done_chunks(folder: Path) -> list[int]:
    """The numbers of the chunks that are done."""
    names = (re.fullmatch(r"games-(\d+)\.parquet", path.name) for path in folder.iterdir())
    return sorted(int(match[1]) for match in names if match)


def read_parts(folder: Path, plan: Seatings, rules: BaseRules) -> list[Part]:
    """The results of all chunks that are done, without decisions.

    Raises: ArenaError for a file that is missing or corrupt, or sets that aren't this run's.
    """
    parts, known = [], np.zeros(0, np.int64)
    for number in done_chunks(folder):
        games, deals, timing = (
            _read(_path(folder, table, number)) for table in ("games", "deals", "timing")
        )
        if not _are_sets_of(plan, games, deals, _deal_columns(rules)):
            raise ArenaError(
                f"{_path(folder, 'games', number)} and the deals of its number are no whole sets of "
                "this run: without the two the same command plays that chunk again"
            )
        twice = np.intersect1d(known, games["set"])
        if len(twice):
            raise ArenaError(
                f"{_path(folder, 'games', number)} repeats set {twice[0]}: files of another run?"
            )
        known = np.append(known, games["set"])
        timing.setdefault("first_forfeit", np.full(len(timing["agent"]), "", object))
        parts.append(Part(games, deals, timing, None))
    return parts


def _deal_columns(rules: BaseRules) -> list[str]:
    """Names of what a game writes of a deal."""
    game = rule_games.of(rules)
    return [*game.deal_columns(game.new_states(0), rules.players)]


def _are_sets_of(plan: Seatings, games: Columns, deals: Columns, columns: list[str]) -> bool:
    """Are these whole sets in every seating of the plan, with every deal of theirs?"""
    each, players = plan.seats.shape
    who = [f"agent_{seat}" for seat in range(players)]
    numbers = ("set", "winners", "deals", "forfeit_seat", *who)
    numbers += tuple(f"points_{seat}" for seat in range(players))
    if not (_whole(games, numbers) and _whole(deals, ("set", "deal", *columns))):
        return False
    sets, seated = games["set"], np.stack([games[name] for name in who], axis=1)
    return (
        len(sets) > 0
        and len(sets) % each == 0
        and (sets == np.repeat(sets[::each], each)).all()
        and (seated == np.tile(plan.seats, (len(sets) // each, 1))).all()
        and np.array_equal(deals["set"], np.repeat(sets, games["deals"]))
        and "forfeit_reason" in games
    )


def _whole(columns: Columns, names: Sequence[str]) -> bool:
    """Are they all there, whole numbers or truth values without gaps?"""
    return all(name in columns and columns[name].dtype.kind in "ib" for name in names)


def join_parts(parts: Sequence[Part]) -> Part:
    """The parts as one, in order of sets, without decisions."""
    joined = {
        table: _join([getattr(part, table) for part in parts])
        for table in ("games", "deals", "timing")
    }
    for table in ("games", "deals"):
        order = np.argsort(joined[table]["set"], kind="stable")
        joined[table] = {name: column[order] for name, column in joined[table].items()}
    return Part(**joined, decisions=None)


def _join(tables: Sequence[Columns]) -> Columns:
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}


def _path(folder: Path, table: str, number: int) -> Path:
    return folder / f"{table}-{number:0{_DIGITS}}.parquet"


def _parquet(columns: Columns) -> bytes:
    import polars

    frame = polars.DataFrame([_series(name, column) for name, column in columns.items()])
    content = io.BytesIO()
    with one_interrupt():
        frame.write_parquet(content)
    return content.getvalue()


def _series(name: str, column: Any) -> Any:
    import polars

    series = polars.Series(name, column.tolist() if column.dtype == object else column)
    known = _TYPES.get(re.sub(r"_\d$", "", name))
    return series if known is None else series.cast(getattr(polars, known))


def _read(path: Path) -> Columns:
    import polars

    try:
        with one_interrupt():
            frame = polars.read_parquet(path.read_bytes())
    except (OSError, polars.exceptions.PolarsError) as error:
        raise ArenaError(
            f"cannot read {path}: {str(error)[:200]}; without it and the games file of its number "
            "the same command plays that chunk again"
        ) from None
    return {column.name: _values(column) for column in frame}


@contextmanager
def one_interrupt() -> Iterator[None]:
    """Of one Ctrl-C polars makes a KeyboardInterrupt, and Python one more at its next call."""
    try:
        yield
    except KeyboardInterrupt:
        time.sleep(0)  # the second one is raised here, in place of the first
        raise


def _values(column: Any) -> Any:
    values = column.to_numpy()
    return values.astype(object) if _TYPES.get(column.name) == "String" else values
