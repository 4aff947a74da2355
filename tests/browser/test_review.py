"""Replay and review in the browser, and the page that opens from disk."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.tables import cards


@pytest.fixture
def opened(page: Page, home: str, match_json: Path) -> Page:
    """The replay of the written game, just uploaded."""
    page.goto(f"{home}/review")
    page.locator("[data-test=file]").set_input_files(match_json)
    page.locator("[data-test=open]").click()
    page.wait_for_url("**/review/*")
    expect(page.locator("#status")).to_contain_text("Step 1 of", timeout=150_000)
    return page


def steps(match_json: Path) -> list[tuple[int, str | None]]:
    """Deal and action by step; every deal begins with its pack."""
    record: dict[str, Any] = json.loads(match_json.read_text(encoding="utf-8"))
    return [
        (number, action)
        for number, deal in enumerate(record["deals"], 1)
        for action in [None, *deal["actions"]]
    ]


def at(page: Page, number: int, of: int) -> None:
    expect(page.locator("#status")).to_contain_text(f"Step {number} of {of}.")


def test_arrow_keys_step_through_a_written_game(opened: Page, match_json: Path) -> None:
    every = steps(match_json)
    for number in range(2, 12):
        opened.keyboard.press("ArrowRight")
        at(opened, number, len(every))
        action = every[number - 1][1]
        assert action is not None
        rank = {"T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace", "9": "nine"}
        expect(opened.locator("#status")).to_contain_text(f"{rank[action.split()[1][0]]} of ")
    opened.keyboard.press("ArrowLeft")
    at(opened, 10, len(every))
    opened.keyboard.press("End")
    at(opened, len(every), len(every))
    expect(opened.locator("#deal")).to_have_value(str(every[-1][0]))
    opened.keyboard.press("Home")
    at(opened, 1, len(every))
    opened.locator("#deal").select_option("5")
    at(opened, [deal for deal, _ in every].index(5) + 1, len(every))


def test_as_a_seat_saw_it_only_its_cards_lie_open(opened: Page) -> None:
    assert len(set(cards(opened))) == 24
    opened.locator("[data-test=view]").select_option("1")
    expect(opened.locator('#picture [data-card][data-seat="1"]')).to_have_count(7)
    expect(opened.locator('#picture [data-card][data-seat="0"]')).to_have_count(0)
    expect(opened.locator('#picture [data-card][data-seat="2"]')).to_have_count(0)


@pytest.mark.slow
def test_decisions_are_judged_and_the_chances_drawn(opened: Page) -> None:
    expect(opened.locator("[data-test=curve] svg")).to_be_visible()
    opened.locator("[data-test=judge]").click()
    row = opened.locator("[data-test=judged] tbody tr").first
    expect(row).to_be_visible(timeout=150_000)
    place = int(row.get_attribute("data-step") or "")
    row.locator("button").click()
    expect(opened.locator("#status")).to_contain_text(f"Step {place + 1} of")
    expect(opened.locator("[data-test=hints] tr.done")).to_have_count(1)


@pytest.mark.slow
def test_any_agent_judges_and_the_address_keeps_which(opened: Page, match_json: Path) -> None:
    opened.locator("[data-test=judge-by]").select_option("greedy")
    opened.locator("[data-test=judged-seat]").select_option("1")
    assert opened.url.endswith("?seat=1&judge=greedy")
    opened.reload()
    at(opened, 1, len(steps(match_json)))
    expect(opened.locator("[data-test=judge-by]")).to_have_value("greedy")
    expect(opened.locator("[data-test=judged-seat]")).to_have_value("1")
    assert "judge=greedy" in (opened.locator("[data-test=export]").get_attribute("href") or "")
    opened.locator("[data-test=judge]").click()
    row = opened.locator("[data-test=judged] tbody tr").first
    row.locator("button").click(timeout=150_000)
    expect(opened.locator("[data-test=hints]")).to_contain_text("greedy would do:")


def test_a_judge_of_the_address_that_is_none_is_refused_in_words(opened: Page) -> None:
    opened.goto(f"{opened.url}?seat=0&judge=wise")
    expect(opened.locator("[data-test=judge-by]")).to_have_value("wise")
    opened.locator("[data-test=judge]").click()
    expect(opened.locator("[data-test=progress]")).to_contain_text("'wise' is not offered")


@pytest.mark.slow
def test_the_saved_page_opens_from_disk_and_asks_nobody(
    opened: Page, page: Page, tmp_path: Path, match_json: Path
) -> None:
    with opened.expect_download() as download:
        opened.locator("[data-test=export]").click()
    saved = tmp_path / "match.html"
    download.value.save_as(saved)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(saved.as_uri())
    at(page, 1, len(steps(match_json)))
    page.keyboard.press("ArrowRight")
    at(page, 2, len(steps(match_json)))
    assert [url for url in asked if not url.startswith(("data:", "blob:"))] == [saved.as_uri()]


def test_what_is_no_written_game_is_refused_with_a_reason(
    page: Page, home: str, tmp_path: Path
) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"format": "something else"}')
    page.goto(f"{home}/review")
    page.locator("[data-test=file]").set_input_files(path)
    page.locator("[data-test=open]").click()
    expect(page.locator("[data-test=form-error]")).to_contain_text("format")


def test_deals_are_numbered_as_on_the_score_sheet(opened: Page, match_json: Path) -> None:
    record = json.loads(match_json.read_text(encoding="utf-8"))
    kinds = [deal["kind"] for deal in record["result"]["deals"]]
    thrown = kinds.count("redealt")
    assert thrown  # else this shows nothing
    named = opened.locator("#deal option").all_inner_texts()
    sheet = [
        re.match(r"\d+", row)[0] for row in opened.locator("#sheet tbody th").all_inner_texts()
    ]
    assert [one for one in named if "thrown in" not in one] == sheet
    assert sum("thrown in" in one for one in named) == thrown
    for number, kind in enumerate(kinds):
        if kind == "redealt":
            assert named[number] == f"{named[number + 1].split(',')[0]}, thrown in"


def test_all_of_the_score_sheet_is_in_sight(opened: Page) -> None:
    for width in (1180, 390):
        opened.set_viewport_size({"width": width, "height": 800})
        assert opened.locator("#sheet").evaluate("e => e.scrollHeight <= e.clientHeight + 1")
        label = opened.locator("[data-test=curve] svg text").first
        expect(label).to_be_visible()
        expect(opened.locator("#status")).to_contain_text("Step 1 of")
        opened.wait_for_function(
            """() => { const svg = document.querySelector("#curve svg"), box = svg.getBoundingClientRect();
            return 11 * box.width / svg.viewBox.baseVal.width >= 10; }"""
        )
