"""``thousand serve`` is told to stop: quickly, quietly and with nothing left, whatever it is doing."""

import json
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("starlette")

from websockets.sync.client import connect

from tests.test_web_serve import SERVE
from tests.web_browser import settings

MATCH = Path(__file__).parents[1] / "docs" / "examples" / "match.json"
QUICKLY = 4.0  # seconds; a busy machine


class Served:
    """A server as a terminal starts it: in a group of processes of its own, which Ctrl-C reaches."""

    def __init__(self, data: Path) -> None:
        self.process = subprocess.Popen(
            [*SERVE, "--port", "0", "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        line = self.process.stdout.readline()
        self.address = re.search(r"127\.0\.0\.1:\d+", line)[0]
        self.get("/")  # waits until it is up

    def get(self, path: str, form: object = None) -> str:
        body = None if form is None else json.dumps(form).encode()
        with urlopen(Request(f"http://{self.address}{path}", body, {"Content-Type": "application/json"})) as answer:  # fmt: skip
            return answer.read().decode()

    def in_background(self, path: str, form: object = None) -> None:
        """Ask, and care for no answer."""

        def ask() -> None:
            with suppress(OSError, HTTPException):
                self.get(path, form)

        threading.Thread(target=ask, daemon=True).start()

    def sit_down(self, **changes: object) -> str:
        return json.loads(self.get("/api/tables", settings(**changes)))["id"]

    def socket(self, path: str):
        return connect(f"ws://{self.address}{path}", compression=None)

    def stop(self, number: int) -> tuple[float, str]:
        """Send a signal to all of the group; how long it took to end, and what it said."""
        start = time.perf_counter()
        os.killpg(self.process.pid, number)
        _, said = self.process.communicate(timeout=30)
        seconds = time.perf_counter() - start
        return seconds, re.sub("thousand_env: compiling.*\n", "", said)

    def left(self) -> list[str]:
        """Command lines of processes of the group that are still there."""
        return [line for group, line in _running() if group == self.process.pid]


def _running() -> Iterator[tuple[int, str]]:
    """Groups and command lines of all processes."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            line = (folder / "cmdline").read_text().replace("\0", " ")
            if line:  # not one that ended
                yield os.getpgid(int(folder.name)), line


def nothing_open(served: Served, stack: ExitStack) -> None:
    pass


def tables_open(served: Served, stack: ExitStack) -> None:
    for agents in (["", "greedy", "greedy"], ["greedy", "timid", "maniac"]):
        name = served.sit_down(agents=agents, tempo=300)
        stack.enter_context(served.socket(f"/ws/table/{name}")).recv()


def worker_of_a_table_starting(served: Served, stack: ExitStack) -> None:
    """The table waits for the worker in which its agent is to be made."""
    served.in_background("/api/tables", settings(agents=["", "pimc:worlds=5", "greedy"]))
    time.sleep(0.3)


def review(served: Served, stack: ExitStack) -> None:
    name = json.loads(served.get("/api/records", json.loads(MATCH.read_text())))["id"]
    served.in_background(f"/api/records/{name}/curve")
    served.in_background(f"/api/records/{name}/export?seat=0")
    socket = stack.enter_context(served.socket(f"/ws/review/{name}"))
    socket.send(json.dumps({"type": "judge", "seat": 0, "judge": "pimc:worlds=20"}))


def review_begins(served: Served, stack: ExitStack) -> None:
    review(served, stack)
    time.sleep(0.3)


def review_runs(served: Served, stack: ExitStack) -> None:
    review(served, stack)
    time.sleep(5)


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="reads /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["ctrl-c", "terminated"])
@pytest.mark.parametrize(
    "busy",
    [nothing_open, tables_open, worker_of_a_table_starting, review_begins, review_runs],
    ids=lambda function: function.__name__,
)
def test_it_stops_quickly_and_quietly_whatever_it_does(busy, number, tmp_path):
    served = Served(tmp_path)
    try:
        with ExitStack() as stack:
            busy(served, stack)
            seconds, said = served.stop(number)
        assert said == ("\nthousand: stopped\n" if number == signal.SIGINT else "")
        assert served.process.returncode == (130 if number == signal.SIGINT else -number)
        assert seconds < QUICKLY
        time.sleep(0.5)
        assert served.left() == []
    finally:
        with suppress(ProcessLookupError):
            os.killpg(served.process.pid, signal.SIGKILL)
        served.process.communicate()
