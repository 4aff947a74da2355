"""A written game on the command line: slips are named by their cause, in every command."""

import json

import pytest

from tests.rules.helpers import SWEEP, do, lay, new_game
from thousand_agents.cli import main
from thousand_env.record import write_record

COMMANDS = (["solve"], ["replay"], ["advise", "--seat", "0"])


def refused(form, tmp_path, capsys):
    """What each command says of a record."""
    path = tmp_path / "game.json"
    path.write_text(form if isinstance(form, str) else json.dumps(form), encoding="utf-8")
    said = []
    for command, *options in COMMANDS:
        assert main([command, str(path), *options]) in (1, 2)
        out, err = capsys.readouterr()
        assert out == "" and err.count(str(path)) == 1  # the file is named, once
        said.append(err)
    return said


def record():
    return write_record(do(lay(new_game(preset="online"), *SWEEP), "pass, pass"))


@pytest.mark.parametrize(
    ("rules", "cause"),
    [({}, "3 hands in deal 1"), ({"players": 3}, "3 by the rules")],
)
def test_r16_a_name_too_few_is_named_as_the_cause(rules, cause, tmp_path, capsys):
    form = record()
    form["rules"] |= rules
    form["players"] = ["Anna", "Boris"]
    for message in refused(form, tmp_path, capsys):
        assert f"players: 2 names, but {cause}: one name a seat" in message


def test_what_is_no_json_names_the_file(tmp_path, capsys):
    assert all("no JSON" in message for message in refused("deal 1, ...", tmp_path, capsys))


def test_r16_hidden_hands_without_the_key_seat(tmp_path, capsys):
    form = record()
    form["deals"][0]["hands"][1:] = ["?", "? ? ? ? ? ? ?"]
    by_solve, *others = refused(form, tmp_path, capsys)
    assert "one seat's record, with hidden cards, and solve needs all of them" in by_solve
    assert all('the key "seat" is missing' in message for message in others)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("players", 3), ("players", []), ("rules", []), ("rules", {"players": []}), ("deals", {}),
        ("deals", [3]), ("deals", [{"hands": 3}]), ("deals", [{"hands": [["?"]]}]),
        ("rules", {"players": "3"}), ("rules", {"players": True}),
    ],
)  # fmt: skip
def test_a_record_of_any_json_is_refused_without_a_traceback(key, value, tmp_path, capsys):
    for message in refused(record() | {key: value}, tmp_path, capsys):
        assert "Traceback" not in message
