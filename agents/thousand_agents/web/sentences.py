"""What the package says, in the language of whoever reads it on a page.

Rules, agents and answers speak English; a catalog a language, ``texts/said/LANGUAGE.json``, has their
sentences with blanks, each with what it is on a page.  The name of a blank tells what may stand there:

- ``seat``, ``seat_b``: a seat, which players count from 1; ``seats``: some of them with commas;
- ``said``, ``said_b``: another sentence, or a part of one;
- ``action``, ``actions``: actions as records write them;
- any other: a text that stays what it is.

A text of several sentences is taken apart at ``; `` and ``: ``.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Final

from thousand_agents.web.texts import DEFAULT, LANGUAGES, texts

_FOLDER: Final = Path(__file__).parent / "texts" / "said"
_BLANK: Final = re.compile(r"\{([a-z_]+)\}")
_ACTION: Final = "act."
_PARTS: Final = ("; ", ": ")
_FORMS: Final = {"seat": r"\d+", "seats": r"\d+(?:, ?\d+)*", "said": r".+?", "maybe": r".*?"}
_OTHER: Final = r"(?:(?!; ).)+?"

Saying = tuple[re.Pattern[str], str]


def blanks(sentence: str) -> list[str]:
    """The names of the blanks of a sentence."""
    return _BLANK.findall(sentence)


@lru_cache
def catalog(language: str) -> dict[str, str]:
    """The sentences of a language; in English those alone that pages say in other words."""
    found: dict[str, str] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


def say(text: str, language: str) -> str:
    """A text of the package in a language; what no catalog has stays as it is."""
    return _sayings(language)(text)


@lru_cache
def _sayings(language: str) -> Callable[[str], str]:
    return _Sayings(language).say


class _Sayings:
    """The sentences of a language, ready to be looked for: those with the most of their own first."""

    def __init__(self, language: str) -> None:
        known = catalog(language)
        if language == DEFAULT:  # seats and actions are the pages' in English, too
            others = chain.from_iterable(map(catalog, sorted(set(LANGUAGES) - {DEFAULT})))
            known = {sentence: sentence for sentence in others if blanks(sentence)} | known
        self._whole = {sentence: said for sentence, said in known.items() if not blanks(sentence)}
        with_blanks = sorted(set(known) - set(self._whole), key=_own, reverse=True)
        self._sayings: list[Saying] = [(_pattern(one), known[one]) for one in with_blanks]
        self._actions = [*_action_sayings(language)]

    def say(self, text: str) -> str:
        """A text with all its parts."""
        if (whole := self._whole.get(text)) is not None:
            return whole
        for pattern, said in self._sayings:
            if found := pattern.fullmatch(text):
                return _BLANK.sub(lambda blank: self._filled(blank[1], found[blank[1]]), said)
        for mark in _PARTS:
            first, parted, rest = text.partition(mark)
            if parted:
                return f"{self.say(first)}{mark}{self.say(rest)}"
        return self._action(text)

    def _filled(self, blank: str, text: str) -> str:
        """What stands in a blank, as a page says it."""
        kind = blank.partition("_")[0]
        if kind in ("seat", "seats"):
            return re.sub(r"\d+", lambda seat: str(int(seat[0]) + 1), text)
        if kind == "actions":
            return ", ".join(map(self._action, text.split(", ")))
        if kind == "action":
            return self._action(text)
        return self.say(text) if kind in ("said", "maybe") and text else text

    def _action(self, text: str) -> str:
        for pattern, said in self._actions:
            if found := pattern.fullmatch(text):
                return _BLANK.sub(lambda blank: found[blank[1]], said)
        return text


def _own(sentence: str) -> int:
    """How many characters of a sentence stand outside its blanks."""
    return len(_BLANK.sub("", sentence))


def _pattern(sentence: str) -> re.Pattern[str]:
    """The texts that a sentence can be."""
    parts = _BLANK.split(sentence)  # text, blank, text, blank, ..., text
    forms = [
        f"(?P<{part}>{_FORMS.get(part.partition('_')[0], _OTHER)})" if k % 2 else re.escape(part)
        for k, part in enumerate(parts)
    ]
    return re.compile("".join(forms), re.DOTALL)


def _action_sayings(language: str) -> Iterator[Saying]:
    """Actions as records write them, such as ``bid 105``, and as the buttons of the pages do."""
    for key, said in texts(language).items():
        if key.startswith(_ACTION) and key != "act.marry_short":
            number = " {value}" if blanks(said) else ""
            yield _pattern(f"{key.removeprefix(_ACTION)}{number}"), said
