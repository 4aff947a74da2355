"""The pages' words: three languages with the same keys, and every key that is used."""

import json
import re
from pathlib import Path

import pytest

pytest.importorskip("starlette")

from tests.web_browser import client_of
from thousand_agents.web.messages import TEMPOS
from thousand_agents.web.players import OFFERED
from thousand_agents.web.texts import LANGUAGES, language_of, texts
from thousand_env.games.thousand import PHASES, PRESETS
from thousand_env.games.thousand.actions import ACTION_TEXTS
from thousand_env.games.thousand.rules import OPTIONS
from thousand_env.games.thousand.state import KINDS, REDEALT

CHOICES = {one for option in OPTIONS.values() for one in (*option.choices, *option.modes)}
WEB = Path(__file__).parent.parent / "agents" / "thousand_agents" / "web"
_KEY = re.compile(r"""\bt\((?:'|"|`)([a-z_.A-Z0-9]+)(?:'|"|`)""")


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_every_language_has_the_same_keys_and_the_same_blanks(language):
    ours, theirs = texts("en"), texts(language)
    assert set(theirs) == set(ours)
    for key, text in ours.items():
        blanks = [sorted(re.findall(r"\{\w+\}", words)) for words in (text, theirs[key])]
        assert blanks[0] == blanks[1], key
        assert theirs[key].strip()
    same = [key for key in ours if ours[key] == theirs[key] and ours[key].isascii()]
    assert len(same) < 8, same  # translated, not copied


def test_every_key_that_a_page_or_a_script_uses_is_there():
    words, used = texts("en"), set()
    for path in [*WEB.glob("pages/*.html"), *WEB.glob("static/*.js")]:
        used |= set(_KEY.findall(path.read_text(encoding="utf-8")))
    assert len(used) > 100
    used = {key for key in used if not key.endswith(".")}  # the rest of these is made, see below
    assert used - set(words) == set()
    verbs = {text.split()[0] for text in ACTION_TEXTS}
    made = {f"act.{verb}" for verb in verbs} | {f"phase.{phase}" for phase in PHASES}
    made |= {f"preset.{name}" for name in PRESETS} | {f"tempo.{tempo}" for tempo in TEMPOS}
    made |= {f"kind.{kind}" for k, kind in enumerate(KINDS) if k != REDEALT}
    made |= {f"choice.{one}" for one in CHOICES if not one.isdigit()} | {"choice.off"}
    made |= {f"rank.{rank}" for rank in "9JQKTA"} | {f"suit.{suit}" for suit in "SCDH"}
    made |= {
        f"todo.{one}"
        for one in {"lead", "follow", "marry", "concede"} | set(PHASES) - {"play", "deal", "over"}
    }
    made |= {
        f"legend.{one}"
        for one in ("bolt", "barrel", "dark", "golden", "obligatory", "dealer", "talon")
    }
    made |= {f"agent.{spec}" for spec in OFFERED}
    assert made - set(words) == set()


def test_the_language_is_the_chosen_one_or_the_readers_first():
    assert language_of("ru", "pl") == "ru"
    assert language_of("xx", "de, pl;q=0.8, en") == "pl"
    assert language_of(None, "") == language_of("../en", "*") == "en"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with client_of(tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_every_language(client, language):
    words = texts(language)
    for path, key in (("/", "play.title"), ("/watch", "watch.title"), ("/review", "review.title"), ("/ask", "ask.title"), ("/help", "help.title"), ("/table/x", "lost.title")):  # fmt: skip
        page = client.get(path, headers={"Accept-Language": language}).text
        assert f'<html lang="{language}">' in page and words[key] in page
        embedded = re.search(r'id="texts">(.*?)</script>', page, re.DOTALL)
        assert embedded and json.loads(embedded[1]) == words
