"""The server: pages, what they fetch, and one websocket for each table."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from thousand_agents.web import reviews, tables
from thousand_agents.web.ask import Asks, ask_routes
from thousand_agents.web.guard import Guard
from thousand_agents.web.help import help_routes
from thousand_agents.web.lanes import Lanes
from thousand_agents.web.limits import Buckets, Limits
from thousand_agents.web.pages import lost, page_routes
from thousand_agents.web.requests import reader
from thousand_agents.web.reviews import Replays
from thousand_agents.web.rooms import Rooms
from thousand_agents.web.sentences import say
from thousand_agents.web.store import Store
from thousand_env.errors import ThousandError

STATIC: Final = Path(__file__).parent / "static"


@dataclass
class Server:
    """What the routes share."""

    limits: Limits
    offered: tuple[str, ...]
    store: Store
    lanes: Lanes
    rooms: Rooms
    buckets: Buckets = field(init=False)
    replays: Replays = field(init=False)
    asks: Asks = field(init=False)

    def __post_init__(self) -> None:
        self.replays = Replays(self.store)
        self.buckets = Buckets(self.limits.requests)
        self.asks = Asks(self.limits)

    async def close(self) -> None:
        """End what goes on: tables first, so that none of them misses its agents."""
        await self.rooms.close()
        self.lanes.close()
        self.asks.close()


def make_app(
    data: Path,
    agents: Sequence[str] = (),
    limits: Limits | None = None,
    hosts: Sequence[str] | None = None,
) -> Starlette:
    """The application.

    Args:
        data: the folder of tables, records and reviews; it is made if it isn't there.
        agents: specs that a browser may name beside the usual ones, programs and files among them.
        limits: of sizes, rates and times.
        hosts: names under which it may be asked; None allows any.
    """
    limits = limits or Limits()
    store, lanes = Store(data, limits.files), Lanes(limits, agents)
    server = Server(limits, tuple(agents), store, lanes, Rooms(store, lanes, limits, agents))

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(server.rooms.sweep())
        try:
            yield
        finally:
            sweeping.cancel()
            await server.close()

    app = Starlette(
        routes=[
            *page_routes(),
            *ask_routes(),
            *help_routes(),
            Route("/api/tables", tables.create, methods=["POST"]),
            Route("/api/tables/{id}/record", tables.record),
            WebSocketRoute("/ws/table/{id}", tables.connect),
            Route("/api/tables/{id}/review", reviews.from_table, methods=["POST"]),
            Route("/api/records", reviews.upload, methods=["POST"]),
            Route("/api/records/{id}", reviews.info),
            Route("/api/records/{id}/curve", reviews.chances_to_win),
            Route("/api/records/{id}/steps/{step}", reviews.step),
            Route("/api/records/{id}/export", reviews.export),
            WebSocketRoute("/ws/review/{id}", reviews.judge),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=hosts)],
        exception_handlers={ThousandError: _refused, OSError: _failed, 404: lost},
        lifespan=lifespan,
    )
    app.state.server = server
    return app


async def _refused(request: Request, error: Exception) -> Response:
    said = say(str(error), reader(request))
    return JSONResponse({"error": said}, getattr(error, "status", 400))


async def _failed(request: Request, error: Exception) -> Response:
    """A full disk, a folder that can't be written."""
    return JSONResponse({"error": say(f"the data folder: {error}", reader(request))}, 500)


__all__ = ["Server", "make_app"]
