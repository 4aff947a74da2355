"""Executors: results in order, workers that die, threads, and the arena bit for bit the same."""

import os
import shlex
import signal
import subprocess
import sys
import time
from itertools import count, islice
from pathlib import Path

import pytest
import torch

import thousand_env as te
from tests import executor_jobs as jobs
from thousand_agents.arena import run as arena_run
from thousand_agents.arena import run_arena
from thousand_agents.base import AgentError
from thousand_agents.executors import make_executor
from thousand_agents.executors.errors import ExecutorError
from thousand_env.learner import RandomAgent

RULES = te.rules()


@pytest.fixture(scope="module")
def workers():
    """One pool for all the tests here: starting it takes a second."""
    with make_executor("process", workers=2) as executor:
        yield executor


@pytest.fixture(params=["serial", "process"])
def executor(request, workers):
    return workers if request.param == "process" else make_executor("serial")


def tables(folder):
    """The bytes of everything that a run has to repeat."""
    return {
        path.name: path.read_bytes()
        for path in folder.glob("*.parquet")
        if not path.name.startswith("timing")
    }


def test_results_come_in_the_order_of_the_jobs(executor):
    waits = [(k, 0.2 if k == 0 else 0.0) for k in range(7)]  # the first is ready last
    assert list(executor.run(jobs.slow_square, waits)) == [k * k for k in range(7)]
    assert list(executor.run(jobs.square, [])) == []


def test_jobs_may_be_endless(executor):
    asked = []

    def endless():
        for k in count():
            asked.append(k)
            yield k

    results = executor.run(jobs.square, endless())
    assert list(islice(results, 5)) == [0, 1, 4, 9, 16]
    results.close()
    assert len(asked) <= 5 + 2 * executor.workers
    assert list(executor.run(jobs.square, range(3))) == [0, 1, 4]  # and it goes on working


def test_an_error_of_a_job_is_raised_when_it_is_its_turn(executor):
    results = executor.run(jobs.fail, range(6))
    assert list(islice(results, 3)) == [0, 1, 2]
    with pytest.raises(ValueError, match="job 3"):
        next(results)
    assert list(executor.run(jobs.square, range(3))) == [0, 1, 4]


def test_what_a_factory_makes_is_kept_by_the_worker(executor):
    made = list(executor.run(jobs.use_made, range(12)))
    assert len({*made}) == len({pid for _, pid, _ in made}) <= executor.workers


def test_a_worker_has_one_thread(workers):
    assert {*workers.run(jobs.thread_counts, range(4))} == {("1", "1", 1)}


def test_the_serial_executor_computes_with_one_thread_and_leaves_torch_as_it_was():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        counts = list(make_executor("serial").run(lambda _: torch.get_num_threads(), [0]))
        assert counts == [1] and torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_the_job_of_a_killed_worker_is_done_again(workers, tmp_path):
    todo = [(str(tmp_path / "mark") if k == 2 else None, k) for k in range(8)]
    assert list(workers.run(jobs.die_once, todo)) == [k * k for k in range(8)]
    assert (tmp_path / "mark").exists()


def test_a_job_that_kills_its_workers_is_given_up_after_three_tries(workers):
    with pytest.raises(ExecutorError, match="3 times a worker process died"):
        list(workers.run(jobs.die, [1]))
    assert list(workers.run(jobs.square, range(3))) == [0, 1, 4]


def test_a_closed_run_leaves_no_worker_behind():
    executor = make_executor("process", workers=2)
    results = executor.run(jobs.slow_square, [(k, 0.0 if k == 0 else 60.0) for k in range(9)])
    assert next(results) == 0
    began = time.monotonic()
    results.close()
    assert time.monotonic() - began < 10
    assert not any(process.is_alive() for process in executor._context.started)


def test_a_pool_closes_whose_worker_was_never_started():
    """Ctrl-C may come between the two."""
    executor = make_executor("process", workers=1)
    assert list(executor.run(jobs.square, [3])) == [9]
    executor._context.Process(target=print)
    *started, unstarted = executor._context.started
    executor.close()
    assert started and unstarted.pid is None
    assert not any(process.is_alive() for process in started)


@pytest.mark.skipif(os.name != "posix", reason="outside players need POSIX")
def test_workers_that_are_let_go_end_what_their_agents_started(tmp_path):
    """A program that doesn't heed the end of its input, and a child of it."""
    note, bot = tmp_path / "pids", tmp_path / "bot.py"
    bot.write_text(
        "import json, os, subprocess, sys, time\n"
        "child = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(note)!r}, 'a').write(f'{{os.getpid()}} {{child.pid}} ')\n"
        "for line in sys.stdin:\n"
        "    if 'legal' in (asked := json.loads(line)):\n"
        "        print(json.dumps({'action': asked['legal'][0]}), flush=True)\n"
        "time.sleep(600)\n"
    )
    with make_executor("process", workers=1) as executor:
        spec = f"cmd:{shlex.quote(sys.executable)} -I {shlex.quote(str(bot))}"
        run_arena([spec, "random"], 1, RULES, executor=executor)
    for pid in map(int, note.read_text().split()):
        deadline = time.monotonic() + 5
        while (state := _state(pid)) and "Z" not in state:
            assert time.monotonic() < deadline, f"process {pid} was left behind"
            time.sleep(0.05)


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs process groups")
def test_workers_end_with_a_killed_parent(tmp_path):
    code = (
        "import sys, os; from tests import executor_jobs as jobs\n"
        "from thousand_agents.executors import make_executor\n"
        "if __name__ == '__main__':\n"
        "    ex = make_executor('process', workers=1)\n"
        "    run = ex.run(jobs.slow_square, [(1, 0.0), (2, 600.0), (3, 600.0)]); next(run)\n"
        "    print(ex._context.started[0].pid, flush=True); next(run)\n"
    )
    script = tmp_path / "parent.py"
    script.write_text(code)
    paths = os.pathsep.join([str(Path.cwd()), *filter(None, sys.path)])
    parent = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    )
    worker = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    for _ in range(100):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        if "Z" in _state(worker):
            return  # ended; whoever inherited it hasn't looked yet
        time.sleep(0.1)
    os.kill(worker, signal.SIGKILL)
    pytest.fail("the worker outlived its parent")


def _state(pid):
    ps = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return ps.stdout


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_processes_play_the_arena_bit_for_bit_as_one_does(workers, tmp_path, unit):
    how = {"unit": unit, "decisions": unit == "deal", "chunk": 8}
    run_arena(["greedy", "random"], 20, RULES, out=tmp_path / "one", **how)
    run_arena(["greedy", "random"], 20, RULES, out=tmp_path / "two", executor=workers, **how)
    one = tables(tmp_path / "one")
    assert len(one) == 3 * (3 if unit == "deal" else 2) and one == tables(tmp_path / "two")


def test_a_killed_worker_does_not_change_the_arena(workers, tmp_path, monkeypatch):
    run_arena(["greedy", "random"], 60, RULES, out=tmp_path / "one", chunk=8)
    monkeypatch.setenv("ARENA_MARK", str(tmp_path / "mark"))
    monkeypatch.setattr(arena_run, "play_chunk", jobs.play_or_die)
    workers.close()  # new ones see the variable
    run_arena(["greedy", "random"], 60, RULES, out=tmp_path / "two", executor=workers, chunk=8)
    assert (tmp_path / "mark").exists()
    assert tables(tmp_path / "one") == tables(tmp_path / "two")


def test_agent_objects_play_in_this_process_only(workers):
    with pytest.raises(AgentError, match="only the serial executor"):
        run_arena([RandomAgent(), "random"], 4, RULES, executor=workers)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("threads",), "one of serial, process, ray"),
        (("process", 0), "at least 1"),
        (("process", 2, "10.0.0.1:6379"), "names a Ray cluster"),
    ],
)
def test_an_executor_that_can_not_be_had_is_refused(arguments, message):
    with pytest.raises(ExecutorError, match=message):
        make_executor(*arguments)


def test_ray_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ExecutorError, match=r"thousand-env\[ray\]"):
        make_executor("ray")
