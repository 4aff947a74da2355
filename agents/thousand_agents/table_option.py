"""A table on the command line: one form everywhere."""

import json
from pathlib import Path
from typing import Any, Final

from thousand_env import games
from thousand_env.errors import TableError
from thousand_env.games.common.ruleset import BaseRules

HELP: Final = (
    'scores by seat ("300 420 180"), a table as records write it, in JSON (of Thousand, R16: '
    '\'{"score": [880, 0, 0], "barrel_deals_used": [1, null, null]}\'), or a file that holds such JSON'
)
_MOST_CHARACTERS: Final = 20_000  # a table with all its keys has a few hundred


def parse_table(text: str, rules: BaseRules) -> dict[str, Any]:
    """A table in its written form, every key there, for ``Game`` and ``VectorEnv``.

    What the text leaves out is what the game's ``parse_table`` takes it for.

    Raises: TableError for what is no table, or one that no match under these rules can reach.
    """
    form, game = _form(text, rules), games.of(rules)
    try:
        return game.table_dict(game.parse_table(form, rules), rules.players)
    except TableError as error:
        raise TableError(f"table {text!r:.80}: {error}; a table is {HELP}") from None


def _form(text: str, rules: BaseRules) -> Any:
    words = text.replace(",", " ").split()
    if not words:
        raise TableError(f"table: it is empty; {HELP}")
    if text.lstrip().startswith("{"):
        return _parse_json(text, f"table {text!r:.80}")
    if not all(_is_number(word) for word in words):
        return _load(text)
    if len(words) != rules.players:
        raise TableError(
            f"table {text!r:.80}: {len(words)} scores for {rules.players} players: one a seat "
            "is expected"
        )
    game = games.of(rules)
    scores = next(iter(game.table_dict(game.new_table(rules), rules.players)))
    return {scores: [int(word) for word in words]}


def _is_number(word: str) -> bool:
    return word.isascii() and word.lstrip("+-").isdigit() and len(word) < 10


def _load(path: str) -> Any:
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(_MOST_CHARACTERS + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte, no UTF-8
        raise TableError(f"table {path!r:.80} is no list of scores and no file: {error}") from None
    return _parse_json(text, f"table file {path!r:.80}")


def _parse_json(text: str, where: str) -> Any:
    if len(text) > _MOST_CHARACTERS:
        raise TableError(f"{where}: larger than {_MOST_CHARACTERS} characters: no table")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:  # no JSON, a number too long, nested too deep
        raise TableError(f"{where}: no JSON: {str(error)[:200]}") from None
