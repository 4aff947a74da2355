"""The server, listening: uvicorn with our limits."""

import asyncio
import gc
import logging
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from thousand_agents.web import jobs
from thousand_agents.web.app import make_app
from thousand_agents.web.guard import LOOPBACK
from thousand_agents.web.lanes import LaneError
from thousand_agents.web.limits import Limits

try:
    import resource
except ImportError:  # Windows, which has no such bound
    resource = None  # type: ignore[assignment]

CONNECTIONS = 1000
FILES = 4 * CONNECTIONS  # open at once, those of connections that are refused among them
SILENT = 20  # seconds in which a connection's first request has to come
FAREWELL = 2  # seconds for connections that are open when it stops


class _Listening(uvicorn.Server):
    """Uvicorn, which ends all work before it waits for those who wait for that work."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; a request or a job that is cut off then is nothing to report."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        asyncio.get_running_loop().set_exception_handler(_report)
        await self.config.app.state.server.close()  # type: ignore[union-attr]
        await super().shutdown(sockets)


class Prompt(H11Protocol):
    """A connection that ends if nothing is asked for: silent ones would take everybody's place."""

    def connection_made(self, transport: Any) -> None:
        """Begin to wait."""
        super().connection_made(transport)
        self.loop.call_later(SILENT, self._end_if_silent)

    def _end_if_silent(self) -> None:
        asked: Any = self.cycle
        if asked is None and self.transport.get_protocol() is self:  # no websocket either
            self.transport.close()


def _allow_files() -> None:
    """Have enough files at once: a connection takes one, and so does saving a table."""
    if resource is not None:
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if most == resource.RLIM_INFINITY else min(most, FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(now, wanted), most))


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    if not isinstance(context.get("exception"), LaneError):
        loop.default_exception_handler(context)


def run(
    listening: socket.socket,
    data: Path,
    agents: Sequence[str],
    host: str,
    limits: Limits | None = None,
) -> None:
    """Serve at a bound socket until it is told to stop (Ctrl-C)."""
    limits = limits or Limits()
    _allow_files()
    jobs.warm_quick(None)  # compiled, or read, before anybody waits for it
    gc.freeze()  # a hundred thousand objects that stay: a search through them would stop all tables
    hosts = LOOPBACK if host in LOOPBACK else None
    app = make_app(data, agents, limits, hosts)
    config = uvicorn.Config(
        app,
        http=Prompt,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        ws_max_size=limits.message,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=FAREWELL,
    )
    _Listening(config).run([listening])
