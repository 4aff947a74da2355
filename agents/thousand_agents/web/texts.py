"""The words of the pages in three languages: one JSON file each, the same keys in all."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Final

from thousand_env.games.thousand.picture import WORDS
from thousand_env.games.thousand.rules import OPTIONS

LANGUAGES: Final = {"en": "English", "ru": "Русский", "pl": "Polski"}
DEFAULT: Final = "en"
_FOLDER: Final = Path(__file__).parent / "texts"


@lru_cache
def texts(language: str) -> dict[str, str]:
    """The texts of a language by key; in English options and pictures speak for themselves."""
    found: dict[str, str] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    if language == DEFAULT:
        found |= {f"option.{name}": option.meaning for name, option in OPTIONS.items()}
        found |= {f"picture.{word}": word for word in WORDS}
    return found


def language_of(chosen: str | None, accepted: str) -> str:
    """The language of a reader: chosen, or the first one of ``Accept-Language`` that there is."""
    if chosen in LANGUAGES:
        return str(chosen)
    wanted = (part.split(";")[0].strip()[:2].lower() for part in accepted.split(",")[:20])
    return next((language for language in wanted if language in LANGUAGES), DEFAULT)
