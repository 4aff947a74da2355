"""A written game on the command line, the commonest slips named by their cause."""

from pathlib import Path
from typing import Any

from thousand_env import games
from thousand_env.errors import RecordError
from thousand_env.record import read_record
from thousand_env.record_form import FORMATS, MOST_BYTES, parse_record

Form = dict[str, Any]


def read_file(path: str) -> bytes:
    """The bytes of a file, one more than a record may have at most.

    Raises: RecordError for a file that can't be read.
    """
    try:
        with Path(path).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        raise RecordError(f"cannot read {path[:200]}: {error}") from None


def form_of(data: bytes, game: str | None = None) -> Form:
    """The object of a record, full or one seat's; its deals are looked into for two slips only.

    Raises: RecordError for what has no record's outer form, for a name too few or too many, for
    hidden hands in a record that doesn't say whose it is, and for another game than ``game``.
    """
    form = parse_record(data)
    if game not in (None, FORMATS[form["format"]]):
        raise RecordError(f"format is {form['format']!r}: this command reads games of {game} only")
    _check_names(form)
    if "seat" not in form and any(_is_hidden(hand) for hand in _hands(form)):
        raise RecordError(
            "a hand is '?', as in one seat's record, but the key \"seat\" is missing: "
            '"seat": 0 at the top says that it is what seat 0 knows'
        )
    return form


def load_game(path: str, game: str) -> Any:
    """The replayed match of a full record of a game.

    Raises: RecordError that names the file.
    """
    try:
        return read_record(form_of(read_file(path), game))
    except RecordError as error:
        raise naming(path, error) from None


def naming(path: str, error: RecordError) -> RecordError:
    """The same error, with the name of the file."""
    shown = path[:200]
    return error if shown in str(error) else RecordError(f"{shown}: {error}")


def _check_names(form: Form) -> None:
    """A name too few is refused as that, not by what follows from it: names decide players."""
    names, rules, first = form["players"], form["rules"], _hands(form, 1)
    if not isinstance(names, list) or not isinstance(rules, dict):
        return
    said = rules.get("players")
    wanted, where = (len(first), "hands in deal 1") if said is None else (said, "by the rules")
    players = games.load(FORMATS[form["format"]]).RuleSet.options()["players"]
    if wanted in range(players.low, players.high + 1) and len(names) != wanted:
        raise RecordError(
            f"players: {len(names)} names, but {wanted} {where}: one name a seat is expected"
        )


def _hands(form: Form, deals: int | None = None) -> list[Any]:
    """The hands of the first deals, of all if None, as far as the form has any."""
    if not isinstance(form["deals"], list):
        return []
    found = [deal.get("hands") for deal in form["deals"][:deals] if isinstance(deal, dict)]
    return [hand for hands in found if isinstance(hands, list) for hand in hands]


def _is_hidden(hand: Any) -> bool:
    return isinstance(hand, str) and "?" in hand and not hand.strip("? ")
