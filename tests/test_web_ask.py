"""The page Ask gives what the commands give, and refuses what they refuse."""

import json

import pytest

pytest.importorskip("starlette")

from tests.web_browser import client_of
from thousand_agents.cli import main

TABLE = {"score": [440, 680, 680], "bolts": [0] * 3, "barrel_deals_used": [None] * 3, "barrels_used": [0] * 3}  # fmt: skip
COMMON = {
    "rules": {"preset": "classic"}, "table": TABLE, "dealer": 2, "me": "greedy",
    "others": ["greedy", "greedy"], "playout": False,
}  # fmt: skip
DARK = COMMON | {"deals": 128}
BID = COMMON | {
    "cards": "AS KS QS JH TD 9C KC", "seat": 1, "bid": None, "by": None, "passed": [],
    "contract": None, "worlds": 20,
}  # fmt: skip


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("data")) as client:
        yield client


def said(capsys, *argv):
    """A command's JSON."""
    assert main([*argv, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def asked(client, kind, form):
    answer = client.post(f"/api/ask/{kind}", json=form)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["plots"] and all("<svg" in plot for plot in found.pop("plots"))
    return found


def test_dark_or_look_as_the_command_says(client, capsys):
    found = asked(client, "dark", DARK)
    expected = said(capsys, "dark", "ask", "--table", json.dumps(TABLE), "--dealer", "2", "--deals", "128")  # fmt: skip
    assert found == {key: expected[key] for key in found}
    assert found["break_even"]["chance"]["mean"] and found["win"]["dark"][0]["interval"]


def test_bids_as_the_command_says(client, capsys):
    found = asked(client, "bid", BID)
    expected = said(capsys, "bid", BID["cards"], "--table", json.dumps(TABLE), "--dealer", "2", "--seat", "1", "--worlds", "20")  # fmt: skip
    assert found == expected
    assert [choice["name"] for choice in found["match"]["choices"]][:2] == ["pass", "bid 105"]


def test_with_the_talon_as_the_command_says(client, capsys):
    cards = BID["cards"] + " TS 9H AD"
    found = asked(client, "bid", BID | {"cards": cards, "contract": 120, "worlds": 10})
    expected = said(capsys, "bid", cards, "--table", json.dumps(TABLE), "--dealer", "2", "--seat", "1", "--contract", "120", "--worlds", "10")  # fmt: skip
    assert found == expected
    assert {"concede", "keep"} <= {choice["name"] for choice in found["match"]["choices"]}


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("dark", {"deals": 0}), ("dark", {"deals": 10**7}), ("dark", {"me": "cmd:true"}), ("dark", {"others": []}),
        ("dark", {"table": {"score": [0, 0, 0]}}), ("dark", {"dealer": 3}), ("dark", {"playout": 1}), ("dark", {"x": 1}),
        ("bid", {"cards": "--help"}), ("bid", {"cards": "-h"}), ("bid", {"cards": "AS"}), ("bid", {"cards": "x" * 500}),
        ("bid", {"worlds": 10**6}), ("bid", {"passed": "1"}), ("bid", {"bid": 105, "by": None}), ("bid", {"rules": {"x": 1}}),
        ("bid", {"contract": 120}), ("bid", {"table": {"score": "/etc/passwd"}}), ("bid", {"others": ["greedy", "/x.safetensors"]}),
        ("bid", {"me": "greedy --playout"}), ("what", {}),
    ],
)  # fmt: skip
def test_wrong_questions_are_refused_with_a_reason(client, kind, change):
    form = (BID if kind == "bid" else DARK) | change
    answer = client.post(f"/api/ask/{kind}", json=form)
    assert answer.status_code in (400, 404) and len(answer.json()["error"]) > 10
