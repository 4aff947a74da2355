"""On a phone's width nothing that is chosen or filled in lies out of sight."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_pages import PAGES, PHONE
from thousand_agents.web.texts import LANGUAGES


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size(PHONE)
    return page


def in_sight(page: Page, what: Locator) -> bool:
    """Is all of it between the left and the right edge?"""
    box = what.bounding_box()
    assert box is not None
    return box["x"] >= 0 and box["x"] + box["width"] <= page.viewport_size["width"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_and_looks_open_within_the_page(phone: Page, home: str, language: str) -> None:
    phone.context.add_cookies([{"name": "language", "value": language, "url": home}])
    for path in PAGES.values():
        phone.goto(f"{home}{path}")
        phone.locator("[data-test=looks]").click()
        parts = [phone.locator(".looks > div"), *phone.locator(".looks label, .looks select").all()]
        assert [in_sight(phone, part) for part in parts] == [True] * len(parts)


def test_the_table_of_a_question_is_in_sight(phone: Page, home: str) -> None:
    phone.goto(f"{home}/ask")
    fields = phone.locator(".input-table input:visible")
    expect(fields).to_have_count(15)
    assert all(in_sight(phone, field) for field in fields.all())
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
