"""A program run as a child process: a line to its stdin, a line back from its stdout.

Whatever the program does, ``ask`` comes back in time, and ``close`` leaves nothing of it behind.
"""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.util import Finalize
from typing import Any, Final

LONGEST_LINE: Final = 10_000  # bytes of an answer
KEPT_ERRORS: Final = 2_000  # bytes of stderr, for messages
PATIENCE: Final = 0.5  # seconds from the end of input to the kill
_CHUNK: Final = 65_536
_TICK: Final = 0.01  # seconds


class Failure(Exception):
    """The program gave no answer that counts; the text says why."""


class Program:
    """One run of a program; after a ``Failure`` it is good for ``close`` only.

    Raises: Failure if it can't be started.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._process = _start(words)
        # Also runs when this object is forgotten and, unlike atexit, at a worker process's end.
        self._end = Finalize(self, _end, (self._process,), exitpriority=10)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ, Program._read)
        self._selector.register(self._process.stderr, selectors.EVENT_READ, Program._read_errors)
        os.set_blocking(self._process.stdin.fileno(), False)
        self._unsent = self._unread = self._errors = b""

    def ask(self, message: bytes, seconds: float) -> bytes:
        """Send a message (whole lines) and wait for the one line that answers it.

        Raises: Failure if the program ends, says nothing in time, or anything but one line.
        """
        self._handle(0)
        if self._unread:
            raise Failure(f"spoke without being asked: {_start_of(self._unread)}")
        self._unsent = message
        self._selector.register(self._process.stdin, selectors.EVENT_WRITE, Program._write)
        deadline = time.monotonic() + seconds
        while b"\n" not in self._unread and len(self._unread) <= LONGEST_LINE:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Failure(f"no answer within {seconds:g} s")
            self._handle(left)
        line, _, rest = self._unread.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise Failure(f"a line of more than {LONGEST_LINE} bytes")
        if rest:
            raise Failure(f"more than one line for an answer: {_start_of(rest)}")
        self._unread = b""
        return line

    def close(self) -> None:
        """Close its input, wait a little and kill what is left; harmless if done before."""
        self._selector.close()
        self._end()

    def _handle(self, seconds: float) -> None:
        """Wait for what the pipes have to say, and deal with it; stderr never fills up so."""
        for key, _ in self._selector.select(seconds):
            key.data(self)

    def _write(self) -> None:
        try:
            sent = os.write(self._process.stdin.fileno(), self._unsent)
        except BrokenPipeError:  # the end of its stdout tells more
            sent = len(self._unsent)
        self._unsent = self._unsent[sent:]
        if not self._unsent:
            self._selector.unregister(self._process.stdin)

    def _read(self) -> None:
        chunk = os.read(self._process.stdout.fileno(), _CHUNK)
        if not chunk:
            raise Failure(self._last_words())
        self._unread += chunk

    def _read_errors(self) -> None:
        chunk = os.read(self._process.stderr.fileno(), _CHUNK)
        if not chunk:
            self._selector.unregister(self._process.stderr)
        self._errors = (self._errors + chunk)[-KEPT_ERRORS:]

    def _last_words(self) -> str:
        """How the program ended."""
        _wait(self._process, PATIENCE)
        with suppress(KeyError):  # stderr was closed before
            self._selector.get_key(self._process.stderr)
            os.set_blocking(self._process.stderr.fileno(), False)
            with suppress(BlockingIOError):
                self._read_errors()
        self._end()
        lines = self._errors.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "nothing on stderr")
        return f"ended with exit code {self._process.returncode}: {last:.200}"


def _start(words: Sequence[str]) -> Any:
    pipe = subprocess.PIPE
    try:  # a session of its own: its children die with it, and Ctrl-C is ours alone
        return subprocess.Popen(
            words, bufsize=0, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
    except OSError as error:
        raise Failure(f"can't be started: {error.strerror}") from None


def _start_of(text: bytes) -> str:
    return repr(text[:60].decode(errors="replace"))


def _wait(process: Any, seconds: float) -> None:
    """Wait for the end without reaping: as long as the zombie is there, its number is its own."""
    deadline = time.monotonic() + seconds
    flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
    while os.waitid(os.P_PID, process.pid, flags) is None and time.monotonic() < deadline:
        time.sleep(_TICK)


def _end(process: Any) -> None:
    process.stdin.close()
    _wait(process, PATIENCE)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    process.stderr.close()
