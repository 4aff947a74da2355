"""What the arena, and later training, ask of a place where work is done."""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from types import TracebackType
from typing import Self, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

EXECUTORS = ("serial", "process", "ray")
TRIES = 3  # of a job whose worker died
AHEAD = 2  # jobs a worker handed out at a time: one to do, one to go on with


class Executor(ABC):
    """Does jobs and hands back their results in the order of the jobs, whoever is ready first.

    A job is a picklable argument of ``function``, which stands at the top of a module and whose
    result depends on the job alone, so that a job may be done again after its worker died.  What is
    costly to make (agents, networks, environments) is kept by the workers: ``function`` gets it
    from a factory under ``functools.lru_cache``, called with what the job says.  An executor serves
    any number of ``run``s, one after the other, until ``close``; it is a context manager, too.
    """

    workers: int = 1

    @abstractmethod
    def run(
        self, function: Callable[[Job], Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """The results of the jobs, in their order.

        ``jobs`` may be endless: only ``AHEAD`` jobs a worker are taken before their results are.
        Closing the iterator gives up what isn't done.

        Raises: what ``function`` raises; ExecutorError for a job that cost ``TRIES`` workers.
        """

    @abstractmethod
    def close(self) -> None:
        """Let the workers go, at once."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def make_executor(name: str, workers: int | None = None, address: str | None = None) -> Executor:
    """The executor of a name in ``EXECUTORS``.

    ``workers``: how many, as many as there are cores by default; ``address``: of a Ray cluster, else
    one is started here for the time of the work.

    Raises: ExecutorError for what doesn't fit together, or ray that isn't installed.
    """
    from thousand_agents.executors.errors import ExecutorError

    if name not in EXECUTORS:
        raise ExecutorError(f"executor {name!r:.40}: one of {', '.join(EXECUTORS)} is expected")
    if workers is not None and workers < 1:
        raise ExecutorError(f"workers = {workers}: at least 1 is expected")
    if address is not None and name != "ray":
        raise ExecutorError(f"an address names a Ray cluster; the executor is {name}")
    if name == "serial":
        from thousand_agents.executors.serial import SerialExecutor

        return SerialExecutor()
    if name == "process":
        from thousand_agents.executors.process import ProcessExecutor

        return ProcessExecutor(workers or cores())
    from thousand_agents.executors.ray import RayExecutor

    return RayExecutor(workers, address)


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
