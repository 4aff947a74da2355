"""The command ``thousand serve``: where it listens, how quick its first page is, how it ends."""

import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import pytest

pytest.importorskip("starlette")

from thousand_agents.cli import main
from thousand_agents.commands.serve import held

SERVE = [sys.executable, "-m", "thousand_agents.cli", "serve"]


def children(pid: int) -> set[int]:
    return set(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc")
def test_first_page_within_a_second_and_nothing_left_after_ctrl_c(tmp_path):
    with subprocess.Popen(
        [*SERVE, "--port", "0", "--data", str(tmp_path / "new" / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            line = server.stdout.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/", line)[0]
            assert str(tmp_path / "new" / "data") in line
            with urlopen(address) as page:  # waits until it is up
                assert "Thousand" in page.read().decode()
            start = time.perf_counter()
            with urlopen(address) as page:
                page.read()
            assert time.perf_counter() - start < 1
            workers = children(server.pid)
            server.send_signal(signal.SIGINT)
            assert server.wait(30) == 130
            assert "thousand: stopped" in server.stderr.read()
            time.sleep(0.5)
            assert not [pid for pid in workers if alive(pid)]
        finally:
            server.kill()


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[-1].split()[0]
    except OSError:
        return False


def test_an_address_that_is_taken_and_wrong_options_end_with_a_message(tmp_path, capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--data", str(tmp_path)]) == 1
    assert "in use" in capsys.readouterr().err
    assert main(["serve", "--port", "70000"]) == 2
    assert "--port 70000" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["serve", "--port", "0", "--data", str(tmp_path / "file")]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_a_folder_that_another_server_uses_is_refused_and_free_when_that_one_is_gone(
    tmp_path, capsys
):
    pytest.importorskip("fcntl")
    command = [sys.executable, "-c", HOLDS, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 1
        assert "another server" in capsys.readouterr().err
        other.kill()
    with held(tmp_path):
        pass


HOLDS = """
import pathlib, sys, time
from thousand_agents.commands.serve import held
with held(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""
