"""What every page promises: accessible, in three languages, on a phone, at rest, quick, at home."""

from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.tables import Table
from thousand_agents.web.texts import LANGUAGES, texts

PAGES = {"play": "/", "watch": "/watch", "review": "/review", "ask": "/ask", "help": "/help"}
PHONE = {"width": 390, "height": 844}


def violations(page: Page) -> list[str]:
    """What axe-core finds, with the elements it finds it at."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]]


@pytest.fixture(params=["light", "dark"])
def in_light(request: pytest.FixtureRequest, page: Page) -> Page:
    """A page for who prefers light, or dark."""
    page.emulate_media(color_scheme=request.param, reduced_motion="reduce")
    return page


@pytest.mark.parametrize("path", [*PAGES.values(), "/table/nothing"])
def test_axe_finds_nothing(in_light: Page, home: str, path: str) -> None:
    in_light.goto(f"{home}{path}")
    assert violations(in_light) == []
    for summary in in_light.locator("summary:visible").all():  # and with everything unfolded
        summary.click()
    assert violations(in_light) == []


def test_axe_would_find_something(page: Page, home: str) -> None:
    page.goto(home)
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert [one.split(":")[0] for one in violations(page)] == ["button-name"]


def test_axe_finds_nothing_at_a_table(in_light: Page, home: str) -> None:
    table = Table(in_light).sit_down(home)
    found = violations(in_light)
    table.play(lambda table: len(table.state["scene"]["log"]) > 6 and len(table.legal) > 1)
    in_light.locator("[data-test=hint]").click()
    expect(in_light.locator("#hints table")).to_be_visible(timeout=150_000)
    found += violations(in_light)
    table.play(lambda table: bool(table.state["result"]))
    assert found + violations(in_light) == []


@pytest.mark.slow
def test_axe_finds_nothing_at_a_watched_table(in_light: Page, home: str) -> None:
    table = Table(in_light)
    in_light.goto(f"{home}/watch")
    in_light.locator("[data-test=start]").click()
    table.until(lambda state: state["turn"] >= 2)
    in_light.locator("[data-test=pause]").click()
    table.until(lambda state: bool(state["paused"]))
    assert violations(in_light) == []


@pytest.mark.slow
def test_axe_finds_nothing_in_a_review(in_light: Page, home: str, match_json: Path) -> None:
    upload(in_light, home, match_json)
    in_light.locator("[data-test=judge]").click()
    link = in_light.locator("[data-test=judged] tbody button").first
    link.click(timeout=150_000)
    expect(in_light.locator("[data-test=hints] table")).to_be_visible()
    in_light.locator("[data-test=export]").scroll_into_view_if_needed()
    assert violations(in_light) == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dark", "bid", "contract"])
def test_axe_finds_nothing_in_an_answer(page: Page, home: str, kind: str) -> None:
    ask(page, home, kind)
    assert violations(page) == []


def ask(page: Page, home: str, kind: str) -> None:
    """A question, and its answer."""
    page.goto(f"{home}/ask")
    page.locator(f"[data-test=kind-{kind}]").check()
    page.locator("#ask-form > details summary").click()
    if kind == "dark":
        for seat in range(3):
            page.locator(f"[data-test=score-{seat}]").fill("440")
        page.locator("#deals").fill("64")
    else:
        page.locator("#hand").fill("AS TS KH QH 9C JD AD")
        page.locator("#worlds").fill("10")
    if kind == "contract":
        page.locator("#talon").fill("AH 9S JC")
    page.locator("[data-test=ask]").click()
    expect(page.locator("[data-test=answer] table:visible").first).to_be_visible(timeout=150_000)


def upload(page: Page, home: str, path: Path) -> None:
    """To the replay of a written game."""
    page.goto(f"{home}/review")
    page.locator("[data-test=file]").set_input_files(path)
    page.locator("[data-test=open]").click()
    expect(page.locator("#picture svg")).to_be_visible(timeout=150_000)


def test_the_language_is_switched_on_every_page_and_stays(page: Page, home: str) -> None:
    page.goto(home)
    for language in ("ru", "pl", "en"):
        page.locator("[data-test=looks]").click()
        page.locator("[data-test=language]").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for name, path in PAGES.items():
            page.goto(f"{home}{path}")
            expect(page.locator("h1")).to_have_text(texts(language)[f"{name}.title"])
            expect(page.locator("[data-test=nav-ask]")).to_have_text(texts(language)["nav.ask"])
        page.goto(home)


def test_a_table_speaks_the_language_chosen_in_mid_match(
    page: Page, table: Table, home: str
) -> None:
    table.sit_down(home)
    legal = table.legal
    for language in LANGUAGES:
        sent = len(table.states)
        page.locator("[data-test=looks]").click()
        page.locator("[data-test=language]").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        if language != "en":  # which it was
            table.until(lambda _, sent=sent: len(table.states) > sent)
        words = texts(language)
        assert table.legal == legal
        said = words["table.deal"].replace("{n}", "1")
        expect(page.locator("#headline")).to_contain_text(said)
        expect(page.locator("[data-test=undo]")).to_have_text(words["table.undo"])
        shown = page.locator("main").inner_text()
        assert [key for key in words if "." in key and f" {key} " in f" {shown} "] == []


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context(viewport=PHONE, is_mobile=True, has_touch=True).new_page()


def wide(page: Page) -> list[str]:
    """Elements that make the page wider than the phone."""
    found: list[str] = page.evaluate(
        """() => document.scrollingElement.scrollWidth <= 390 ? [] :
           [`${document.scrollingElement.scrollWidth} px`, ...[...document.querySelectorAll("body *")]
            .filter(one => one.getBoundingClientRect().right > 390.5)
            .map(one => `${one.tagName}#${one.id}.${one.className}`)]"""
    )
    return found


@pytest.mark.parametrize("path", PAGES.values())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_scrolls_no_page_sideways(phone: Page, home: str, path: str, language: str) -> None:
    phone.context.add_cookies([{"name": "language", "value": language, "url": home}])
    phone.goto(f"{home}{path}")
    assert wide(phone) == []
    for summary in phone.locator("summary:visible").all():
        summary.tap()
    assert wide(phone) == []


@pytest.mark.slow
def test_a_table_and_a_review_on_a_phone(phone: Page, home: str, match_json: Path) -> None:
    table = Table(phone).sit_down(home)
    assert wide(phone) == []
    table.play(lambda table: bool(table.state["result"]))
    assert wide(phone) == []
    upload(phone, home, match_json)
    phone.locator("[data-test=forward]").tap()
    expect(phone.locator("#status")).to_contain_text("Step 2 of")
    assert wide(phone) == []


@pytest.mark.slow
def test_an_answer_on_a_phone(phone: Page, home: str) -> None:
    ask(phone, home, "dark")
    assert wide(phone) == []


def test_reduced_motion_is_honoured(page: Page, table: Table, home: str) -> None:
    def moves() -> tuple[float, str]:
        card = page.locator("#picture .playable").first
        card.focus()
        page.keyboard.press("ArrowRight")  # what the keyboard reaches is lifted
        seconds, transform = page.locator("#picture .playable:focus").evaluate(
            "card => [getComputedStyle(card).transitionDuration, getComputedStyle(card).transform]"
        )
        return float(seconds.rstrip("s")), transform

    table.sit_down(home)
    table.play(
        lambda table: len([one for one in table.legal if one.startswith(("play", "give"))]) > 1
    )
    assert moves()[0] > 0
    page.emulate_media(reduced_motion="reduce")
    assert moves() == (0, "none")
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.slow
def test_the_first_page_is_there_within_a_second(
    new_context: Callable[..., BrowserContext], home: str
) -> None:
    """The best of three: what else runs on the machine is no matter of the page."""

    def milliseconds() -> float:
        page = new_context().new_page()
        page.goto(home, wait_until="load")
        return float(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))

    assert 0 < min(milliseconds() for _ in range(3)) < 1000


def test_a_request_to_another_host_would_be_noticed(
    page: Page, home: str, faults: list[str]
) -> None:
    """The net that every test here hangs in does catch."""
    page.goto("about:blank")
    page.set_content('<img src="http://192.0.2.1/seen.png">')
    page.wait_for_timeout(100)
    assert faults == ["asked http://192.0.2.1/seen.png"]
    faults.clear()


def test_the_persons_own_seat_takes_no_agent(page: Page, home: str) -> None:
    page.goto(home)
    for seat in (1, 0):
        page.locator("#seat").select_option(index=seat)
        fields = page.locator("#seats .agent:visible")
        expect(fields).to_have_count(2)
        expect(page.locator(f'[data-test="agent-{seat}"]')).to_be_hidden()
        expect(page.locator(f'#seats [data-seat="{seat}"] .own')).to_be_visible()
