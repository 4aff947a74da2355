"""A whole match in the browser: by mouse, and by keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import CHOICES, Table, choose

COUNT_CLICKS = """
window.pointers = 0;
for (const kind of ["pointerdown", "mousedown", "touchstart"])
  addEventListener(kind, event => { if (event.isTrusted) window.pointers += 1; }, true);
"""


def focused(page: Page, what: str) -> Any:
    return page.evaluate(f"document.activeElement?.{what}")


def tab_to(page: Page, name: str) -> None:
    """By Tab to the element of an id."""
    for _ in range(250):
        if focused(page, "id") == name:
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab never comes to {name}")


def test_a_whole_match_by_mouse(page: Page, table: Table, home: str) -> None:
    page.goto(home)
    page.locator("[data-test=tempo]").select_option("0")
    page.locator("[data-test=options] summary").click()
    for option, value in {"goal": "150", "barrel_at": "0"}.items():
        page.locator(f"#o-{option}").fill(value)
    page.locator("#o-golden").uncheck()
    expect(page.locator("#changed")).to_contain_text("3")
    page.locator("[data-test=start]").click()
    table.until_asked(-1)
    table.play(lambda _: False)
    names, winner = table.state["names"], table.state["winner"]
    expect(page.locator("#status")).to_contain_text(names[winner])
    assert table.state["scene"]["seats"][winner]["score"] >= 150
    expect(page.locator("#sheet tbody tr")).to_have_count(len(table.state["sheet"]))
    with page.expect_download() as download:
        page.locator("[data-test=record]").click()
    assert "thousand-record/1" in download.value.path().read_text(encoding="utf-8")


def test_a_whole_match_by_keyboard_alone(page: Page, table: Table, home: str) -> None:
    page.add_init_script(COUNT_CLICKS)
    page.goto(home)
    tab_to(page, "tempo")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("Zoë")
    while focused(page, "parentElement.dataset.test") != "options":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    tab_to(page, "o-golden")
    page.keyboard.press("Space")
    for option, value in {"barrel_at": "0", "goal": "150"}.items():
        tab_to(page, f"o-{option}")
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(value)
    page.keyboard.press("Enter")
    table.until_asked(-1)
    assert "Zoë" in table.state["names"]
    pressed = 0
    while not table.over:
        press(page, table, "continue" if table.state["result"] else choose(table.legal), pressed)
        pressed += 1
    assert table.state["winner"] is not None
    tab_to(page, "review-it")
    page.keyboard.press("Enter")
    page.wait_for_url("**/review/*")
    expect(page.locator("#status")).to_contain_text("Step 1 of", timeout=150_000)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status")).to_contain_text("Step 2 of")
    assert page.evaluate("window.pointers") == 0


def press(page: Page, table: Table, action: str, number: int) -> None:
    """Do it by its digit, or by arrows and Enter, in turn."""
    turn = table.state["turn"]
    actions = page.locator(CHOICES).evaluate_all("all => all.map(one => one.dataset.action)")
    place = actions.index(action) if action in actions else None
    if place is None:  # to play or to announce: the card leads to the buttons
        pytest.fail(f"{action} can't be chosen among {actions}")
    if number % 2 and place < 9:
        page.keyboard.press(str(place + 1))
    else:
        key = "ArrowRight" if number % 4 else "ArrowLeft"
        for _ in range(len(actions) + 1):
            if focused(page, "dataset.action") == action and is_button(page, action):
                break
            page.keyboard.press(key)
        page.keyboard.press("Enter")
    table.until_asked(turn)


def is_button(page: Page, action: str) -> bool:
    """Is what is focused enough to do it?  A card that can be played in two ways is not."""
    ways = page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
    return "," not in ways or focused(page, "tagName") == "BUTTON"
