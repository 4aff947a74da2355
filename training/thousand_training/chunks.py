"""Long work in chunks, each a file in the run's folder: stopped, the same command goes on."""

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from thousand_agents.arena.parts import write_file
from thousand_agents.arena.progress import progress
from thousand_agents.executors import Executor
from thousand_training.config import ConfigError

Job = TypeVar("Job")


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


def settle(path: Path, asked: dict[str, Any], what: str) -> None:
    """Write what a folder's files depend on, or compare it with what they were made by.

    Raises: ConfigError if it is something else, or can't be read.
    """
    asked = json.loads(json.dumps(asked))
    if not path.exists():
        write_file(path, (json.dumps(asked, indent=1) + "\n").encode())
        return
    try:
        found = json.loads(path.read_text())
        other = [name for name in asked if found[name] != asked[name]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(f"cannot read {path}: {error!r:.200}") from None
    if other:
        raise ConfigError(
            f"{path.parent} holds {what} of another run (other {', '.join(other)}): choose another "
            "--out"
        )
