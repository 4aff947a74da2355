"""What rules, agents and answers say comes in the reader's language: no sentence without its own."""

import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from tests.test_web_ask import FORMS, Window
from tests.web_browser import HOST, NO_HURRY, Browser, client_of, settings, sit_down
from thousand_agents.spec import AgentError
from thousand_agents.web.limits import Limits
from thousand_agents.web.players import check_spec
from thousand_agents.web.sentences import blanks, catalog, say
from thousand_agents.web.texts import LANGUAGES

ROOT = Path(__file__).parent.parent
OTHERS = sorted(set(LANGUAGES) - {"en"})
AGENTS, RULES = ROOT / "agents" / "thousand_agents", ROOT / "thousand_env"
# Whatever a browser asks for, these refuse it.
REFUSING = [
    *sorted((AGENTS / "web").glob("*.py")),
    *(AGENTS / "advice" / f"{name}.py" for name in ("bid_question", "declarer", "seat_cards")),
    *(AGENTS / "advice" / f"{name}.py" for name in ("seat_auction", "seat_contract")),
    *(AGENTS / "dark" / f"{name}.py" for name in ("question", "ask", "branches")),
    *(AGENTS / f"{name}.py" for name in ("base", "spec", "networks", "record_option")),
    *(AGENTS / "outside" / f"{name}.py" for name in ("agent", "program")),
    *(RULES / f"{name}.py" for name in ("checks", "errors", "record", "record_form")),
    *(RULES / "games" / "common" / f"{name}.py" for name in ("game", "options", "ruleset")),
    RULES / "games" / "common" / "table.py",
    *(RULES / "games" / "thousand" / f"{name}.py" for name in ("actions", "cards", "rules")),
    *(RULES / "games" / "thousand" / f"{name}.py" for name in ("table", "seat_form", "seat_game")),
    RULES / "games" / "thousand" / "seat_record.py",
]
# A browser names no files, and no buffers.
NOT_SAID = ("cannot read ", "cannot write ", "unknown buffers ", "buffer ")
RAISING = ("check", "close", "__init__")


def template(node: ast.AST) -> str | None:
    """A text in the source, ``{}`` in place of what is put in; None for what is no text."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join("{}" if isinstance(p, ast.FormattedValue) else str(p.value) for p in node.values)  # type: ignore[attr-defined]  # fmt: skip
    return None


def messages(path: Path) -> Iterator[str]:
    """The messages that a module refuses with: raised, checked, closed with."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        call = node.exc if isinstance(node, ast.Raise) else node
        if not isinstance(call, ast.Call):
            continue
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")  # fmt: skip
        if isinstance(node, ast.Raise) or name in RAISING:
            found = map(template, call.args)
            yield from (text for text in found if text and re.search(r"\w \w|^\w+$", text))


def test_every_refusal_has_a_sentence_in_every_language() -> None:
    known = {re.sub(r"\{[a-z_]+\}", "{}", sentence) for sentence in catalog("ru")}
    missing = {
        text
        for path in REFUSING
        for text in messages(path)
        if text not in known and not text.startswith(NOT_SAID)
    }
    assert missing == set()


def test_the_catalogs_have_the_same_sentences_and_only_their_blanks() -> None:
    first, *rest = (catalog(language) for language in OTHERS)
    assert all(set(one) == set(first) for one in rest)
    assert set(catalog("en")) <= set(first)
    for language in LANGUAGES:
        for sentence, said in catalog(language).items():
            assert said.strip() and set(blanks(said)) <= set(blanks(sentence)), sentence
    for sentence, said in catalog("ru").items():
        assert re.search("[а-яё]", said), sentence  # translated, not copied


# --- refused in the language asked for -----------------------------------------------------------


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("data")) as client:
        yield client


# What has no other name in any language: agents and their options, keys, symbols, rules' names.
NAMES = {
    "greedy",
    "random",
    "pimc",
    "worlds",
    "trust",
    "net",
    "base",
    "bidder",
    "thousand",
    "serve",
}
NAMES |= {"agent", "spec", "json", "look", "make", "fail", "format", "record", "king", "bochki"}
NAMES |= {"classic", "online", "polish", "pagat", "bids"}
NAMES |= {"timid", "always", "overbid", "maniac", "dark", "never"}  # styles of play


def english(text: str) -> list[str]:
    """Words of another alphabet in a Russian text that are not names, and don't stand in quotes."""
    plain = re.sub(r"'[^']*'|\"[^\"]*\"", "", text)
    return [word for word in re.findall(r"[A-Za-z]{3,}", plain) if word.lower() not in NAMES]


def refusals(client, language: str) -> dict[str, str]:
    """What the server says to bad requests of all kinds, in a language."""
    headers = {"Accept-Language": language, "Content-Type": "application/json"}
    found = {}

    def post(kind: str, path: str, form: object) -> None:
        content = form if isinstance(form, str) else json.dumps(form)
        found[kind] = client.post(path, content=content, headers=headers).json()["error"]

    post("tempo", "/api/tables", settings(tempo=7))
    post("agent", "/api/tables", settings(agents=["", "cmd:rm", "greedy"]))
    post("network", "/api/tables", settings(agents=["", "net:none", "greedy"]))
    post("option", "/api/tables", settings(agents=["", "pimc:depth=3", "greedy"]))
    post("rules", "/api/tables", settings(rules={"preset": "whist"}))
    post("body", "/api/tables", "no json")
    post("record", "/api/records", '{"format": "whist"}')
    post("key", "/api/records", '{"format": "thousand-record/1"}')
    found["lost"] = client.get("/table/x", headers=headers).text
    found["lost"] = re.search(r'data-test="reason">(.*?)<', found["lost"])[1]
    name = sit_down(client)
    with Browser(client, name, f"?language={language}") as browser:
        browser.send("act", action="pass", turn=1 + browser.until_asked()["turn"])
        found["late"] = browser.wait(lambda frame: frame["type"] == "refused")["reason"]
    with client.websocket_connect(f"ws://{HOST}/ws/table/x", headers=headers) as socket:
        found["closed"] = socket.receive()["reason"]
    with Window(client, headers) as window:
        for kind, change in QUESTIONS.items():
            found[kind] = window.ask(FORMS[change.get("kind", "bid")] | change)["reason"]
    return found


QUESTIONS = {
    "score": {"table": {"score": [440, 681, 0]}},
    "no dark": {"kind": "dark", "table": {"score": [0, 0, 0]}},
    "barrel": {"kind": "dark", "table": {"score": [880, 0, 0], "barrel_deals_used": [0, None, None]}},
    "own bid": {"by": 0},
    "cards": {"cards": "AS KS"},
    "two": {"cards": "AS AS QS JH TD 9C KC"},
    "high": {"kind": "contract", "contract": 300},
    "give": {"kind": "contract", "give": "AS"},
    "deals": {"kind": "dark", "deals": 1},
}  # fmt: skip


@pytest.fixture(scope="module")
def in_english(client):
    return refusals(client, "en")


@pytest.mark.parametrize("language", OTHERS)
def test_a_refusal_comes_in_the_language_asked_for(client, in_english, language):
    found = refusals(client, language)
    for kind, reason in found.items():
        assert reason != in_english[kind], (kind, reason)
        if language == "ru":
            assert re.search("[а-яё]", reason) and english(reason) == [], (kind, reason)


def test_a_chosen_language_goes_before_the_browsers(client):
    headers = {"Accept-Language": "pl", "Cookie": "language=ru"}
    reason = client.get(f"/api/records/{'a' * 22}", headers=headers).json()["error"]
    assert reason == say("no such id", "ru") != say("no such id", "pl")


HANGS = f"cmd:{sys.executable} -c 'import time; time.sleep(60)'"


def test_who_sits_at_a_table_hears_in_his_language_why_an_agent_missed(tmp_path):
    limits = Limits(requests=NO_HURRY.requests, messages=NO_HURRY.messages, thinking=1.0)
    with client_of(tmp_path, (HANGS,), limits) as client:
        name = sit_down(client, agents=["", HANGS, HANGS], rules={"preset": "online"})
        with Browser(client, name, "?language=ru") as browser:
            while not (missed := [f for f in map(json.loads, browser.texts) if "forGood" in f]):
                if browser.state["legal"]:
                    action, turn = browser.state["legal"][0], browser.state["turn"]
                    browser.send("act", action=action, turn=turn)
                    browser.wait(lambda frame, turn=turn: frame.get("turn", turn) > turn)
                else:
                    browser.frame()
    assert missed[0]["reason"] == "нет ответа за 1 с"


def test_seats_are_counted_from_1_as_at_the_tables(client, in_english):
    assert "seat 2" in in_english["score"]  # 681 is the second one
    assert "first hand, seat 1," in in_english["no dark"]
    assert "seat 1 is on the barrel" in in_english["barrel"]
    with Window(client) as window:
        frame = window.ask(FORMS["bid"] | QUESTIONS["score"])
        assert (frame["field"], frame["seat"]) == ("table", 1)  # of the form, from 0


def test_no_option_of_a_command_is_told_to_who_sees_a_page(in_english):
    assert [reason for reason in in_english.values() if " --" in f" {reason}"] == [
        reason for kind, reason in in_english.items() if kind == "agent"  # whoever starts the server
    ]  # fmt: skip


# --- answers -------------------------------------------------------------------------------------


def words_of(answer) -> Iterator[str]:
    """Everything that an answer shows, but the numbers as they were computed."""
    for section in answer["sections"]:
        yield section["title"]
        yield from section["paragraphs"]
        yield from (cell for row in section["table"] for cell in row)
    for svg in answer["plots"].values():  # letters are drawn; matplotlib notes them in comments
        yield from re.findall(r"<!-- (.*?) -->", svg)


def without_hashes(text: str) -> str:
    return re.sub(r"\b[0-9a-f]{12}\b", "", text)


@pytest.mark.parametrize("change", [{}, {"judge": "playout"}], ids=["model", "playout"])
@pytest.mark.parametrize("kind", sorted(FORMS))
def test_an_answer_comes_whole_in_the_language_asked_for(client, kind, change):
    with Window(client, {"Accept-Language": "ru"}) as window:
        answer = window.ask(FORMS[kind] | change)
    assert answer["type"] == "answer", answer
    for text in words_of(answer):
        assert english(without_hashes(text)) == [], text
    drawn = [re.findall("<!-- (.*[а-яё].*) -->", svg) for svg in answer["plots"].values()]
    assert drawn and all(drawn)


def test_an_answer_counts_seats_from_1(client):
    with Window(client) as window:
        answer = window.ask(FORMS["dark"])
    shown = " ".join(words_of(answer))
    assert "seat 1 (you)" in shown and "seat 3" in shown and "seat 0" not in shown
    assert answer["found"]["question"]["me"] == 0  # the file of numbers is the command's


# --- how sentences are found ---------------------------------------------------------------------


def test_blanks_hold_seats_actions_and_other_sentences():
    assert say("this is the record of seat 0 alone", "en") == "this is the record of seat 1 alone"
    assert say("best: contract 130", "en") == "best: raise to 130"
    assert say("table: seat 2: score 3 is not a multiple of 5 (R2.3)", "pl") == (
        "stół: miejsce 3: wynik 3 nie dzieli się przez 5 (R2.3)"
    )
    assert say("deal 2: no such id; no such id", "ru") == (
        "раздача 2: такого адреса нет; такого адреса нет"
    )


def test_what_no_catalog_has_stays_as_it_is():
    for text in ("", "Anna", "a: b; c", "{seat}", "\\1 (?P<x>)"):
        assert [say(text, language) for language in LANGUAGES] == [text] * 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_agent_that_is_none_is_refused_in_one_language_with_the_command_that_offers_more(
    language,
):
    with pytest.raises(AgentError) as refused:
        check_spec("wise")
    said = say(f"me: {refused.value}", language)
    assert "thousand serve --agent SPEC" in said and "net:base-v5" in said
    assert ("is not offered" in said) == (language == "en")
