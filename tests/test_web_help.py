"""The page with the rules and help: whole, in the reader's language, of no more than HTML's own."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

pytest.importorskip("starlette")

import thousand_env
from tests.web_browser import client_of
from thousand_agents.web.texts import LANGUAGES, texts

RULES = {"en": "RULES.md", "ru": "RULES.ru.md", "pl": "RULES.md"}


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("data")) as client:
        yield client


class Read(HTMLParser):
    """The words of a page, the ids and levels of its headings, its links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words, self.ids, self.levels, self.links = "", [], [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.ids += [found["id"]] if "id" in found else []
        self.levels += [int(tag[1])] if re.fullmatch(r"h\d", tag) else []
        self.links += [found["href"]] if tag == "a" else []

    def handle_data(self, data):
        self.words += data


def plain(text: str) -> list[str]:
    """Words alone, without the marks of Markdown."""
    return re.findall(r"\w+", re.sub(r"\]\([^)]*\)|```python", " ", text).replace("```json", " "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_has_every_word_of_the_rules_and_of_the_help(client, language):
    page = client.get("/help", headers={"Accept-Language": language})
    assert page.status_code == 200
    said = Read(page.text[page.text.index("<main") :])
    shown = plain(said.words)
    folder = Path(thousand_env.__file__).parent
    wanted = plain((folder / RULES[language]).read_text(encoding="utf-8"))
    places = [k for k in range(len(shown)) if shown[k : k + len(wanted)] == wanted]
    assert len(places) == 1
    assert {f"R{number}" for number in range(1, 17)} <= set(said.ids)
    assert said.links == [] and max(said.levels) == 3 and said.levels[0] == 1
    assert texts(language)["legend.title"] in said.words


def test_polish_readers_are_told_that_the_rules_are_english(client):
    page = client.get("/help", headers={"Accept-Language": "pl"}).text
    assert "po angielsku" in page and "meldunek" in page
    assert re.search(r'<article[^>]* lang="en"', page)
    russian = client.get("/help", headers={"Accept-Language": "ru"}).text
    assert re.search(r'<article[^>]* lang="ru"', russian)


def test_every_page_leads_to_the_help(client):
    for path in ("/", "/watch", "/review", "/ask", "/help", "/table/x", "/nothing"):
        assert 'href="/help"' in client.get(path).text


def test_a_wrong_address_is_told_in_the_readers_words_and_escaped(client):
    page = client.get("/nothing<b>", headers={"Accept-Language": "pl"})
    assert page.status_code == 404 and "nic nie ma" in page.text
    assert "<b>" not in page.text and 'data-test="nav-play"' in page.text
