"""The page Ask in another language: its seats, what it refuses, what it answers."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_pages import ask


@pytest.fixture
def russian(page: Page, home: str) -> Page:
    page.context.add_cookies([{"name": "language", "value": "ru", "url": home}])
    page.goto(f"{home}/ask")
    return page


def test_seats_are_named_as_on_the_page_play(page: Page, home: str) -> None:
    page.goto(home)
    played = page.locator("#seats label").all_inner_texts()
    page.goto(f"{home}/ask")
    asked = page.locator(".input-table tbody th").all_inner_texts()
    named = [[re.match(r"Seat \d", text) for text in texts] for texts in (played, asked)]
    assert [[m and m[0] for m in texts] for texts in named] == [[f"Seat {k}" for k in (1, 2, 3, 4)]] * 2  # fmt: skip
    assert page.locator("#seat option").all_inner_texts() == ["1", "2", "3", "4"]


def test_a_refusal_is_told_in_the_readers_words_and_shown_at_its_seat(russian: Page) -> None:
    russian.locator("[data-test=kind-dark]").check()
    russian.locator("[data-test=score-1]").fill("3")
    russian.locator("[data-test=ask]").click()
    expect(russian.locator("[data-test=form-error]")).to_contain_text("место 2: счёт 3")
    expect(russian.locator("[data-test=score-1]")).to_have_attribute("aria-invalid", "true")
    russian.locator("[data-test=score-1]").fill("0")
    russian.locator("[data-test=ask]").click()
    expect(russian.locator("[data-test=form-error]")).to_contain_text("тёмной здесь нет")


def test_an_answer_is_whole_in_the_readers_language(russian: Page, home: str) -> None:
    ask(russian, home, "bid")
    expect(russian.locator("#answer-body .picture svg")).to_be_hidden()  # the answer comes first
    assert russian.locator("#answer").bounding_box()["height"] < 1500
    russian.evaluate("document.querySelectorAll('#answer details').forEach(one => one.open = true)")
    expect(russian.locator("#answer-body .picture svg")).to_be_visible()
    shown = russian.locator("#answer").inner_text()
    assert "шанс выиграть партию" in shown and "место 1 greedy" in shown
    words = set(re.findall(r"[A-Za-z]{3,}", shown)) - {"greedy", "JSON"}
    assert words == set()
    expect(russian.locator("#answer-body tr.best").first).to_be_visible()
