"""A written game, ``thousand-record/1`` (R16) or another game's: read with every check, and written.

Deals and actions are counted from 1 in messages; keys of ``result`` are written as in JSON.
"""

import copy
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from thousand_env import games
from thousand_env.errors import ActionError, IllegalActionError, RecordError, ThousandError
from thousand_env.files import written_aside
from thousand_env.games.common.game import BaseGame
from thousand_env.record_form import (
    DEAL_KEYS,
    MOST_BYTES,
    Head,
    Source,
    check_names,
    parse_record,
    read_head,
)


def game_from(head: Head) -> Any:
    """The match that a record's head begins: a game that knows its players' ``names``."""
    try:
        game = games.of(head.rules).Game(head.rules, None, head.table, head.dealer)
    except ThousandError as error:
        raise RecordError(f"table: {error}") from None
    game.names = head.names
    return game


def read_record(source: Source) -> Any:
    """The match of a record, every action checked; JSON text or the object itself.

    A ``Game`` of the kind that the record names.  It waits for the next pack or the next action, and has the players' ``names``; a
    ``result`` in the record must agree with it.
    Raises: RecordError, and nothing else, for whatever is no record of a legal match.
    """
    form = parse_record(source)
    if "seat" in form:
        raise RecordError(
            "this is one seat's record, with hidden cards: read it in Python by thousand_env.read_seat_record"
        )
    game = game_from(read_head(form, DEAL_KEYS))
    for _ in replay_deals(game, form["deals"]):
        pass
    check_result(form, game)
    return game


def write_record(game: BaseGame, names: list[str] | None = None) -> dict[str, Any]:
    """The record of a match so far, ``result`` included, as an object for JSON.

    ``names`` are by seat; left out, they are those the game was read with, or ``Seat 0`` ...
    Raises: RecordError for names that a record can't have.
    """
    if names is None:
        seats = [f"Seat {seat}" for seat in range(game.rules.players)]
        names = game.names or seats
    if len(check_names(names)) != game.rules.players:
        raise RecordError(f"names: {game.rules.players} are needed, one a seat, not {len(names)}")
    record = {
        "format": f"{game.game}-record/1",
        "rules": game.rules.short(),
        "players": list(names),
        "dealer": game.first_dealer,
        "table": copy.deepcopy(game.start),
        "deals": copy.deepcopy(game.deals),
        "result": result_of(game),
    }
    package = games.of(game.rules)
    if game.start == package.table_dict(package.new_table(game.rules), game.rules.players):
        del record["table"]
    return record


def load_record(path: str | Path) -> Any:
    """Read a record from a file (UTF-8).

    Raises: RecordError for a file that can't be read, and as ``read_record``.
    """
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)  # one more than read_record takes
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        raise RecordError(f"cannot read {str(path)[:200]}: {error}") from None
    return read_record(data)


def save_record(game: BaseGame, path: str | Path, names: list[str] | None = None) -> None:
    """Write a match so far to a file (UTF-8); a file of that name is replaced at once or not.

    Raises: RecordError for a file that can't be written, and as ``write_record``.
    """
    text = record_text(write_record(game, names))
    try:
        with written_aside(path) as part:
            part.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        raise RecordError(f"cannot write {str(path)[:200]}: {error}") from None


def record_text(record: Mapping[str, Any]) -> str:
    """A record as JSON text, a line for every key and for every deal."""
    lines = []
    for key, value in record.items():
        text = json.dumps(value, ensure_ascii=False)
        if key == "deals":
            deals = (json.dumps(deal, ensure_ascii=False) for deal in value)
            text = "[\n" + ",\n".join(f"  {deal}" for deal in deals) + "\n ]"
        lines.append(f' "{key}": {text}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def replay_deals(game: BaseGame, deals: list[dict[str, Any]]) -> Iterator[int]:
    """Play written deals in a game that waits for them.

    Yields the number of actions done, 0 after each pack; a game may so be looked at on the way.
    """
    for number, deal in enumerate(deals, 1):
        check_next(game, number)
        try:
            game.deal(deal["hands"], deal["talon"])
        except ThousandError as error:
            raise RecordError(f"deal {number}: {error}") from None
        yield 0
        for done, text in enumerate(deal["actions"], 1):
            check_going_on(game, number, done, text)
            try:
                game.apply(text)
            except (ActionError, IllegalActionError) as error:
                refuse(number, done, text, error, game)
            yield done


def check_next(game: BaseGame, number: int) -> None:
    """May another deal follow? Only the last deal of a record may be unfinished."""
    if game.over:
        raise RecordError(f"deal {number}: the match was over after deal {number - 1}")
    if not game.needs_deal:
        raise RecordError(
            f"deal {number - 1} stops in phase {game.phase!r} and is not the last one; "
            f"legal there: {', '.join(game.legal())}"
        )


def check_going_on(game: BaseGame, number: int, done: int, text: str) -> None:
    """May another action follow, or is the deal over?"""
    if game.needs_deal or game.over:
        why = game.why_over()
        raise RecordError(f"deal {number}, action {done}: {text[:40]!r}, but the deal is {why}")


def refuse(number: int, done: int, text: str, error: ThousandError, game: BaseGame) -> NoReturn:
    """The one form of the refusal of an action."""
    reason = "illegal" if isinstance(error, IllegalActionError) else str(error)
    raise RecordError(
        f"deal {number}, action {done}: {text[:40]!r} by player {game.player} in phase "
        f"{game.phase!r}: {reason}; legal: {', '.join(game.legal())}"
    ) from None


def result_of(game: BaseGame) -> dict[str, Any]:
    """R16's ``result``: an entry for each finished deal, and the end of the match."""
    return {"deals": copy.deepcopy(game.results)} | game.outcome


def check_result(form: Mapping[str, Any], game: BaseGame) -> None:
    """A ``result`` that stands in the record must be what the replay comes to."""
    if "result" in form:
        _compare("result", form["result"], result_of(game))


def _compare(key: str, written: Any, replayed: Any) -> None:
    same_type = type(written) is type(replayed)  # 1 and true are not the same
    if same_type and isinstance(replayed, dict) and set(written) == set(replayed):
        for name, value in replayed.items():
            _compare(f"{key}.{name}", written[name], value)
    elif same_type and isinstance(replayed, list) and len(written) == len(replayed):
        for index, value in enumerate(replayed):
            _compare(f"{key}[{index}]", written[index], value)
    elif not same_type or written != replayed:
        texts = [json.dumps(value)[:100] for value in (written, replayed)]
        raise RecordError(f"{key}: {texts[0]} in the record, but the replay gives {texts[1]}")
