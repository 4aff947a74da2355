"""How a server bears many tables at once: ``make web-load``; nobody but 127.0.0.1 is asked.

    python -m tests.web_load [--tables 50] [--seconds 60] [--think 1.0] [--matches 0]

A server of its own is started.  So many tables are played at once against greedy players; whoever
sits there thinks for a while (the mean of an exponential distribution; 0: not at all), then does
something.  What is measured is the time from a decision sent to the picture of the next question,
the agents' turns between them included; and the processor's time that the server took an answer,
which depends less on what else the machine does.  With ``--matches`` it goes on until so many matches were
played to their ends, short ones (polish rules up to 300), and the server's memory is read on the way.
"""

import argparse
import asyncio
import json
import multiprocessing as mp
import os
import random
import resource
import socket
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.sync.client import connect as connect_at_once

from thousand_agents.web.limits import Limits, Rate
from thousand_agents.web.run import run

ALLOWED = 150  # milliseconds for 95% of the answers
FREE = Rate(1e6, 10**6)
LIMITS = Limits(requests=FREE, messages=FREE, resting=5.0)
PAGE = 4096


@dataclass
class Figures:
    """What was measured."""

    answers: list[float] = field(default_factory=list)  # seconds
    matches: int = 0
    memory: list[float] = field(default_factory=list)  # MB
    processor: float = 0.0  # seconds, of the server


def serve(listening: socket.socket, data: str) -> None:
    run(listening, Path(data), (), "127.0.0.1", LIMITS)


RULES = {"preset": "classic"}
SHORT = {"preset": "polish", "goal": 300}


def sit_down(port: int, rules: dict[str, object]) -> str:
    form = {"rules": rules, "agents": ["", "greedy", "greedy"], "name": "Anna"}
    form |= {"tempo": 0, "training": False, "seed": None}
    url, body = f"http://127.0.0.1:{port}/api/tables", json.dumps(form).encode()
    with urlopen(Request(url, body, {"Content-Type": "application/json"})) as answer:
        return str(json.loads(answer.read())["id"])


async def play(port: int, args: argparse.Namespace, figures: Figures, until: asyncio.Event, seed: int) -> None:  # fmt: skip
    """One chair: match after match."""
    rng, rules = random.Random(seed), SHORT if args.matches else RULES
    while not until.is_set():
        name = await asyncio.to_thread(sit_down, port, rules)
        async with connect(f"ws://127.0.0.1:{port}/ws/table/{name}", compression=None) as table:
            await play_match(table, rng, args.think, figures, until)


def asked(frame: dict[str, Any]) -> bool:
    """Does the table wait for whoever sits there?"""
    return frame["type"] == "state" and bool(frame["legal"] or frame["result"] or frame["over"])


async def play_match(table, rng: random.Random, think: float, figures: Figures, until: asyncio.Event) -> None:  # fmt: skip
    sent = None
    while not until.is_set():
        state = json.loads(await table.recv())
        if not asked(state):
            continue
        if sent is not None:
            figures.answers.append(time.perf_counter() - sent)
        if state["over"] and not state["result"]:
            figures.matches += 1
            return
        if think:
            await asyncio.sleep(rng.expovariate(1 / think))
        message = {"type": "continue", "turn": state["turn"]}
        if not state["result"]:
            some = [text for text in state["legal"] if text != "concede"]
            message |= {"type": "act", "action": rng.choice(some[:3])}
        sent = time.perf_counter()
        await table.send(json.dumps(message))


def memory_of(pid: int) -> float:
    """Resident memory of a process in MB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE / 1e6


def processor_of(pid: int) -> float:
    """Seconds of the processor that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(port: int, pid: int, args: argparse.Namespace) -> Figures:
    figures, until = Figures(), asyncio.Event()
    used = processor_of(pid)
    chairs = [
        asyncio.create_task(play(port, args, figures, until, seed)) for seed in range(args.tables)
    ]
    start = read = time.monotonic()
    figures.memory.append(memory_of(pid))
    while (figures.matches < args.matches) if args.matches else time.monotonic() - start < args.seconds:  # fmt: skip
        await asyncio.sleep(0.5)
        failed = [chair for chair in chairs if chair.done()]
        if failed:
            failed[0].result()
        if time.monotonic() - read > (30 if args.matches else 10):
            read = time.monotonic()
            figures.memory.append(memory_of(pid))
            print(f"{read - start:5.0f} s  {figures.matches} matches  {figures.memory[-1]:.0f} MB", flush=True)  # fmt: skip
    until.set()
    for chair in chairs:
        chair.cancel()
    await asyncio.gather(*chairs, return_exceptions=True)
    figures.memory.append(memory_of(pid))
    figures.processor = processor_of(pid) - used
    return figures


def report(figures: Figures, args: argparse.Namespace, seconds: float) -> int:
    ms = sorted(1000 * answer for answer in figures.answers)
    if not ms:
        print("no answers", file=sys.stderr)
        return 1
    late = ms[min(int(0.95 * len(ms)), len(ms) - 1)]
    print(
        f"{args.tables} tables, {args.think:g} s of thinking: {len(ms)} answers, {len(ms) / seconds:.0f} a second; "
        f"median {statistics.median(ms):.0f} ms, 95% under {late:.0f} ms (allowed: {ALLOWED}), longest {ms[-1]:.0f} ms; "
        f"the server's processor {1000 * figures.processor / len(ms):.2f} ms an answer"
    )
    print(f"matches played to their ends: {figures.matches}; memory in MB: {', '.join(f'{mb:.0f}' for mb in figures.memory)}")  # fmt: skip
    return 0 if late < ALLOWED else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=1.0, help="seconds, on average")
    parser.add_argument("--matches", type=int, default=0, help="instead of --seconds")
    args = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))  # fmt: skip
    print(f"load of this machine before: {Path('/proc/loadavg').read_text().split()[0]}")
    with tempfile.TemporaryDirectory() as data, socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
        server = mp.get_context("spawn").Process(target=serve, args=(listening, data))
        server.start()
        try:
            wait_for(port)
            start = time.monotonic()
            figures = asyncio.run(measure(port, server.pid or 0, args))
            return report(figures, args, time.monotonic() - start)
        finally:
            server.terminate()
            server.join(10)
            server.kill()


def wait_for(port: int) -> None:
    """Until the server answers and its first table is asked."""
    for _ in range(600):
        try:
            with urlopen(f"http://127.0.0.1:{port}/"):
                break
        except OSError:
            time.sleep(0.2)
    else:
        raise SystemExit("the server doesn't answer")
    name = sit_down(port, RULES)
    with connect_at_once(f"ws://127.0.0.1:{port}/ws/table/{name}") as table:
        while not asked(json.loads(table.recv())):
            pass


if __name__ == "__main__":
    sys.exit(main())
