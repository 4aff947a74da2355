"""Pages in a real Chromium: the system's own; nothing but the server under test may be asked."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.server import Served, chromium
from tests.browser.tables import Table

expect.set_options(timeout=20_000)
LOCAL = ("data:", "blob:", "file:", "about:")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return browser_type_launch_args | chromium()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    Served.warm_up()
    server = Served(tmp_path_factory.mktemp("tables"))
    yield server
    server.stop()


@pytest.fixture
def home(served: Served) -> str:
    return served.home


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """Requests to others and errors of scripts: there are none in any test."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext], home: str, faults: list[str]
) -> Callable[..., BrowserContext]:
    """Every context is watched: a request to anybody but the server is stopped and noted."""

    def refuse(route: Route) -> None:
        faults.append(f"asked {route.request.url}")
        route.abort()

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(f"script: {error}"))
        page.on(
            "websocket",
            lambda socket: (
                None
                if socket.url.startswith(home.replace("http", "ws"))
                else faults.append(f"asked {socket.url}")
            ),
        )

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.route(lambda url: not url.startswith((f"{home}/", *LOCAL)), refuse)
        context.on("page", watch)
        return context

    return make


@pytest.fixture
def table(page: Page) -> Table:
    return Table(page)


@pytest.fixture
def match_json() -> Path:
    """A written game."""
    return Path(__file__).parents[2] / "docs" / "examples" / "match.json"
