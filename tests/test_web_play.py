"""A whole match over the websocket; no frame of it tells what the seat may not know (R13)."""

import json
import random
from typing import Any

import pytest

pytest.importorskip("starlette")

from tests.referee import Referee
from tests.web_browser import (
    Browser,
    cards_in,
    client_of,
    drawn_texts,
    over,
    settings,
    sit_down,
)
from thousand_agents.web.match import Match
from thousand_agents.web.picture import Look, picture
from thousand_agents.web.settings import read_settings
from thousand_env.games.thousand.actions import action_text, parse_action
from thousand_env.games.thousand.state import NONE
from thousand_env.record import read_record

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("data")) as client:
        yield client


def chooser(seed: int) -> Any:
    """Whoever bids little, is curious about the dark, and else does anything."""
    rng = random.Random(seed)

    def choose(legal: list[str]) -> str:
        if "dark" in legal:
            return rng.choice(["dark", "look"])
        some = [text for text in legal if text != "concede" and not text.startswith("contract")]
        return rng.choice(some[:4])

    return choose


Moment = tuple[int, int]  # deals that one saw end, actions of the next that one knows of


def known_by_referee(
    record: dict[str, Any], seat: int, person: int
) -> tuple[dict[Moment, set[str]], ...]:
    """Cards that the seat knows, by moments of the person: of the deal that goes on, and of the deal
    that ended."""
    referee = Referee(
        record["rules"] | {"players": len(record["players"])}, dealer=record["dealer"]
    )
    going_on: dict[Moment, set[str]] = {}
    ended: dict[Moment, set[str]] = {}
    deals = 0
    for deal in record["deals"]:
        referee.deal(deal["hands"], deal["talon"])
        count, known = 0, look(referee, seat)
        going_on[deals, 0] = known
        for action in deal["actions"]:
            count += action not in ("waive", "keep") or referee.player == person
            referee.apply(action)
            if action.startswith(("play", "marry")):
                known = known | {action.split()[1]}
            known = known | look(referee, seat)
            going_on[deals, count] = known
        if deal["actions"]:  # a pack that is dealt again by itself ends nothing that anybody saw
            ended[deals, count] = known
            deals += 1
            going_on[deals, 0] = known  # after the match the last deal stays in view
    return going_on, ended


def look(referee: Referee, seat: int) -> set[str]:
    """The cards of one moment."""
    if referee.phase in (None, "over"):
        return set()
    view = referee.view(seat)
    gifts = {card for _, _, card in view["gifts"]}
    return (view["hand"] or set()) | (view["talon"] or set()) | gifts


def leaks(
    frames: list[tuple[Moment, dict[str, Any], str]], record: dict[str, Any], seat: int
) -> list[Any]:
    """Frames with a card that the seat can't know, and the cards."""
    going_on, ended = known_by_referee(record, seat, frames[0][1]["seat"])
    found = []
    for moment, state, text in frames:
        known = ended[moment] if state["result"] else going_on[moment]
        if hidden := cards_in(text) - known:
            found.append((moment, state["scene"]["phase"], hidden))
    return found


def played(client, seed: int, **changes: Any) -> tuple[list[Any], dict[str, Any]]:
    """All frames of a match, each with its moment, and the record."""
    name = sit_down(client, **changes)
    frames: list[tuple[Moment, dict[str, Any], str]] = []
    ended, choose = 0, chooser(seed)
    with Browser(client, name) as browser:
        while True:
            browser.until_asked()
            for text in browser.texts:
                state = json.loads(text)
                count = 0 if over(state) else len(state["scene"]["log"])
                frames.append(((ended, count), state, text))
            browser.texts.clear()
            if over(browser.state):
                break
            if browser.state["result"]:
                ended += 1
                browser.go_on()
            else:
                browser.act(choose(browser.state["legal"]))
    return frames, client.get(f"/api/tables/{name}/record").json()


def test_whole_match_and_no_frame_tells_a_hidden_card(client):
    frames, record = played(client, 1)
    assert read_record(record).winner == frames[-1][1]["winner"] is not None
    deals = [result for result in record["result"]["deals"] if result["kind"] != "redealt"]
    sheet = frames[-1][1]["sheet"]
    scores = [[cell["score"] for cell in row["cells"]] for row in sheet]
    assert scores == [result["table"]["score"] for result in deals]
    assert [row["kind"] for row in sheet] == [result["kind"] for result in deals]
    assert leaks(frames, record, 0) == []
    other = leaks(frames, record, 1)  # the search finds what another seat may not see
    assert len(other) > len(frames) / 2


def test_packs_that_are_dealt_again_by_themselves_are_never_shown(client):
    rules = {"preset": "classic", "redeal_weak_hand": [20, "mandatory"]}
    again = False
    for seed in range(2, 8):  # a table's cards are drawn by chance: few matches have no such pack
        frames, record = played(client, seed, rules=rules)
        assert leaks(frames, record, 0) == []
        again = again or any(not deal["actions"] for deal in record["deals"])
        if again:
            break
    assert again


def test_cards_lie_face_down_before_the_dark_is_decided(client):
    asked = []
    for seed in range(20):
        frames, record = played(client, seed, rules={"preset": "online", "dark_min_score": -5000})
        assert leaks(frames, record, 0) == []
        asked += [state for _, state, _ in frames if state["legal"] == ["dark", "look"]]
        if asked:
            break
    for state in asked:
        own = state["scene"]["seats"][0]
        assert own["hand"] is None and own["cards"] == 7
        assert "data-card" not in state["picture"]


@pytest.mark.parametrize("players", [2, 4])
def test_no_frame_tells_a_hidden_card_of_two_and_four_players(client, players):
    agents = ["greedy"] * (players - 1)
    rules = {"preset": "online", "players": players}
    frames, record = played(client, players, rules=rules, agents=[*agents[:1], "", *agents[1:]])
    assert leaks(frames, record, 1) == []
    assert leaks(frames, record, 0) != []


@pytest.mark.parametrize("watched", [False, True])
def test_a_conceded_deal_is_shown_with_its_scores_and_nobody_to_move(watched):
    rules = {"preset": "classic", "golden": False}
    agents = ["greedy" if watched else "", "greedy", "greedy"]
    chosen = read_settings(settings(rules=rules, agents=agents, tempo=300))
    match = Match(chosen, seed=1)
    for _ in range(2):  # the second time there is a deal before
        while "concede" not in (legal := legal_texts(match)):
            match.apply(parse_action("pass" if "pass" in legal else legal[0]), show=False)
            match.go_on()
        match.apply(parse_action("concede"), show=True)
        assert match.still is not None and match.still.result is not None
        table, seen = match.still.result["table"], match.seen()
        assert match.still.result["conceded"] and min(match.still.result["written"]) == -100
        assert [int(score) for score in seen.score[:3]] == table["score"]
        drawn = drawn_texts(picture(seen, chosen.rules, chosen.names, Look()))
        assert {str(score) for score in table["score"]} <= set(drawn)
        assert seen.to_move == NONE and not any("tomove" in text for text in drawn)
        match.go_on()


def legal_texts(match: Match) -> list[str]:
    """What may be done."""
    return [action_text(action) for action in match.legal_actions()]
