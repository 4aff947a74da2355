"""The server, listening: uvicorn with our limits."""

import socket
from collections.abc import Sequence
from pathlib import Path

import uvicorn

import thousand_env as te
from thousand_agents.web.app import make_app
from thousand_agents.web.guard import LOOPBACK
from thousand_agents.web.limits import Limits

CONNECTIONS = 1000
FAREWELL = 2  # seconds for connections that are open when it stops


def run(
    listening: socket.socket,
    data: Path,
    agents: Sequence[str],
    host: str,
    limits: Limits | None = None,
) -> None:
    """Serve at a bound socket until it is told to stop (Ctrl-C)."""
    limits = limits or Limits()
    te.Game(seed=0).legal()  # compiled before anybody waits for it
    hosts = LOOPBACK if host in LOOPBACK else None
    app = make_app(data, agents, limits, hosts, prepared=True)
    config = uvicorn.Config(
        app,
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
    uvicorn.Server(config).run([listening])
