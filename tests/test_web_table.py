"""Tables in the browser: undo, hints, keeping, and everything that is refused."""

import asyncio
import json
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from starlette.websockets import WebSocketDisconnect

from tests.web_browser import (
    HOST,
    NO_HURRY,
    Browser,
    client_of,
    settings,
    sit_down,
)
from thousand_agents.web.lanes import Lanes
from thousand_agents.web.limits import Bucket, Limits, Rate
from thousand_agents.web.match import Match
from thousand_agents.web.room import Room
from thousand_agents.web.settings import read_settings
from thousand_agents.web.store import Store, StoreError, new_id
from thousand_env.games.thousand.rules import OPTIONS, PRESETS

SLEEPER = """
import json, sys, time
for line in sys.stdin:
    if json.loads(line).get("type") != "hello":
        time.sleep(60)
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def sleeper(data):
    path = data / "sleeper.py"
    path.write_text(SLEEPER)
    return f"cmd:timeout=50 {sys.executable} {path}"


@pytest.fixture(scope="module")
def client(data, sleeper):
    limits = Limits(messages=Rate(50, 60), requests=NO_HURRY.requests, thinking=2.0)
    with client_of(data / "served", (sleeper,), limits) as client:
        yield client


def move(browser):
    """The person's next decision, whatever it is."""
    browser.go_on() if browser.state["result"] else browser.act(
        first_choice(browser.state["legal"])
    )


def first_choice(legal):
    return next(text for text in legal if text != "concede")


def test_undo_goes_back_to_the_last_decision(client):
    with Browser(client, sit_down(client)) as browser:
        browser.play(
            first_choice,
            lambda state: state["scene"]["phase"] == "play" and len(state["scene"]["log"]) > 5,
        )
        before = browser.state
        browser.act(before["legal"][0])
        after = browser.undo()
        assert after["turn"] > before["turn"]
        assert {**after, "turn": 0} == {**before, "turn": 0}


def test_undo_and_hints_are_for_training_only(client):
    with Browser(client, sit_down(client, training=False)) as browser:
        turn = browser.until_asked()["turn"]
        assert not browser.state["undo"]
        for kind in ("undo", "hint"):
            browser.send(kind, turn=turn)
            assert "training" in browser.wait(lambda f: f["type"] == "refused")["reason"]


def test_a_hint_has_a_value_with_its_interval_for_each_action_it_looks_at(client):
    with Browser(client, sit_down(client, rules={"preset": "online"})) as browser:
        browser.play(
            first_choice,
            lambda state: state["scene"]["phase"] == "play" and len(state["legal"]) > 2,
        )
        legal = browser.state["legal"]
        browser.send("hint", turn=browser.state["turn"])
        hint = browser.wait(lambda f: f["type"] == "hint")
        assert sorted(o["action"] for o in hint["options"]) + hint["skipped"] == sorted(legal)
        assert hint["unit"] == "win"  # an equity model comes with the package for these rules
        for option in hint["options"]:
            assert 0 <= option["low"] <= option["value"] <= option["high"] <= 1
        best = max(hint["options"], key=lambda o: o["value"])
        assert hint["action"] == best["action"] and best["less"] == 0


def test_an_illegal_or_late_action_is_refused_and_changes_nothing(client):
    with Browser(client, sit_down(client)) as browser:
        state = browser.until_asked()
        for action, turn in (
            ("bid 400", state["turn"]),
            ("play XX", state["turn"]),
            (state["legal"][0], state["turn"] - 1 if state["turn"] else 1),  # 0 is the first turn
        ):
            browser.send("act", action=action, turn=turn)
            refusal = browser.wait(lambda f: f["type"] == "refused")
            assert refusal["turn"] == state["turn"] and len(refusal["reason"]) > 10
        assert browser.act(state["legal"][0])["turn"] > state["turn"]


BROKEN = [
    "", "no json", "[]", "7", "null", "[" * 3000, '{"type": 7}', '{"type": "fly"}', "{}",
    '{"type": "act"}', '{"type": "act", "action": "pass"}', '{"type": "act", "action": 5, "turn": 0}',
    '{"type": "act", "action": "pass", "turn": "0"}', '{"type": "act", "action": "pass", "turn": true}',
    '{"type": "act", "action": "pass", "turn": -1}', '{"type": "act", "action": "pass", "turn": 1e400}',
    '{"type": "act", "action": "' + "x" * 41 + '", "turn": 0}',
    '{"type": "leave", "more": 1}', '{"type": "tempo", "tempo": 5}', '{"type": "_keep"}', '{"type": "__init__"}',
    '{"type": "undo", "turn": ' + "9" * 3000 + "}",
]  # fmt: skip


def test_a_broken_message_closes_its_connection_with_a_reason_and_nothing_else(client):
    name = sit_down(client)
    with Browser(client, name) as other:
        before = other.until_asked()
        for message in BROKEN:
            with Browser(client, name) as browser:
                browser.socket.send_text(message)
                code, reason = browser.closed()
                assert code == 1003 and reason, message[:60]
        with Browser(client, name) as browser:
            browser.socket.send_bytes(b"\x00\xff")
            assert browser.closed() == (1003, "messages are texts")
        with Browser(client, name) as browser:
            browser.socket.send_text(json.dumps({"type": "act", "action": "x" * 5000, "turn": 0}))
            assert browser.closed()[0] == 1009
        assert other.act(before["legal"][0])["turn"] > before["turn"]  # the table goes on


def test_too_many_messages_close_the_connection(client):
    with Browser(client, sit_down(client)) as browser:
        for _ in range(200):
            browser.send("tempo", tempo=300)
        assert browser.closed() == (1008, "too many messages")


def test_too_many_requests_and_too_large_ones_are_refused(tmp_path):
    limits = Limits(requests=Rate(0.001, 3), body=2000)
    with client_of(tmp_path, limits=limits) as client:
        assert (
            client.post(
                "/api/tables", content=b"x" * 5000, headers={"Content-Type": "application/json"}
            ).status_code
            == 413
        )
        assert client.post("/api/tables", data={"a": "b"}).status_code == 415
        assert client.post("/api/tables", json=settings()).status_code == 201
        late = client.post("/api/tables", json=settings())
        assert late.status_code == 429 and "wait" in late.json()["error"]
        assert client.get("/").status_code == 200


def test_a_bucket_fills_again():
    now = [0.0]
    bucket = Bucket(Rate(2, 3), lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_a_foreign_id_opens_nothing(client):
    for name in (new_id(), "x", "..", "%2e%2e", "../tables", "a" * 22 + ".json"):
        with pytest.raises(WebSocketDisconnect) as end, Browser(client, name):
            pass
        assert end.value.code in (4404, 1000)
        if ".." not in name:  # the test's client makes /table/.. the start page
            assert client.get(f"/table/{name}").status_code == 404
            assert client.get(f"/api/tables/{name}/record").status_code == 404


def test_names_of_files_cannot_leave_the_data_folder(client, data):
    store = Store(data / "served", 10)
    for name in ("..", "../x", "/etc/passwd", "x" * 21 + "/", "a\0" + "b" * 20, "é" * 22, ""):
        assert not store.has("tables", name)
        with pytest.raises(StoreError):
            store.path("tables", name)
        with pytest.raises(StoreError):
            store.save("tables", name, {})
    for path in (
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "//etc/passwd",
        "/suits/..%2fS.svg",
    ):
        assert client.get(path).status_code == 404
    kept = {
        path.relative_to(data / "served").parts[0] for path in (data / "served").rglob("*.json")
    }
    assert kept <= {"tables", "records", "reviews"}


def test_a_full_folder_says_so(tmp_path):
    with client_of(tmp_path, limits=Limits(files=1)) as client:
        sit_down(client)
        answer = client.post("/api/tables", json=settings())
        assert answer.status_code == 507 and "delete" in answer.json()["error"]


def test_a_table_that_cannot_be_saved_says_so_and_goes_on(tmp_path, monkeypatch):
    with client_of(tmp_path) as client, Browser(client, sit_down(client)) as browser:
        before = browser.until_asked()

        def full(*args):
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patched:
            patched.setattr(Store, "save", full)
            browser.send("act", action=before["legal"][0], turn=before["turn"])
            refusal = browser.wait(lambda frame: frame["type"] == "refused")
            assert "can't be kept" in refusal["reason"] and "No space" in refusal["reason"]
            assert browser.until_asked()["turn"] >= before["turn"]
        browser.wait(lambda frame: frame["type"] == "state" and frame["turn"] > before["turn"])
        move(browser)


def test_a_later_save_is_never_overtaken_by_an_earlier_one():
    kept = []

    async def save(form):
        await asyncio.sleep(0.1 if form["settings"]["tempo"] else 0)
        kept.append(form["settings"]["tempo"])

    async def both():
        match = Match(read_settings(settings(tempo=300)), 5)
        room = Room(match, Lanes(Limits()), save)
        earlier = asyncio.create_task(room.keep())
        await asyncio.sleep(0)
        room.tempo = 0
        await asyncio.gather(room.keep(), earlier)
        await room.close()

    asyncio.run(both())
    assert kept == [300, 0]


def test_what_is_shown_when_it_is_ones_turn_has_been_saved(tmp_path):
    with client_of(tmp_path) as client, Browser(client, sit_down(client)) as browser:
        [file] = (tmp_path / "tables").glob("*.json")
        for _ in range(20):
            browser.until_asked()
            move(browser)
            assert json.loads(file.read_text())["turn"] == browser.state["turn"]


def test_two_tables_are_apart(client):
    names = [sit_down(client, name=name) for name in ("Anna", "Boris")]
    assert len(set(names)) == 2
    with Browser(client, names[0]) as first, Browser(client, names[1]) as second:
        first.until_asked(), second.until_asked()
        before = second.state
        for _ in range(3):
            move(first)
        second.send(
            "act", action="play XX", turn=before["turn"]
        )  # refused, and nothing came before
        assert second.frame()["type"] == "refused" and second.state == before
        assert all("Boris" not in text for text in first.texts)
        assert all("Anna" not in text for text in second.texts)


def test_a_match_goes_on_after_the_server_was_started_again(tmp_path):
    with client_of(tmp_path) as client:
        name = sit_down(client)
        with Browser(client, name) as browser:
            browser.play(
                first_choice,
                lambda state: state["scene"]["phase"] == "play" and state["scene"]["deal"] == 2,
            )
            before = browser.state
    with client_of(tmp_path) as client, Browser(client, name) as browser:
        after = browser.state
        assert after["turn"] > before["turn"]
        assert {**after, "turn": 0} == {**before, "turn": 0}
        browser.act(after["legal"][0])


def test_a_slow_agent_is_replaced_and_holds_up_no_other_table(client, sleeper):
    slow = sit_down(client, agents=["", sleeper, "greedy"], rules={"preset": "online"})
    quick = sit_down(client, rules={"preset": "online"})
    with Browser(client, quick) as browser:
        browser.until_asked()  # the quick agents' worker has started
        with Browser(client, slow) as waiting:
            missed = []
            while len(missed) < 3:
                if waiting.state["result"]:
                    waiting.go_on()
                elif waiting.state["legal"]:
                    turn = waiting.state["turn"]
                    waiting.send("act", action=first_choice(waiting.state["legal"]), turn=turn)
                    # Not the same question again, answered until there are too many messages.
                    waiting.wait(
                        lambda frame, turn=turn: frame["type"] == "state" and frame["turn"] > turn
                    )
                while (
                    not waiting.state["legal"] and not waiting.state["result"] and len(missed) < 3
                ):
                    frame = waiting.frame()
                    if frame["type"] == "missed":
                        missed.append(frame)
                    start = time.perf_counter()
                    move(browser)
                    assert time.perf_counter() - start < 1.9  # less than one time-out of the other
            assert "no answer within 2 seconds" in missed[0]["reason"]
            assert [frame["forGood"] for frame in missed] == [False, False, True]
            assert missed[0]["seat"] == 1 and missed[0]["substitute"] == "greedy"


def test_a_browser_starts_no_program_and_opens_no_file(client, tmp_path):
    for spec in ("cmd:touch " + str(tmp_path / "x"), "/etc/passwd.safetensors", "net:../../x", "pimc:worlds=5000",
                 "bidder:net:base-v1,card_play=cmd:true", "nobody", "net:none", "x" * 300):  # fmt: skip
        answer = client.post("/api/tables", json=settings(agents=["", spec, "greedy"]))
        assert answer.status_code == 400 and answer.json()["error"], spec
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"rules": {"preset": "nothing"}}, {"rules": {"bid_step": 7}}, {"rules": []}, {"rules": {"players": 4}},
        {"agents": []}, {"agents": "greedy"}, {"agents": ["", "", "greedy"]}, {"agents": [1, 2, 3]},
        {"name": ""}, {"name": 5}, {"name": "x" * 31}, {"name": "a\nb"}, {"tempo": 1}, {"tempo": []}, {"training": 1},
        {"seed": 5}, {"seed": "x"}, {"agents": ["greedy"] * 3, "tempo": 0}, {"more": 1},
    ],
)  # fmt: skip
def test_wrong_settings_are_refused_with_a_reason(client, changes):
    answer = client.post("/api/tables", json=settings(**changes))
    assert answer.status_code == 400 and len(answer.json()["error"]) > 10


def test_every_option_of_every_preset_can_be_chosen(client):
    page = client.get("/").text
    for name, option in OPTIONS.items():
        if name != "players":  # stands beside the seats
            assert (
                f'data-option="{name}"' in page and f"({option.rule} <code>{name}</code>)" in page
            )
    for preset in PRESETS:
        assert f'<option value="{preset}">' in page
        sit_down(client, rules={"preset": preset, "round_to": 10})


def test_pages_allow_nothing_from_elsewhere_and_nothing_inline(client):
    for path in ("/", "/watch", "/table/x", "/static/table.js", "/api/tables/x/record"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "http" not in policy
        assert (
            headers["x-content-type-options"] == "nosniff"
            and headers["referrer-policy"] == "no-referrer"
        )
    for path in Path("agents/thousand_agents/web").rglob("*"):
        if path.suffix in (".html", ".js", ".css"):
            text = path.read_text()
            assert "http://" not in text.replace("http://www.w3.org", "") and "https://" not in text
            assert not (path.suffix == ".html" and ("style=" in text or "onclick" in text))


def test_other_hosts_and_other_pages_are_refused(client):
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 403
    headers = {"Origin": "http://evil.example"}
    assert client.post("/api/tables", json=settings(), headers=headers).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"ws://{HOST}/ws/table/x", headers=headers),
    ):
        pass
    assert (
        client.post(
            "/api/tables", json=settings(), headers={"Origin": f"http://{HOST}"}
        ).status_code
        == 201
    )


def test_only_so_many_windows_at_one_table(client):
    name = sit_down(client)
    with Browser(client, name), Browser(client, name), Browser(client, name), Browser(client, name):
        with pytest.raises(WebSocketDisconnect) as end, Browser(client, name):
            pass
        assert end.value.code == 4429


def test_a_match_that_is_left_shows_all_cards_and_goes_no_further(client):
    name = sit_down(client)
    with Browser(client, name) as browser:
        turn = browser.until_asked()["turn"]
        assert client.get(f"/api/tables/{name}/record").json()["seat"] == 0
        browser.send("leave")
        browser.wait(lambda f: f["type"] == "state" and f["left"])
        assert "seat" not in client.get(f"/api/tables/{name}/record").json()
        browser.send("act", action="pass", turn=turn)
        assert "ended" in browser.wait(lambda f: f["type"] == "refused")["reason"]


def test_a_watched_match_is_open_and_can_be_stopped(client):
    name = sit_down(client, agents=["greedy", "timid", "maniac"], tempo=300, training=False, seed=7)
    with Browser(client, name) as browser:
        assert all(seat["hand"] for seat in browser.state["scene"]["seats"])
        browser.send("pause", on=True)
        stopped = browser.wait(lambda f: f["type"] == "state" and f["paused"])
        time.sleep(0.5)
        browser.send("act", action="pass", turn=stopped["turn"])
        assert browser.frame()["type"] == "refused"  # nothing happened meanwhile
        browser.send("pause", on=False)
        browser.wait(lambda f: f["type"] == "state" and f["turn"] > stopped["turn"])
    again = sit_down(
        client, agents=["greedy", "timid", "maniac"], tempo=300, training=False, seed=7
    )
    with Browser(client, again) as browser:
        assert browser.state["scene"]["seats"][0]["hand"] is not None
