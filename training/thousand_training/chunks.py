"""Long work in chunks, each a file in the run's folder: stopped, the same command goes on."""

import json
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from thousand_agents.arena.parts import write_file
from thousand_agents.arena.progress import progress
from thousand_agents.executors import Executor
from thousand_env.files import PART
from thousand_env.foreign import shown
from thousand_training.config import ConfigError

Job = TypeVar("Job")
Shapes = Mapping[str, tuple[type, Sequence[int]]]
UNREADABLE = (
    OSError, ValueError, EOFError, RuntimeError, TypeError, MemoryError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What NumPy raises for a file that is no .npz, is cut, or has a wrong bit somewhere."""


def collect(
    jobs: Mapping[Path, Job],
    work: Callable[[Job], bytes],
    size: Callable[[Job], int],
    executor: Executor,
    unit: str,
) -> None:
    """Do the jobs whose file isn't there yet; ``work`` makes its content, in any process.

    ``size`` is a job's share of what the progress tells, in ``unit``.
    Raises: ArenaError for a file that can't be written; what ``work`` raises.
    """
    left = {path: job for path, job in jobs.items() if not path.exists()}
    total = sum(map(size, jobs.values()))
    done = total - sum(map(size, left.values()))
    results = executor.run(work, list(left.values()))
    with progress(total, unit) as report, closing(results):
        for (path, job), content in zip(left.items(), results, strict=True):
            write_file(path, content)
            done += size(job)
            report(done)


def columns_of(path: Path, shapes: Shapes, does: str) -> Any:
    """The arrays of a chunk's file, by name; each is of a type and a shape, where -1 is any length.

    ``does``: what a run does to get such a file.  Raises: ConfigError for one that can't be read, or
        holds something else.
    """
    try:
        with np.load(path) as file:
            columns = {name: file[name] for name in file.files}
    except UNREADABLE as error:
        raise unfit(path, f"{type(error).__name__}: {error}", does) from None
    if set(columns) != set(shapes):
        listed = ", ".join(map(shown, columns)) or "nothing"
        raise unfit(path, f"it holds {listed:.100}, not {', '.join(shapes)}", does)
    for name, (kind, shape) in shapes.items():
        found = columns[name]
        fits = found.ndim == len(shape) and all(
            n in (-1, m) for n, m in zip(shape, found.shape, strict=True)
        )
        if found.dtype != kind or not fits:
            sizes = f"{found.dtype!s:.40} {found.shape}, not {np.dtype(kind)} {tuple(shape)}"
            raise unfit(path, f"{name} is {sizes}", does)
    return columns


def unfit(path: Path, why: str, does: str) -> ConfigError:
    """The error for a chunk's file that can't be used, in one line."""
    why = " ".join(why.split())[:200]
    return ConfigError(f"cannot read {path}: {why}; without it the same command {does} it again")


def sweep(folder: Path, *names: str) -> None:
    """Remove what a killed run left half written of files of these names; others' files stay."""
    for name in names:
        for left in folder.glob(f"{name}.*{PART}"):
            left.unlink()


def settle(path: Path, asked: dict[str, Any], what: str) -> None:
    """Write what a folder's files depend on, or compare it with what they were made by.

    Raises: ConfigError if it is something else, can't be read, or is missing where chunks are.
    """
    asked = json.loads(json.dumps(asked))
    if not path.exists():
        if any(path.parent.glob("*.npz")):  # of whichever rules and seed
            raise ConfigError(
                f"{path.parent} holds {what} without {path.name}: choose another --out"
            )
        write_file(path, (json.dumps(asked, indent=1) + "\n").encode())
        return
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(f"cannot read {path}: {error!s:.200}: choose another --out") from None
    if not isinstance(found, dict):
        raise ConfigError(f"{path} holds no settings: choose another --out")
    names = [*asked, *(name for name in found if name not in asked)]
    other = [f"{name:.40}" for name in names if (name, found.get(name)) not in asked.items()]
    if other:
        raise ConfigError(
            f"{path.parent} holds {what} of another run (other {', '.join(other)}): choose another "
            "--out"
        )
