"""A table as a page shows it: what the server sent is known, what is done is clicked or typed."""

import json
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket

QUICK = {"preset": "classic", "goal": 150, "barrel_at": 0, "golden": False}
PATIENCE = 180.0  # seconds for the agents' turns: the first one may have to compile
CHOICES = "#picture [data-action], #actions [data-action]"


def settings(**changes: Any) -> dict[str, Any]:
    """What the form before a match sends, some of it changed."""
    form = {
        "rules": QUICK,
        "agents": ["", "greedy", "greedy"],
        "name": "Anna",
        "tempo": 0,
        "training": True,
        "seed": None,
    }
    return form | changes


class Table:
    """The table of a page; make it before the page goes there."""

    def __init__(self, page: Page) -> None:
        self.page, self.states = page, [{"turn": -1}]
        self.frames: list[str] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._receive)

    def _receive(self, text: Any) -> None:
        self.frames.append(text)
        frame = json.loads(text)
        if frame["type"] == "state":
            self.states.append(frame)

    @property
    def state(self) -> dict[str, Any]:
        """The last state that was sent."""
        return self.states[-1]

    @property
    def legal(self) -> list[str]:
        """What the person may do now."""
        return list(self.state["legal"])

    @property
    def over(self) -> bool:
        """Is the match over, and its last deal seen?"""
        return bool(self.state["over"] and not self.state["result"])

    def sit_down(self, home: str, **changes: Any) -> "Table":
        """A new table, opened."""
        answer = self.page.request.post(f"{home}/api/tables", data=settings(**changes))
        assert answer.status == 201, answer.text()
        self.states = [{"turn": -1}]
        self.page.goto(f"{home}/table/{answer.json()['id']}")
        self.until_asked(-1)
        return self

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Wait for a state that was sent and drawn."""
        until = time.monotonic() + PATIENCE
        while not wanted(self.state):
            shown = {key: value for key, value in self.state.items() if key != "picture"}
            assert time.monotonic() < until, f"the table stands still: {shown}"
            self.page.wait_for_timeout(10)

    def until_asked(self, after: int) -> None:
        """Wait for a later turn in which the person is to do something, or for the match's end."""
        self.until(
            lambda state: (
                state["turn"] > after and bool(state["legal"] or state["result"] or state["over"])
            )
        )

    def choice(self, action: str) -> Locator:
        """The card or the button of an action."""
        return self.page.locator(
            f'#actions [data-action="{action}"], #picture [data-action="{action}"]'
        ).last

    def click(self, action: str) -> None:
        """Do it by mouse: a card at its edge, as others lie over its middle."""
        turn = self.state["turn"]
        choice = self.choice(action)
        in_picture = choice.get_attribute("data-card") is not None
        choice.click(position={"x": 6, "y": 20} if in_picture else None)
        self.until_asked(turn)

    def step(self) -> None:
        """Whatever comes next, by mouse."""
        self.click("continue" if self.state["result"] else choose(self.legal))

    def play(self, stop: Callable[["Table"], bool]) -> None:
        """By mouse until it is to stop, or the match is over."""
        while not self.over and not stop(self):
            self.step()

    def seen(self) -> dict[str, str]:
        """What stands on the page."""
        return {
            name: self.page.locator(f"#{name}").inner_text()
            for name in ("headline", "seats", "log", "sheet", "actions")
        } | {"cards": " ".join(cards(self.page))}


def cards(page: Page) -> list[str]:
    """The faces in the picture."""
    found: list[str] = page.locator("#picture [data-card]").evaluate_all(
        "all => all.map(card => card.dataset.card)"
    )
    return found


def choose(legal: list[str]) -> str:
    """Bids little, looks at its cards, announces marriages, plays the first card."""
    for verb in ("marry", "look", "keep", "waive", "play", "give", "talon"):
        if found := [action for action in legal if action.split()[0] == verb]:
            return found[0]
    wanted = ("bid 100", "bid 105", "bid 110", "pass")
    return next((action for action in wanted if action in legal), legal[0])
