"""Worker processes on this machine."""

import multiprocessing as mp
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import util
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, Generic

from thousand_agents.executors.base import AHEAD, TRIES, Executor, Job, Result
from thousand_agents.executors.threads import limit_threads

PATIENCE = 5.0  # seconds for workers that are told to end, before they are killed


@dataclass
class _Task(Generic[Job]):
    job: Job
    future: Future[Any]
    tries: int = 1


class Spawning(SpawnContext):
    """Spawns workers and remembers them, so that they can be ended."""

    def __init__(self) -> None:
        self.started: list[SpawnProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]
        process = SpawnProcess(*args, **options)
        self.started.append(process)
        return process


class ProcessExecutor(Executor):
    """Spawned workers, since a fork would inherit threads and locks; one thread each.

    A pool whose worker died (killed, or out of memory) is replaced by a new one, and the jobs it
    had not finished are done again.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._context = Spawning()

    def run(
        self, function: Callable[[Job], Result], jobs: Iterable[Job]
    ) -> Generator[Result, None, None]:
        """The results in the order of the jobs."""
        waiting, tasks = iter(jobs), deque[_Task[Job]]()
        try:
            while True:
                self._hand_out(function, waiting, tasks)
                if not tasks:
                    return
                try:
                    result = tasks[0].future.result()
                except BrokenProcessPool:
                    self._begin_again(function, tasks)
                else:
                    tasks.popleft()
                    yield result
        finally:
            if tasks:  # stopped before the end: nobody waits for what is being done
                self.close()

    def _hand_out(self, function: Any, waiting: Iterator[Job], tasks: deque[_Task[Job]]) -> None:
        while len(tasks) < AHEAD * self.workers:
            try:
                job = next(waiting)
            except StopIteration:
                return
            tasks.append(_Task(job, self._submit(function, job)))

    def _submit(self, function: Any, job: Any) -> Future[Any]:
        """Hand a job to the pool; to a broken one, so that ``run`` finds it broken."""
        if self._pool is None:
            self._context = Spawning()
            self._pool = ProcessPoolExecutor(self.workers, self._context, initializer=begin_worker)
        try:
            return self._pool.submit(function, job)
        except BrokenProcessPool as error:
            failed: Future[Any] = Future()
            failed.set_exception(error)
            return failed

    def _begin_again(self, function: Any, tasks: deque[_Task[Job]]) -> None:
        """A new pool for the jobs that the broken one has not finished."""
        self.close()
        for task in tasks:
            if not isinstance(task.future.exception(), BrokenProcessPool):
                continue  # done, or an error of the job itself, raised when it is its turn
            if task.tries == TRIES:
                from thousand_agents.executors.errors import ExecutorError

                raise ExecutorError(
                    f"{TRIES} times a worker process died over a job (killed, or out of memory?); "
                    "fewer workers need less memory"
                )
            task.tries += 1
            task.future = self._submit(function, task.job)

    def close(self) -> None:
        """End the workers, whatever they do."""
        if self._pool is None:
            return
        pool, self._pool = self._pool, None
        started = [process for process in self._context.started if process.pid is not None]
        for process in started:  # not one that Ctrl-C kept from starting
            process.terminate()
        deadline = time.monotonic() + PATIENCE
        for process in started:
            process.join(max(0.0, deadline - time.monotonic()))
            if process.is_alive():
                process.kill()
        pool.shutdown(wait=True, cancel_futures=True)


def begin_worker() -> None:
    """One thread; Ctrl-C is the parent's business; a worker ends with a parent that was killed."""
    limit_threads()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _leave())
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = mp.parent_process()
    if parent is not None:
        parent.join()
        _leave()


def _leave() -> None:
    """End this worker at once, but with what its agents have started (``outside.program``)."""
    util._exit_function()  # type: ignore[attr-defined]
    os._exit(1)
