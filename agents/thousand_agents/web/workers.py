"""A worker process: jobs go to it and answers come back as pickles, without a thread or a lock.

The server's event loop reads and writes by itself, so a job costs it little, and a worker that is
killed, or a server, leaves nothing behind.
"""

import asyncio
import pickle
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnProcess
from typing import Any, Final

from thousand_agents.executors.process import begin_worker

_SIZE: Final = 8  # bytes in front of a pickle: how long it is
_FAREWELL: Final = 1.0  # seconds in which a killed process is gone


class Worker:
    """One spawned process that does one job at a time."""

    def __init__(self) -> None:
        self.started = False
        self._process: SpawnProcess | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def start(self) -> None:
        """Begin the process; the first job shows whether it came up.

        Raises: OSError if there can be none.
        """
        ours, theirs = socket.socketpair()
        with theirs:
            self._reader, self._writer = await asyncio.open_connection(sock=ours)
            process = SpawnProcess(target=_work, args=(theirs,), daemon=True)
            with _not_interrupted():
                process.start()
            self._process = process

    async def do(self, function: Callable[[Any], Any], job: Any) -> tuple[bool, Any]:
        """True and what the function makes of the job, or False and what it raised.

        Raises: EOFError or ConnectionError if the process is gone.
        """
        assert self._writer is not None
        self._writer.write(_framed((function, job)))
        await self._writer.drain()
        size = int.from_bytes(await self._reader.readexactly(_SIZE))
        found: tuple[bool, Any] = pickle.loads(await self._reader.readexactly(size))
        return found

    def kill(self) -> None:
        """End the process, whatever it does."""
        if self._writer is not None:
            self._writer.close()
        if self._process is not None:
            self._process.kill()

    def join(self) -> None:
        """Wait until a killed process is gone."""
        if self._process is not None:
            self._process.join(_FAREWELL)


@contextmanager
def _not_interrupted() -> Iterator[None]:
    """A process begun within hears no Ctrl-C, which a terminal sends to all; ``begin_worker`` is too late."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # which would end the blocking if it began within
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(link: socket.socket) -> None:
    """Do jobs until the server is gone."""
    begin_worker()
    with link, link.makefile("rb") as jobs:
        while head := jobs.read(_SIZE):
            function, job = pickle.loads(jobs.read(int.from_bytes(head)))
            try:
                answer = _framed((True, function(job)))
            except Exception as error:  # the job's own
                answer = _framed((False, _sendable(error)))
            link.sendall(answer)


def _framed(form: Any) -> bytes:
    data = pickle.dumps(form)
    return len(data).to_bytes(_SIZE) + data


def _sendable(error: Exception) -> Exception:
    """The error, or its text where it can't be sent from process to process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
