"""A browser's side of a table, for tests: it connects, answers frames, keeps all that it got."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from thousand_agents.web.app import make_app
from thousand_agents.web.guard import LOOPBACK
from thousand_agents.web.limits import Limits, Rate

HOST = "127.0.0.1:8000"
FREE = Rate(1e6, 10**6)
NO_HURRY = Limits(messages=FREE, requests=FREE)


def client_of(data: Path, agents: tuple[str, ...] = (), limits: Limits = NO_HURRY) -> TestClient:
    """A server, which runs within ``with``."""
    return TestClient(make_app(data, agents, limits, LOOPBACK), base_url=f"http://{HOST}")


def settings(**changes: Any) -> dict[str, Any]:
    """What the page sends to sit down, some of it changed."""
    form = {
        "rules": {"preset": "classic"},
        "agents": ["", "greedy", "greedy"],
        "name": "Anna",
        "tempo": 0,
        "training": True,
        "seed": None,
    }
    return form | changes


def sit_down(client: TestClient, **changes: Any) -> str:
    """A new table's id."""
    answer = client.post("/api/tables", json=settings(**changes))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


class Browser:
    """One window: within ``with`` it is connected to a table."""

    def __init__(self, client: TestClient, name: str, query: str = "") -> None:
        self._connection = client.websocket_connect(f"ws://{HOST}/ws/table/{name}{query}")
        self.texts: list[str] = []
        self.state: dict[str, Any] = {}

    def __enter__(self) -> "Browser":
        self.socket = self._connection.__enter__()
        try:
            self.next_state()
        except WebSocketDisconnect:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, *error: Any) -> None:
        self._connection.__exit__(*error)

    def frame(self) -> dict[str, Any]:
        """The next frame."""
        self.texts.append(self.socket.receive_text())
        found = json.loads(self.texts[-1])
        if found["type"] == "state":
            self.state = found
        return found

    def wait(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first frame that is wanted."""
        while not wanted(found := self.frame()):
            pass
        return found

    def next_state(self) -> dict[str, Any]:
        return self.wait(lambda frame: frame["type"] == "state")

    def until_asked(self) -> dict[str, Any]:
        """The state as the person is to decide, to go on, or nothing more happens."""
        if not asked(self.state):
            self.wait(lambda frame: frame["type"] == "state" and asked(frame))
        return self.state

    def send(self, kind: str, **values: Any) -> None:
        self.socket.send_text(json.dumps({"type": kind, **values}))

    def act(self, action: str) -> dict[str, Any]:
        """Decide; the state at the next question."""
        return self._moved("act", action=action)

    def go_on(self) -> dict[str, Any]:
        return self._moved("continue")

    def undo(self) -> dict[str, Any]:
        return self._moved("undo")

    def _moved(self, kind: str, **values: Any) -> dict[str, Any]:
        turn = self.state["turn"]
        self.send(kind, turn=turn, **values)
        return self.wait(lambda f: f["type"] == "state" and f["turn"] > turn and asked(f))

    def closed(self) -> tuple[int, str]:
        """Code and reason of the server's close."""
        try:
            while True:
                self.frame()
        except WebSocketDisconnect as end:
            return end.code, end.reason

    def play(
        self, choose: Callable[[list[str]], str], stop: Callable[[dict[str, Any]], bool]
    ) -> None:
        """Answer everything until the match is over, or a state says stop."""
        self.until_asked()
        while not stop(self.state) and not over(self.state):
            if self.state["result"]:
                self.go_on()
            else:
                self.act(choose(self.state["legal"]))


def asked(state: dict[str, Any]) -> bool:
    return bool(state["legal"] or state["result"] or over(state))


def over(state: dict[str, Any]) -> bool:
    return bool(state["left"] or (state["over"] and not state["result"]))


_CARD = re.compile(r"(?<![0-9A-Za-z])(10|[9JQKTA])([SCDH♠♣♦♥])(?![0-9A-Za-z])")
_GROUP = re.compile(r"<g [^>]*>((?:<use href=\"#te-(?:[mb][0-9a-f]+|suit[0-3])\"[^>]*/>)+)</g>")
_SHAPE = re.compile(r'#te-(?:[mb]([0-9a-f]+)|suit([0-3]))"')


def cards_in(text: str) -> set[str]:
    """Every card that a frame names, or draws, or spells in drawn letters."""
    drawn = drawn_texts(text.replace('\\"', '"'))
    symbols = " ".join(re.findall(r"te-(?:card|mini)-(\w+)", text))
    found = _CARD.findall(" ".join([text, symbols, *drawn]))
    return {rank.replace("10", "T") + "SCDH"["SCDH♠♣♦♥".index(suit) % 4] for rank, suit in found}


def drawn_texts(svg: str) -> list[str]:
    """The texts of a picture, drawn as paths, without their blanks."""
    return [_spelled(letters) for letters in _GROUP.findall(svg)]


def _spelled(letters: str) -> str:
    """A text from its shapes; blanks have none."""
    pairs = _SHAPE.findall(letters)
    return "".join("♠♣♦♥"[int(suit)] if suit else chr(int(code, 16)) for code, suit in pairs)
