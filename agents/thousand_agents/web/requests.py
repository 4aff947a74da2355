"""What comes in: bodies of a bounded size, messages of a bounded rate, and from a reader of what language."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from starlette.requests import HTTPConnection, Request
from starlette.websockets import WebSocket, WebSocketDisconnect

from thousand_agents.web.limits import Bucket, Limits
from thousand_agents.web.messages import Check, MessageError, parse_json, read_message
from thousand_agents.web.sentences import say
from thousand_agents.web.texts import language_of
from thousand_env.errors import ThousandError

BROKEN, POLICY, TOO_BIG, UNKNOWN, FULL = 1003, 1008, 1009, 4404, 4429  # reasons to close
_LONGEST_REASON: Final = 120  # bytes that fit into a close frame


LANGUAGE_COOKIE: Final = "language"


def reader(connection: HTTPConnection) -> str:
    """The language of whoever asks: named in the address, chosen on a page, or the browser's."""
    chosen = connection.query_params.get("language") or connection.cookies.get(LANGUAGE_COOKIE)
    return language_of(chosen, connection.headers.get("accept-language", ""))


class RequestError(ThousandError):
    """A request that is refused, with its HTTP status."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


def check_rate(request: Request) -> None:
    """Count a request that changes or computes something.

    Raises: RequestError if it is one too many from its address.
    """
    address = request.client.host if request.client else ""
    if not request.app.state.server.buckets.take(address):
        raise RequestError(429, "too many requests: wait a few seconds")


async def read_body(request: Request, most: int) -> bytes:
    """The body of a request.

    Raises: RequestError if it is larger than ``most`` bytes, or one too many from its address.
    """
    check_rate(request)
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise RequestError(415, "the body is JSON, with the content type application/json")
    body = bytearray()
    try:
        async with asyncio.timeout(request.app.state.server.limits.sending):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise RequestError(413, f"larger than {most} bytes")
    except TimeoutError:
        raise RequestError(408, "the request came too slowly") from None
    return bytes(body)


async def read_json(request: Request, most: int) -> Any:
    """The JSON of a request's body.

    Raises: RequestError.
    """
    body = await read_body(request, most)
    try:
        return parse_json(body)
    except (ValueError, RecursionError):
        raise RequestError(400, "the body is no JSON") from None


async def read_messages(
    socket: WebSocket, forms: Mapping[str, Mapping[str, Check]], limits: Limits
) -> AsyncIterator[dict[str, Any]]:
    """The messages of a connection until it ends; one that is broken or too much closes it."""
    bucket = Bucket(limits.messages)
    while True:
        try:
            event = await socket.receive()
        except (RuntimeError, WebSocketDisconnect):
            return
        if event["type"] == "websocket.disconnect":
            return
        data = event.get("text")
        if data is None:
            await close(socket, BROKEN, "messages are texts")
            return
        if len(data.encode("utf-8", "surrogatepass")) > limits.message:
            await close(socket, TOO_BIG, f"a message has at most {limits.message} bytes")
            return
        if not bucket.take():
            await close(socket, POLICY, "too many messages")
            return
        try:
            message = read_message(data, forms)
        except MessageError as error:
            await close(socket, BROKEN, str(error))
            return
        yield message


async def close(socket: WebSocket, code: int, reason: str) -> None:
    """Close a connection with a reason in the reader's language, cut to what a close frame holds."""
    cut = say(reason, reader(socket)).encode()[:_LONGEST_REASON].decode(errors="ignore")
    await socket.close(code, cut)
