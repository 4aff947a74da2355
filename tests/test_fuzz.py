"""Hostile input: the project's own error, in bounded time and memory, and nothing has changed.

The attack by chance is the quick form of ``python -m tests.fuzz.run``; below it what such files were
always known to do, and what the fuzzer found, each by name.
"""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import thousand_env as te
from tests.fuzz import weights
from tests.fuzz.chance import attack
from tests.fuzz.oracle import check_message
from tests.fuzz.targets import TARGETS
from tests.fuzz.trees import Raw
from thousand_agents.models.net import NetAgent
from thousand_agents.models.tensors import ModelError, load_tensors
from thousand_agents.rules_option import parse_rules
from thousand_env.foreign import MOST_TOML
from thousand_env.games.thousand import rules_from
from thousand_env.record_form import MOST_BYTES
from thousand_training.config import Config, ConfigError, load_config

INPUTS = {
    "record": 250, "seat_record": 250, "rules_file": 400, "rules_option": 1000, "table": 250,
    "config": 500, "net": 150, "checkpoint": 150, "actions": 200, "state": 200,
    "king_record": 250, "bochki_record": 250,
}  # fmt: skip
DEEP = 100_000
HUGE = 10**5000  # more digits than Python writes
HANDS = ["AS TS KS QS JS 9S AC", "TC KC QC JC 9C AD TD", "KD QD JD 9D AH TH KH"]
RECORD = {
    "format": "thousand-record/1", "rules": {"golden": False}, "players": ["A", "B", "C"],
    "dealer": 2, "deals": [{"hands": HANDS, "talon": "QH JH 9H", "actions": ["pass"]}],
}  # fmt: skip


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_breaks_a_promise(name):
    attack(TARGETS[name], seed=1, inputs=INPUTS[name])


def refused(kind, function, *args):
    """The message of a refusal."""
    with pytest.raises(kind) as caught:
        function(*args)
    check_message(caught.value)
    return str(caught.value)


# --- size: each case in the same process of its own, the smallest first

LARGE = f"""
import json, resource, sys, time
import thousand_env as te
from thousand_env.games.thousand import load_rules
from thousand_training.config import load_config

record, folder = {json.dumps(RECORD)!r}, sys.argv[1]
many = "{{}}," * (({MOST_BYTES} - len(record)) // 3 - 20)
cases = {{
    "an endless device": lambda: te.load_record("/dev/zero"),
    "a record file of 100 megabytes": lambda: te.load_record(folder + "/large"),
    "settings of 100 megabytes": lambda: load_config(folder + "/large.toml"),
    "rules of 100 megabytes": lambda: load_rules(folder + "/large.toml"),
    "rules from an endless device": lambda: load_rules("/dev/zero"),
    "the slowest settings": lambda: load_config(folder + "/slow.toml"),
    "a record text of 100 megabytes": lambda: te.read_record("x" * 10**8),
    "the largest record": lambda: te.read_record(record[:-1] + ', "result": [' + many + "1]}}"),
}}
te.read_record(record)
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
for name, read in cases.items():
    before, began = peak(), time.perf_counter()
    try:
        read()
        end = "accepted"
    except te.ThousandError as error:
        end = type(error).__name__
    print(json.dumps([name, end, time.perf_counter() - began, peak() - before]))
"""


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """By case: how it ended, seconds, megabytes added."""
    folder = tmp_path_factory.mktemp("large")
    for name in ("large", "large.toml"):
        with (folder / name).open("wb") as file:
            file.write(json.dumps(RECORD).encode()[:-10])
            file.truncate(10**8)
    (folder / "slow.toml").write_text("a." * (MOST_TOML // 2 - 2) + "a=1")
    done = subprocess.run(
        [sys.executable, "-c", LARGE, folder], capture_output=True, text=True, check=True
    )
    return {name: found for name, *found in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize(
    ("case", "kind", "most_seconds", "most_megabytes"),
    [
        ("an endless device", "RecordError", 2, 30),
        ("a record file of 100 megabytes", "RecordError", 2, 30),
        ("settings of 100 megabytes", "ConfigError", 2, 30),
        ("rules of 100 megabytes", "RulesError", 2, 30),
        ("rules from an endless device", "RulesError", 2, 30),
        ("the slowest settings", "ConfigError", 40, 400),
        ("a record text of 100 megabytes", "RecordError", 2, 200),  # the text itself
        ("the largest record", "RecordError", 40, 1000),
    ],
)
def test_large_input_takes_bounded_time_and_memory(large, case, kind, most_seconds, most_megabytes):
    end, seconds, megabytes = large[case]
    assert end == kind and seconds < most_seconds and megabytes < most_megabytes


def test_a_deck_of_a_million_cards_is_refused():
    million = "AS " * 10**6
    for hands in ([million, *HANDS[1:]], HANDS * 10**5, [million.split(), *HANDS[1:]]):
        deal = RECORD["deals"][0] | {"hands": hands}
        assert "hand" in refused(te.RecordError, te.read_record, RECORD | {"deals": [deal]})
        game = te.Game(te.rules(golden=False), None, None, 2)
        refused(te.TableError, game.deal, hands, "QH JH 9H")
        assert game.needs_deal and game.deals == []


def test_a_deal_of_a_million_actions_is_refused():
    deal = RECORD["deals"][0] | {"actions": ["pass"] * 10**6}
    refused(te.RecordError, te.read_record, RECORD | {"deals": [deal]})
    assert "larger" in refused(
        te.RecordError, te.read_record, json.dumps(RECORD | {"deals": [deal]})
    )


# --- JSON


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEEP,
        "[" * DEEP + "]" * DEEP,
        '{"a":' * DEEP + "1" + "}" * DEEP,
        '{"deals":' + "[" * 900 + "]" * 900 + "}",
        b"\xef\xbb\xbf",
        b"\xff\xfe{\0}\0",
        b"\xed\xa0\x80",
        "\0",
        "",
        "NaN",
        '{"format":"thousand-record/1","format":"thousand-record/1"}',
        '{"\\u001b[2J":1,"\\u001b[2J":1}',
    ],
    ids=range(12),
)
def test_a_text_that_is_no_record_is_refused(text):
    for reader in (te.read_record, te.read_seat_record):
        refused(te.RecordError, reader, text)


def test_a_record_with_a_byte_order_mark_is_read():
    assert te.read_record(b"\xef\xbb\xbf" + json.dumps(RECORD).encode()).player == 2


VALUES = [
    "NaN", "Infinity", "-Infinity", "1e400", "1" * 5000, "1" * 20, "-1", "1.0", "true", "null",
    '"\\ud800"', '"\\u0000"', "[" * 300 + "]" * 300, '{"a":1,"a":1}', '{"\\ud800":NaN}',
]  # fmt: skip


@pytest.mark.parametrize("key", ["format", "rules", "players", "dealer", "deals", "table", "seat"])
@pytest.mark.parametrize("value", VALUES)
def test_a_value_that_no_record_has_is_refused(key, value):
    text = json.dumps(RECORD | {key: "HERE"}).replace('"HERE"', value)
    for reader in (te.read_record, te.read_seat_record):
        refused(te.RecordError, reader, text)


def test_an_object_of_python_with_strange_values_is_refused():
    for value in (float("nan"), HUGE, object(), {1: 2}, b"x", np.float64(1), {"a": {"b": HUGE}}):
        for key in RECORD:
            refused(te.RecordError, te.read_record, RECORD | {key: value})
    deep = []
    for _ in range(DEEP):
        deep = [deep]
    refused(te.RecordError, te.read_record, RECORD | {"result": deep})


# --- rules and settings


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


STRANGE = [
    HUGE,
    -HUGE,
    float("nan"),
    float("inf"),
    nested(DEEP),
    "\ud800",
    "\0",
    b"off",
    {},
    None,
    1e400,
]


@pytest.mark.parametrize("value", STRANGE, ids=range(len(STRANGE)))
def test_a_strange_value_of_an_option_is_refused(value):
    for name in te.rules().as_dict():
        message = refused(te.RulesError, rules_from, {name: value})
        assert message.startswith(f"{name} = ")


@pytest.mark.parametrize("value", STRANGE[:-2], ids=range(len(STRANGE) - 2))
def test_a_strange_value_in_a_table_is_refused(value):
    rules = te.rules(golden=False)
    for key in ("score", "bolts", "concessions", "barrel_deals_used", "barrels_used"):
        refused(te.TableError, te.Game, rules, None, {key: [0, 0, value]}, 0)
        refused(te.TableError, te.Game, rules, None, {key: value}, 0)
    for table in ({"redeals": value}, {"golden": value}, {"golden": {"circle": value}}, value):
        if table != {}:
            refused(te.TableError, te.Game, rules, None, table, 0)
    refused(te.TableError, te.Game, rules, None, {}, value)


@pytest.mark.parametrize(
    "text",
    [
        "classic,golden=" + "[" * DEEP,
        "classic," + "players=3," * 2,
        "classic,players=0x" + "f" * 5000,
        "classic,golden={" + "a." * 5000 + "a=1}",
        "classic,\ud800\x1b=1",
        "classic,\x1b=1,\x1b=1",
        "," * DEEP,
        "\0",
        "",
        "NaN",
        "classic,goal=inf",
        "/dev/null/x.toml",
    ],
    ids=range(12),
)
def test_an_option_text_that_is_none_is_refused(text):
    refused(te.RulesError, parse_rules, text)


@pytest.mark.parametrize(
    "setting",
    ["minutes = 1" + "0" * 400, "seed = 0x" + "f" * 5000, "minutes = nan", "minutes = inf",
     "seed = true", "rules = " + "[" * 5000, "a." * 5000 + "a = 1", "width = 1e400", "\0"],
    ids=range(9),
)  # fmt: skip
def test_a_strange_setting_of_a_run_is_refused(tmp_path, setting):
    path = tmp_path / "run.toml"
    path.write_text(setting)
    refused(ConfigError, load_config, str(path))


def test_a_setting_too_large_for_a_float_is_refused():
    refused(ConfigError, lambda: Config(minutes=10**400))


# --- networks


def with_header(change):
    """The valid checkpoint after a change of its header and its body."""
    header, body = weights.split(weights.valid_file())
    return weights.join(*change(header, body))


def tensor(**lies):
    """The header of a tensor of the policy, with lies in it."""
    return lambda header, body: (
        header | {"policy.body.0.bias": header["policy.body.0.bias"] | lies},
        body,
    )


def metadata(**texts):
    """Other metadata texts."""
    return lambda header, body: (
        header | {"__metadata__": header["__metadata__"] | texts},
        body,
    )


LIES = {
    "overlapping": tensor(data_offsets=[0, 8]),
    "offsets backwards": tensor(data_offsets=[8, 0]),
    "offsets beyond the file": tensor(data_offsets=[2**62, 2**62 + 8]),
    "offsets negative": tensor(data_offsets=[-8, 0]),
    "wider type": tensor(dtype="F64"),
    "unknown type": tensor(dtype="F12"),
    "type of eight bits": tensor(dtype="F8_E4M3"),
    "negative shape": tensor(shape=[-2]),
    "huge shape": tensor(shape=[2**63]),
    "shape that overflows": tensor(shape=[2**32, 2**32]),
    "shape of 10000 ones": tensor(shape=[1] * 10000 + [2]),
    "other shape": tensor(shape=[1, 2]),
    "body cut off": lambda header, body: (header, body[:-1]),
    "body too long": lambda header, body: (header, body + b"\0"),
    "no body": lambda header, body: (header, b""),
    "no tensors": lambda header, body: ({"__metadata__": header["__metadata__"]}, b""),
    "nested header": lambda header, body: (Raw("[" * DEEP), body),
    "nested rules": metadata(rules="[" * 900 + "]" * 900, rules_hash='"x"'),
    "rules of a megabyte": metadata(rules=json.dumps("x" * 10**6), rules_hash='"x"'),
    "huge width": metadata(width="9" * 4000),
    "width 8192": metadata(width="8192", depth="64"),
    "width true": metadata(width="true"),
    "width NaN": metadata(width="NaN"),
    "version": metadata(observation_version="[" * 900 + "]" * 900),
    "metadata that is no JSON": metadata(format="thousand"),
    "metadata numbers": lambda header, body: (header | {"__metadata__": {"format": 1}}, body),
    "control characters": lambda header, body: (header | {"\x1b[2J": 1}, body),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_network_file_that_lies_is_refused(tmp_path, lie):
    path = tmp_path / "net.safetensors"
    path.write_bytes(with_header(LIES[lie]))
    refused(ModelError, NetAgent.load, path, te.rules())
    weights.check_checkpoint(path.read_bytes())


@pytest.mark.parametrize(
    "data",
    [b"", b"\0" * 7, b"\0" * 8, b"\0" * 4096, b"\xff" * 4096, (2**63).to_bytes(8, "little") + b"{}",
     (2**64 - 1).to_bytes(8, "little") + b"{}", (100).to_bytes(8, "little") + b"{}",
     (2).to_bytes(8, "little") + b"[]", b"PK\x03\x04" + b"\0" * 100],
    ids=range(10),
)  # fmt: skip
def test_a_file_that_is_no_network_is_refused(tmp_path, data):
    path = tmp_path / "net.safetensors"
    path.write_bytes(data)
    refused(ModelError, load_tensors, path)


def test_a_network_file_of_a_terabyte_is_refused_unread(tmp_path):
    path = tmp_path / "net.safetensors"
    header = {"a": {"dtype": "U8", "shape": [2**40], "data_offsets": [0, 2**40]}}
    path.write_bytes(weights.join(header, b""))
    os.truncate(path, path.stat().st_size + 2**40)  # a hole, not a byte of which is stored
    assert "bytes" in refused(ModelError, load_tensors, path)


def test_what_is_no_file_is_refused_as_a_network(tmp_path):
    os.mkfifo(tmp_path / "pipe")  # opening it would wait for ever
    for path in (tmp_path, tmp_path / "none", tmp_path / "pipe", tmp_path / "a\0b"):
        with pytest.raises(ModelError):
            load_tensors(path)


def test_a_loaded_network_does_not_change_with_its_file(tmp_path):
    """Found by the fuzzer: tensors were the mapped file itself, so a later ``cp`` changed them."""
    path = tmp_path / "net.safetensors"
    path.write_bytes(weights.valid_file())
    tensors, _ = load_tensors(path)
    before = {name: tensor.clone() for name, tensor in tensors.items()}
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.write(b"\x01" * size)
    assert all((tensors[name] == before[name]).all() for name in before)


# --- paths


@pytest.mark.parametrize("name", ["", "none", "a\0b", "x" * 5000, "\ud800"])
def test_a_path_that_can_not_be_read_is_refused(tmp_path, name):
    path = f"{tmp_path}/{name}"
    with pytest.raises(te.RecordError):
        te.load_record(path)
    with pytest.raises(ConfigError):
        load_config(f"{path}.toml")
    with pytest.raises(te.RulesError):
        parse_rules(f"{path}.toml")


# --- found by the fuzzer in what the APIs say and in states restored


@pytest.mark.parametrize("value", [HUGE, -HUGE, nested(DEEP)], ids=["huge", "negative", "nested"])
def test_a_value_that_can_not_be_written_is_refused_everywhere(value):
    """Found by the fuzzer: ``repr`` of such a value failed while the message was made."""
    game, env = te.Game(), te.VectorEnv()
    env.reset()
    calls = [
        lambda: rules_from({"preset": value}),
        lambda: te.Game(seed=value),
        lambda: te.Game(deck=value),
        lambda: te.Game(rules=value),
        lambda: game.view(value),
        lambda: game.apply(value),
        lambda: te.VectorEnv(num_games=value if value != HUGE else -HUGE),
        lambda: te.VectorEnv(num_threads=value),
        lambda: te.VectorEnv(value),
        lambda: te.VectorEnv(reward=value),
        lambda: te.VectorEnv(episode=value),
        lambda: env.reset(seed=value),
        lambda: env.reset(options=value),
        lambda: env.view(value),
        lambda: env.sample(value),
    ]
    for call in calls:
        refused(te.ThousandError, call)


def auction_state(players, **fields):
    """A batch in its first auction, some fields of its state changed."""
    rules = te.rules(golden=False, dark=False, redeal_weak_hand=0, players=players)
    env = te.VectorEnv(rules=rules)
    env.reset(options={"dealer": 0})
    states = env.state
    for name, value in fields.items():
        states[name] = value
    return env, states


@pytest.mark.parametrize(
    ("players", "fields", "message"),
    [
        (3, {"phase": 1, "passed": [0, 1, 1, 0]}, "before the auction"),
        (3, {"phase": 2, "passed": [1, 1, 1, 0]}, "before the auction"),
        (4, {"declarer": 0}, "sits out"),
        (4, {"to_move": 0}, "sits out"),
        (3, {"passed": [0, 0, 2, 0]}, "passed"),
        (3, {"bids": 2**31 - 1}, "bids"),
    ],
)
def test_a_state_in_which_the_turn_would_go_round_for_ever_is_refused(players, fields, message):
    """Found by the fuzzer: in the auction nobody was left who had not passed."""
    env, states = auction_state(players, **fields)
    before = env.state.tobytes()
    with pytest.raises(te.ThousandError, match=message):
        env.state = states
    assert env.state.tobytes() == before


def test_a_state_whose_log_gives_three_cards_is_refused():
    """Found by the fuzzer: the view would look for a third gift."""
    env, states = auction_state(3, log_length=3)
    states["log_action"][:, :3] = 42
    with pytest.raises(te.ThousandError, match="log"):
        env.state = states
