"""The command ``thousand``: every subcommand, bad input without a traceback."""

import json
import random
import runpy
import shlex
import subprocess
import sys
import time

import numpy as np
import pytest
from safetensors import safe_open

import thousand_env as te
from thousand_agents import cli
from thousand_agents.base import make_agent, notes_on
from thousand_agents.cli import COMMANDS, main
from thousand_agents.rules_option import parse_rules
from thousand_agents.table import decide, ending
from thousand_env import games
from thousand_env.errors import RulesError
from thousand_env.record import save_record

THOUSAND = [sys.executable, "-m", "thousand_agents.cli"]
TINY = {
    "minutes": 100, "iterations": 2, "num_games": 8, "steps": 40, "minibatch": 64,
    "width": 16, "value_width": 8, "threads": 1, "save_every": 1,
}  # fmt: skip
LEARN = ["train", "smoke", "--set", *(f"{name}={value}" for name, value in TINY.items())]


def refused(argv, capsys):
    """What a command that ends with exit code 2 says."""
    try:
        code = main(argv)
    except SystemExit as stop:  # argparse
        code = stop.code
    out, err = capsys.readouterr()
    assert code == 2 and "Traceback" not in out + err
    return err


def test_help_is_quick_and_names_every_command():
    def seconds():
        start = time.perf_counter()
        shown = subprocess.run([*THOUSAND, "--help"], capture_output=True, text=True, check=True)
        assert all(f"\n  {name} " in shown.stdout for name, *_ in COMMANDS)
        return time.perf_counter() - start

    assert min(seconds() for _ in range(5)) < 0.5  # the quickest: others may use the machine


@pytest.mark.parametrize("name", [name for name, *_ in COMMANDS])
def test_every_command_has_its_own_help(name, capsys):
    with pytest.raises(SystemExit) as stop:
        main([name, "--help"])
    assert stop.value.code == 0 and f"usage: thousand {name}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["dance"], "no command 'dance'; commands: play, serve, watch"),
        (["rules", "bridge"], "unknown preset 'bridge'; presets: classic"),
        (["rules", "classic,gold=true"], "unknown option 'gold'; options: players"),
        (["rules", "classic,golden=maybe"], "golden"),
        (["rules", "classic,golden"], "NAME=VALUE is expected, not 'golden'"),
        (["rules", "classic,golden=false,golden=true"], "'golden' is given twice"),
        (["rules", "classic,goal=" + "9" * 5000], "goal"),
        (["rules", "classic,x=" + "[" * 5000 + "]" * 5000], "unknown option 'x'"),
        (["rules", "nowhere.toml"], "cannot read rules from nowhere.toml"),
        (["rules", "--game", "chess"], "invalid choice: 'chess' (choose from"),
        (
            ["rules", "--game", "king", "classic,golden=true"],
            "unknown option 'golden'; options: pl",
        ),
        (["rules", "--game", "bochki", "polish"], "unknown preset 'polish'; presets: classic"),
        (
            ["rules", "--game", "king", "classic,players=2"],
            "players = 2 is not allowed; allowed: 3 to",
        ),
        (["watch", "maniac", "--game", "king"], "unknown agent 'maniac'; agents: random"),
        (["watch", "random", "random", "--game", "king"], "players = 2 is not allowed"),
        (
            ["play", "--game", "king", "--against", "net:base-v1"],
            "unknown agent 'net:base-v1'",
        ),
        (
            ["arena", "run", "random", "timid", "--game", "bochki"],
            "unknown agent 'timid'; agents: ran",
        ),
        (
            ["watch", "x.safetensors", "--game", "king"],
            "no such file: x.safetensors; agents: random, greedy; search: pimc:worlds=20,trust",
        ),
        (["rules", "--text", "de"], "invalid choice: 'de' (choose from"),
        (["watch"], "agents"),
        (["watch", "nobody"], "unknown agent 'nobody'"),
        (["watch", "greedy", "random"] + ["greedy"] * 3, "players"),
        (["watch", "greedy", "--deals", "0"], "--deals is at least 1"),
        (["watch", "greedy", "--delay", "nan"], "--delay from 0"),
        (["watch", "greedy", "--seed", "-1"], "seed -1"),
        (["play", "--seat", "3"], "--seat is 0 to 2"),
        (["play", "--against", "greedy,greedy,greedy"], "3 agents for 2 seats"),
        (["arena"], "run"),
        (["arena", "run", "greedy"], "two or more"),
        (["arena", "run", "greedy", "x.safetensors"], "no such file: x.safetensors"),
        (
            ["train", "nothing"],
            "base, bidding, bochki, collusion, demo, dmc, exploiter, king, rollout, smoke",
        ),
        (["train", "smoke", "--set", "steps"], "--set takes NAME=VALUE"),
        (["bench", "slow"], "speed"),
    ],
)
def test_bad_input_ends_with_a_message(argv, message, capsys):
    assert message in refused(argv, capsys)


def test_a_missing_extra_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "thousand_training.train", None)
    assert "thousand-env[agents,train" in refused(["train"], capsys)


def test_bad_input_and_a_closed_pipe_end_quietly_in_a_process():
    bad = subprocess.run([*THOUSAND, "rules", "bridge"], capture_output=True, text=True)
    assert bad.returncode == 2 and bad.stderr.startswith("thousand: unknown preset")
    assert bad.stderr.count("\n") == 1
    shell = f"{sys.executable} -m thousand_agents.cli rules --json | true"
    assert subprocess.run(shell, shell=True, capture_output=True, text=True).stderr == ""


def test_rules_come_from_one_form_everywhere(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('preset = "polish"\nplayers = 4\nredeal_weak_hand = [12, "optional"]\n')
    text = 'polish, players=4 ,redeal_weak_hand=[12,"optional"]'
    assert parse_rules(str(path)) == parse_rules(text)
    assert parse_rules("classic,bid_cap=pair").bid_cap == "pair"
    king = parse_rules("classic,robber=true,plus=[trump, lottery]", "king")
    assert king.plus == ("trump", "lottery")
    with pytest.raises(RulesError):
        parse_rules("")


def test_rules_as_text_and_json(capsys):
    assert main(["rules", "polish", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["hash"] == te.rules(preset="polish").hash and shown["presets"][0] == "classic"
    values = {name: option["value"] for name, option in shown["options"].items()}
    assert values == te.rules(preset="polish").as_dict()
    assert main(["rules", "polish"]) == 0
    lines = capsys.readouterr().out.splitlines()
    marked = {line.split()[1] for line in lines if line.startswith("*")}
    differs = {n for n, o in shown["options"].items() if o["value"] != o["default"]}
    assert marked == differs and "bid_step" in marked


def test_watch_shows_a_deal_in_brief_and_in_full(capsys):
    assert main(["watch", "greedy", "--deals", "1", "--brief"]) == 0
    brief = capsys.readouterr().out
    assert brief.count("\n1  golden") == 1 and "-->" not in brief
    first, rest = brief.split("\n", 1)
    assert first.startswith("golden, ") and "; written: " in first
    assert main(["watch", "greedy", "--deals", "1", "--seed", "0"]) == 0
    full = capsys.readouterr().out
    assert full.count("-->") >= 26 and full.endswith(f"{first}\n\n{rest}")


def test_watch_takes_the_players_from_the_agents_whatever_the_rules_are(tmp_path, capsys):
    path = tmp_path / "house.toml"
    path.write_text("golden = false\n")
    specs = ["random", "greedy", "random", "greedy"]
    assert main(["watch", *specs, "--rules", str(path), "--deals", "1", "--brief"]) == 0
    assert "greedy 3" in capsys.readouterr().out


def test_arena_run_as_text_and_json(capsys):
    command = ["arena", "run", "greedy", "random", "--sets", "12", "--seed", "3"]
    assert main(command) == 0
    text = capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (estimate,) = found["estimates"]
    assert f"A - B: {estimate['mean']:+.2f} points per deal" in text and "12 sets, 6 deals" in text
    assert [a["spec"] for a in found["agents"]] == ["greedy", "random"]
    assert (found["sets"], found["seed"], found["rules"]) == (12, 3, {"preset": "classic"})
    assert main([*command, "--json", "--unit", "match", "--rules", "polish,players=2"]) == 0
    assert json.loads(capsys.readouterr().out)["unit"] == "match"


def test_train_runs_resumes_and_overwrites_nothing(tmp_path, capsys):
    out = ["--out", str(tmp_path / "run")]
    assert "cannot read the checkpoint" in refused([*LEARN, *out, "--resume"], capsys)
    assert main([*LEARN, *out]) == 0
    checkpoint = tmp_path / "run" / "checkpoint.safetensors"
    assert f"saved {checkpoint}" in capsys.readouterr().out
    before = checkpoint.read_bytes()
    assert "--resume" in refused([*LEARN, *out], capsys)
    assert checkpoint.read_bytes() == before
    assert main([*LEARN, "iterations=3", *out, "--resume"]) == 0
    assert "iteration     3" in capsys.readouterr().out
    assert main(["watch", str(checkpoint), "--deals", "1", "--brief"]) == 0
    assert main(["arena", "run", str(checkpoint), "random", "--sets", "2"]) == 0
    message = refused(["watch", str(checkpoint), "--rules", "online"], capsys)
    *_, ready = message.strip().partition("it plays with ")
    option, rules = shlex.split(ready)
    with safe_open(checkpoint, "np") as file:  # the rules that it says are its own
        assert parse_rules(rules).hash == json.loads(file.metadata()["rules_hash"])
    assert option == "--rules" and "trained under" in message


def test_demo_trains_measures_and_shows_a_deal(monkeypatch, tmp_path, capsys):
    from thousand_training.demo import main as demo

    monkeypatch.chdir(tmp_path)
    lines = [f"{name} = {value}" for name, value in TINY.items()]
    path = tmp_path / "tiny.toml"
    path.write_text("\n".join(['rules = "polish,players=4"', *lines]))
    for folder in ("tiny", "tiny-2"):
        assert demo(["--config", str(path), "--sets", "2"]) == 0
        assert (tmp_path / "runs" / folder / "checkpoint.safetensors").exists()
    out = capsys.readouterr().out
    assert "against random" in out and "against greedy" in out and "deal 1, A deals" in out


@pytest.mark.filterwarnings("ignore:.*found in sys.modules")
def test_demo_refuses_bad_input_without_a_traceback(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["demo", "--config", "nothing"])
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("thousand_training.demo", run_name="__main__")
    assert (
        stop.value.code == 2
        and "shipped: base, bidding, bochki, collusion, demo, dmc, exploiter, king, rollout, smoke"
        in capsys.readouterr().err
    )


def test_replay_does_the_other_files_when_one_is_refused(tmp_path, capsys):
    game = te.Game(te.rules(golden=False), seed=2)
    while len(game.results) < 2:
        game.apply(game.legal()[0])
    paths = [tmp_path / f"{name}.json" for name in ("good", "bad", "absent", "too")]
    save_record(game, paths[0])
    paths[1].write_text(paths[0].read_text()[:-200])
    save_record(game, paths[3], ["Анна", "Boris", "Vera"])
    names = [*map(str, paths)]
    assert main(["replay", *names]) == 1
    out, err = capsys.readouterr()
    assert [f"# {name}" in out for name in names] == [True, False, False, True]
    assert [f"{name} is refused" in err for name in names] == [False, True, True, False]
    assert out.count("deal 2,") == 2 and "Анна" in out
    assert main(["replay", "--json", *names]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["file"], row["ok"]) for row in rows] == [*zip(names, [True, False, False, True])]
    assert rows[0]["record"]["result"]["deals"] == game.results and rows[1]["error"]


def test_settings_may_be_given_one_by_one(tmp_path):
    path = tmp_path / "run" / "checkpoint.safetensors"
    apart = [part for name, value in TINY.items() for part in ("--set", f"{name}={value}")]
    assert main(["train", "smoke", "--out", str(path.parent), *apart, "--set", "seed=5"]) == 0
    with safe_open(path, "np") as file:
        config = json.loads(file.metadata()["config"])
    assert config["seed"] == 5
    assert {name: config[name] for name in TINY} == TINY


# --- other games ---

OTHERS = [name for name in games.NAMES if name != "thousand"]


@pytest.mark.parametrize("name", games.NAMES)
def test_every_game_shows_its_options(name, capsys):
    assert main(["rules", "--game", name, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    rules = te.rules(name)
    assert (shown["game"], shown["hash"]) == (name, rules.hash)
    assert [*shown["options"]] == [*rules.options()] and shown["presets"] == [*rules.presets]
    assert main(["rules", "classic,players=3", "--game", name]) == 0
    text = capsys.readouterr().out
    assert all(f" {option} " in text for option in rules.options())


@pytest.mark.parametrize("name", games.NAMES)
def test_the_rules_in_words_are_printed_and_named(name, capsys):
    assert main(["rules", "--game", name]) == 0
    assert f"thousand rules --game {name} --text" in capsys.readouterr().out
    page = games.load(name).RULES_PAGE
    for language, file in (("en", page), ("ru", page.with_name("RULES.ru.md"))):
        assert main(["rules", "--game", name, "--text", language]) == 0
        text = capsys.readouterr().out
        assert text == f"{file.read_text(encoding='utf-8')}\n" and file.name.startswith("RULES")
    assert main(["rules", "--game", name, "--text"]) == 0
    told = capsys.readouterr().out
    ids = {option.rule.split(",")[0] for option in games.load(name).RuleSet.options().values()}
    assert all(f"{rule.split('.')[0]} " in told or f"{rule}." in told for rule in ids)


@pytest.mark.parametrize("name", OTHERS)
def test_a_match_of_any_game_is_watched_to_its_end(name, capsys):
    command = ["watch", "random", "--game", name, "--rules", "classic,players=3", "--seed", "4"]
    assert main([*command, "--brief"]) == 0
    brief = capsys.readouterr().out
    game = games.load(name).Game(te.rules(name, players=3), seed=4)
    names = ["random 0", "random 1", "random 2"]
    agent, rng = make_agent("random", game.rules), np.random.default_rng(4)
    while game.player is not None:
        game.apply(decide(game, agent, rng))
    sheet = games.text_of(game.rules).score_sheet(names, game.results, game.start)
    lines = [games.text_of(game.rules).result_line(result, names) for result in game.results]
    played = "\n".join(lines)  # a line a result, and the sheet once
    assert brief.endswith(f"{played}\n\n{sheet}\n\n{ending(game, names)}\n") and "-->" not in brief
    assert brief.count("\n") < len(lines) + sheet.count("\n") + 10
    assert all(
        f"{names[seat]} " in ending(game, names).split(" the match")[0] for seat in game.winners
    )
    assert main([*command, "--deals", "1"]) == 0
    full = capsys.readouterr().out
    assert full.count("-->") >= 3 and "stopped; deals played: 1" in full


@pytest.mark.parametrize("name", games.NAMES)
def test_a_record_says_itself_what_is_replayed(name, tmp_path, capsys):
    game, rng = games.load(name).Game(te.rules(name), seed=3), random.Random(0)
    while not game.over and len(game.results) < 4:
        game.apply(rng.choice(game.legal_actions()))
    path, seats = tmp_path / "game.json", [f"Player {k}" for k in range(game.rules.players)]
    save_record(game, path, seats)
    assert main(["replay", str(path)]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"# {path}\n\nrules: preset = ")
    lines = games.text_of(game.rules)
    for result in game.results:
        assert f"\n  {lines.result_line(result, seats)}" in text
    for number, deal in enumerate(game.deals, 1):
        assert f"\ndeal {number}, Player " in text
        for action in deal["actions"]:
            assert action.split()[-1] in text
    assert main(["replay", "--json", str(path)]) == 0
    row = json.loads(capsys.readouterr().out)
    assert row["record"]["format"] == f"{name}-record/1" and row["ok"]


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("command", [["solve"], ["advise", "--seat", "0"]])
def test_what_only_thousand_has_says_so_in_its_help(name, command, capsys):
    with pytest.raises(SystemExit):
        main([command[0], "--help"])
    told = capsys.readouterr().out
    assert "of Thousand" in " ".join(told.split()) and "``" not in told
    row = next(line for line in cli.usage().splitlines() if line.startswith(f"  {command[0]} "))
    assert "Thousand" in row


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("command", [["solve"], ["advise", "--seat", "0"]])
def test_commands_of_one_game_say_so(name, command, tmp_path, capsys):
    path = tmp_path / "game.json"
    save_record(games.load(name).Game(te.rules(name), seed=3), path)
    assert main([command[0], str(path), *command[1:]]) == 2
    error = capsys.readouterr().err
    assert f"format is '{name}-record/1': this command reads games of thousand only" in error


def test_optimal_says_where_it_is_none(monkeypatch, capsys):
    """It is exact for two players in order only (docs/bochki_optimum.md)."""
    for rules, said in (
        ("classic", "a best response to the others' quickest way and a heuristic"),
        (
            "classic,turns=in_order",
            "under these rules a best response to the others' quickest way\n",
        ),
        ("classic,players=2", "under these rules a heuristic"),
        ("classic,players=2,turns=in_order", ""),
    ):
        notes = notes_on(["optimal", "optimal", "threshold"], parse_rules(rules, "bochki"))
        told = "".join(f"{note}\n" for note in notes)
        assert (said in told) and told.count("exact only with") == bool(said)
    monkeypatch.setattr("builtins.input", lambda prompt: "quit")
    bochki = ["--game", "bochki", "--rules", "classic,players=2"]
    for command in (
        ["play", "--against", "optimal"],
        ["watch", "optimal", "--deals", "1", "--brief"],
        ["arena", "run", "optimal", "random", "--sets", "2", "--executor", "serial"],
    ):
        assert main([*command, *bochki]) == 0
        told = capsys.readouterr().out
        assert told.count("exact only with players=2,turns=in_order") == 1
        assert "the default score table, `house`, is this project's own (B4)" in told


@pytest.mark.parametrize("command", [["play"], ["watch"], ["arena", "run"]])
def test_help_lists_the_agents_game_by_game(command, capsys):
    with pytest.raises(SystemExit):
        main([*command, "--help"])
    text = capsys.readouterr().out
    for name in games.NAMES:
        assert f"\n  {name}: random, " in text
    assert "optimal, exact for two players" in " ".join(text.split()) and "``" not in text


def test_columns_of_the_arena_are_explained(tmp_path, capsys):
    out = str(tmp_path / "run")
    run = ["arena", "run", "threshold", "random", "--game", "bochki", "--sets", "4", "--out", out]
    assert main([*run, "--rules", "classic,players=2", "--executor", "serial"]) == 0
    legend = (
        "points: change of its score a deal; turn: points that a turn of its own wrote, extra ones "
        "among them; nothing: turns without any; fell: turns that fell from a barrel"
    )
    assert f"\n{legend}\n" in capsys.readouterr().out
    assert main(["arena", "report", out]) == 0
    assert f"Columns: {legend}." in capsys.readouterr().out


def test_warnings_about_rules_are_told_once_and_without_code(capsys):
    rules = 'classic,score_table={"2Y"=10,"3X"=35}'
    assert main(["watch", "random", "--game", "bochki", "--rules", rules, "--deals", "1"]) == 0
    error = capsys.readouterr().err.replace("thousand_env: compiling, once; up to a minute …\n", "")
    assert (
        error.startswith("thousand: score_table: nobody can reach 1000") and error.count("\n") == 1
    )


def test_arena_run_plays_king(tmp_path, capsys):
    out = ["--out", str(tmp_path / "run")]
    command = ["arena", "run", "random", "random", "--game", "king", "--executor", "serial"]
    assert main([*command, "--rules", "classic,players=3", "--sets", "8", *out]) == 0
    text = capsys.readouterr().out
    assert "\nking, rules classic, players=3 (hash " in text and " no tricks  no hearts " in text
    assert main(["arena", "report", out[1], "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["manifest"]["game"] == "king" and found["sets"] == 8


def test_a_network_trained_for_king_plays_king_only(tmp_path, capsys):
    settings = [f"{name}={value}" for name, value in TINY.items()]
    out = tmp_path / "run"
    assert main(["train", "king", "--out", str(out), "--set", *settings, "evaluate_sets=2"]) == 0
    checkpoint = str(out / "checkpoint.safetensors")
    assert main(["watch", checkpoint, "--game", "king", "--deals", "1", "--brief"]) == 0
    run = ["arena", "run", checkpoint, "random", "--sets", "2", "--executor", "serial"]
    assert main([*run, "--game", "king"]) == 0
    assert "king, rules classic " in capsys.readouterr().out
    assert "plays king, not thousand" in refused(run, capsys)
    message = refused([*run, "--game", "king", "--rules", "classic,players=3"], capsys)
    assert (
        "trained under classic, not under classic,players=3: it plays with --rules classic"
        in message
    )
