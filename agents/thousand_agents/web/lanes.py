"""Worker processes for the server: whatever they do, the server goes on.

A lane has up to so many workers, started when they are needed.  A job that takes too long costs its
worker and nothing else; kinds of work that must not wait for each other have lanes of their own.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from thousand_agents.executors.base import cores
from thousand_agents.web import jobs
from thousand_agents.web.limits import Limits
from thousand_agents.web.workers import Worker
from thousand_env.errors import ThousandError

Job = TypeVar("Job")
Result = TypeVar("Result")


class LaneError(ThousandError):
    """A job that took too long, or whose worker died."""


class Lane:
    """Up to ``size`` workers for jobs that may take ``seconds`` each.

    A new worker first does the job ``warm``, for which it has the time ``starting``.  ``most`` jobs
    may wait for a worker, None for as many as come.
    """

    def __init__(
        self,
        size: int,
        seconds: float,
        starting: float,
        warm: Callable[[None], None],
        most: int | None = None,
    ) -> None:
        self.seconds, self._starting, self._warm = seconds, starting, warm
        self._free = asyncio.Semaphore(size)
        self._waiting, self._most = 0, most
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._closed = False

    async def run(
        self, function: Callable[[Job], Result], job: Job, to_its_end: bool = False
    ) -> Result:
        """What the function makes of the job, done by a worker as soon as one is free.

        Who doesn't wait any more costs the worker that has begun, but ``to_its_end`` lets it end.
        Raises: LaneError; what the function raises.
        """
        if self._waiting == self._most:
            raise LaneError("too much is being worked out: wait a while")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        work = asyncio.ensure_future(self._done(function, job))
        work.add_done_callback(self._ended)
        try:
            await asyncio.wait([work])
        except asyncio.CancelledError:
            if not to_its_end:
                work.cancel()
            raise
        return work.result()

    def _ended(self, work: "asyncio.Future[Any]") -> None:
        self._free.release()
        if not work.cancelled():
            work.exception()  # perhaps nobody else wants to hear of it

    async def _done(self, function: Callable[[Job], Result], job: Job) -> Result:
        worker = await self._worker()
        try:
            async with asyncio.timeout(self.seconds):
                done, found = await worker.do(function, job)
        except TimeoutError:
            self._drop(worker)
            raise LaneError(f"no answer within {self.seconds:g} seconds") from None
        except (EOFError, ConnectionError):
            self._drop(worker)
            raise self._error("the worker process died (killed, or out of memory?)") from None
        except BaseException:  # nobody waits for it any more
            self._drop(worker)
            raise
        self._idle.append(worker)
        if not done:  # the job's own error: the worker is as good as before
            raise found
        result: Result = found
        return result

    async def _worker(self) -> Worker:
        """A worker that has started."""
        if self._closed:
            raise self._error("closed")
        worker = self._idle.pop() if self._idle else Worker()
        self._all.add(worker)
        if worker.started:
            return worker
        try:
            async with asyncio.timeout(self._starting):
                await worker.start()
                worker.started, _ = await worker.do(self._warm, None)
        except (OSError, EOFError):  # a time-out is one, too
            pass
        finally:
            if not worker.started:
                self._drop(worker)
        if not worker.started:
            raise self._error("a worker process could not be started")
        return worker

    def _error(self, reason: str) -> LaneError:
        return LaneError("the server is going down" if self._closed else reason)

    def _drop(self, worker: Worker) -> None:
        self._all.discard(worker)
        worker.kill()

    def close(self) -> None:
        """End all workers; whoever waits for one is told so."""
        self._closed = True
        workers = [*self._all]
        for worker in workers:
            self._drop(worker)
        for worker in workers:
            worker.join()


class Lanes:
    """The lanes of a server.

    Each agent that the server's start offers has a lane of its own, since only those can hang;
    analysis holds up no game.
    """

    def __init__(self, limits: Limits, offered: Sequence[str] = ()) -> None:
        size, start = max(2, cores()), limits.starting
        search = jobs.warm_search
        self._search = Lane(size, limits.thinking, start, search)
        self._own = {spec: Lane(size, limits.thinking, start, search) for spec in offered}
        self.analysis = Lane(size, limits.analysis, start, search, limits.waiting)

    def of(self, spec: str) -> Lane:
        """The lane where an agent thinks."""
        return next((lane for own, lane in self._own.items() if own in spec), self._search)

    def close(self) -> None:
        """End all workers."""
        for lane in (self._search, self.analysis, *self._own.values()):
            lane.close()
