"""A row for each question of a series, as Parquet.

``number`` counts the questions from 0; then come the columns that tell them apart (``KEYS``);
``reason`` says why no dark is possible there, and then all that follows is null but ``deals``, 0.
``scores`` by seat, ``dealer``, ``me`` (the first hand), ``table`` (RULES.md R16), ``rules`` (R16) and
``rules_hash``, ``agents`` by seat and ``agent_hashes``, ``judge`` (an equity model, or playout) and
``judge_hash``, ``seed``, ``deals`` played, ``verdict``.

Chances are from 0 to 1, each with the ends of its 95% interval in ``_low`` and ``_high`` (null where
no deal tells of it): ``difference`` in the first hand's chance to win, ``dark`` less ``look``;
``stands``; ``makes`` and ``concedes``, of the darks that stand; ``break_even`` (p*), and, where the
dark stands, the chance to win ``if_made``, ``if_failed`` and ``if_looked``.  Points of the deal, first
hand: ``points_dark``, ``points_look``.  ``spread`` and ``break_even_spread`` over the networks of the
equity model; ``gain`` by pairing; ``cut_off`` matches without a winner.

Where questions are not a map's, ``change`` is how much larger the difference is than that of the
first question, with the interval of both on the same packs; the files of single questions have
``gaps`` in its place, the difference pack by pack.
"""

import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from thousand_agents.arena.parts import ArenaError, one_interrupt, write_file
from thousand_agents.dark.answer import Answer
from thousand_agents.dark.cases import BY_AGENTS, BY_OPTION, MAP, Case
from thousand_agents.dark.figures import Figure, mean_of
from thousand_agents.dark.question import PLAYOUT, DarkQuestion
from thousand_agents.models.equity.file import path_of

Row = dict[str, Any]

KEYS: Final[Mapping[str, Mapping[str, str]]] = {  # of each kind of series, with their types
    MAP: {"mine": "Int32", "theirs": "Int32"},
    BY_OPTION: {"option": "String", "value": "String"},  # empty: the rules as asked for
    BY_AGENTS: {"opponents": "String"},
}
_ABOUT: Final = {
    "reason": "String",
    "scores": "List(Int32)",
    "dealer": "Int8",
    "me": "Int8",
    "table": "String",
    "rules": "String",
    "rules_hash": "String",
    "agents": "List(String)",
    "agent_hashes": "List(String)",
    "judge": "String",
    "judge_hash": "String",
    "seed": "Int64",
    "deals": "Int64",
    "verdict": "String",
}
_FIGURES: Final = (
    *("difference", "dark", "look", "stands", "makes", "concedes", "break_even"),
    *("if_made", "if_failed", "if_looked", "points_dark", "points_look"),
)
_ENDS: Final = ("", "_low", "_high")
_BESIDE: Final = {
    **dict.fromkeys(("spread", "break_even_spread", "gain"), "Float64"),
    "cut_off": "Int64",
}


def row_of(number: int, case: Case, answer: Answer | None) -> Row:
    """The row of a case; without an answer, of one in which no dark is possible."""
    row: Row = {"number": number, **case.keys, "reason": case.reason, "deals": 0}
    if answer is None:
        return row
    me, found = answer.question.me, answer.break_even
    row |= _about(answer.question) | {"judge_hash": judge_hash(answer.question.judge)}
    row |= {"deals": answer.deals, "verdict": answer.verdict, "spread": answer.spread}
    row |= {"break_even_spread": found.spread, "gain": answer.win.gain, "cut_off": answer.cut_off}
    figures = (
        *(answer.gap, answer.win.dark[me], answer.win.look[me], answer.stands, answer.makes),
        *(answer.concedes, found.chance, found.made, found.failed, found.look),
        *(answer.points.dark[me], answer.points.look[me]),
    )
    for name, figure in zip(_FIGURES, figures, strict=True):
        row |= _ended(name, figure)
    return row


def _about(question: DarkQuestion | None) -> Row:
    """What a row says of its question."""
    if question is None:
        return {}
    about = question.as_dict()
    row = {name: about[name] for name in ("dealer", "me", "rules_hash", "judge", "seed")}
    row |= {name: json.dumps(about[name]) for name in ("table", "rules")}
    row |= {"scores": [*about["table"]["score"]], "agents": [*question.agents]}
    return row | {"agent_hashes": [*question.hashes]}


def _ended(name: str, figure: Figure) -> Row:
    ends = figure.interval or (None, None)
    return {name + end: value for end, value in zip(_ENDS, (figure.mean, *ends), strict=True)}


def with_changes(rows: Sequence[Row]) -> list[Row]:
    """Rows that had ``gaps``, with ``change`` against the first question, if that is among them."""
    first = next((row["gaps"] for row in rows if row["number"] == 0), None)
    found = []
    for row in rows:
        gaps, change = row.get("gaps"), Figure(None)
        if first is not None and gaps is not None and row["number"]:
            change = mean_of(np.subtract(gaps, first))
        found.append(row | _ended("change", change))
    return found


def judge_hash(judge: str) -> str | None:
    """Twelve hex digits of an equity model's file; None of play-outs."""
    if judge == PLAYOUT:
        return None
    return hashlib.sha256(path_of(judge).read_bytes()).hexdigest()[:12]


def write_rows(path: Path, kind: str, rows: Sequence[Row], single: bool) -> None:
    """Write rows of a series, in their order, or a ``single`` one as it was played.

    Raises: ArenaError if the disk is full or not writable.
    """
    import polars

    schema = _schema(kind, single)
    content = io.BytesIO()
    with one_interrupt():
        full = [{name: row.get(name) for name in schema} for row in rows]
        polars.DataFrame(full, schema=schema).write_parquet(content)
    write_file(path, content.getvalue())


def read_row(path: Path, number: int, case: Case, kind: str, deals: int) -> Row:
    """The row of a case that was played with so many deals.

    Raises: ArenaError for a file that can't be read, or is of another case.
    """
    from polars import read_parquet
    from polars.exceptions import PanicException, PolarsError

    try:
        with one_interrupt():
            frame = read_parquet(path.read_bytes())
    except (OSError, PolarsError, PanicException) as error:  # the last is no Exception
        raise ArenaError(
            f"cannot read {path}: {str(error)[:200]}; without it the same command plays it again"
        ) from None
    known: list[Row] = frame.to_dicts()
    expected = {"number": number, **case.keys, **_about(case.question), "deals": deals}
    if (
        frame.schema != _schema(kind, True)
        or len(known) != 1
        or not expected.items() <= known[0].items()
    ):
        raise ArenaError(
            f"{path} is no result of this question: without it the same command plays it again"
        )
    return known[0]


def _schema(kind: str, single: bool) -> Any:
    import polars

    figures = [*_FIGURES] if single or kind == MAP else [*_FIGURES, "change"]
    names = {"number": "Int32", **KEYS[kind], **_ABOUT}
    names |= {figure + end: "Float64" for figure in figures for end in _ENDS} | _BESIDE
    if single and kind != MAP:
        names["gaps"] = "List(Float64)"
    return polars.Schema({name: _type(text) for name, text in names.items()})


def _type(text: str) -> Any:
    import polars

    inner = text.removeprefix("List(").removesuffix(")")
    plain = getattr(polars, inner)
    return plain if inner == text else polars.List(plain)
