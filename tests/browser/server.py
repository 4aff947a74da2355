"""`thousand serve` as a process of its own, on a free port, and the Chromium that looks at it."""

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

STARTING = 300.0  # seconds: the first start compiles


class Served:
    """A server that keeps its tables in ``data``; it can be stopped and started again."""

    def __init__(self, data: Path) -> None:
        self.data, self.port = data, 0
        self.start()

    @property
    def home(self) -> str:
        """Where it is, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start and wait for the first answer, at the same port as before."""
        command = ["-m", "thousand_agents.cli", "serve", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [sys.executable, *command, "--data", str(self.data)], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        self.port = int(said.split("127.0.0.1:")[1].split("/")[0])
        until = time.monotonic() + STARTING
        while not self._answers():
            if time.monotonic() > until or self._process.poll() is not None:
                raise RuntimeError(f"no answer from {self.home}")
            time.sleep(0.05)

    @staticmethod
    def warm_up() -> None:
        """Compile what pages wait for, which they do for seconds and not for minutes."""
        question = ["-m", "thousand_agents.cli", "dark", "ask", "--table", "440 680 680"]
        for command in (["-m", "thousand_agents.precompile"], [*question, "--deals", "64"]):
            subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL)

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.home}/static/icon.svg", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def stop(self) -> None:
        """As by Ctrl-C; the process must end by itself."""
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(30)
        finally:
            self._process.kill()
            self._process.communicate()


def chromium() -> dict[str, Any]:
    """How Playwright launches the system's Chromium; nothing is downloaded.

    Raises: RuntimeError if there is none.
    """
    path = shutil.which("chromium")
    if path is None:
        raise RuntimeError("chromium is not installed (Debian: apt-get install chromium)")
    return {"executable_path": path, "args": ["--no-sandbox"] if os.geteuid() == 0 else []}
