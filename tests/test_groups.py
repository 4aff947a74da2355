"""Groups of games played apart: the same run whoever plays them, and gone on with bit for bit."""

import json
import pickle

import numpy as np
import pytest

import thousand_env as te

torch = pytest.importorskip("torch")

from tests.training_runs import SMALL, learner_of  # noqa: E402 - torch is an extra
from thousand_agents.executors import make_executor  # noqa: E402
from thousand_agents.models.tensors import ModelError, load_tensors, save_tensors  # noqa: E402
from thousand_training import bench  # noqa: E402
from thousand_training.cast import weights_of  # noqa: E402
from thousand_training.checkpoint import load_checkpoint, save_checkpoint  # noqa: E402
from thousand_training.groups import GroupJob, group_configs, play_group  # noqa: E402
from thousand_training.metrics import Metrics  # noqa: E402
from thousand_training.selfplay import seats_of  # noqa: E402
from thousand_training.train import iterate, train  # noqa: E402

GROUPS = SMALL | {"groups": "2", "steps": "24", "pool_share": "0.5", "adviser": "greedy"}
TIMES = ("speed", "seconds")  # first words of figures that no run repeats
KINDS = {
    "ppo, from the warm start on to past selves": GROUPS,
    "bidding for equity": GROUPS
    | {"phase": "bidding", "reward": "equity", "equity": "equity-classic-3", "warm_start": "[]"},
    "rollout": GROUPS
    | {
        "algorithm": "rollout", "reward": "lead", "warm_start": "[]", "privileged": "false",
        "belief_weight": "0", "threads": "2",
    },
    "a team": GROUPS | {"seating": "team", "opponents_share": "1.0", "pool_share": "0"},
}  # fmt: skip


@pytest.fixture(scope="module")
def workers():
    with make_executor("process", workers=2) as executor:
        yield executor


def run(learner, folder, iterations):
    """So many iterations; their figures but for those of time."""
    with Metrics(folder, learner.iteration) as metrics:
        for _ in range(iterations):
            metrics.write(learner, iterate(learner, metrics))
    rows = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    return [{k: v for k, v in row.items() if k.split("/")[0] not in TIMES} for row in rows]


def assert_same(one, two):
    """Networks, past selves and games, number for number."""
    for a, b in zip(one.nets.parameters(), two.nets.parameters()):
        assert torch.equal(a, b)
    assert len(one.pool) == len(two.pool)
    for a, b in zip(one.pool, two.pool):
        assert all(torch.equal(a[name], b[name]) for name in a)
    assert np.array_equal(one.games.state, two.games.state)


def check_executor(executor, folder, changes):
    one, two = learner_of(changes), learner_of(changes)
    two.executor = executor
    rows = run(one, folder / "one", 4)
    assert rows == run(two, folder / "two", 4)
    assert rows[-1]["deals/count"] > 10
    assert_same(one, two)


@pytest.mark.parametrize("kind", KINDS)
def test_processes_train_bit_for_bit_as_one_does(workers, tmp_path, kind):
    check_executor(workers, tmp_path, KINDS[kind])


def test_a_ray_cluster_trains_bit_for_bit_as_one_process_does(tmp_path):
    pytest.importorskip("ray")
    with make_executor("ray", workers=2) as executor:
        check_executor(executor, tmp_path, GROUPS)


def test_a_run_on_processes_ends_its_workers_and_says_where_its_time_went(tmp_path):
    learner = learner_of(GROUPS | {"executor": "process", "workers": "2", "iterations": "2"})
    train(learner, tmp_path)
    assert not any(worker.is_alive() for worker in learner.executor._context.started)
    spent = {name: seconds for name, seconds in learner.parts.items() if name != "evaluation"}
    assert all(spent.values()) and sum(spent.values()) <= learner.seconds * 1.01


def test_the_bench_shows_speed_and_shares_of_the_time(capsys, monkeypatch):
    monkeypatch.setattr(bench, "WAYS", {"one": (1, SMALL), "grouped": (1, GROUPS)})
    assert bench.main(["--config", "smoke", "--seconds", "0.1", "--reps", "2"]) == 0
    head, *rows, on = capsys.readouterr().out.splitlines()
    assert head.split()[-4:] == ["environment", "inference", "transfer", "learning"]
    for row in rows:
        low, middle, high = (int(row.split()[k].replace(",", "")) for k in (2, 1, 3))
        assert 0 < low <= middle <= high
        assert 80 <= sum(int(share.rstrip("%")) for share in row.split()[-4:]) <= 102
    assert len(rows) == 2 and on.startswith("on: ")


@pytest.mark.parametrize("stop", [1, 9])  # in the warm start, and after new tables
@pytest.mark.parametrize("reward", ["points", "equity"])
def test_a_resumed_run_of_groups_ends_as_one_that_was_never_stopped(tmp_path, stop, reward):
    changes = GROUPS | {"reward": reward, "equity": "equity-classic-3" * (reward == "equity")}
    whole, half, resumed = (learner_of(changes) for _ in range(3))
    rows = run(whole, tmp_path / "whole", 11)
    run(half, tmp_path / "half", stop)
    save_checkpoint(half, tmp_path / "half.safetensors")
    load_checkpoint(resumed, tmp_path / "half.safetensors")
    assert rows == run(resumed, tmp_path / "half", 11 - stop)
    assert_same(whole, resumed)


def test_a_job_comes_to_the_same_whatever_its_worker_has_done_before(tmp_path):
    learner = learner_of(GROUPS | {"warm_start": "[]"})
    run(learner, tmp_path, 2)
    job = job_of(learner, 0)
    first = play_group(pickle.loads(pickle.dumps(job)))
    run(learner, tmp_path, 8)  # new weights, other tables
    again = play_group(pickle.loads(pickle.dumps(job)))
    assert np.array_equal(first.states, again.states)
    for name, array in first.played.data.items():
        assert np.array_equal(array, again.played.data[name])


def job_of(learner, group):
    """The job of a group's next iteration, as it stands now."""
    config, part = learner.games.configs[group], learner.games.parts()[group]
    weights = {name: array.copy() for name, array in weights_of(learner.actor()).items()}
    return GroupJob(seats_of(learner, config), learner.games.state[part], weights, 0.0)


def test_groups_have_cards_seats_and_draws_of_their_own():
    learner = learner_of(GROUPS | {"warm_start": "[]", "num_games": "64"})
    states = learner.games.state
    assert len({tuple(hands) for hands in states["dealt"].tolist()}) == 64
    one, two = (seats_of(learner, config) for config in learner.games.configs)
    assert not np.array_equal(one.who, two.who) and one.who.shape == two.who.shape == (32, 3)
    jobs = [job_of(learner, 0), job_of(learner, 1)]
    jobs[1] = GroupJob(jobs[1].seats, jobs[0].states, jobs[0].weights, 0.0)
    actions = [play_group(job).played.data["action"] for job in jobs]
    assert not np.array_equal(*actions)  # the same games, decided by other draws


def test_the_groups_of_a_config_do_not_depend_on_who_plays_them():
    changes = [{"executor": "process", "workers": "7"}, {"threads": "3"}, {}]
    configs = [group_configs(learner_of(GROUPS | change).config) for change in changes]
    assert configs[0] == configs[1] == configs[2] and len({*configs[0]}) == 2


def test_a_checkpoint_of_other_groups_or_fewer_games_is_refused(tmp_path):
    path = tmp_path / "p.safetensors"
    learner = learner_of(GROUPS)
    save_checkpoint(learner, path)
    with pytest.raises(ModelError, match="has groups = 2, this run 4"):
        load_checkpoint(learner_of(GROUPS | {"groups": "4"}), path)
    tensors, metadata = load_tensors(path)
    before = learner.games.state
    for games in (tensors["matches"][:5], torch.full_like(tensors["matches"], 127)):
        save_tensors(path, tensors | {"matches": games}, metadata)
        with pytest.raises(ModelError, match="no complete checkpoint"):
            load_checkpoint(learner, path)
        assert np.array_equal(learner.games.state, before)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"groups": "3"}, "a divisor of 16 games"),
        ({"groups": "1", "executor": "process"}, "more than one group"),
        ({"executor": "threads"}, "one of serial, process, ray"),
        ({"address": "10.0.0.1:6379"}, "names a Ray cluster"),
        ({"workers": "-1"}, "out of range"),
    ],
)
def test_settings_that_do_not_fit_are_named(changes, message):
    with pytest.raises(te.ThousandError, match=message):
        learner_of(GROUPS | changes)
