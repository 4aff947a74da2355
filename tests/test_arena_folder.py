"""Results of the arena on disk: resumed after anything, never mixed, never lost."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars
import pytest

import thousand_env as te
from thousand_agents.arena import games as arena_games
from thousand_agents.arena import plan as arena_plan
from thousand_agents.arena import run_arena
from thousand_agents.arena.folder import only_writer
from thousand_agents.arena.parts import ArenaError
from thousand_agents.base import AgentError, make_agent
from thousand_agents.commands.arena import main

RULES = te.rules()
PAIR = ["greedy", "random"]
COMMAND = [sys.executable, "-m", "thousand_agents.cli", "arena", "run", *PAIR]


def contents(folder, timing=False):
    """The bytes of the parts that another run has to repeat."""
    return {
        path.name: path.read_bytes()
        for path in folder.glob("*.parquet")
        if timing or not path.name.startswith("timing")
    }


def command(folder, *options, **how):
    """The command in a process of its own."""
    return subprocess.Popen(
        [*COMMAND, "--out", str(folder), "--executor", "serial", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **how,
    )


def wait_for_parts(folder, process, count):
    deadline = time.monotonic() + 120
    while len([*folder.glob("games-*.parquet")]) < count:
        assert process.poll() is None and time.monotonic() < deadline, process.communicate()
        time.sleep(0.005)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run of 40 sets in five chunks that nothing disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    result = run_arena(PAIR, 40, RULES, out=folder, chunk=8)
    return folder, result


def test_the_files_are_as_documented(tmp_path):
    run_arena([*PAIR, "greedy", "random"], 9, RULES, out=tmp_path, decisions=True, chunk=8)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert manifest["format"] == "thousand-arena/2" and manifest["game"] == "thousand"
    assert manifest["decisions"] is True
    assert manifest["lineups"] == [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]
    assert [a["label"] for a in manifest["agents"]] == [*"ABCD"] and manifest["chunk"] == 8
    assert {"thousand-env", "python", "numpy", "numba"} <= {*manifest["versions"]}
    seats = range(3)
    key = {"set": polars.Int64, "lineup": polars.Int16, "seating": polars.Int16}
    games = polars.read_parquet(tmp_path / "games-*.parquet")
    assert dict(games.schema) == {
        **key,
        **{f"agent_{s}": polars.Int8 for s in seats},
        **{f"points_{s}": polars.Int32 for s in seats},
        "winners": polars.Int8,
        "deals": polars.Int32,
        "forfeit_seat": polars.Int8,
        "forfeit_reason": polars.String,
    }
    assert games.height == 9 * 24 and games["forfeit_seat"].unique().to_list() == [-1]
    deals = polars.read_parquet(tmp_path / "deals-*.parquet")
    assert dict(deals.schema) == {
        **key,
        "deal": polars.Int32,
        "dealer": polars.Int8,
        "kind": polars.Int8,
        "conceded": polars.Boolean,
        "declarer": polars.Int8,
        "contract": polars.Int16,
        "made": polars.Boolean,
        **{f"written_{s}": polars.Int32 for s in seats},
        **{f"bolts_{s}": polars.Int8 for s in seats},
    }
    timing = polars.read_parquet(tmp_path / "timing-*.parquet")
    types = {"agent": polars.Int8, "decisions": polars.Int64, "seconds": polars.Float64}
    types["first_forfeit"] = polars.String
    assert dict(timing.schema) == types and timing.height == 2 * 4
    decisions = polars.read_parquet(tmp_path / "decisions-*.parquet")
    assert list(decisions.schema) == [
        *key, "deal", "number", "seat", "agent", "phase", "action",
    ]  # fmt: skip
    assert decisions.height == timing["decisions"].sum()


def test_a_result_read_back_is_the_result(whole, tmp_path):
    folder, result = whole
    again = run_arena(PAIR, 40, RULES, out=folder)
    own = {"seconds": 0, "sets_found": 0, "deals_found": 0}
    assert again.as_dict() | own == result.as_dict() | own
    assert run_arena(PAIR, 40, RULES).estimates == result.estimates


def test_finished_chunks_are_not_played_again(whole, tmp_path, monkeypatch):
    shutil.copytree(whole[0], tmp_path, dirs_exist_ok=True)
    for name in ("games-000003.parquet", "games-000004.parquet"):  # killed before these
        (tmp_path / name).unlink()
    played = []
    play = arena_games.play_sets

    def watched(agents, plan, sets, *rest):
        played.extend(sets.tolist())
        return play(agents, plan, sets, *rest)

    monkeypatch.setattr(arena_games, "play_sets", watched)
    result = run_arena(PAIR, 40, RULES, out=tmp_path)
    assert played == [*range(24, 40)] and contents(tmp_path) == contents(whole[0])
    assert result.estimates == whole[1].estimates


def test_a_resumed_run_says_what_it_found_and_what_it_played(whole, tmp_path, capsys):
    first = run_arena(PAIR, 16, RULES, out=tmp_path, chunk=8)
    assert f"{first.deals} deals played in " in str(first) and not capsys.readouterr().err
    again = run_arena(PAIR, 40, RULES, out=tmp_path)
    assert f"{tmp_path}: found 16 of 40 sets" in capsys.readouterr().err
    assert (again.sets_found, again.deals_found) == (16, first.deals)
    found, now = first.deals, whole[1].deals - first.deals
    assert f"{whole[1].deals} deals, {found} found; {now} played now in " in str(again)


def test_more_sets_extend_a_run_and_leave_its_parts_alone(whole, tmp_path):
    run_arena(PAIR, 27, RULES, out=tmp_path, chunk=8)
    before = contents(tmp_path, timing=True)
    result = run_arena(PAIR, 40, RULES, out=tmp_path)
    after = contents(tmp_path, timing=True)
    assert {name: after[name] for name in before} == before
    assert result.estimates == whole[1].estimates and result.sets == result.sets_asked == 40
    tables = [polars.read_parquet(f / "games-*.parquet").sort("set") for f in (tmp_path, whole[0])]
    assert tables[0].equals(tables[1])
    assert json.loads((tmp_path / "manifest.json").read_text())["sets"] == 40
    with pytest.raises(ArenaError, match="run of 40 sets, not 27"):
        run_arena(PAIR, 27, RULES, out=tmp_path)


@pytest.mark.parametrize(
    ("agents", "rules", "options", "message"),
    [
        (["greedy", "greedy"], RULES, {}, 'spec of agent B was "random", now it is "greedy"'),
        (["greedy"] * 3, RULES, {}, "agents was"),
        (PAIR, te.rules("thousand", "polish"), {}, "rules was"),
        (PAIR, RULES, {"seed": 1}, "seed was 0, now it is 1"),
        (PAIR, RULES, {"unit": "match"}, 'unit was "deal", now it is "match"'),
        (PAIR, RULES, {"chunk": 16}, "chunk was 8, now it is 16"),
        (PAIR, RULES, {"decisions": True}, "decisions was false, now it is true"),
        (PAIR, RULES, {"sequential": True}, "sequential was null"),
    ],
)
def test_another_run_in_the_folder_is_refused(whole, agents, rules, options, message):
    before = contents(whole[0], timing=True)
    with pytest.raises(ArenaError, match=f"is another run: {message}"):
        run_arena(agents, 40, rules, out=whole[0], **options)
    assert contents(whole[0], timing=True) == before


def test_an_agent_that_was_changed_since_is_refused(whole, monkeypatch):
    monkeypatch.setattr(arena_plan, "fingerprint", lambda spec, game: "0" * 12)
    monkeypatch.setattr(arena_games, "fingerprint", lambda spec, game: "0" * 12)
    with pytest.raises(ArenaError, match=r'hash of agent A was "[0-9a-f]{12}", now it is "0{12}"'):
        run_arena(PAIR, 40, RULES, out=whole[0])


def test_an_agent_that_changes_before_a_worker_loads_it_is_refused(monkeypatch):
    job = next(_plan().jobs([(0, 1)]))
    arena_games.agent_of.cache_clear()
    monkeypatch.setattr(arena_games, "fingerprint", lambda spec, game: "0" * 12)
    with pytest.raises(AgentError, match="not what the run began with"):
        arena_games.play_chunk(job)


def _plan():
    from thousand_agents.executors import make_executor

    return arena_plan.make_plan(PAIR, 1, RULES, 0, "deal", False, False, make_executor("serial"))


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "games-000000.parquet").write_bytes(b"something")
    with pytest.raises(ArenaError, match=r"without a manifest\.json"):
        run_arena(PAIR, 4, RULES, out=tmp_path)
    (tmp_path / "manifest.json").write_text('{"format": "thousand-arena/9"}')
    with pytest.raises(ArenaError, match="no manifest of this format"):
        run_arena(PAIR, 4, RULES, out=tmp_path)


def test_a_corrupt_part_is_named(whole, tmp_path):
    shutil.copytree(whole[0], tmp_path, dirs_exist_ok=True)
    (tmp_path / "deals-000001.parquet").write_bytes(b"PAR1")
    with pytest.raises(ArenaError, match=r"cannot read .*deals-000001\.parquet"):
        run_arena(PAIR, 40, RULES, out=tmp_path)


def test_kill_9_loses_only_the_chunk_in_work(tmp_path):
    reference, folder = tmp_path / "reference", tmp_path / "killed"
    run_arena(PAIR, 240, RULES, out=reference, chunk=4)
    for parts in (3, 10):  # killed twice
        process = command(folder, "--sets", "240", "--chunk", "4")
        wait_for_parts(folder, process, parts)
        process.kill()
        process.communicate()
        done = {name: data for name, data in contents(folder).items() if name.startswith("games")}
        assert parts <= len(done) < 60
        assert all(contents(reference)[name] == data for name, data in done.items())
    process = command(folder, "--sets", "240", "--chunk", "4")
    assert process.wait() == 0, process.communicate()
    process.communicate()
    assert contents(folder) == contents(reference)
    assert not [*folder.glob("*.part")]


def test_what_a_killed_process_left_half_written_is_thrown_away(whole, tmp_path):
    shutil.copytree(whole[0], tmp_path, dirs_exist_ok=True)
    (tmp_path / "games-000004.parquet").rename(tmp_path / "games-000004.parquet.123.part")
    run_arena(PAIR, 40, RULES, out=tmp_path)
    assert contents(tmp_path) == contents(whole[0]) and not [*tmp_path.glob("*.part")]


def test_others_files_in_the_folder_are_left_alone(tmp_path):
    for name in ("film.mkv.part", "mine.part"):
        (tmp_path / name).write_text("half of it")
    run_arena(PAIR, 8, RULES, out=tmp_path)
    assert {path.read_text() for path in tmp_path.glob("*.part")} == {"half of it"}
    assert len([*tmp_path.glob("*.part")]) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"agents": 5}, "agents in the manifest can't be '5'"),
        ({"agents": [{"label": "A"}, {"label": "B"}]}, "agents in the manifest"),
        ({"sets": "forty"}, "sets in the manifest"),
        ({"chunk": 0}, "chunk in the manifest"),
        ({"sets": None}, "sets in the manifest"),
    ],
)
def test_a_spoilt_manifest_is_named(whole, tmp_path, change, message):
    shutil.copytree(whole[0], tmp_path, dirs_exist_ok=True)
    file = tmp_path / "manifest.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(ArenaError, match=message):
        run_arena(PAIR, 40, RULES, out=tmp_path)


@pytest.mark.parametrize(
    ("table", "spoil"),
    [
        ("games", lambda frame: frame.drop("winners")),
        ("games", lambda frame: frame.head(5)),
        ("games", lambda frame: frame.head(0)),
        ("games", lambda frame: frame.reverse()),
        ("games", lambda frame: frame.with_columns(points_0=None)),
        ("games", lambda frame: frame.with_columns(agent_0=polars.lit(1))),
        ("deals", lambda frame: frame.head(3)),
        ("deals", lambda frame: frame.drop("declarer")),
    ],
)
def test_a_part_that_is_not_of_this_run_is_named(whole, tmp_path, table, spoil):
    shutil.copytree(whole[0], tmp_path, dirs_exist_ok=True)
    file = tmp_path / f"{table}-000002.parquet"
    spoil(polars.read_parquet(file)).write_parquet(file)
    with pytest.raises(ArenaError, match=r"games-000002\.parquet and the deals .* no whole sets"):
        run_arena(PAIR, 40, RULES, out=tmp_path)


def test_a_set_is_not_counted_twice(whole, tmp_path):
    shutil.copytree(whole[0], tmp_path, dirs_exist_ok=True)
    for table in ("games", "deals", "timing"):
        shutil.copy(tmp_path / f"{table}-000003.parquet", tmp_path / f"{table}-000099.parquet")
    with pytest.raises(ArenaError, match=r"games-000099\.parquet repeats set 24"):
        run_arena(PAIR, 40, RULES, out=tmp_path)


def test_a_second_process_in_the_folder_is_refused(tmp_path):
    with only_writer(tmp_path):
        process = command(tmp_path, "--sets", "8")
        _, error = process.communicate()
    assert process.returncode == 2
    assert f"another process writes to {tmp_path}: choose another --out" in error
    assert contents(tmp_path) == {}
    assert run_arena(PAIR, 8, RULES, out=tmp_path).sets == 8  # it is free again


def test_ctrl_c_ends_with_what_is_done_and_can_be_gone_on_with(whole, tmp_path):
    process = command(tmp_path, "--sets", "4000", "--chunk", "8")
    wait_for_parts(tmp_path, process, 2)
    process.send_signal(signal.SIGINT)
    output, error = process.communicate()
    assert process.returncode == 130 and "Traceback" not in error
    assert "of 4000 asked for: stopped early" in output
    names = {*contents(whole[0])} & {*contents(tmp_path)}
    same = {name for name in names if contents(whole[0])[name] == contents(tmp_path)[name]}
    assert {"games-000000.parquet", "games-000001.parquet"} <= same == names


def test_ctrl_c_with_workers_stops_them_too(tmp_path):
    process = subprocess.Popen(
        [*COMMAND, "--out", str(tmp_path), "--sets", "100000", "--chunk", "8", "--workers", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_for_parts(tmp_path, process, 2)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of them
    output, error = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in error and "stopped early" in output
    ps = subprocess.run(["ps", "-e", "-o", "pgid=,stat="], capture_output=True, text=True).stdout
    left = [line.split()[1] for line in ps.splitlines() if line.split()[0] == str(process.pid)]
    assert all(state.startswith("Z") for state in left)  # ended, if nobody has looked yet


def test_a_full_disk_is_said_and_keeps_what_is_done(whole, tmp_path):
    """A limit on the size of files stands for the disk: one part is larger than the others."""
    run_arena(PAIR, 16, RULES, out=tmp_path, chunk=8)
    before = contents(tmp_path, timing=True)

    def small_files():
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, resource.RLIM_INFINITY))

    process = command(tmp_path, "--sets", "40", preexec_fn=small_files)
    _, error = process.communicate()
    assert process.returncode == 2 and "Traceback" not in error
    assert "cannot write" in error and "File too large" in error and "is kept" in error
    after = contents(tmp_path, timing=True)
    assert {name: after[name] for name in before} == before
    assert not any(name.startswith("games") for name in {*after} - {*before})
    run_arena(PAIR, 40, RULES, out=tmp_path)
    assert contents(tmp_path) == contents(whole[0])


def test_a_folder_that_can_not_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match="cannot write to"):
        run_arena(PAIR, 4, RULES, out=tmp_path / "file")


def test_agent_objects_may_write_results_too(tmp_path):
    result = run_arena([make_agent("greedy", RULES), "random"], 8, RULES, out=tmp_path)
    assert result.sets == 8 and Path(tmp_path, "games-000000.parquet").exists()


def test_the_command_prints_what_the_function_returns(capsys):
    options = ["--sets", "9", "--seed", "3", "--unit", "match", "--executor", "serial", "--json"]
    assert main(["run", *PAIR, "--rules", "classic,players=2", *options]) == 0
    printed = json.loads(capsys.readouterr().out)
    result = run_arena(PAIR, 9, te.rules(players=2), 3, "match")
    expected = json.loads(json.dumps(result.as_dict()))
    for form in (printed, expected):
        del (
            form["seconds"],
            form["agents"][0]["ms_per_decision"],
            form["agents"][1]["ms_per_decision"],
        )
    assert printed == expected
