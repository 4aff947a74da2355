"""Play the questions of a series into a folder; what is there already is not played again.

``manifest.json`` says what is asked, and of whom; ``cell-NNNNNN.parquet`` is the row of one question,
written when it was played; ``map.parquet`` (or ``options``, ``agents``) has all rows in order, also
of the questions in which no dark is possible (``rows``); beside it lie the pictures (``pictures``).
"""

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from thousand_agents.arena.folder import MANIFEST, only_writer, versions
from thousand_agents.arena.parts import ArenaError, write_file
from thousand_agents.arena.progress import progress
from thousand_agents.dark.answer import make_answer
from thousand_agents.dark.ask import AS_ASKED, jobs_of
from thousand_agents.dark.branches import DarkJob, play_chunk
from thousand_agents.dark.cases import MAP, Series
from thousand_agents.dark.pictures import write_pictures
from thousand_agents.dark.rows import Row, judge_hash, read_row, row_of, with_changes, write_rows
from thousand_agents.dark.sample import Sample, join
from thousand_agents.executors import Executor
from thousand_env.files import PART

FORMAT: Final = "thousand-dark/1"
CHUNK: Final = 256  # deals of a job: with fewer the loop in Python takes longer than greedy's play


@dataclass(frozen=True)
class Played:
    """What a run left: a row for each question that is done, and the files written."""

    rows: tuple[Row, ...]
    files: tuple[Path, ...]
    left: int  # questions not played yet, after Ctrl-C


def play_series(series: Series, out: str | Path, executor: Executor) -> Played:
    """Play what the folder lacks, then write all rows in one file, and the pictures.

    Ctrl-C ends the run with the questions that are done; the same call goes on with the others.

    Raises: ArenaError for a folder of another series or process, a file in it that can't be read, or
        a full disk; AgentError for an agent that gave up; KeyboardInterrupt only if not a single
        question is done.
    """
    folder = Path(out)
    with only_writer(folder):
        for name in ("cell", series.kind):
            for left in folder.glob(f"{name}[-.]*{PART}"):  # by a process that was killed
                left.unlink()
        _settle(folder, series)
        run = _Run(series, folder, executor)
        run.play()
        rows = run.all_rows()
        files = [folder / f"{series.kind}.parquet"]
        write_rows(files[0], series.kind, rows, single=False)
        files += write_pictures(series, rows, folder)
    return Played(tuple(rows), tuple(files), len(run.todo))


class _Run:
    """A run on its way; ``done`` has the rows of earlier runs and of this one, by number."""

    def __init__(self, series: Series, folder: Path, executor: Executor) -> None:
        self.series, self.folder, self.executor = series, folder, executor
        self.done: dict[int, Row] = {}
        for number in series.questions:
            if (path := self._path(number)).exists():
                case = series.cases[number]
                self.done[number] = read_row(path, number, case, series.kind, series.deals)
        if self.done:
            found = f"found {len(self.done)} of {len(series.questions)} questions"
            print(f"{folder}: {found}", file=sys.stderr)

    @property
    def todo(self) -> list[int]:
        """The questions that are not played yet."""
        return [number for number in self.series.questions if number not in self.done]

    def play(self) -> None:
        """The questions that are left, each written when its last deal is in."""
        todo, deals = self.todo, self.series.deals
        results = self.executor.run(play_chunk, self._jobs(todo))
        told = f"deals of {len(todo)} questions"
        with progress(len(todo) * deals, told) as report, closing(results):
            try:
                for place, number in enumerate(todo):
                    samples: list[Sample] = []
                    while (count := sum(map(len, samples))) < deals:
                        report(place * deals + count)
                        samples.append(next(results))
                    self._keep(number, samples)
            except KeyboardInterrupt:
                if not self.done:
                    raise

    def _jobs(self, todo: list[int]) -> Iterator[DarkJob]:
        questions = self.series.questions
        for number in todo:
            yield from jobs_of(questions[number], self.series.deals, CHUNK)

    def _keep(self, number: int, samples: list[Sample]) -> None:
        question, sample = self.series.questions[number], join(samples)
        row = row_of(number, self.series.cases[number], make_answer(question, sample, AS_ASKED))
        if self.series.kind != MAP:
            row["gaps"] = sample.gaps(question.me).tolist()
        write_rows(self._path(number), self.series.kind, [row], single=True)
        self.done[number] = row

    def all_rows(self) -> list[Row]:
        """The rows in order, without the questions that are left."""
        rows = {n: row_of(n, case, None) for n, case in enumerate(self.series.cases) if case.reason}
        found = [row for _, row in sorted((rows | self.done).items())]
        return found if self.series.kind == MAP else with_changes(found)

    def _path(self, number: int) -> Path:
        return self.folder / f"cell-{number:06}.parquet"


def _settle(folder: Path, series: Series) -> None:
    """Write the manifest, or check that the one there is of this series.

    Raises: ArenaError that names what is different.
    """
    file, manifest = folder / MANIFEST, _manifest(series)
    if not file.exists():
        if any(folder.glob("*.parquet")):
            raise ArenaError(
                f"{folder} holds Parquet files without a {MANIFEST}: choose another --out"
            )
        write_file(file, (json.dumps(manifest, indent=1, ensure_ascii=False) + "\n").encode())
        return
    try:
        before = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ArenaError(f"cannot read {file}: {str(error)[:200]}") from None
    if not isinstance(before, dict) or before.get("format") != FORMAT:
        raise ArenaError(f"{folder} holds other results ({file}): choose another --out")
    for key in before | manifest:
        if key != "versions" and before.get(key) != manifest.get(key):
            was, now = (
                json.dumps(m.get(key), ensure_ascii=False)[:200] for m in (before, manifest)
            )
            raise ArenaError(
                f"{folder} is another question: {key} was {was}, now it is {now}; choose another "
                "--out, or ask as it was asked"
            )


def _manifest(series: Series) -> dict[str, Any]:
    """The series in plain values, with the hashes of all that plays and judges."""
    agents: dict[str, str] = {}
    judges: dict[str, str | None] = {}
    for question in series.questions.values():
        agents |= dict(zip(question.agents, question.hashes, strict=True))
        if question.judge not in judges:
            judges[question.judge] = judge_hash(question.judge)
    manifest = {"format": FORMAT, "kind": series.kind, **series.settings}
    return manifest | {"agents": agents, "judges": judges, "versions": versions()}
