"""``thousand serve`` among strangers: what they learn, and what they can't break or hold up."""

import asyncio
import json
import random
import socket
import threading
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

pytest.importorskip("starlette")

import uvicorn
from starlette.websockets import WebSocketDisconnect

from tests.web_browser import (
    HOST,
    Browser,
    client_of,
    settings,
    sit_down,
)
from thousand_agents.web import ask, lanes, reviews, run
from thousand_agents.web import room as rooms
from thousand_agents.web.app import make_app
from thousand_agents.web.frames import Client, state_frames
from thousand_agents.web.lanes import Lane, LaneError, Lanes
from thousand_agents.web.limits import Limits
from thousand_agents.web.match import Match
from thousand_agents.web.picture import Look
from thousand_agents.web.replay import Replay
from thousand_agents.web.reviews import Replays
from thousand_agents.web.room import Room
from thousand_agents.web.settings import read_settings
from thousand_env.errors import ThousandError

ASKING = {  # about most hands somebody is asked
    "preset": "classic",
    "golden": False,
    "redeal_weak_hand": [60, "optional"],
}
MATCH = Path(__file__).parents[1] / "docs" / "examples" / "match.json"
JSON = {"Content-Type": "application/json"}
BRACKET = "http://["  # no address, for all that it looks like one


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("data")) as client:
        yield client


def seen(match):
    """The state's frame without whether the person is asked just now."""
    asked = match.player == match.settings.seat
    frame = json.loads(state_frames(match, asked)(Look()))
    return frame["turn"], frame["scene"], frame["picture"]


def test_nothing_is_seen_of_a_question_that_another_answers_in_secret():
    rng, answered = random.Random(1), set()
    match = Match(read_settings(settings(rules=ASKING, agents=["greedy", "", "greedy"])), 3)
    while answered != {"waive", "keep"} and not match.game.over:
        if match.still:
            match.go_on()
            continue
        secret, before = match.hidden, seen(match)
        action = rng.choice(match.legal_actions())
        match.apply(action, show=True)
        if secret and match.actions[-1] in ("waive", "keep"):
            assert seen(match) == before
            answered.add(match.actions[-1])
    assert answered == {"waive", "keep"}


def test_who_watches_cannot_tell_by_frames_or_pauses_that_another_was_asked(monkeypatch):
    frames, rests, rng = [], [], random.Random(2)

    async def kept(form):
        pass

    async def sent(text):
        frames.append(text)

    async def match_played():
        table = Room(Match(read_settings(form), 5), Lanes(Limits()), kept)

        async def rest(seconds):
            rests.append((table.match.hidden, seconds))

        monkeypatch.setattr(rooms.asyncio, "sleep", rest)
        await table.join(Client(sent, Look()))
        while len(table.match.game.results) < 4:
            await table._task
            if table.persons_turn:
                table.match.apply(rng.choice(table.match.legal_actions()), show=True)
            else:
                table.match.go_on()
            table.begin()
        await table.close()
        return table.match.actions

    form = settings(rules=ASKING, agents=["random", "", "random"], tempo=300)
    assert "waive" in asyncio.run(match_played())
    assert {seconds for hidden, seconds in rests if hidden} == {0}
    assert not [k for k, text in enumerate(frames[1:]) if text == frames[k]]


def test_a_host_or_an_origin_that_is_no_address_is_refused_like_any_other(tmp_path):
    with client_of(tmp_path) as client:
        for answer in (
            client.get("/", headers={"Host": "["}),
            client.post("/api/tables", json=settings(), headers={"Origin": BRACKET}),
        ):
            assert answer.status_code == 403 and "Content-Security-Policy" in answer.headers
        assert client.get("/", headers={"Host": HOST, "Origin": BRACKET}).status_code == 200


def opened(client):
    """The id of a record that was opened."""
    return client.post("/api/records", content=MATCH.read_bytes(), headers=JSON).json()["id"]


def asked_to_judge(client, name, judge):
    with client.websocket_connect(f"ws://{HOST}/ws/review/{name}") as socket:
        socket.send_text(json.dumps({"type": "judge", "seat": 0, "judge": judge}))
        return json.loads(socket.receive_text())


@pytest.mark.parametrize("judge", ["\0", "cmd:true", "net:../x", "x" * 300])
def test_a_judge_that_no_page_offers_is_refused_and_nothing_waits(client, judge):
    assert asked_to_judge(client, opened(client), judge)["type"] == "refused"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("review/{}", {"type": "judge", "seat": 0, "judge": "\ud800"}),
        ("ask", {"type": "ask", "question": {"kind": "dark", "\ud800": 1}}),
    ],
)
def test_half_a_character_breaks_its_message_and_nothing_else(client, path, message):
    address = f"ws://{HOST}/ws/{path.format(opened(client))}"
    with client.websocket_connect(address) as socket:
        socket.send_text(json.dumps(message))
        with pytest.raises(WebSocketDisconnect) as end:
            socket.receive_text()
        assert end.value.code == 1003
    assert client.post("/api/tables", content=json.dumps(message), headers=JSON).status_code == 400


def test_a_full_disk_is_told_to_who_has_decisions_judged(client, monkeypatch):
    def full(self, name, seat, judge, judged):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Replays, "keep_judged", full)
    monkeypatch.setattr(Replay, "decisions", lambda self, seat: decisions(self, seat)[:1])
    name = opened(client)
    with client.websocket_connect(f"ws://{HOST}/ws/review/{name}") as socket:
        socket.send_text(json.dumps({"type": "judge", "seat": 0, "judge": "greedy"}))
        frames = [json.loads(socket.receive_text()) for _ in range(3)]
    assert [frame["type"] for frame in frames] == ["judged", "finished", "refused"]
    assert "No space" in frames[2]["reason"]


decisions = Replay.decisions


class Slow:
    """A worker without a process, whose job ends when it is told to."""

    started = True
    killed = 0

    async def do(self, function, job):
        await job.wait()
        return True, None

    def kill(self):
        Slow.killed += 1


def test_who_asks_and_leaves_over_and_over_fills_no_queue(monkeypatch):
    monkeypatch.setattr(lanes, "Worker", Slow)

    async def flood():
        lane, end = Lane(2, 60, 60, len, most=3), asyncio.Event()
        for _ in range(100):
            left = asyncio.create_task(lane.run(len, end, to_its_end=True))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            left.cancel()
        waiting = [asyncio.create_task(lane.run(len, end)) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(LaneError, match="wait a while"):
            await lane.run(len, end)
        end.set()
        await asyncio.gather(*waiting)
        assert Slow.killed == 0

    asyncio.run(asyncio.wait_for(flood(), 10))


def test_a_job_that_nobody_waits_for_costs_its_worker_and_frees_its_place(monkeypatch):
    monkeypatch.setattr(lanes, "Worker", Slow)

    async def leave():
        lane, killed = Lane(1, 60, 60, len), Slow.killed
        for _ in range(3):
            left = asyncio.create_task(lane.run(len, asyncio.Event()))
            await asyncio.sleep(0.01)
            left.cancel()
        end = asyncio.Event()
        end.set()
        await lane.run(len, end)
        assert Slow.killed == killed + 3

    asyncio.run(asyncio.wait_for(leave(), 10))


def test_no_more_questions_are_answered_at_once_than_may_be(client, monkeypatch):
    """However quickly they come: those count that are still being read."""
    monkeypatch.setattr(ask, "MOST_WAITING", 1)
    reading = threading.Event()

    def slow(form, offered):
        reading.wait(10)
        raise ThousandError("read")

    monkeypatch.setattr(ask, "read_question", slow)
    address = f"ws://{HOST}/ws/ask"
    question = json.dumps({"type": "ask", "question": {}})
    with client.websocket_connect(address) as first, client.websocket_connect(address) as second:
        first.send_text(question)
        time.sleep(0.1)
        second.send_text(question)
        assert "wait until one is done" in json.loads(second.receive_text())["reason"]
        reading.set()
        assert json.loads(first.receive_text())["reason"] == "read"


def test_a_record_of_more_steps_than_a_server_can_keep_is_refused(client):
    record = json.loads(MATCH.read_text())
    record["deals"] = record["deals"] * 50
    answer = client.post("/api/records", json=record)
    assert answer.status_code == 400 and "at most 20000" in answer.json()["error"]


def test_records_are_read_one_at_a_time_so_that_tables_are_saved_meanwhile(client, monkeypatch):
    end, reading = threading.Event(), []

    class Waiting(Replay):
        def __init__(self, data):
            reading.append(1)
            end.wait(20)
            super().__init__(data)

    monkeypatch.setattr(reviews, "Replay", Waiting)
    uploads = [threading.Thread(target=opened, args=[client]) for _ in range(40)]
    for upload in uploads:
        upload.start()
    try:
        with Browser(client, sit_down(client)) as browser:
            legal = browser.until_asked()["legal"]
            assert browser.act(legal[0])["turn"]  # is shown when it has been saved
        assert len(reading) == 1
    finally:
        end.set()
        for upload in uploads:
            upload.join()


def test_a_connection_that_asks_for_nothing_ends_and_a_body_that_trickles_is_refused(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(run, "SILENT", 0.3)
    app = make_app(tmp_path, limits=Limits(sending=0.3))
    server = uvicorn.Server(uvicorn.Config(app, http=run.Prompt, log_level="critical"))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        serving = threading.Thread(target=server.run, args=[[listening]])
        serving.start()
        address = listening.getsockname()
        try:
            assert answer(address, b"") == b""
            assert answer(address, b"GET / HTTP/1.1\r\nHost: x") == b""
            head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            slow = answer(address, head + b"Connection: close\r\nContent-Length: 9\r\n\r\n{")
            assert slow.startswith(b"HTTP/1.1 408 ") and b"too slowly" in slow
        finally:
            server.should_exit = True
            serving.join()


def answer(address, sent):
    """All that comes back until the server ends the connection."""
    with socket.create_connection(address, 5) as connection:
        connection.sendall(sent)
        return b"".join(iter(lambda: connection.recv(4096), b""))


EVIL = '</script><img src=x onerror="a()">]]>'


def test_a_name_is_a_text_wherever_it_lands(client):
    """On a page, in a picture, in the file that is saved, in the words of a refusal."""
    record = json.loads(MATCH.read_text())
    record["players"] = [f"{EVIL}{seat}" for seat in range(3)]
    name = client.post("/api/records", json=record).json()["id"]
    query = {"judge": EVIL, "language": EVIL}
    pages = [f"/review/{name}", f"/api/records/{name}/export", f"/{EVIL}", f"/table/{EVIL}"]
    for path in pages:
        text = client.get(path, params=query, headers={"Accept-Language": EVIL}).text
        assert "<img" not in text and "]]>" not in text.partition("<style>")[0], path
    for step in (0, 20):
        answer = client.get(f"/api/records/{name}/steps/{step}", params=query)
        assert answer.headers["content-type"] == "application/json"
        drawing = ElementTree.fromstring(answer.json()["picture"])
        assert not [part for part in drawing.iter() if part.tag.endswith(("}img", "}script"))]
        assert EVIL in "".join(drawing.itertext())  # in its description
    table = sit_down(client, name=EVIL[:30])
    with Browser(client, table) as browser:
        ElementTree.fromstring(browser.until_asked()["picture"])
