"""Tables and hands from outside: their written form to records and back, with every check."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from thousand_env.checks import as_array, is_whole
from thousand_env.errors import TableError
from thousand_env.foreign import shown
from thousand_env.games.bochki.cards import mask_text, parse_card
from thousand_env.games.bochki.options import UNIT
from thousand_env.games.bochki.rules import GOAL, RuleSet
from thousand_env.games.bochki.state import NONE, SEATS, TABLE_DTYPE
from thousand_env.games.common.sets import count_cards
from thousand_env.games.common.table import check_dealer, check_hands, parse_cards, union_of

_KEYS: Final = ("scores", "entered", "turns", "first")


def new_table(rules: RuleSet, dealer: int = NONE) -> Any:
    """The table of a new game: a record of ``TABLE_DTYPE``; dealer -1 = drawn by lot."""
    table = np.zeros(1, TABLE_DTYPE)[0]
    table.dealer = dealer
    table.first = NONE  # who sits left of the dealer
    return table


def table_dict(table: Any, players: int) -> dict[str, Any]:
    """A table record (or a game's record) in its written form; ``first`` if the dealer doesn't say."""
    form = {
        "scores": [int(x) for x in table.score[:players]],
        "entered": [bool(x) for x in table.entered[:players]],
        "turns": int(table.turns),
    }
    if table.first not in (NONE, (table.dealer + 1) % players):
        form["first"] = int(table.first)
    return form


def parse_table(form: Any, rules: RuleSet, dealer: int | None = None) -> Any:
    """A table record from its written form, as it stands before a circle (B2).

    Keys left out are a new game's; in the game is who has points; ``first``, who begins the circles
    in order, sits left of the dealer.
    Raises: TableError for what can't stand before a circle of these rules.
    """
    table = new_table(rules, check_dealer(dealer, rules.players))
    if not isinstance(form, Mapping) or not set(form) <= set(_KEYS):
        raise TableError(f"a table is an object with keys {', '.join(_KEYS)}, not {shown(form)}")
    scores = form.get("scores", [0] * rules.players)
    if not _is_list(scores, rules.players) or not all(map(_is_score, scores)):
        raise TableError(
            f"scores: a list of {rules.players} multiples of {UNIT} from 0 to {GOAL - UNIT} is "
            f"expected, not {shown(scores)}"
        )
    entered = form.get("entered", [score > 0 for score in scores])
    if not _is_list(entered, rules.players) or not all(map(_is_flag, entered)):
        raise TableError(
            f"entered: a list of {rules.players} times true or false is expected, not "
            f"{shown(entered)}"
        )
    for seat, score in enumerate(scores):
        if score and not entered[seat]:
            raise TableError(f"entered: seat {seat} has {score} points, so he is in the game (B5)")
    turns = form.get("turns", 0)
    if not is_whole(turns, 0) or turns >= rules.max_turns:
        raise TableError(
            f"turns: a number from 0 to {rules.max_turns - 1} is expected, not {shown(turns)}"
        )
    table.score[: rules.players] = scores
    table.entered[: rules.players] = entered
    table.turns = turns
    table.first = _first(form.get("first"), rules.players)
    return table


def _is_list(values: Any, length: int) -> bool:
    return isinstance(values, (list, tuple, np.ndarray)) and as_array(values).shape == (length,)


def _is_score(value: Any) -> bool:
    return is_whole(value, 0) and value < GOAL and value % UNIT == 0


def _is_flag(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _first(seat: Any, players: int) -> int:
    if seat is None:
        return NONE
    if not is_whole(seat, 0) or seat >= players:
        raise TableError(f"first = {shown(seat)} is no seat; seats are 0 to {players - 1}")
    return int(seat)


def idle_seat(rules: RuleSet, dealer: int) -> int | None:
    """Nobody sits out for being the dealer (B1)."""
    return None


def parse_hands(hands: Any, talon: Any, rules: RuleSet, state: Any) -> tuple[Any, Any]:
    """Masks of the hands (4,) and of the cards left out (1,) of the next deal, from texts.

    ``state`` is the game's record: whose turn runs gets a hand, the others get "".  The cards left
    out may be named, all of them, or not: "".
    Raises: TableError for hands of another size or of cards that aren't in the pack.
    """
    n, pack = rules.players, rules.pack
    places = [(f"hand of seat {seat}", hand) for seat, hand in enumerate(check_hands(hands, n))]
    masks = [parse_cards(*place, parse_card) for place in [*places, ("cards left out", talon)]]
    wanted = [rules.hand_size if state.playing[seat] else 0 for seat in range(n)]
    counts = [int(count_cards(mask)) for mask in masks]
    if counts[:n] != wanted:
        raise TableError(f"hands of {wanted} cards are dealt now, not {counts[:n]} (B2)")
    union = union_of(masks, mask_text)
    if union & ~pack:
        raise TableError(f"{mask_text(union & ~pack)} can't be dealt: not in this pack (B1)")
    if masks[n] and union != pack:
        raise TableError(f"cards left out: {mask_text(pack & ~union)} is missing, or name none")
    return np.array(masks[:n] + [0] * (SEATS - n), np.int64), np.array(masks[n:], np.int64)
