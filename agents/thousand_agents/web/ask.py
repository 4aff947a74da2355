"""The page Ask: dark or look, which bid, concede or play; one websocket brings the answer.

A question is answered by workers of its own, a few at most and with less right to the processor than
any other, so that it holds up no table.  It ends with its time, with the connection, or when asked to.
"""

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from thousand_agents.advice.bid_question import DEFAULT_WORLDS, MOST_WORLDS, BidQuestion
from thousand_agents.dark.ask import CHUNK, MOST_DEALS
from thousand_agents.executors.base import cores
from thousand_agents.web import ask_jobs
from thousand_agents.web.ask_form import FieldError, Question, read_question
from thousand_agents.web.lanes import Lane, LaneError
from thousand_agents.web.limits import Limits
from thousand_agents.web.pages import choices, render
from thousand_agents.web.requests import read_messages, reader
from thousand_agents.web.sentences import say
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.cards import RANKS, SUITS
from thousand_env.games.thousand.rules import (
    CARDS_EACH,
    FORCED_BID,
    MAX_BID,
    TALON_SIZE,
    TWO_TALON_SIZE,
)

MOST_WAITING: Final = 8  # questions at once, those that wait among them
LOOK: Final = 0.25  # seconds between two looks at the progress
_DEALS: Final = 2000
_SEAT: Final = re.compile(r"\bseat (\d)")
_MESSAGES: Final = {"ask": {"question": lambda form: isinstance(form, dict)}, "stop": {}}


class Asks:
    """The questions of a server, and the workers that answer them."""

    def __init__(self, limits: Limits) -> None:
        size = max(2, cores() // 2)
        self.lane = Lane(size, limits.analysis, limits.starting, ask_jobs.warm)
        self.going_on = 0

    def close(self) -> None:
        """End all of it."""
        self.lane.close()


def ask_routes() -> list[BaseRoute]:
    """The page and its websocket."""
    return [Route("/ask", _page), WebSocketRoute("/ws/ask", _connect)]


async def _page(request: Request) -> Response:
    sizes = {
        players: [CARDS_EACH[players], TWO_TALON_SIZE if players == 2 else TALON_SIZE]
        for players in (2, 3, 4)
    }
    numbers = {
        "worlds": DEFAULT_WORLDS,
        "most_worlds": MOST_WORLDS,
        "deals": _DEALS,
        "fewest_deals": CHUNK,
        "most_deals": MOST_DEALS,
        "low": FORCED_BID,
        "high": MAX_BID,
    }
    return render(
        "ask",
        request,
        **choices(request),
        sizes=sizes,
        suits=SUITS,
        ranks=RANKS,
        numbers=numbers,
    )


async def _connect(socket: WebSocket) -> None:
    """Questions of one window, one at a time; a new one ends the one before."""
    server = socket.app.state.server
    await socket.accept()
    going_on: asyncio.Task[None] | None = None
    try:
        async for message in read_messages(socket, _MESSAGES, server.limits):
            await _end(going_on)
            if message["type"] == "ask":
                going_on = asyncio.create_task(_answer(server, socket, message["question"]))
            else:
                await socket.send_json({"type": "stopped"})
    finally:
        await _end(going_on)


async def _end(task: "asyncio.Task[Any] | None") -> None:
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await task


async def _answer(server: Any, socket: WebSocket, form: Any) -> None:
    """Answer a question, or say why not."""
    try:
        _check_room(server, socket)
        server.asks.going_on += 1
        try:
            question = await asyncio.to_thread(read_question, form, server.offered)
            found = await _compute(server.asks.lane, socket, question)
        finally:
            server.asks.going_on -= 1
    except ThousandError as error:
        field = error.field if isinstance(error, FieldError) else None
        slow = "; fewer deals or quicker players take less" if isinstance(error, LaneError) else ""
        await socket.send_json(_refusal(f"{error}{slow}", field, socket))
    except Exception:  # ours; the page must not wait for ever
        await socket.send_json(_refusal("the server failed", None, socket))
        raise
    else:
        await socket.send_json({"type": "answer", **found})


def _refusal(reason: str, field: str | None, socket: WebSocket) -> dict[str, Any]:
    """Why there is no answer; ``field`` is wrong, of a column of fields that of ``seat``."""
    seat = _SEAT.search(reason)
    said = {"reason": say(reason, reader(socket)), "field": field}
    return {"type": "refused", **said, "seat": int(seat[1]) if seat else None}


def _check_room(server: Any, socket: WebSocket) -> None:
    if not server.buckets.take(socket.client.host if socket.client else ""):
        raise ThousandError("too many questions: wait a few seconds")
    if server.asks.going_on >= MOST_WAITING:
        raise ThousandError(f"{MOST_WAITING} questions are being answered: wait until one is done")


async def _compute(lane: Lane, socket: WebSocket, question: Question) -> dict[str, Any]:
    """What a worker finds, its progress told on the way."""
    total = question.worlds if isinstance(question, BidQuestion) else question.deals
    with TemporaryDirectory(prefix="thousand-ask-") as folder:
        pulse = Path(folder) / "done"
        job = ask_jobs.AskJob(question, str(pulse), reader(socket))
        work = asyncio.create_task(lane.run(ask_jobs.answer, job))
        try:
            told = 0
            await socket.send_json({"type": "progress", "done": told, "of": total})
            while not (await asyncio.wait([work], timeout=LOOK))[0]:
                done = _read(pulse)
                if done is not None and done != told:
                    told = done
                    await socket.send_json({"type": "progress", "done": done, "of": total})
            return work.result()
        finally:
            await _end(work)


def _read(pulse: Path) -> int | None:
    """How many deals are done, None if that can't be told now."""
    try:
        return int(pulse.read_text())
    except (OSError, ValueError):  # not there yet, or being written
        return None
