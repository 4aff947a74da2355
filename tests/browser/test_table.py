"""What a table in the browser promises: the dark offer, undo, hints, coming back, watching."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.server import Served
from tests.browser.tables import QUICK, Table, cards
from thousand_agents.web.texts import texts

DARK = {**QUICK, "dark_min_score": -5000}
A_CARD = re.compile(r"(?<!\w)(9|10|J|Q|K|A)[♠♣♦♥]")


def in_play(table: Table) -> bool:
    """Has the person played a card of this deal?"""
    log = table.state["scene"]["log"]
    mine = [said for seat, said in log if seat == table.state["seat"]]
    return bool(table.legal and any(said.startswith(("play", "marry")) for said in mine))


def offered(table: Table, home: str) -> None:
    """To a table where the person is asked dark or look: the dealer is drawn."""
    for _ in range(40):
        table.sit_down(home, rules=DARK)
        if "dark" in table.legal:
            return
    pytest.fail("the person is never the first hand")


def own(seat: int) -> str:
    return f'#picture [data-seat="{seat}"]'


@pytest.mark.parametrize("answer", ["look", "dark"])
def test_at_the_dark_offer_the_cards_lie_face_down_until_it_is_decided(
    page: Page, table: Table, home: str, answer: str
) -> None:
    offered(table, home)
    seat = table.state["seat"]
    assert sorted(table.legal) == ["dark", "look"]
    assert cards(page) == [] and page.locator(own(seat)).count() == 7
    assert A_CARD.search(page.locator("main").inner_text()) is None
    assert "data-card=" not in table.frames[-1] and '"hand":["' not in table.frames[-1]
    expect(page.locator("#actions button")).to_have_count(2)
    table.click(answer)  # then the auction goes on; if all pass, the talon is in the hand already
    assert page.locator(f"{own(seat)}[data-card]").count() in (7, 10)
    assert "dark" not in table.legal


def test_undo_takes_back_the_last_decision(page: Page, table: Table, home: str) -> None:
    table.sit_down(home)
    table.play(in_play)
    before, turn = table.seen(), table.state["turn"]
    table.click(table.legal[0])
    assert table.seen() != before
    turn = table.state["turn"]
    page.locator("[data-test=undo]").click()
    table.until_asked(turn)
    assert table.seen() == before
    turn = table.state["turn"]
    page.keyboard.press("u")
    table.until_asked(turn)
    assert table.seen() != before


def test_without_training_there_is_neither_undo_nor_hint(
    page: Page, table: Table, home: str
) -> None:
    table.sit_down(home, training=False)
    expect(page.locator("[data-test=undo]")).to_be_hidden()
    expect(page.locator("[data-test=hint]")).to_be_hidden()


@pytest.mark.slow
def test_a_hint_values_every_action_with_an_interval(page: Page, table: Table, home: str) -> None:
    table.sit_down(home)
    table.play(lambda table: in_play(table) and len(table.legal) > 1)
    legal = table.legal
    page.locator("[data-test=hint]").click()
    rows = page.locator("#hints tr[data-hint]")
    expect(rows).to_have_count(len(legal), timeout=150_000)
    assert sorted(rows.evaluate_all("all => all.map(row => row.dataset.hint)")) == sorted(legal)
    for cells in rows.evaluate_all("all => all.map(row => [...row.cells].map(c => c.textContent))"):
        value, interval = cells[1:3]
        low, high = (float(part) for part in re.findall(r"[-+]?\d+\.?\d*", interval))
        assert low <= float(value.rstrip("%")) <= high
    expect(page.locator("#hints tr.best")).to_have_count(1)
    table.click(legal[0])
    expect(rows).to_have_count(0)  # it was of the decision before


def test_a_page_loaded_again_in_mid_match_shows_the_same(
    page: Page, table: Table, home: str
) -> None:
    table.sit_down(home)
    table.play(in_play)
    before, sent = table.seen(), len(table.states)
    page.reload()
    table.until(lambda _: len(table.states) > sent)
    assert table.seen() == before
    table.step()
    assert table.seen() != before


@pytest.mark.slow
def test_the_table_goes_on_after_a_restart_of_the_server_in_mid_match(
    page: Page, table: Table, served: Served
) -> None:
    table.sit_down(served.home)
    table.play(in_play)
    before, turn = table.seen(), table.state["turn"]
    served.stop()
    try:
        expect(page.locator("#alert")).not_to_be_empty()
    finally:
        served.start()
    table.until_asked(turn)  # it connects again by itself
    assert table.seen() == before
    expect(page.locator("#alert")).to_be_empty()
    table.play(lambda table: bool(table.state["result"]))
    assert table.state["result"]


def test_two_players_pages_are_apart(new_context: Callable[..., BrowserContext], home: str) -> None:
    anna, boris = (new_context().new_page() for _ in range(2))
    hers, his = Table(anna).sit_down(home, name="Anna"), Table(boris).sit_down(home, name="Boris")
    paths = [page.url.removeprefix(home) for page in (anna, boris)]
    assert paths[0] != paths[1]
    before = len(his.frames), his.seen()
    hers.step()
    hers.step()
    assert (len(his.frames), his.seen()) == before
    assert "Anna" not in "".join(his.frames) and "Boris" not in "".join(hers.frames)
    for page, others in ((anna, paths[1]), (boris, paths[0])):
        page.goto(home)
        assert others not in page.content()


def test_your_tables_are_listed_in_the_browser_that_sat_down_there(
    page: Page, table: Table, home: str, new_context: Callable[..., BrowserContext]
) -> None:
    page.goto(home)
    page.locator("[data-test=start]").click()
    page.wait_for_url("**/table/*")
    path = page.url.removeprefix(home)
    page.goto(home)
    expect(page.locator("[data-test=mine] a")).to_have_attribute("href", path)
    other = new_context().new_page()
    other.goto(home)
    expect(other.locator("[data-test=mine]")).to_be_hidden()


def test_a_watched_table_shows_all_hands_and_can_be_stopped(
    page: Page, table: Table, home: str
) -> None:
    page.goto(f"{home}/watch")
    page.locator("[data-test=tempo]").select_option("300")
    page.locator("[data-test=start]").click()
    table.until(lambda state: state["turn"] >= 3)
    assert len(set(cards(page))) >= 18
    page.locator("[data-test=pause]").click()
    table.until(lambda state: bool(state["paused"]))
    page.wait_for_timeout(700)  # a decision that was on its way
    turn = table.state["turn"]
    page.wait_for_timeout(1000)
    assert table.state["turn"] == turn
    page.locator("[data-test=pause]").click()
    table.until(lambda state: state["turn"] > turn)


def test_a_gift_says_to_whom_it_goes_and_a_card_how_it_is_played(table: Table, home: str) -> None:
    table.sit_down(home, rules={"preset": "classic", "golden": True}, tempo=0)
    todo = table.page.locator("#todo")
    while table.state["scene"]["phase"] != "gift" or not table.legal:
        table.step()
    names = table.state["names"]  # the person sits at seat 1: two and three follow
    for name in names[1:]:
        expect(todo).to_contain_text("Golden round")
        expect(todo).to_contain_text(f"Give a card to {name}: a click")
        table.step()
    expect(todo).to_have_text(texts("en")["todo.lead"], use_inner_text=True)


def test_a_hint_folds_what_it_did_not_look_at_and_says_why(table: Table, home: str) -> None:
    table.sit_down(home, rules={"preset": "classic", "golden": False})
    table.play(lambda at: at.state["scene"]["phase"] == "gift" and len(at.legal) > 8)
    table.page.locator("[data-test=hint]").click()
    folded = table.page.locator("#hints details")
    expect(folded.locator("summary")).to_contain_text("Not looked at:", timeout=150_000)
    expect(folded.locator("p")).to_be_hidden()
    folded.locator("summary").click()
    expect(folded.locator("p")).to_contain_text("the search compares the lowest")
