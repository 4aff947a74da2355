"""What every request passes on its way in and out: host, origin, headers."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.websockets import WebSocketClose

LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_CHANGES: Final = ("POST", "PUT", "PATCH", "DELETE")


class Guard:
    """Refuses requests to other hosts (DNS rebinding) and from other pages; adds the headers.

    ``hosts`` are the names under which the server may be asked; None allows any.
    """

    def __init__(self, app: Any, hosts: Sequence[str] | None) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass on what may pass."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        reason = self._refusal(scope)
        if scope["type"] == "websocket":
            answer = WebSocketClose(1008, reason) if reason else self._app
            await answer(scope, receive, send)
            return

        async def send_guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = PlainTextResponse(f"{reason}\n", 403)
        await (refused if reason else self._app)(scope, receive, send_guarded)

    def _refusal(self, scope: Any) -> str:
        """Why a request may not pass, "" if it may."""
        headers = Headers(scope=scope)
        host, origin = headers.get("host", ""), headers.get("origin")
        if self._hosts is not None and _split(f"//{host}").hostname not in self._hosts:
            return "unknown host"
        careful = scope["type"] == "websocket" or scope["method"] in _CHANGES
        if careful and origin is not None and _split(origin).netloc != host:
            return "asked from another page"
        return ""


def _split(address: str) -> SplitResult:
    """The parts of an address; of one that is none, such as ``http://[``, all are empty."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
