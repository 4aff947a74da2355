"""Routes of written games: upload, steps, judged decisions, the one-file page."""

import asyncio
import hashlib
import json
from base64 import urlsafe_b64encode
from contextlib import suppress
from typing import Any

import numpy as np
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from thousand_agents.web.export import Page, one_file
from thousand_agents.web.hints import SEARCHER, HintJob, curve, make_hint, searches
from thousand_agents.web.jobs import Decision, Turn, act
from thousand_agents.web.lanes import Lanes
from thousand_agents.web.messages import REVIEW
from thousand_agents.web.picture import Look
from thousand_agents.web.players import check_spec
from thousand_agents.web.replay import Replay, shown
from thousand_agents.web.requests import (
    UNKNOWN,
    RequestError,
    check_rate,
    close,
    read_body,
    read_messages,
    reader,
)
from thousand_agents.web.sentences import say
from thousand_agents.web.store import new_id
from thousand_agents.web.tables import record_of
from thousand_agents.web.texts import language_of
from thousand_env.errors import ThousandError

KEPT = 8  # replays in memory


class Replays:
    """The replays asked for last, by id."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self._kept: dict[str, Replay] = {}
        self._reading = asyncio.Lock()  # one at a time: threads save tables, too

    async def add(self, data: bytes) -> str:
        """Keep a record; its id.

        Raises: RecordError for what is none; FullError; OSError.
        """
        name = new_id()
        async with self._reading:
            replay = await asyncio.to_thread(Replay, data)
            await asyncio.to_thread(self._store.save, "records", name, replay.form)
        self._keep(name, replay)
        return name

    async def find(self, name: str) -> Replay:
        """The replay of an id; a thread reads it, since that can take a second.

        Raises: StoreError if there is none.
        """
        if name not in self._kept:
            async with self._reading:
                if name not in self._kept:  # by now
                    self._keep(name, await asyncio.to_thread(self._load, name))
        return self._kept[name]

    def _load(self, name: str) -> Replay:
        return Replay(json.dumps(self._store.load("records", name)).encode())

    def _keep(self, name: str, replay: Replay) -> None:
        self._kept[name] = replay
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]

    def judged(self, name: str, seat: int, judge: str) -> dict[str, Any]:
        """Decisions of a seat judged so far by an agent, by step."""
        key = _review_id(name, seat, judge)
        found = self._store.load("reviews", key) if self._store.has("reviews", key) else {}
        return dict(found)

    def keep_judged(self, name: str, seat: int, judge: str, judged: dict[str, Any]) -> None:
        """Remember them."""
        self._store.save("reviews", _review_id(name, seat, judge), judged)


def _review_id(name: str, seat: int, judge: str) -> str:
    """The name of a file that follows from another."""
    digest = hashlib.sha256(f"{name} {seat} {judge}".encode()).digest()[:16]
    return urlsafe_b64encode(digest).decode().rstrip("=")


async def upload(request: Request) -> Response:
    """A written game to its id."""
    server = request.app.state.server
    data = await read_body(request, server.limits.record)
    return JSONResponse({"id": await server.replays.add(data)}, 201)


async def from_table(request: Request) -> Response:
    """The game of a table, as its player may know it, to the id of its review."""
    server = request.app.state.server
    await read_body(request, server.limits.body)
    room = server.rooms.find(request.path_params["id"])
    data = json.dumps(record_of(room)).encode()
    return JSONResponse({"id": await server.replays.add(data)}, 201)


async def info(request: Request) -> Response:
    """Names, steps, results."""
    replay = await request.app.state.server.replays.find(request.path_params["id"])
    return JSONResponse(replay.as_dict())


async def chances_to_win(request: Request) -> Response:
    """The curve of a replay, apart from it since a worker must work it out."""
    server = request.app.state.server
    replay = await server.replays.find(request.path_params["id"])
    return JSONResponse({"curve": await _curve(server, replay)})


async def _curve(server: Any, replay: Replay) -> list[list[float]]:
    """Steps with the chances of all seats: at the beginning of each deal, and at the end.

    Empty where no equity model comes with the package for the rules.
    """
    places = [k for k, step in enumerate(replay.steps) if step.action is None]
    if places and len(replay.game.results) == len(replay.game.deals):  # the last deal is over
        places.append(len(replay.steps) - 1)
    if not places:
        return []
    records = np.array([replay.steps[place].record for place in places])
    chances = await server.lanes.analysis.run(curve, (replay.rules, records))
    if chances and replay.game.winner is not None:
        chances[-1] = [float(seat == replay.game.winner) for seat in range(replay.rules.players)]
    return [[place, *row] for place, row in zip(places, chances or [], strict=False)]


async def step(request: Request) -> Response:
    """The table after one step."""
    replay = await request.app.state.server.replays.find(request.path_params["id"])
    asked = request.query_params
    number, seat = _number(request.path_params["step"]), asked.get("seat", "")
    look = Look(language_of(asked.get("language"), ""), asked.get("compact") == "1")
    return JSONResponse(shown(replay, number, _number(seat) if seat else None, look))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise RequestError(400, "a number is expected")
    return int(text)


async def judge(socket: WebSocket) -> None:
    """The websocket of a review: a seat's decisions, judged one after the other as they come."""
    server = socket.app.state.server
    await socket.accept()
    name = socket.path_params["id"]
    try:
        replay = await server.replays.find(name)
    except ThousandError as error:
        await close(socket, UNKNOWN, str(error))
        return
    going_on: asyncio.Task[None] | None = None
    try:
        async for message in read_messages(socket, REVIEW, server.limits):
            if going_on is not None:
                going_on.cancel()
            if message["type"] == "judge":
                asked = message["seat"], message["judge"]
                going_on = asyncio.create_task(_judge(server, socket, replay, name, *asked))
    finally:
        if going_on is not None:
            going_on.cancel()


async def _judge(
    server: Any, socket: WebSocket, replay: Replay, name: str, seat: int, judge: str
) -> None:
    """Judge what wasn't yet, or say why not."""
    try:
        check_spec(judge, server.offered)
        await _judge_all(server, socket, replay, name, seat, judge)
    except (ThousandError, OSError) as error:
        await _refuse(socket, str(error))
    except Exception:  # ours; the page must not wait for ever
        await _refuse(socket, "the server failed")
        raise


async def _refuse(socket: WebSocket, reason: str) -> None:
    with suppress(Exception):  # gone meanwhile
        await socket.send_json({"type": "refused", "reason": say(reason, reader(socket))})


async def _judge_all(
    server: Any, socket: WebSocket, replay: Replay, name: str, seat: int, judge: str
) -> None:
    judged, fresh = server.replays.judged(name, seat, judge), 0
    decisions = await asyncio.to_thread(replay.decisions, seat)
    try:
        for number, decision, done in decisions:
            if (found := judged.get(str(number))) is None:
                found = await _value(server.lanes, judge, decision, done)
                judged[str(number)] = found
                fresh += 1
            told = {"type": "judged", "step": number, "done": done, "of": len(decisions)}
            await socket.send_json(told | {"seat": seat, "judge": judge, "hint": found})
        await socket.send_json({"type": "finished", "seat": seat, "of": len(decisions)})
    finally:
        if fresh:
            server.replays.keep_judged(name, seat, judge, judged)


async def _value(lanes: Lanes, judge: str, decision: Decision, done: str) -> dict[str, Any]:
    """What an agent would have done, and what it and others are worth.

    A search player says both.  What any other would do is asked where it plays at tables, too, so
    that one that hangs holds up nobody; a search player values it.  What a worker has begun it ends,
    whoever has gone: a new worker would take longer.
    """
    if searches(judge):
        job = HintJob(decision, done, searcher=judge)
    else:
        advised = await lanes.of(judge).run(act, Turn(judge, decision), to_its_end=True)
        job = HintJob(decision, done, advised)
    return await lanes.analysis.run(make_hint, job, to_its_end=True)


async def export(request: Request) -> Response:
    """The review as one HTML file that needs no server; a worker makes it."""
    server = request.app.state.server
    check_rate(request)
    name, asked = request.path_params["id"], request.query_params
    replay = await server.replays.find(name)
    seat = _number(asked["seat"]) if asked.get("seat") else None
    judge = asked.get("judge", SEARCHER)
    page = Page(
        record=json.dumps(replay.form).encode(),
        described=replay.as_dict() | {"curve": await _curve(server, replay)},
        seat=seat,
        judge=judge,
        judged={} if seat is None else server.replays.judged(name, seat, judge),
        look=Look(language_of(asked.get("language"), "")),
    )
    html = await server.lanes.analysis.run(one_file, page)
    headers = {"Content-Disposition": 'attachment; filename="thousand.html"'}
    return Response(html, 200, headers, "text/html; charset=utf-8")
