"""The page Ask: its answers are those of the commands; wrong fields, slow questions, full rooms."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

pytest.importorskip("starlette")

from starlette.websockets import WebSocketDisconnect

from tests.web_browser import HOST, NO_HURRY, Browser, client_of, sit_down
from thousand_agents.cli import main
from thousand_agents.web import ask as ask_page
from thousand_agents.web.ask_form import KINDS, FieldError, read_question
from thousand_agents.web.limits import Limits, Rate

HAND, TALON = "AS KS QS JH TD 9C KC", "QC 9S JD"
CLASSIC = {"preset": "classic", "players": 3}
SCORES = [440, 680, 680]
COMMON = {
    "rules": CLASSIC,
    "table": {"score": SCORES},
    "dealer": None,
    "me": "greedy",
    "others": ["greedy"],
    "judge": None,
    "seed": 3,
}
FORMS = {
    "dark": {**COMMON, "kind": "dark", "deals": 128},
    "bid": {
        **COMMON,
        "kind": "bid",
        "cards": HAND,
        "seat": 0,
        "worlds": 20,
        "bid_stands": 100,
        "by": 1,
        "passed": [2],
        "dealer": 0,
    },
    "contract": {
        **COMMON,
        "kind": "contract",
        "cards": f"{HAND} {TALON}",
        "seat": 0,
        "worlds": 20,
        "contract": 110,
        "give": None,
    },
}
SCORE_TEXT = " ".join(map(str, SCORES))
WORLDS = ["--table", SCORE_TEXT, "--worlds", "20", "--seed", "3", "--json"]
COMMANDS = {
    "dark": ["dark", "ask", "--table", SCORE_TEXT, "--deals", "128", "--seed", "3", "--json"],
    "bid": [
        "bid",
        HAND,
        "--bid-stands",
        "100",
        "--by",
        "1",
        "--passed",
        "2",
        "--dealer",
        "0",
        "--seat",
        "0",
    ]
    + WORLDS,
    "contract": ["bid", f"{HAND} {TALON}", "--contract", "110", *WORLDS],
}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("data")) as client:
        yield client


class Window:
    """The page's websocket."""

    def __init__(self, client, headers=None):
        self._connection = client.websocket_connect(
            f"ws://{HOST}/ws/ask", headers=dict(headers or {})
        )

    def __enter__(self):
        self.socket = self._connection.__enter__()
        return self

    def __exit__(self, *error):
        self._connection.__exit__(*error)

    def begin(self, form):
        self.socket.send_text(json.dumps({"type": "ask", "question": form}))

    def end(self):
        """The frame that ends a question, and how often progress was told before."""
        told = []
        while (frame := self.socket.receive_json())["type"] == "progress":
            told.append(frame)
        return frame, told

    def ask(self, form):
        self.begin(form)
        return self.end()[0]


def refusal(form, offered=()):
    with pytest.raises(FieldError) as error:
        read_question(form, offered)
    assert error.value.field in str(error.value)
    return error.value.field


# --- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_is_that_of_the_command_with_the_same_seed_and_deals(client, capsys, kind):
    assert main(COMMANDS[kind]) == 0
    wanted = json.loads(capsys.readouterr().out)
    with Window(client) as window:
        frame = window.ask(FORMS[kind])
    assert frame["type"] == "answer", frame
    assert frame["found"] == wanted


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_has_its_verdict_first_tables_with_heads_and_plots(client, kind):
    with Window(client) as window:
        frame = window.ask(FORMS[kind])
    sections, plots = frame["sections"], frame["plots"]
    assert "verdict" in sections[0]["paragraphs"][0]
    tables = [section["table"] for section in sections if section["table"]]
    assert tables and all(len({len(row) for row in table}) == 1 for table in tables)
    named = [section["plot"] for section in sections if section["plot"]]
    assert named and sorted(named) == sorted(plots)
    for svg in plots.values():
        assert ET.fromstring(svg).tag.endswith("svg")
        addresses = re.findall(r'href="([^"]*)"', svg)  # of things to be fetched
        assert all(address.startswith("#") for address in addresses)


def test_break_even_and_both_chances_are_told_of_a_dark(client):
    with Window(client) as window:
        found = window.ask(FORMS["dark"])["found"]
    me = found["question"]["me"]
    assert me == 0 and found["deals"] == 128
    for branch in ("dark", "look"):
        low, high = found["win"][branch][me]["interval"]
        assert 0 <= low <= found["win"][branch][me]["mean"] <= high <= 1
    assert set(found["break_even"]) >= {"chance", "made", "failed", "look"}


def test_the_page_asks_for_nothing_from_elsewhere(client):
    page = client.get("/ask").text
    assert not re.findall(r'(?:src|href)="(?!/|#)[^"]*"', page)
    assert not re.findall(r"<script(?![^>]*(?:src=|application/json))", page)
    assert " style=" not in page and "<style" not in page
    assert len(re.findall(r'data-test="card-\w\w"', page)) == 24


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("bid", "kind", "fortune"),
        ("bid", "kind", ["bid"]),
        ("bid", "rules", "classic"),
        ("bid", "rules", {"preset": "whist"}),
        ("bid", "table", [0, 0, 0]),
        ("bid", "table", {"score": [0, 0]}),
        ("bid", "table", {"score": [3, 0, 0]}),
        ("bid", "table", {"score": [880, 0, 0]}),
        ("bid", "dealer", 3),
        ("bid", "dealer", True),
        ("bid", "seat", -1),
        ("bid", "seat", "0"),
        ("bid", "me", None),
        ("bid", "me", "cmd:rm"),
        ("bid", "me", "/etc/passwd"),
        ("bid", "others", "greedy"),
        ("bid", "others", ["greedy", "greedy", "greedy"]),
        ("bid", "others", ["greedy", "cmd:rm"]),
        ("bid", "others", ["pimc:worlds=100000"]),
        ("bid", "judge", "/etc/passwd"),
        ("bid", "seed", -1),
        ("bid", "seed", 1.5),
        ("bid", "cards", None),
        ("bid", "cards", "AS KS"),
        ("bid", "cards", "AS AS QS JH TD 9C KC"),
        ("bid", "cards", "1S KS QS JH TD 9C KC"),
        ("bid", "cards", f"{HAND} {TALON}"),
        ("contract", "cards", HAND),
        ("contract", "cards", "AS " * 100),
        ("bid", "worlds", 1),
        ("bid", "worlds", 10**6),
        ("bid", "worlds", None),
        ("bid", "bid_stands", 99),
        ("bid", "bid_stands", None),
        ("bid", "by", None),
        ("bid", "passed", [3]),
        ("bid", "passed", [2, 2]),
        ("bid", "passed", "2"),
        ("contract", "contract", None),
        ("contract", "contract", 1000),
        ("contract", "give", 7),
        ("dark", "deals", 1),
        ("dark", "deals", 10**9),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(kind, field, value):
    named = refusal(FORMS[kind] | {field: value})
    assert named == field or {named, field} == {"by", "bid_stands"}


def test_fields_are_all_there_and_no_others():
    for form in FORMS.values():
        read_question(form)
        for field in form:
            assert refusal({k: v for k, v in form.items() if k != field}) == field
        assert refusal(form | {"file": "/etc/passwd"}) == "file"


def test_the_page_hears_which_field_is_wrong_and_asks_on(client):
    with Window(client) as window:
        frame = window.ask(FORMS["dark"] | {"table": {"score": [1, 2, 3]}})
        assert (frame["type"], frame["field"]) == ("refused", "table")
        assert "R2.3" in frame["reason"]
        assert window.ask(FORMS["dark"])["type"] == "answer"


def test_what_only_the_game_can_tell_is_refused_in_the_pages_words(client):
    with Window(client) as window:
        no_dark = window.ask(FORMS["dark"] | {"table": {"score": [0, 0, 0]}})
        assert no_dark["type"] == "refused" and "R7.1" in no_dark["reason"]
        no_auction = window.ask(FORMS["bid"] | {"by": 0})
        assert no_auction["type"] == "refused" and "R5.1" in no_auction["reason"]
        assert "by seat 2 stands" in no_auction["reason"] and "--" not in no_auction["reason"]


@pytest.mark.parametrize(
    "text", ["[]", "{}", "no", '{"type": "ask"}', '{"type": "ask", "question": 1}']
)
def test_a_broken_message_closes_its_connection_alone(client, text):
    with Window(client) as other, Window(client) as window:
        window.socket.send_text(text)
        with pytest.raises(WebSocketDisconnect) as closed:
            window.socket.receive_json()
        assert closed.value.reason
        assert other.ask(FORMS["dark"] | {"deals": 64})["type"] == "answer"


# --- limits --------------------------------------------------------------------------------------


def slow_form():
    """A question that nobody waits for: every match is played to its end by a searching player."""
    slow = {"me": "pimc:worlds=100", "others": ["pimc:worlds=100"], "judge": "playout"}
    return FORMS["dark"] | slow | {"deals": 100_000}


def test_a_question_is_stopped_when_asked_to_and_the_next_one_answered(client):
    with Window(client) as window:
        window.begin(slow_form())
        window.socket.send_text('{"type": "stop"}')
        assert window.end()[0] == {"type": "stopped"}
        frame = window.ask(FORMS["dark"])
        assert frame["type"] == "answer"
    assert client.app.state.server.asks.going_on == 0


def test_slow_questions_hold_up_no_table(client):
    with Window(client) as first, Window(client) as second, Window(client) as third:
        for window in (first, second, third):  # more than there are workers
            window.begin(slow_form())
        with Browser(client, sit_down(client)) as browser:
            browser.play(lambda legal: legal[0], lambda state: state["scene"]["phase"] == "play")
        assert client.app.state.server.asks.going_on == 3
        for window in (first, second, third):
            window.socket.send_text('{"type": "stop"}')
            assert window.end()[0] == {"type": "stopped"}


def test_progress_is_told(client):
    with Window(client) as window:
        window.begin(FORMS["dark"] | {"deals": 10_000})
        frame, told = window.end()
    assert frame["type"] == "answer"
    done = [frame["done"] for frame in told]
    assert done[0] == 0  # told at once, before the first deal
    assert done == sorted(done) and 0 < done[-1] <= 10_000
    assert {frame["of"] for frame in told} == {10_000}


def test_a_slow_question_ends_with_its_time(tmp_path):
    limits = Limits(requests=NO_HURRY.requests, messages=NO_HURRY.messages, analysis=1.0)
    with client_of(tmp_path, (), limits) as client, Window(client) as window:
        frame = window.ask(slow_form())
        assert frame["type"] == "refused" and "1 seconds" in frame["reason"]


def test_so_many_questions_at_once_and_no_more(client, monkeypatch):
    monkeypatch.setattr(ask_page, "MOST_WAITING", 0)
    with Window(client) as window:
        assert "wait" in window.ask(FORMS["dark"])["reason"]


def test_an_address_that_asks_too_often_has_to_wait(tmp_path):
    limits = Limits(requests=Rate(1e-6, 1), messages=NO_HURRY.messages)
    with client_of(tmp_path, (), limits) as client, Window(client) as window:
        wrong = FORMS["dark"] | {"deals": 1}
        assert window.ask(wrong)["field"] == "deals"
        assert "too many" in window.ask(wrong)["reason"]
