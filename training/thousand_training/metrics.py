"""What a run shows: one line an iteration, TensorBoard, and JSON lines to plot from."""

import json
import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from thousand_env.files import written_aside
from thousand_training.config import ConfigError
from thousand_training.counts import Counts

if TYPE_CHECKING:
    from thousand_training.learner import Learner


@contextmanager
def writable(out: Path) -> Iterator[None]:
    """Say where, if a file can't be written."""
    try:
        yield
    except OSError as error:
        raise ConfigError(
            f"cannot write into {out}: {error}; --resume goes on from the checkpoint there"
        ) from None


def keep_rows(path: Path, iteration: int) -> None:
    """Drop the rows of later iterations, and one that was only half written."""
    if not path.exists():
        return
    rows = path.read_bytes().splitlines(keepends=True)
    kept = [row for row in rows if row.endswith(b"\n") and _iteration(row) <= iteration]
    if kept != rows:
        with written_aside(path) as part:
            part.write_bytes(b"".join(kept))


def _iteration(row: bytes) -> float:
    try:
        return float(json.loads(row)["iteration"])
    except (ValueError, KeyError, TypeError):  # no row
        return math.inf


class Board:
    """TensorBoard's file of events, written at once.

    Not PyTorch's SummaryWriter: that writes in a thread, whose failures on a full disk nobody hears.
    """

    def __init__(self, out: Path, decisions: int) -> None:
        from tensorboard.compat.proto.event_pb2 import Event, SessionLog
        from tensorboard.compat.proto.summary_pb2 import Summary
        from tensorboard.summary.writer.record_writer import RecordWriter

        self.event, self.summary = Event, Summary
        name = f"events.out.tfevents.{time.time_ns()}.{os.getpid()}"
        self.file = (out / name).open("xb")
        self.records = RecordWriter(self.file)
        self._add(file_version="brain.Event:2")
        # Later steps in earlier files are a killed run's and come again.
        self._add(step=decisions + 1, session_log=SessionLog(status=SessionLog.START))

    def write(self, row: dict[str, float], step: int) -> None:
        """Figures by name at a step."""
        values = [self.summary.Value(tag=tag, simple_value=value) for tag, value in row.items()]
        self._add(step=step, summary=self.summary(value=values))

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    def _add(self, **what: Any) -> None:
        event = self.event(wall_time=time.time(), **what)
        self.records.write(event.SerializeToString())
        self.file.flush()


class Metrics:
    """Is given an iteration's ``counts`` when it has played, writes its figures when it has learned.

    Rows of iterations after ``iteration``, where the run goes on, are taken back: a run that was
    killed wrote them after its last checkpoint, and they come again.
    """

    def __init__(self, out: Path, iteration: int = 0, decisions: int = 0) -> None:
        self.out = out
        with writable(out):
            out.mkdir(parents=True, exist_ok=True)
            keep_rows(out / "metrics.jsonl", iteration)
            self.board = Board(out, decisions)
            self.lines: TextIO = (out / "metrics.jsonl").open("a", encoding="utf-8")
        self.shown = 0.0
        self.counts: Counts | None = None

    def __enter__(self) -> "Metrics":
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # a full disk: what couldn't be written was told by write
            self.board.close()
        with suppress(OSError):
            self.lines.close()

    def write(self, learner: "Learner", losses: dict[str, float]) -> None:
        """Write an iteration's figures and show a line every few seconds."""
        assert self.counts is not None, "an iteration has been played"
        row = losses | self.counts.figures()
        row["speed/decisions_per_second"] = learner.decisions / learner.seconds
        row |= {f"speed/{part}": s / learner.seconds for part, s in learner.parts.items()}
        counters = {"iteration": learner.iteration, "decisions": learner.decisions}
        line = counters | {"seconds": round(learner.seconds, 2)} | row
        # NaN (nothing to average) is null: JSON has no NaN.
        finite = {name: value if value == value else None for name, value in line.items()}
        with writable(self.out):
            self.board.write(row, learner.decisions)
            self.lines.write(json.dumps(finite) + "\n")
            self.lines.flush()
        if time.monotonic() - self.shown > 5 or learner.progress >= 1:
            self.shown = time.monotonic()
            print(self._line(learner, self.counts, row), flush=True)
        for opponent in learner.config.evaluate_against:
            if f"arena/{opponent}" in row:
                points, error = row[f"arena/{opponent}"], row[f"arena/{opponent}_error"]
                print(
                    f"      arena: {points:+.1f} points a deal against {opponent} (± {error:.1f})"
                )

    @staticmethod
    def _line(learner: "Learner", counts: Counts, row: dict[str, float]) -> str:
        def shown(label: str, name: str, form: str) -> str:
            value = row.get(name, math.nan)
            known = value == value
            return f"  {label} " + (format(value, form) if known else "-".rjust(len(f"{0:{form}}")))

        figures = counts.shown | {"entropy": ("policy/entropy", ".2f")}
        return (
            f"{learner.progress:4.0%}  iteration {learner.iteration:5}  "
            f"{learner.decisions / 1e6:6.2f} M decisions  {row['speed/decisions_per_second']:7.0f}/s"
        ) + "".join(shown(label, *figure) for label, figure in figures.items())
