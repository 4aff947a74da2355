"""Work done in a forked process that is killed: after a time, before it touches a file, in a write.

No process can catch these signals or put anything in order before it ends.
"""

import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

resource = pytest.importorskip("resource", reason="limits and forks are for POSIX systems")

Work = Callable[[], Any]


def finish(work: Work) -> None:
    """Do the work in a process of its own, to its end."""
    assert not _wait(_fork(work)), "a signal ended it"


def killed_after(seconds: float, work: Work, begun: Callable[[], bool] = lambda: True) -> bool:
    """Kill -9 some time after ``begun``; False if the work was done before."""
    child = _fork(work)
    deadline = time.monotonic() + 30
    while not begun() and _runs(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return _wait(child)


def killed_before(number: int, folder: Path, work: Work) -> bool:
    """Kill -9 just before the work opens, renames or removes a file in ``folder`` for this time."""
    left = number

    def touch(event: str, args: tuple[Any, ...]) -> None:
        nonlocal left
        if event in ("open", "os.rename", "os.remove") and str(args[0]).startswith(str(folder)):
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

    def watched() -> None:
        sys.addaudithook(touch)
        work()

    return _wait(_fork(watched))


def killed_in_write(size: int, work: Work) -> bool:
    """Kill in the middle of the write that makes a file larger than ``size`` bytes."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        limit_files(size)
        work()

    return _wait(_fork(limited))


def limit_files(size: int) -> None:
    """No file of this process grows beyond ``size`` bytes; writing on is an error of the system."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _fork(work: Work) -> int:
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        work()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _runs(child: int) -> bool:
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None


def _wait(child: int) -> bool:
    """Was it killed? Else it must have done its work."""
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or status == 0, "the work failed"
    return os.WIFSIGNALED(status)
