"""Jobs for the tests of executors: functions that a worker can import."""

import os
import signal
import time
from functools import lru_cache
from pathlib import Path


def square(number):
    return number * number


def slow_square(job):
    number, seconds = job
    time.sleep(seconds)
    return number * number


def fail(number):
    if number == 3:
        raise ValueError("job 3 doesn't work")
    return number


def die_once(job):
    """Kill the worker that does the job first, and leave a mark."""
    mark, number = job
    if mark and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def die(number):
    os.kill(os.getpid(), signal.SIGKILL)


@lru_cache
def made_once(name):
    return name, os.getpid(), time.monotonic_ns()


def use_made(number):
    return made_once("agent")


def thread_counts(number):
    import torch

    return os.environ["OMP_NUM_THREADS"], os.environ["NUMBA_NUM_THREADS"], torch.get_num_threads()


def play_or_die(job):
    """A chunk of the arena; the worker that plays the marked set first is killed."""
    from thousand_agents.arena.games import play_chunk

    mark = Path(os.environ["ARENA_MARK"])
    if job.first == 16 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_chunk(job)
