"""Worker processes for the server: whatever they do, the server goes on.

A lane has up to so many workers, started when they are needed.  A job that takes too long costs its
worker and nothing else; kinds of work that must not wait for each other have lanes of their own.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import TypeVar

from thousand_agents.executors.base import cores
from thousand_agents.executors.process import Spawning, begin_worker
from thousand_agents.web import jobs
from thousand_agents.web.limits import Limits
from thousand_agents.web.players import QUICK
from thousand_env.errors import ThousandError

Job = TypeVar("Job")
Result = TypeVar("Result")


class LaneError(ThousandError):
    """A job that took too long, or whose worker died."""


class Worker:
    """One spawned process that does one job at a time."""

    def __init__(self) -> None:
        self._context = Spawning()
        self._pool = ProcessPoolExecutor(1, self._context, initializer=begin_worker)
        self.started = False

    def submit(self, function: Callable[[Job], Result], job: Job) -> Future[Result]:
        """Begin a job."""
        return self._pool.submit(function, job)

    def end(self) -> None:
        """End the process, whatever it does."""
        for process in self._context.started:
            if process.pid is not None:
                process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Lane:
    """Up to ``size`` workers for jobs that may take ``seconds`` each.

    A new worker first does the job ``warm``, for which it has the time ``starting``.
    """

    def __init__(
        self, size: int, seconds: float, starting: float, warm: Callable[[None], None]
    ) -> None:
        self.seconds, self._starting, self._warm = seconds, starting, warm
        self._free = asyncio.Semaphore(size)
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._closed = False

    async def run(self, function: Callable[[Job], Result], job: Job) -> Result:
        """What the function makes of the job, done by a worker as soon as one is free.

        Raises: LaneError; what the function raises.
        """
        async with self._free:
            worker = await self._worker()
            try:
                result = await asyncio.wait_for(
                    asyncio.wrap_future(worker.submit(function, job)), self.seconds
                )
            except TimeoutError:
                self._drop(worker)
                raise LaneError(f"no answer within {self.seconds:g} seconds") from None
            except BrokenProcessPool:
                self._drop(worker)
                raise LaneError("the worker process died (killed, or out of memory?)") from None
            except asyncio.CancelledError:  # nobody waits for it any more
                self._drop(worker)
                raise
            except Exception:  # the job's own error: the worker is as good as before
                self._idle.append(worker)
                raise
            self._idle.append(worker)
            return result

    async def _worker(self) -> Worker:
        """A worker that has started."""
        if self._closed:
            raise LaneError("the server is going down")
        worker = self._idle.pop() if self._idle else Worker()
        self._all.add(worker)
        if worker.started:
            return worker
        try:
            await asyncio.wait_for(
                asyncio.wrap_future(worker.submit(self._warm, None)), self._starting
            )
        except (TimeoutError, BrokenProcessPool):
            self._drop(worker)
            raise LaneError("a worker process could not be started") from None
        except BaseException:
            self._drop(worker)
            raise
        worker.started = True
        return worker

    def _drop(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.end()

    def close(self) -> None:
        """End all workers."""
        self._closed = True
        for worker in [*self._all]:
            self._drop(worker)


class Lanes:
    """The lanes of a server.

    Quick agents never wait for slow ones; each agent that the server's start offers has a lane of
    its own, since only those can hang; analysis holds up no game.
    """

    def __init__(self, limits: Limits, offered: Sequence[str] = ()) -> None:
        size, start = max(2, cores()), limits.starting
        search = jobs.warm_search
        self._quick = Lane(1, limits.thinking, start, jobs.warm_quick)
        self._search = Lane(size, limits.thinking, start, search)
        self._own = {spec: Lane(size, limits.thinking, start, search) for spec in offered}
        self.analysis = Lane(size, limits.analysis, start, search)

    async def prepare(self) -> None:
        """Start the worker of the quick agents before anybody waits for it."""
        with suppress(LaneError):
            await self._quick.run(jobs.warm_quick, None)

    def of(self, spec: str) -> Lane:
        """The lane where an agent thinks."""
        if spec in QUICK:
            return self._quick
        return next((lane for own, lane in self._own.items() if own in spec), self._search)

    def close(self) -> None:
        """End all workers."""
        for lane in (self._quick, self._search, self.analysis, *self._own.values()):
            lane.close()
