"""Kill -9, two writers in one place, a full disk: what was there stays, nothing half-written is read."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from itertools import count

import pytest

import thousand_env as te
from tests.faults.kills import (
    finish,
    killed_after,
    killed_before,
    killed_in_write,
    limit_files,
)
from thousand_agents.cli import main as thousand
from thousand_env.errors import RecordError
from thousand_env.record import record_text

THOUSAND = [sys.executable, "-m", "thousand_agents.cli"]


@pytest.fixture
def disk(tmp_path):
    """A file system of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("a full disk: there is no command mount here")
    if done.returncode:
        pytest.skip(f"a full disk: may not mount a tmpfs here: {done.stderr.partition(chr(10))[0]}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def start():
    """Starts the command ``thousand``; what still runs at the end of the test is killed."""
    started = []

    def start(*arguments, stdin=None):
        command = [*THOUSAND, *map(str, arguments)]
        started.append(subprocess.Popen(command, stdin=stdin, stdout=subprocess.DEVNULL))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.wait()


def fill(folder, room=0):
    """Leave so many bytes free, or a little less."""
    free = os.statvfs(folder)
    (folder / "filler").write_bytes(bytes(free.f_bavail * free.f_bsize - room))


@pytest.fixture(scope="module")
def games():
    """A match at its beginning, and one of many deals: records of 1 and of some 30 kilobytes."""
    rng, long = random.Random(1), te.Game(seed=1)
    while len(long.results) < 40 and not long.over:
        long.apply(rng.choice(long.legal()))
    return te.Game(seed=2), long


@pytest.fixture(scope="module")
def texts(games):
    """What a file holds that either of them was saved to."""
    texts = [record_text(te.write_record(game)) for game in games]
    assert len(texts[1]) > 10 * len(texts[0])
    return texts


def save_by_turns(games, path):
    """Never ends."""
    for number in count():
        te.save_record(games[number % 2], path)


def test_a_record_killed_at_a_random_moment_is_the_old_or_the_new_one(games, texts, tmp_path):
    path, rng, seen = tmp_path / "game.json", random.Random(3), set()
    te.save_record(games[0], path)
    for _ in range(80):
        assert killed_after(rng.uniform(0, 0.03), lambda: save_by_turns(games, path))
        seen.add(path.read_text())
    assert seen == set(texts)


def test_a_record_killed_at_any_file_operation_is_the_old_or_the_new_one(games, texts, tmp_path):
    old, new = games
    path, found = tmp_path / "game.json", []
    for number in count(1):
        te.save_record(old, path)
        if not killed_before(number, tmp_path, lambda: te.save_record(new, path)):
            break
        found.append(path.read_text())
    assert len(found) >= 2 and found[0] == texts[0] and set(found) <= set(texts)


@pytest.mark.parametrize("size", [0, 1, 5000])
def test_a_record_killed_in_the_middle_of_the_write_is_the_old_one(games, texts, tmp_path, size):
    path = tmp_path / "game.json"
    te.save_record(games[0], path)
    assert killed_in_write(size, lambda: te.save_record(games[1], path))
    assert path.read_text() == texts[0]
    assert len(list(tmp_path.iterdir())) == 2  # half of a record, under another name
    te.save_record(games[1], path)  # it is in nobody's way
    assert te.load_record(path).results == games[1].results


def test_two_processes_that_save_one_record_never_leave_a_mixture(games, texts, tmp_path):
    path, found = tmp_path / "game.json", set()

    def both():
        def look():
            for _ in range(300):
                found.add(path.read_text())
                time.sleep(0.001)

        killed_after(0.02, lambda: save_by_turns(games, path), begun=lambda: look() or True)

    te.save_record(games[0], path)
    killed_after(0, lambda: save_by_turns(games, path), begun=lambda: both() or True)
    assert found == set(texts)


def test_a_record_that_finds_no_room_is_refused_and_the_old_one_stays(games, texts, disk):
    path = disk / "game.json"
    te.save_record(games[0], path)
    fill(disk, room=8192)
    with pytest.raises(RecordError, match=r"cannot write .*game.json: .*No space left"):
        te.save_record(games[1], path)
    assert path.read_text() == texts[0]
    assert {file.name for file in disk.iterdir()} == {"game.json", "filler"}
    (disk / "filler").unlink()
    te.save_record(games[1], path)
    assert path.read_text() == texts[1]


def test_a_record_beyond_the_size_a_file_may_have_is_refused_and_the_old_one_stays(
    games, texts, tmp_path
):
    path = tmp_path / "game.json"
    te.save_record(games[0], path)

    def refused():
        limit_files(5000)
        with pytest.raises(RecordError, match=r"cannot write .*game.json: .*too large"):
            te.save_record(games[1], path)

    finish(refused)
    assert path.read_text() == texts[0] and list(tmp_path.iterdir()) == [path]


def test_a_record_does_not_take_the_place_of_a_device(games, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RecordError, match="name of a plain file is expected"):
        te.save_record(games[0], tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo()


def test_play_killed_while_it_saves_leaves_a_whole_record(start, tmp_path):
    path, entries = tmp_path / "game.json", tmp_path / "entries"
    entries.write_text("1\n" * 3 + f"save {path}\n" * 100_000)
    with entries.open() as typed:
        play = start("play", "--seed", 1, "--against", "random", stdin=typed)
    wait_for(path.exists, play)
    time.sleep(random.Random(4).uniform(0, 0.2))
    play.kill()
    assert play.wait() == -signal.SIGKILL
    assert te.load_record(path).names[0] == "you"


def test_play_says_that_the_disk_is_full_and_goes_on(disk, monkeypatch, capsys):
    fill(disk)
    entries = iter([f"save {disk / 'game.json'}", "score", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(entries))
    assert thousand(["play", "--seed", "1", "--against", "random"]) == 0
    out = capsys.readouterr().out
    assert "cannot write" in out and "No space left" in out and "You left the table" in out


@pytest.mark.parametrize(
    "command", [["watch", "random", "--deals", "1", "--brief"], ["rules", "classic", "--json"]]
)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")  # noqa: PTH110
def test_output_into_a_full_file_ends_with_a_message(command):
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run([*THOUSAND, *command], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr.endswith("thousand: [Errno 28] No space left on device\n")
    assert "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_a_training_killed_again_and_again_ends_as_one_never_killed(tmp_path):
    assert kill_training(tmp_path, kills=3, iterations=8) >= 2


@pytest.mark.slow
def test_a_long_training_killed_again_and_again_ends_as_one_never_killed(tmp_path):
    assert kill_training(tmp_path, kills=60, iterations=300) >= 40


def kill_training(folder, kills, iterations):
    """How many times the run was killed before it ended."""
    command = [sys.executable, "-m", "tests.faults.training", folder, kills, iterations]
    env = os.environ | {"OMP_NUM_THREADS": "1"}  # no threads that a fork would lose
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return int(done.stdout.splitlines()[-1].split()[0])


def test_a_second_training_in_one_folder_is_refused_and_a_killed_one_blocks_nobody(
    start, tmp_path, capsys
):
    from tests.faults.training import iteration, train

    out = tmp_path / "run"
    first = start(*train(out, 10**6))
    wait_for(lambda: iteration(out) > 0, first)
    again = train(out, 1)
    for command in (again, [word for word in again if word != "--resume"]):
        assert thousand(command) == 2
        assert "another process trains in" in capsys.readouterr().err
    first.kill()
    assert first.wait() == -signal.SIGKILL
    done = iteration(out)
    (out / "checkpoint.safetensors.1.part").write_bytes(b"half")
    assert thousand(train(out, done + 1)) == 0
    assert iteration(out) == done + 1 and not list(out.glob("*.part"))


def wait_for(ready, process):
    deadline = time.monotonic() + 120  # it may have to compile first
    while not ready():
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("checkpoints", [0, 1])  # for how many there is room
def test_a_training_that_finds_no_room_keeps_its_checkpoint_and_goes_on_later(
    disk, tmp_path, capsys, checkpoints
):
    from tests.faults.training import CHECKPOINT, check_same, train

    out = disk / "run"
    assert thousand(train(out, 2)) == 0
    before = (out / CHECKPOINT).read_bytes()
    shutil.copytree(out, tmp_path / "whole")
    fill(disk, checkpoints * len(before))
    assert thousand(train(out, 4)) == 2
    error = capsys.readouterr().err
    assert f"cannot write the checkpoint {out}" in error and "No space left" in error
    assert (out / CHECKPOINT).read_bytes() == before and not list(out.glob("*.part"))
    (disk / "filler").unlink()
    assert thousand(train(out, 4)) == thousand(train(tmp_path / "whole", 4)) == 0
    check_same(out, tmp_path / "whole")


def test_figures_that_find_no_room_are_refused_with_the_folder(disk):
    from thousand_training.config import ConfigError
    from thousand_training.metrics import Metrics

    fill(disk)
    with pytest.raises(ConfigError, match=r"cannot write into .*disk: .*No space left.*--resume"):
        Metrics(disk)


def test_rows_after_the_checkpoint_and_half_rows_go_when_a_run_goes_on(tmp_path):
    from thousand_training.metrics import Metrics

    rows = [json.dumps({"iteration": number}) + "\n" for number in (1, 2, 3)]
    path = tmp_path / "metrics.jsonl"
    path.write_text("".join(rows) + '{"iterat')
    with Metrics(tmp_path, iteration=2, decisions=20):
        assert path.read_text() == "".join(rows[:2])


def test_tensorboard_reads_the_figures_and_forgets_those_that_come_again(tmp_path):
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    from thousand_training.metrics import Board

    for decisions, steps in ((0, (10, 20, 30)), (20, (30, 40))):
        board = Board(tmp_path, decisions)
        for step in steps:
            board.write({"loss/value": step + decisions}, step)
        board.close()
    events = EventAccumulator(str(tmp_path))
    events.Reload()
    found = [(event.step, event.value) for event in events.Scalars("loss/value")]
    assert found == [(10, 10), (20, 20), (30, 50), (40, 60)]
