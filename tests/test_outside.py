"""Outside players: programs that speak JSON lines, well-behaved, slow, dying and hostile ones."""

import gc
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import thousand_env as te
from thousand_agents.arena import run_arena
from thousand_agents.arena.report import report
from thousand_agents.base import AgentError, fingerprint, make_agent
from thousand_agents.outside import agent as outside
from thousand_agents.outside.message import hello, position, request
from thousand_agents.outside.program import LONGEST_LINE
from thousand_env.games.thousand.actions import NUM_ACTIONS, action_text

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "docs" / "examples"
RULES = te.rules("thousand", "classic", golden=False)
PYTHON = f"{shlex.quote(sys.executable)} -I"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="outside players need POSIX")

# Answers the first legal action; what is put in at the start and before an answer breaks it.
BOT = """
import json, os, sys, time
{start}
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        continue
    asked += 1
    answer = json.dumps({{"action": message["legal"][0]}})
    {instead}
    print(answer, flush=True)
"""


@pytest.fixture
def bot(tmp_path):
    """Make an outside agent from what it does at its start, and before each answer."""
    agents = []

    def make(instead="pass", start="", option=""):
        path = tmp_path / f"bot{len(agents)}.py"
        path.write_text(BOT.format(start=start, instead=instead))
        agents.append(make_agent(f"cmd:{option} {PYTHON} {shlex.quote(str(path))}", RULES))
        return agents[-1]

    yield make
    for agent in agents:
        agent.close()


def positions(games=4, steps=12, rules=RULES):
    """Views and masks of random play."""
    env = te.VectorEnv("thousand", games, rules, seed=3)
    env.reset()
    agent, rng = make_agent("random", rules), np.random.default_rng(0)
    for _ in range(steps):
        env.step(agent.act(env.views, env.action_mask, rng))
    return env.views.copy(), env.action_mask.copy()


def ask(agent, games=4):
    """Actions of one call, and its reasons."""
    views, masks = positions(games)
    actions = agent.act(views, masks, np.random.default_rng(1))
    assert actions.shape == (games,) and actions.dtype == np.int64
    assert {*np.flatnonzero(actions < 0)} == {*agent.reasons}
    return actions, agent.reasons, masks


def forfeits(agent, games=4):
    """The reasons, where every row was given up."""
    actions, reasons, _ = ask(agent, games)
    assert (actions == -1).all()
    return [reasons[row] for row in range(games)]


def running(agent):
    """Process number of the agent's program."""
    return agent._program._process.pid


def is_gone(pid):
    """Neither running nor a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def is_zombie(pid):
    """Dead, but whoever adopts orphans on this machine hasn't taken note."""
    return " Z " in Path(f"/proc/{pid}/stat").read_text()


def wait_until_gone(pid, seconds=5.0):
    deadline = time.monotonic() + seconds
    while not is_gone(pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    return is_gone(pid)


# --- programs that behave -------------------------------------------------------------------------


def test_a_well_behaved_program_plays(bot):
    agent = bot()
    actions, reasons, masks = ask(agent)
    assert not reasons
    assert actions.tolist() == [int(np.flatnonzero(mask)[0]) for mask in masks]
    pid = running(agent)
    ask(agent)
    assert running(agent) == pid


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_match_is_played_legally(players):
    rules = te.rules("thousand", "classic", players=players)
    agent = make_agent(f"cmd:{PYTHON} {shlex.quote(str(EXAMPLES / 'bot.py'))}", rules)
    env, rng = te.VectorEnv("thousand", 8, rules, seed=1), np.random.default_rng(1)
    env.reset()
    for _ in range(120):
        env.step(agent.act(env.views, env.action_mask, rng))
        assert not env.illegal.any() and not agent.reasons
    agent.close()


@pytest.mark.skipif(shutil.which("node") is None, reason="node isn't installed")
def test_the_javascript_example_plays_as_it_says():
    agent = make_agent(f"cmd:node {shlex.quote(str(EXAMPLES / 'bot.js'))}", RULES)
    env, rng = te.VectorEnv("thousand", 8, RULES, seed=1), np.random.default_rng(1)
    env.reset()
    seen = set()
    for _ in range(150):
        actions = agent.act(env.views, env.action_mask, rng)
        assert not agent.reasons
        seen |= {action_text(int(a)).split()[0] for a in actions}
        env.step(actions)
    assert seen >= {"pass", "give", "keep", "play", "marry"} and "bid" not in seen
    agent.close()


def test_the_seed_makes_a_program_by_chance_repeatable():
    spec = f"cmd:{PYTHON} {shlex.quote(str(EXAMPLES / 'bot.py'))}"
    views, masks = positions(20)
    runs = []
    for seed in (5, 5, 6):
        agent = make_agent(spec, RULES)
        runs.append(agent.act(views, masks, np.random.default_rng(seed)).tolist())
        agent.close()
    assert runs[0] == runs[1] != runs[2]


def test_case_and_spelling_of_cards_do_not_matter(bot):
    agent = bot("answer = answer.replace('T', '10').replace('play', 'PLAY')")
    assert not ask(agent)[1]


# --- programs that don't --------------------------------------------------------------------------


def test_a_slow_program_forfeits_the_game_and_nothing_more(bot):
    agent = bot("if asked == 2: time.sleep(60)", option="timeout=0.3")
    began = time.monotonic()
    actions, reasons, _ = ask(agent, 3)
    assert reasons == {1: "no answer within 0.3 s"} and (actions[[0, 2]] >= 0).all()
    assert time.monotonic() - began < 8


def test_start_up_is_not_held_against_the_first_answer(bot):
    agent = bot(start="time.sleep(1.5)", option="timeout=1")
    assert not ask(agent)[1]


def test_a_program_that_drips_is_late_all_the_same(bot):
    agent = bot(
        "if asked > 1:\n        for _ in range(100): sys.stdout.write(' '); sys.stdout.flush(); time.sleep(0.05)",
        option="timeout=0.4",
    )
    assert ask(agent, 2)[1] == {1: "no answer within 0.4 s"}


def test_a_program_that_dies_is_started_again_and_its_last_words_are_kept(bot):
    agent = bot("if asked == 2: raise SystemExit('lost my cards')")
    actions, reasons, _ = ask(agent, 5)
    assert reasons == dict.fromkeys((1, 3), "ended with exit code 1: lost my cards")
    assert (actions[[0, 2, 4]] >= 0).all()


def test_a_program_that_always_dies_is_not_started_forever(bot, monkeypatch):
    monkeypatch.setattr(outside, "STARTS", 3)
    reasons = forfeits(bot(start="sys.exit(7)"), 6)
    assert reasons[:3] == ["ended with exit code 7: nothing on stderr"] * 3
    last = "the last time: ended with exit code 7: nothing on stderr"
    assert reasons[3:] == [f"failed 3 times and isn't started again; {last}"] * 3


def test_after_too_many_deaths_everything_fails_quickly(bot, monkeypatch):
    monkeypatch.setattr(outside, "STARTS", 1)
    agent = bot(start="sys.exit(7)")
    forfeits(agent)
    began = time.monotonic()
    forfeits(agent, 200)
    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    "answer",
    ["hello", "", "{", "[]", "3", '{"move": "pass"}', '{"action": 3}', "[" * 5000, "\\xff\\x00"],
)
def test_garbage_forfeits_the_game(bot, answer):
    (reason,) = forfeits(bot(f"answer = {answer!r}"), 1)
    assert reason.startswith('no answer such as {"action": "pass"}') and len(reason) < 150


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("bid 104", "unknown action 'bid 104'"),
        ("play 1S", "unknown action 'play 1S'"),
        ("dark", "illegal action 'dark' in phase"),
        ("x" * 5000, "unknown action 'xxx"),
    ],
)
def test_an_illegal_answer_forfeits_the_game_but_the_program_goes_on(bot, action, reason):
    agent = bot(f"if asked == 1: answer = json.dumps({{'action': {action!r}}})")
    _, reasons, _ = ask(agent)
    assert [*reasons] == [0] and reasons[0].startswith(reason) and len(reasons[0]) < 120


def test_a_line_without_end_is_cut_short(bot):
    agent = bot("while asked == 2: sys.stdout.write('x' * 9999); sys.stdout.flush()")
    assert ask(agent, 2)[1] == {1: f"a line of more than {LONGEST_LINE} bytes"}


def test_a_line_too_long_does_not_count_even_if_it_ends(bot):
    agent = bot(f"answer += ' ' * {LONGEST_LINE}")
    assert forfeits(agent, 1) == [f"a line of more than {LONGEST_LINE} bytes"]


def test_a_program_that_floods_its_output_is_stopped(bot):
    agent = bot("while asked == 2: print(answer)")
    began = time.monotonic()
    _, reasons, _ = ask(agent, 3)
    assert [*reasons] == [1] and "more than one line" in reasons[1]
    assert time.monotonic() - began < 8


def test_a_program_that_speaks_unasked_has_lost_step(bot):
    agent = bot("print(answer, flush=True); time.sleep(0.2); answer = 'late'")
    views, masks = positions(1)
    rng = np.random.default_rng(0)
    agent.act(views, masks, rng)
    time.sleep(1)
    assert agent.act(views, masks, rng).tolist() == [-1]
    assert agent.reasons[0].startswith("spoke without being asked: 'late")


def test_a_program_that_floods_stderr_plays_on(bot):
    agent = bot("sys.stderr.write('noise ' * 50_000)")
    assert not ask(agent)[1]


def test_endless_noise_on_stderr_is_no_answer(bot):
    agent = bot("while True: sys.stderr.write('noise ' * 9999)", option="timeout=0.3")
    agent._program = outside.Program(agent._words)  # so that the first answer has no grace
    assert forfeits(agent, 1) == ["no answer within 0.3 s"]


def test_a_program_that_never_reads_is_late(bot):
    agent = bot(start="time.sleep(60)", option="timeout=0.3")
    agent._program = outside.Program(agent._words)
    with pytest.raises(outside.Failure, match=r"no answer within 0\.3 s"):
        agent._program.ask(b"x" * 10**6 + b"\n", 0.3)


def test_a_program_that_closes_its_output_has_ended(bot):
    agent = bot("if asked == 2: os.close(1); time.sleep(60)")
    assert ask(agent, 2)[1][1].startswith("ended with exit code")


# --- nothing is left behind -----------------------------------------------------------------------


def test_close_ends_a_program_that_ignores_the_end_of_input(bot):
    agent = bot(start="import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)")
    ask(agent)
    pid = running(agent)
    agent.close()
    assert is_gone(pid)
    agent.close()


def test_a_program_ends_with_its_children(bot, tmp_path):
    note = tmp_path / "child"
    start = "import subprocess; child = subprocess.Popen(['sleep', '600'])\n"
    agent = bot(start=start + f"open({str(note)!r}, 'w').write(str(child.pid))")
    ask(agent)
    child = int(note.read_text())
    assert not is_gone(child)
    agent.close()
    assert wait_until_gone(child, 2) or is_zombie(child)


def test_a_forgotten_agent_ends_its_program(bot, tmp_path):
    path = tmp_path / "bot.py"
    path.write_text(BOT.format(start="", instead="pass"))
    agent = make_agent(f"cmd:{PYTHON} {shlex.quote(str(path))}", RULES)
    ask(agent)
    pid = running(agent)
    del agent
    gc.collect()
    assert is_gone(pid)


def test_interrupted_by_ctrl_c_the_program_is_ended(bot, monkeypatch):
    agent = bot()
    ask(agent)
    pid = running(agent)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(agent._program, "ask", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ask(agent)
    assert is_gone(pid)


SCRIPT = """
import multiprocessing, os, signal, sys
import numpy as np
import thousand_env as te
from thousand_agents.base import make_agent

def use(spec):
    global agent
    rules = te.rules("thousand", "classic", golden=False)
    env = te.VectorEnv("thousand", 1, rules)
    env.reset()
    agent = make_agent(spec, rules)
    agent.act(env.views, env.action_mask, np.random.default_rng(0))
    return agent._program._process.pid

if __name__ == "__main__":
    if sys.argv[1] == "itself":
        print(use(sys.argv[2]))
    elif sys.argv[1] == "killed":
        print(use(sys.argv[2]), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    else:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            print(pool.apply(use, (sys.argv[2],)))
            pool.close()
            pool.join()
"""


@pytest.mark.parametrize("where", ["itself", "worker"])
def test_a_program_ends_with_the_process_that_asks_it(bot, tmp_path, where):
    agent = bot(start="import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)")
    stubborn = Path(agent._words[-1])
    stubborn.write_text(stubborn.read_text() + "\ntime.sleep(600)\n")  # after the end of input
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, script, where, agent.name], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert wait_until_gone(int(done.stdout))


def test_a_program_whose_asker_is_killed_sees_the_end_of_its_input(bot, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    argv = [sys.executable, script, "killed", bot().name]
    done = subprocess.run(argv, capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert wait_until_gone(int(done.stdout)) or is_zombie(int(done.stdout))


# --- in the arena ---------------------------------------------------------------------------------


def test_in_the_arena_a_failing_program_loses_its_games_and_nothing_else(bot, tmp_path):
    agent = bot("if asked == 40: raise SystemExit('lost my cards')")
    result = run_arena(["greedy", agent.name], 4, RULES, seed=1, out=tmp_path / "run")
    good, bad = result.agents
    assert result.sets == 4 and good.forfeits == 0 < bad.forfeits
    assert bad.forfeit_reason == "ended with exit code 1: lost my cards"
    assert good.points_per_game > bad.points_per_game
    assert dict(report(tmp_path / "run").agents[1].forfeits) == {
        "ended with exit code 1: lost my cards": bad.forfeits
    }


def test_the_first_reason_of_a_program_that_always_dies_is_why_it_dies(bot, monkeypatch, tmp_path):
    monkeypatch.setattr(outside, "STARTS", 2)
    agent = bot(start="raise RuntimeError('no cards')")
    agents, folder = ["greedy", agent.name], tmp_path / "run"
    result = run_arena(agents, 4, RULES, seed=1, out=folder)
    reasons = [reason for reason, _ in report(folder).agents[1].forfeits]
    assert len(reasons) == 2 and reasons[0].endswith("RuntimeError: no cards")  # the most frequent
    assert reasons[0].startswith("failed 2 times and isn't started again; the last time: ended ")
    first = result.agents[1].forfeit_reason
    assert first == reasons[1] == "ended with exit code 1: RuntimeError: no cards"
    assert run_arena(agents, 4, RULES, seed=1, out=folder).agents == result.agents  # read back
    assert report(folder).agents[1].summary.forfeit_reason == first


def test_an_outside_agent_as_an_object_has_the_hash_of_its_spec(bot):
    agent = bot()
    assert agent.fingerprint() == fingerprint(agent.name)


def test_in_the_arena_a_program_by_chance_gives_the_same_result_in_any_chunks():
    spec = f"cmd:{PYTHON} {shlex.quote(str(EXAMPLES / 'bot.py'))}"
    results = [run_arena(["greedy", spec], 4, RULES, seed=1, chunk=chunk) for chunk in (4, 1)]
    assert results[0].estimates == results[1].estimates


# --- what the program is told ---------------------------------------------------------------------


def test_the_hello_line_tells_protocol_rules_and_seats(bot, tmp_path):
    note = tmp_path / "hello"
    agent = bot(start=f"open({str(note)!r}, 'w').write(sys.stdin.readline())")
    ask(agent)
    told = json.loads(note.read_text())
    assert told == hello(RULES)
    assert (told["protocol"], told["players"]) == ("thousand-player/1", 3)
    assert told["rules"] == RULES.as_dict()


def test_requests_are_numbered_and_name_their_game(bot, tmp_path):
    note = tmp_path / "log"
    agent = bot(f"open({str(note)!r}, 'a').write(line)")
    views, masks = positions(3)
    streams = [np.random.default_rng(1), np.random.default_rng(1)]
    for stream in (*streams, streams[0]):
        agent.act(views, masks, stream)
    lines = [json.loads(line) for line in note.read_text().splitlines()]
    assert [m["id"] for m in lines] == [*range(1, 10)]
    games = [m["game"] for m in lines]
    assert games[6:] == games[:3] and len({*games}) == 6  # another generator: other games
    assert all(0 <= m["seed"] < 2**53 for m in lines) and len({m["seed"] for m in lines}) == 6
    assert max(map(len, note.read_text().splitlines())) < 4000


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_request_says_what_the_seat_knows_and_no_more(players):
    rules = te.rules("thousand", "classic", players=players, golden=False, dark_min_score=-1000)
    game, rng = te.Game(rules, seed=4), np.random.default_rng(4)
    for _ in range(400):
        if game.over:
            break
        seat, deal = game.player, game.deals[-1]
        view = game.view(seat)
        told = request(1, "1.0", 7, view, game.action_mask)
        assert json.loads(json.dumps(told)) == told
        assert told["legal"] == game.legal() and told["table"] == game.table
        assert (told["seat"], told["phase"], told["dealer"]) == (seat, game.phase, game.dealer)
        if told["phase"] == "dark":
            assert told["hand"] == "?"
        else:
            dealt = {*deal["hands"][seat].split()}
            assert {*told["hand"].split(), *told["played"][seat].split()} & dealt
        spoken = [text for _, text in told["log"]]
        known = [text for text in deal["actions"] if text not in ("waive", "keep")]
        assert len([t for t in spoken if t not in ("waive", "keep")]) == len(known)
        for mine, all_of_it in zip([t for t in spoken if t not in ("waive", "keep")], known):
            assert mine in (all_of_it, "give ??")
        game.apply(told["legal"][int(rng.integers(len(told["legal"])))])


def test_a_hidden_gift_is_told_to_giver_and_receiver_only():
    game = te.Game(RULES, seed=4)
    while game.phase != "play":
        game.apply(
            next(
                t for t in game.legal() if t.split()[0] in ("look", "waive", "pass", "give", "keep")
            )
        )
    told = [position(game.view(seat))["log"] for seat in range(3)]
    declarer = position(game.view(0))["declarer"]
    gifts = [[t for _, t in log if t.startswith("give")] for log in told]
    assert "give ??" not in gifts[declarer]
    left, other = gifts[(declarer + 1) % 3], gifts[(declarer + 2) % 3]
    assert left == [gifts[declarer][0], "give ??"] and other == ["give ??", gifts[declarer][1]]


def test_the_page_of_the_protocol_explains_every_key():
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    explained = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    view, mask = te.Game(RULES).view(1), np.ones(NUM_ACTIONS, bool)
    assert explained == {*hello(RULES), *request(1, "1.0", 0, view, mask)}
    for line in re.findall(r"^(\{.*\})$", page, re.MULTILINE):
        json.loads(line)


# --- specs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("cmd:", "a program is expected"),
        ("cmd:timeout=3", "a program is expected"),
        ("cmd:no-such-program-anywhere x", "no program 'no-such-program-anywhere' can be run"),
        ("cmd:timeout=0 sh", "timeout is a number above 0, not '0'"),
        ("cmd:time=3 sh", "unknown option 'time=3'; options: timeout=10.0"),
        ("cmd:sh 'x", "No closing quotation"),
        ("cmd:sh a\0b", "a command holds no zero byte"),
    ],
)
def test_a_wrong_command_is_refused_at_once(spec, message):
    with pytest.raises(AgentError, match=re.escape(message)):
        make_agent(spec, RULES)


def test_the_whole_command_line_is_kept(bot):
    assert outside.read_command("cmd:timeout=2.5 sh -c 'a b' x=1") == (
        ["sh", "-c", "a b", "x=1"],
        2.5,
    )
    assert outside.read_command("cmd:sh")[1] == 10


def test_the_fingerprint_covers_command_and_script(tmp_path):
    script = tmp_path / "bot.py"
    script.write_text("1")
    spec = f"cmd:python {script}"
    first = fingerprint(spec)
    assert fingerprint(spec + " -x") != first
    script.write_text("2")
    assert fingerprint(spec) != first


def test_the_hash_of_a_program_covers_files_whose_names_are_quoted(tmp_path):
    folder = tmp_path / "a b"
    folder.mkdir()
    bot = folder / "bot.py"
    hashes = set()
    for text in ("one", "two"):
        bot.write_text(text)
        hashes.add(fingerprint(f"cmd:python3 '{bot}'"))
    assert len(hashes) == 2
