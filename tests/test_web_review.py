"""Written games in the browser: steps, what a seat saw, judged decisions, the one file."""

import json
import re
import sys
import zlib
from base64 import b64decode
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from tests.web_browser import HOST, NO_HURRY, Browser, cards_in, client_of, sit_down
from thousand_agents.web.jobs import Turn, act
from thousand_agents.web.limits import Limits
from thousand_agents.web.players import OFFERED
from thousand_agents.web.replay import Replay
from thousand_env.games.thousand import Game, action_text, rules
from thousand_env.games.thousand.seat_record import hide
from thousand_env.record import record_text, write_record

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.fixture(scope="module")
def record():
    """Two deals under rules with an equity model, the bids low and the cards as they come."""
    game = Game(rules("online"), seed=3, table={"score": [300, 420, 180]})
    while len(game.results) < 2 and game.player is not None:
        legal = game.legal()
        ways_out = ("concede", "redeal")
        game.apply("pass" if "pass" in legal else next(a for a in legal if a not in ways_out))
    return write_record(game, ["Anna", "Boris", "Vera"])


def upload(client, record):
    answer = client.post("/api/records", content=record_text(record), headers=JSON)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


SEARCHER = "pimc:worlds=20"


def judged(client, name, seat, judge=SEARCHER):
    """All decisions of a seat as an agent judges them, by step."""
    found = {}
    with client.websocket_connect(f"ws://{HOST}/ws/review/{name}") as socket:
        socket.send_text(json.dumps({"type": "judge", "seat": seat, "judge": judge}))
        while (frame := json.loads(socket.receive_text()))["type"] == "judged":
            found[frame["step"]] = frame
    assert frame == {"type": "finished", "seat": seat, "of": len(found)}
    return found


def test_every_action_is_a_step_and_every_pack_one(client, record):
    name = upload(client, record)
    info = client.get(f"/api/records/{name}").json()
    written = [action for deal in record["deals"] for action in [None, *deal["actions"]]]
    assert [action for _, _, action in info["steps"]] == written
    assert info["results"] == record["result"]["deals"]
    starts = [k for k, action in enumerate(written) if action is None]
    curve = client.get(f"/api/records/{name}/curve").json()["curve"]
    assert [point[0] for point in curve[: len(starts)]] == starts
    assert all(abs(sum(chances) - 1) < 1e-6 for _, *chances in curve)
    last = client.get(f"/api/records/{name}/steps/{len(written) - 1}").json()
    assert len(written) > 20 and "svg" in last["picture"]


def test_a_step_seen_as_a_seat_shows_what_it_knew(client, record):
    name = upload(client, record)
    hands = [set(hand.split()) for hand in record["deals"][0]["hands"]]
    for seat, own in enumerate(hands):
        text = client.get(f"/api/records/{name}/steps/0?seat={seat}").text
        unseen_before_dark = seat == (record["dealer"] + 1) % 3
        assert cards_in(text) == (set() if unseen_before_dark else own)
    everything = set.union(*hands) | set(record["deals"][0]["talon"].split())
    assert cards_in(client.get(f"/api/records/{name}/steps/0").text) == everything


def test_the_record_of_one_seat_tells_of_no_other(client, record):
    name = upload(client, hide(record, 1))
    info = client.get(f"/api/records/{name}").json()
    assert info["seat"] == 1
    own = set(record["deals"][0]["hands"][1].split())
    assert cards_in(client.get(f"/api/records/{name}/steps/0").text) == own
    refused = client.get(f"/api/records/{name}/steps/0?seat=0")
    assert refused.status_code == 400 and "seat 2 alone" in refused.json()["error"]


def test_decisions_are_judged_from_what_was_known_and_cost_chances_to_win(client, record):
    full, own = upload(client, record), upload(client, hide(record, 1))
    found = judged(client, full, 1)
    assert found
    for step, frame in found.items():
        hint = frame["hint"]
        values = {option["action"]: option for option in hint["options"]}
        assert (
            frame["done"] == [a for d in record["deals"] for a in [None, *d["actions"]]][step + 1]
        )
        assert hint["unit"] == "win" and frame["done"] in values
        best = max(option["value"] for option in values.values())
        assert hint["cost"] == pytest.approx(best - values[frame["done"]]["value"], abs=1e-6)
        assert hint["cost"] >= 0
    # One seat's record has the same to say of it: nothing hidden was looked at.
    mine = [(frame["done"], frame["hint"]["options"]) for frame in judged(client, own, 1).values()]
    assert [done for done, _ in mine] == [frame["done"] for frame in found.values()]


@pytest.fixture(scope="module")
def by_search(client, record):
    """The decisions of seat 1 as the search player judges them."""
    return judged(client, upload(client, record), 1)


def decisions(found):
    return {step: frame["done"] for step, frame in found.items()}


@pytest.mark.parametrize("judge", ["greedy", "net:base-v5", "dark-always"])
def test_an_agent_that_values_nothing_says_what_it_would_do_and_the_search_what_that_brings(
    client, record, by_search, judge
):
    found = judged(client, upload(client, record), 1, judge)
    assert decisions(found) == decisions(by_search)
    replay = Replay(record_text(record).encode())
    for step, decision, done in replay.decisions(1):
        hint, search = found[step]["hint"], by_search[step]["hint"]
        assert hint["advised"] and not search["advised"] and found[step]["judge"] == judge
        assert hint["action"] == action_text(act(Turn(judge, decision)))
        values = {option["action"]: option["value"] for option in hint["options"]}
        if hint["cost"] is not None:
            cost = values[hint["action"]] - values[done]
            assert hint["cost"] == pytest.approx(cost, abs=1e-6)
        for option in search["options"]:  # in the same worlds everything is worth the same
            if option["action"] in values and option["value"] is not None:
                assert values[option["action"]] == pytest.approx(option["value"], abs=1e-6)


def test_a_search_player_judges_by_its_own_search(client, record, by_search):
    name = upload(client, record)
    more = judged(client, name, 1, "pimc:worlds=40")
    assert decisions(more) == decisions(by_search)
    assert not any(frame["hint"]["advised"] for frame in more.values())
    worlds = [
        max(frame["hint"]["worlds"] for frame in found.values()) for found in (more, by_search)
    ]
    assert worlds[0] > worlds[1]
    for frame in more.values():
        assert frame["hint"]["cost"] is None or frame["hint"]["cost"] >= 0
    weighed = judged(client, name, 1, "net+pimc:worlds=20")
    assert decisions(weighed) == decisions(by_search)
    values = [[f["hint"]["options"] for f in found.values()] for found in (weighed, by_search)]
    assert values[0] != values[1]  # it believes other hands


def test_each_judge_has_decisions_of_its_own(client, record):
    name = upload(client, record)
    first = judged(client, name, 0, "greedy")
    assert {frame["judge"] for frame in judged(client, name, 0, "timid").values()} == {"timid"}
    assert judged(client, name, 0, "greedy") == first


@pytest.mark.parametrize(
    ("judge", "rules_of", "reason"),
    [
        ("net:base-v5", "pagat", "no network"),
        ("net+pimc:worlds=20", "pagat", "no network"),
        ("net:nobody", "online", "no network"),
        ("wise", "online", "not offered"),
        ("cmd:rm", "online", "not offered"),
        ("/etc/passwd", "online", "not offered"),
        ("pimc:worlds=100000", "online", "worlds"),
        ("pimc:depth=3", "online", "unknown option"),
    ],
)
def test_a_judge_that_does_not_play_these_rules_is_refused(client, judge, rules_of, reason):
    game = Game(rules(rules_of), seed=3)
    while len(game.results) < 1 and game.player is not None:
        game.apply(game.legal()[0])
    name = upload(client, write_record(game, ["Anna", "Boris", "Vera"]))
    for language, said in (("en", reason), ("ru", "")):
        url = f"ws://{HOST}/ws/review/{name}?language={language}"
        with client.websocket_connect(url) as socket:
            socket.send_text(json.dumps({"type": "judge", "seat": 0, "judge": judge}))
            frame = json.loads(socket.receive_text())
            assert frame["type"] == "refused" and said in frame["reason"]
            assert language == "en" or re.search("[а-яё]", frame["reason"])


HANGS = f"cmd:{sys.executable} -c 'import time; time.sleep(60)'"


def test_a_judge_that_hangs_is_told_of_and_holds_up_no_other(tmp_path, record):
    limits = Limits(requests=NO_HURRY.requests, messages=NO_HURRY.messages, thinking=1.0)
    with client_of(tmp_path, (HANGS,), limits) as client:
        name = upload(client, record)
        with client.websocket_connect(f"ws://{HOST}/ws/review/{name}") as socket:
            socket.send_text(json.dumps({"type": "judge", "seat": 0, "judge": HANGS}))
            frame = json.loads(socket.receive_text())
        assert frame["type"] == "refused" and "1 s" in frame["reason"]
        assert judged(client, name, 0, "greedy")


def test_the_page_offers_the_judges_that_play_offers_the_search_player_first(client, record):
    page = client.get(f"/review/{upload(client, record)}").text
    select = re.search(r'id="judge-by".*?</select>', page, re.DOTALL)[0]
    offered = re.findall(r"<option>(.*?)</option>", select)
    assert offered[0] == SEARCHER and set(offered) == set(OFFERED)


def test_the_one_file_has_everything_in_it(client, record):
    name = upload(client, record)
    found = judged(client, name, 0, "greedy")
    page = client.get(f"/api/records/{name}/export?seat=0&judge=greedy&language=ru")
    assert "attachment" in page.headers["content-disposition"]
    html = page.text
    assert (
        "src=" not in html.replace("img-src", "")
        and 'href="/' not in html
        and "import " not in html
    )
    packed = re.search(r'id="packed">(.*?)</script>', html, re.DOTALL)
    data = json.loads(zlib.decompress(b64decode(json.loads(packed[1]))))
    assert len(data["steps"]) == len(data["record"]["steps"])
    assert {int(step) for step in data["judged"]} == set(found)
    assert data["judge"] == "greedy" and data["seat"] == 0
    assert all(data["judged"][str(step)] == frame["hint"] for step, frame in found.items())
    assert "Повтор" in html or "Запись" in html


def test_what_is_no_record_is_refused_with_the_reason(client, record):
    broken = json.loads(record_text(record))
    broken["deals"][0]["actions"][0] = "bid 400"
    for content, reason in (
        ("no json", "no JSON"), ("[]", "record"), (json.dumps(broken), "illegal"),
        ('{"format": "king-record/1"}', "missing"), ("x" * 5_000_001, "larger"),
    ):  # fmt: skip
        answer = client.post("/api/records", content=content, headers=JSON)
        assert answer.status_code in (400, 413) and reason in answer.json()["error"], content[:40]


def test_examples_of_the_documents_can_be_opened(client):
    for path in sorted(EXAMPLES.glob("*.json")):
        answer = client.post("/api/records", content=path.read_bytes(), headers=JSON)
        if answer.status_code == 201:
            name = answer.json()["id"]
            assert client.get(f"/review/{name}").status_code == 200
        else:
            assert "only Thousand" in answer.json()["error"] or "table" in path.name


def test_broken_messages_and_foreign_ids_close_a_review(client, record):
    name = upload(client, record)
    for url, text, code in (
        (f"/ws/review/{name}", '{"type": "judge", "seat": 9, "judge": "greedy"}', 1003),
        (f"/ws/review/{name}", '{"type": "judge", "seat": 0}', 1003),
        (f"/ws/review/{name}", '{"type": "judge", "seat": 0, "judge": ""}', 1003),
        (f"/ws/review/{name}", "x", 1003),
        ("/ws/review/" + "a" * 22, "", 4404),
    ):
        with client.websocket_connect(f"ws://{HOST}{url}") as socket:
            if text:
                socket.send_text(text)
            end = socket.receive()
            assert end["type"] == "websocket.close" and end["code"] == code and end["reason"]


def test_a_game_at_a_table_goes_to_its_review_as_the_person_knows_it(client):
    name = sit_down(client)
    with Browser(client, name) as browser:
        browser.until_asked()
        browser.act(browser.state["legal"][0])
    answer = client.post(f"/api/tables/{name}/review", json={})
    assert answer.status_code == 201
    assert client.get(f"/api/records/{answer.json()['id']}").json()["seat"] == 0
