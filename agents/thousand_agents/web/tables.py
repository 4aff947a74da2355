"""Routes of the tables that are played at, or watched."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from thousand_agents.web.frames import Client
from thousand_agents.web.messages import TABLE
from thousand_agents.web.orders import carry_out
from thousand_agents.web.picture import Look
from thousand_agents.web.requests import FULL, UNKNOWN, close, read_json, read_messages
from thousand_agents.web.room import Room
from thousand_agents.web.texts import language_of
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.seat_record import hide
from thousand_env.record import record_text, write_record


async def create(request: Request) -> Response:
    """Sit down: settings to a new table's id."""
    server = request.app.state.server
    form = await read_json(request, server.limits.body)
    return JSONResponse({"id": await server.rooms.create(form)}, 201)


async def record(request: Request) -> Response:
    """The written game (R16): what the person knows of it, or everything once it is over."""
    room = request.app.state.server.rooms.find(request.path_params["id"])
    headers = {"Content-Disposition": 'attachment; filename="thousand.json"'}
    return Response(record_text(record_of(room)), 200, headers, "application/json")


def record_of(room: Room) -> dict[str, Any]:
    """A table's record; of a match that goes on only what its seat knows (R13)."""
    game, settings = room.match.game, room.settings
    form = write_record(game, list(settings.names))
    if settings.seat is None or room.ended:
        return form
    return hide(form, settings.seat)


async def connect(socket: WebSocket) -> None:
    """The websocket of a table."""
    server = socket.app.state.server
    await socket.accept()
    try:
        room = server.rooms.find(socket.path_params["id"])
    except ThousandError as error:
        await close(socket, UNKNOWN, str(error))
        return
    if len(room.clients) >= server.limits.connections:
        await close(socket, FULL, "this table is open in too many windows")
        return
    asked = socket.query_params
    language = language_of(asked.get("language"), "")
    client = Client(socket.send_text, Look(language, asked.get("compact") == "1"))
    try:
        await room.join(client)
        async for message in read_messages(socket, TABLE, server.limits):
            await carry_out(room, message, client)
    finally:
        room.part(client)
