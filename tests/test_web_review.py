"""Written games in the browser: steps, what a seat saw, judged decisions, the one file."""

import json
import re
import zlib
from base64 import b64decode
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from tests.web_browser import HOST, Browser, cards_in, client_of, sit_down
from thousand_env.games.thousand import Game, rules
from thousand_env.games.thousand.seat_record import hide
from thousand_env.record import record_text, write_record

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.fixture(scope="module")
def record():
    """Two deals under rules with an equity model, the bids low and the cards as they come."""
    game = Game(rules("online"), seed=3, table={"score": [300, 420, 180]})
    while len(game.results) < 2 and game.player is not None:
        legal = game.legal()
        ways_out = ("concede", "redeal")
        game.apply("pass" if "pass" in legal else next(a for a in legal if a not in ways_out))
    return write_record(game, ["Anna", "Boris", "Vera"])


def upload(client, record):
    answer = client.post("/api/records", content=record_text(record), headers=JSON)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def judged(client, name, seat):
    """All judged decisions of a seat, by step."""
    found = {}
    with client.websocket_connect(f"ws://{HOST}/ws/review/{name}") as socket:
        socket.send_text(json.dumps({"type": "judge", "seat": seat}))
        while (frame := json.loads(socket.receive_text()))["type"] == "judged":
            found[frame["step"]] = frame
    assert frame == {"type": "finished", "seat": seat, "of": len(found)}
    return found


def test_every_action_is_a_step_and_every_pack_one(client, record):
    name = upload(client, record)
    info = client.get(f"/api/records/{name}").json()
    written = [action for deal in record["deals"] for action in [None, *deal["actions"]]]
    assert [action for _, _, action in info["steps"]] == written
    assert info["results"] == record["result"]["deals"]
    starts = [k for k, action in enumerate(written) if action is None]
    curve = client.get(f"/api/records/{name}/curve").json()["curve"]
    assert [point[0] for point in curve[: len(starts)]] == starts
    assert all(abs(sum(chances) - 1) < 1e-6 for _, *chances in curve)
    last = client.get(f"/api/records/{name}/steps/{len(written) - 1}").json()
    assert len(written) > 20 and "svg" in last["picture"]


def test_a_step_seen_as_a_seat_shows_what_it_knew(client, record):
    name = upload(client, record)
    hands = [set(hand.split()) for hand in record["deals"][0]["hands"]]
    for seat, own in enumerate(hands):
        text = client.get(f"/api/records/{name}/steps/0?seat={seat}").text
        unseen_before_dark = seat == (record["dealer"] + 1) % 3
        assert cards_in(text) == (set() if unseen_before_dark else own)
    everything = set.union(*hands) | set(record["deals"][0]["talon"].split())
    assert cards_in(client.get(f"/api/records/{name}/steps/0").text) == everything


def test_the_record_of_one_seat_tells_of_no_other(client, record):
    name = upload(client, hide(record, 1))
    info = client.get(f"/api/records/{name}").json()
    assert info["seat"] == 1
    own = set(record["deals"][0]["hands"][1].split())
    assert cards_in(client.get(f"/api/records/{name}/steps/0").text) == own
    refused = client.get(f"/api/records/{name}/steps/0?seat=0")
    assert refused.status_code == 400 and "seat 1 alone" in refused.json()["error"]


def test_decisions_are_judged_from_what_was_known_and_cost_chances_to_win(client, record):
    full, own = upload(client, record), upload(client, hide(record, 1))
    found = judged(client, full, 1)
    assert found
    for step, frame in found.items():
        hint = frame["hint"]
        values = {option["action"]: option for option in hint["options"]}
        assert (
            frame["done"] == [a for d in record["deals"] for a in [None, *d["actions"]]][step + 1]
        )
        assert hint["unit"] == "win" and frame["done"] in values
        best = max(option["value"] for option in values.values())
        assert hint["cost"] == pytest.approx(best - values[frame["done"]]["value"], abs=1e-6)
        assert hint["cost"] >= 0
    # One seat's record has the same to say of it: nothing hidden was looked at.
    mine = [(frame["done"], frame["hint"]["options"]) for frame in judged(client, own, 1).values()]
    assert [done for done, _ in mine] == [frame["done"] for frame in found.values()]


def test_the_one_file_has_everything_in_it(client, record):
    name = upload(client, record)
    found = judged(client, name, 0)
    page = client.get(f"/api/records/{name}/export?seat=0&language=ru")
    assert "attachment" in page.headers["content-disposition"]
    html = page.text
    assert (
        "src=" not in html.replace("img-src", "")
        and 'href="/' not in html
        and "import " not in html
    )
    packed = re.search(r'id="packed">(.*?)</script>', html, re.DOTALL)
    data = json.loads(zlib.decompress(b64decode(json.loads(packed[1]))))
    assert len(data["steps"]) == len(data["record"]["steps"])
    assert {int(step) for step in data["judged"]} == set(found)
    assert "Повтор" in html or "Запись" in html


def test_what_is_no_record_is_refused_with_the_reason(client, record):
    broken = json.loads(record_text(record))
    broken["deals"][0]["actions"][0] = "bid 400"
    for content, reason in (
        ("no json", "no JSON"), ("[]", "record"), (json.dumps(broken), "illegal"),
        ('{"format": "king-record/1"}', "missing"), ("x" * 5_000_001, "larger"),
    ):  # fmt: skip
        answer = client.post("/api/records", content=content, headers=JSON)
        assert answer.status_code in (400, 413) and reason in answer.json()["error"], content[:40]


def test_examples_of_the_documents_can_be_opened(client):
    for path in sorted(EXAMPLES.glob("*.json")):
        answer = client.post("/api/records", content=path.read_bytes(), headers=JSON)
        if answer.status_code == 201:
            name = answer.json()["id"]
            assert client.get(f"/review/{name}").status_code == 200
        else:
            assert "only Thousand" in answer.json()["error"] or "table" in path.name


def test_broken_messages_and_foreign_ids_close_a_review(client, record):
    name = upload(client, record)
    for url, text, code in (
        (f"/ws/review/{name}", '{"type": "judge", "seat": 9}', 1003),
        (f"/ws/review/{name}", "x", 1003),
        ("/ws/review/" + "a" * 22, "", 4404),
    ):
        with client.websocket_connect(f"ws://{HOST}{url}") as socket:
            if text:
                socket.send_text(text)
            end = socket.receive()
            assert end["type"] == "websocket.close" and end["code"] == code and end["reason"]


def test_a_game_at_a_table_goes_to_its_review_as_the_person_knows_it(client):
    name = sit_down(client)
    with Browser(client, name) as browser:
        browser.until_asked()
        browser.act(browser.state["legal"][0])
    answer = client.post(f"/api/tables/{name}/review", json={})
    assert answer.status_code == 201
    assert client.get(f"/api/records/{answer.json()['id']}").json()["seat"] == 0
