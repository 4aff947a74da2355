"""Ray on a local cluster of two workers: the same results, also when a worker is killed."""

import pytest

import thousand_env as te
from tests import executor_jobs as jobs
from thousand_agents.arena import run as arena_run
from thousand_agents.arena import run_arena
from thousand_agents.executors import make_executor
from thousand_agents.executors.errors import ExecutorError

pytest.importorskip("ray")

RULES = te.rules()


@pytest.fixture(scope="module")
def mark(tmp_path_factory):
    """Where a worker leaves a note before it is killed; the cluster inherits the variable."""
    path = tmp_path_factory.mktemp("ray") / "mark"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ARENA_MARK", str(path))
        yield path


@pytest.fixture(scope="module")
def cluster(mark):
    with make_executor("ray", workers=2) as executor:
        yield executor


def test_a_cluster_that_is_not_there_is_named():
    with pytest.raises(ExecutorError, match=r"no Ray cluster at 127\.0\.0\.1:1"):
        make_executor("ray", address="127.0.0.1:1")


def tables(folder):
    return {
        path.name: path.read_bytes()
        for path in folder.glob("*.parquet")
        if not path.name.startswith("timing")
    }


def test_results_come_in_the_order_of_the_jobs(cluster):
    waits = [(k, 0.5 if k == 0 else 0.0) for k in range(7)]
    assert cluster.workers == 2
    assert list(cluster.run(jobs.slow_square, waits)) == [k * k for k in range(7)]


def test_an_error_of_a_job_comes_as_it_was_raised(cluster):
    with pytest.raises(ValueError, match=r"^job 3 doesn't work$"):
        list(cluster.run(jobs.fail, range(6)))


def test_a_job_that_kills_its_workers_is_given_up(cluster):
    with pytest.raises(ExecutorError, match="3 times a Ray worker died"):
        list(cluster.run(jobs.die, [1]))


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_ray_plays_the_arena_bit_for_bit_as_one_process_does(cluster, tmp_path, unit):
    how = {"unit": unit, "decisions": True, "chunk": 8}
    run_arena(["greedy", "random"], 20, RULES, out=tmp_path / "one", **how)
    run_arena(["greedy", "random"], 20, RULES, out=tmp_path / "two", executor=cluster, **how)
    one = tables(tmp_path / "one")
    assert len(one) == 9 and one == tables(tmp_path / "two")


def test_a_killed_worker_does_not_change_the_arena(cluster, mark, tmp_path, monkeypatch):
    run_arena(["greedy", "random"], 60, RULES, out=tmp_path / "one", chunk=8)
    monkeypatch.setattr(arena_run, "play_chunk", jobs.play_or_die)
    run_arena(["greedy", "random"], 60, RULES, out=tmp_path / "two", executor=cluster, chunk=8)
    assert mark.exists()
    assert tables(tmp_path / "one") == tables(tmp_path / "two")


def test_an_address_is_not_ignored_where_ray_is_connected_already(cluster):
    with pytest.raises(ExecutorError, match="already connected"):
        make_executor("ray", address="127.0.0.1:1")
