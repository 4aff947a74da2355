"""The outer form of a written game (R16): JSON, keys and types, names, rules; full or one seat's."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from thousand_env import games
from thousand_env.errors import RecordError, ThousandError
from thousand_env.foreign import shown
from thousand_env.games.common.ruleset import BaseRules

FORMATS: Final = {f"{name}-record/1": name for name in games.NAMES}  # to the game's name
MOST_BYTES: Final = 5_000_000  # a match of 200 deals has about 250 000
_MOST_DEPTH = 20
_MOST_NUMBER = 10**9
_MOST_NAME = 40  # characters
_NEEDED: Final = ("format", "rules", "players", "dealer", "deals")
_KEYS: Final = (*_NEEDED, "table", "result", "seat")
DEAL_KEYS: Final = frozenset({"hands", "talon", "actions"})

Source = str | bytes | Mapping[str, Any]


@dataclass(frozen=True)
class Head:
    """What stands in a record before and around its deals."""

    rules: BaseRules
    names: list[str]
    dealer: int
    table: dict[str, Any] | None
    deals: list[dict[str, Any]]


def parse_record(source: Source) -> dict[str, Any]:
    """The object of a record: JSON types only, the keys of R16; the deals aren't looked into."""
    form = _plain(_parse_json(source) if isinstance(source, (str, bytes)) else source)
    if not isinstance(form, dict):
        raise RecordError(f"a record is an object with keys {', '.join(_NEEDED)} ...")
    if not isinstance(form.get("format"), str) or form["format"] not in FORMATS:
        readable = ", ".join(map(repr, FORMATS))
        raise RecordError(f"format is {str(form.get('format'))[:40]!r}; readable: {readable}")
    for key in form:
        if key not in _KEYS:
            raise RecordError(f"unknown key {key[:40]!r}; keys: {', '.join(_KEYS)}")
    for key in _NEEDED:
        if key not in form:
            raise RecordError(f"the key {key!r} is missing")
    return form


def read_head(form: Mapping[str, Any], deal_keys: frozenset[str]) -> Head:
    """Rules, names, dealer, table and the deals' outer form (``deal_keys`` are allowed)."""
    names = check_names(form["players"])
    options = form["rules"]
    if not isinstance(options, dict) or options.get("players", len(names)) != len(names):
        raise RecordError(
            f"rules: an object of options is expected, and for {len(names)} names "
            f"players = {len(names)} or no players at all"
        )
    try:
        rules = games.load(FORMATS[form["format"]]).rules_from(options | {"players": len(names)})
    except ThousandError as error:
        raise RecordError(f"rules: {error}") from None
    dealer = form["dealer"]
    if type(dealer) is not int or not 0 <= dealer < len(names):
        raise RecordError(f"dealer: a seat from 0 to {len(names) - 1} is expected")
    table = form.get("table")
    if "table" in form and not isinstance(table, dict):
        raise RecordError("table: an object is expected; left out, it is a new match's")
    return Head(rules, names, dealer, table, _deals(form["deals"], deal_keys))


def check_names(names: Any) -> list[str]:
    """``names`` itself if it is a list of names as a record has them."""
    if not isinstance(names, list) or not 2 <= len(names) <= 4:
        raise RecordError("players: a list of 2 to 4 names is expected (R2.2)")
    for name in names:
        if not isinstance(name, str) or not 0 < len(name) <= _MOST_NAME or not _on_one_line(name):
            raise RecordError(
                f"players: a name is a text of 1 to {_MOST_NAME} characters on one line"
            )
    return names


def _on_one_line(text: str) -> bool:
    """No control characters, line ends or halves of characters, which no file or terminal takes."""
    return not any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") for c in text)


def _deals(deals: Any, keys: frozenset[str]) -> list[dict[str, Any]]:
    if not isinstance(deals, list):
        raise RecordError("deals: a list is expected")
    for number, deal in enumerate(deals, 1):
        if not isinstance(deal, dict) or not DEAL_KEYS <= set(deal) <= keys:
            known = ", ".join(sorted(keys))
            raise RecordError(f"deal {number}: an object with keys {known} is expected")
        actions = deal["actions"]
        if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
            raise RecordError(f"deal {number}: actions: a list of texts is expected")
    return deals


def _parse_json(text: str | bytes) -> Any:
    if len(text) > MOST_BYTES:
        raise RecordError(f"larger than {MOST_BYTES} bytes: no record of a match")
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_object)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:  # no JSON, no UTF-8, a number too long, too deep
        raise RecordError(f"no JSON: {str(error)[:200]}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RecordError(f"a key stands twice in one object: {shown([k for k, _ in pairs], 200)}")
    return found


def _plain(value: Any, where: str = "record", depth: int = 0) -> Any:
    """A copy in JSON's own types, so that nothing below meets a stranger (NaN, 10**5000 ...)."""
    if depth > _MOST_DEPTH:
        raise RecordError(f"nested deeper than {_MOST_DEPTH} levels: no record")
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int) and abs(value) <= _MOST_NUMBER:
        return int(value)
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{where}[{i}]", depth + 1) for i, item in enumerate(value)]
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {
            key: _plain(item, f"{where}.{shown(key)}", depth + 1) for key, item in value.items()
        }
    raise RecordError(
        f"{where}: a {type(value).__name__} that no record has; it has texts, whole numbers up to "
        f"{_MOST_NUMBER}, true, false, null, lists and objects"
    )
