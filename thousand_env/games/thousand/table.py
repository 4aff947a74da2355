"""Tables and hands from outside: R16's form to records and back, with every check (R2.3, R16)."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from thousand_env.errors import TableError
from thousand_env.foreign import shown
from thousand_env.games.common.table import check_dealer, check_hands, parse_cards, union_of
from thousand_env.games.thousand.cards import count_cards, mask_text, parse_card
from thousand_env.games.thousand.rules import (
    BOLTS_FOR_PENALTY,
    CARDS_EACH,
    DUMP_TRUCK_SCORE,
    SCORE_UNIT,
    TALON_SIZE,
    TWO_TALON_SIZE,
    RuleSet,
)
from thousand_env.games.thousand.state import NONE, SEATS, TABLE_DTYPE

_LISTS: Final = {
    "score": "score",
    "bolts": "bolts",
    "concessions": "concessions",
    "barrel_deals_used": "barrel_deals",
    "barrels_used": "barrels_used",
}
_KEYS: Final = (*_LISTS, "golden", "redeals")
_MOST = 10**6  # of any number in a table
_MOST_COUNTED = 10**4  # concessions, barrels and the like; the observation has room for as many


def new_table(rules: RuleSet, dealer: int = NONE) -> Any:
    """The table of a new match (R2.3): a record of ``TABLE_DTYPE``; dealer -1 = drawn by lot."""
    table = np.zeros(1, TABLE_DTYPE)[0]
    table.barrel_deals[:] = NONE
    table.dealer = dealer
    table.golden_circle = 1 if rules.golden else 0
    return table


def table_dict(table: Any, players: int) -> dict[str, Any]:
    """A table record (or a game's record) in R16's form."""
    form: dict[str, Any] = {}
    for key, name in _LISTS.items():
        form[key] = [int(x) for x in getattr(table, name)[:players]]
    form["barrel_deals_used"] = [None if x == NONE else x for x in form["barrel_deals_used"]]
    form["golden"] = None
    if table.golden_circle:
        circle, deal = int(table.golden_circle), int(table.golden_deal)
        form["golden"] = {"circle": circle, "deal": deal, "made": bool(table.golden_made)}
    form["redeals"] = int(table.redeals)
    return form


def parse_table(form: Any, rules: RuleSet, dealer: int | None = None) -> Any:
    """A table record from R16's form; keys left out are a new match's, without a golden round.

    Raises: TableError for a table that no match under these rules can reach.
    """
    table = new_table(rules, check_dealer(dealer, rules.players))
    table.golden_circle = 0
    if not isinstance(form, Mapping):
        raise TableError(
            f"a table is an object with keys {', '.join(_KEYS)}, not {shown(form, 60)}"
        )
    unknown = [key for key in form if key not in _KEYS]
    if unknown:
        raise TableError(f"unknown table key {shown(unknown[0])}; keys: {', '.join(_KEYS)}")
    for key, name in _LISTS.items():
        if key in form:
            getattr(table, name)[: rules.players] = _numbers(key, form[key], rules.players)
    table.redeals = _number("redeals", form.get("redeals", 0))
    if form.get("golden") is not None:
        _read_golden(table, form["golden"])
    _check_table(table, rules)
    return table


def _number(key: str, value: Any) -> int:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TableError(f"{key}: a whole number is expected, not {shown(value)}")
    if not -_MOST <= int(value) <= _MOST:
        raise TableError(f"{key}: a number from -{_MOST} to {_MOST} is expected")
    return int(value)


def _length(values: Any) -> int:
    return 0 if isinstance(values, np.ndarray) and values.ndim != 1 else len(values)


def _numbers(key: str, values: Any, players: int) -> list[int]:
    if not isinstance(values, (list, tuple, np.ndarray)) or _length(values) != players:
        raise TableError(f"{key}: a list of {players} numbers is expected, one a seat")
    if key == "barrel_deals_used":
        return [NONE if v is None else _not_negative(key, v) for v in values]
    return [_number(key, v) if key == "score" else _not_negative(key, v) for v in values]


def _not_negative(key: str, value: Any) -> int:
    if _number(key, value) < 0:
        raise TableError(f"{key}: {value} is negative")
    if value > _MOST_COUNTED:
        raise TableError(f"{key}: a number up to {_MOST_COUNTED} is expected")
    return int(value)


def _read_golden(table: Any, golden: Any) -> None:
    if not isinstance(golden, Mapping) or set(golden) != {"circle", "deal", "made"}:
        raise TableError('golden: null or {"circle": 1, "deal": 0, "made": false} is expected')
    if not isinstance(golden["made"], bool):
        raise TableError("golden.made: true or false is expected")
    table.golden_circle = _number("golden.circle", golden["circle"])
    table.golden_deal = _number("golden.deal", golden["deal"])
    table.golden_made = golden["made"]


def _check_table(table: Any, rules: RuleSet) -> None:
    """Refuse what no match can reach (R2.3, R8.2, R9, R11.4, R11.7)."""
    for seat in range(rules.players):
        _check_seat(table, rules, seat)
    most = {"knock_first": 1, "third_knocks_both": 2}.get(rules.barrel_collision, rules.players)
    used = [int(x) for x in table.barrel_deals if x != NONE]
    if rules.players < 4 and len(used) > most and len(set(used)) > 1:
        raise TableError(
            f"more than {most} on the barrel came in the same deal: equal deals used (R9.4)"
        )
    limit = rules.redeal_limit
    if table.redeals < 0 or (limit and table.redeals >= limit):
        raise TableError(f"redeals = {table.redeals}: 0 to {limit - 1} are possible (R4.5)")
    if table.redeals and not _has_redeals(rules):
        raise TableError(f"redeals = {table.redeals}, but these rules have no re-deals (R4)")
    if table.golden_circle:
        _check_golden(table, rules)


def _has_redeals(rules: RuleSet) -> bool:
    """Can any re-deal come about (R4.1 to R4.4)?"""
    numbers = (rules.redeal_weak_hand, rules.redeal_talon_nines, rules.redeal_weak_talon)
    by_cards = (rules.redeal_four_aces != "off", rules.redeal_four_nines != "off")
    by_talon = rules.four_aces_with_talon == "redeal"
    return any(by_cards) or by_talon or any(number for number, _ in numbers)


def _check_seat(table: Any, rules: RuleSet, seat: int) -> None:
    score, used = int(table.score[seat]), int(table.barrels_used[seat])
    where = f"seat {seat}: score {score}"
    if score % SCORE_UNIT:
        raise TableError(f"{where} is not a multiple of {SCORE_UNIT} (R2.3)")
    if rules.dump_truck and score == DUMP_TRUCK_SCORE:
        raise TableError(f"{where} can't be: {DUMP_TRUCK_SCORE} drops to 0 (R11.7)")
    if rules.reverse_dump_truck and score == -DUMP_TRUCK_SCORE:
        raise TableError(f"{where} can't be: -{DUMP_TRUCK_SCORE} rises to 0 (R11.7)")
    bolts = int(table.bolts[seat])
    if bolts >= BOLTS_FOR_PENALTY or (bolts and rules.bolts == "off"):
        raise TableError(f"seat {seat}: {bolts} bolts are never kept under bolts = {rules.bolts}")
    if table.concessions[seat] and rules.concede == "off":
        raise TableError(f"seat {seat}: concessions, but concede = off (R6.4)")
    if rules.barrels_to_zero and used >= rules.barrels_to_zero:
        raise TableError(f"seat {seat}: {used} barrels used; the count restarts before (R9.5)")
    _check_barrel(table, rules, seat, where)


def _check_barrel(table: Any, rules: RuleSet, seat: int, where: str) -> None:
    score, deals = int(table.score[seat]), int(table.barrel_deals[seat])
    if not rules.barrel_at:
        if deals != NONE or table.barrels_used[seat] or score >= rules.goal:
            raise TableError(f"{where} with barrel values or the goal reached, without a barrel")
    elif deals == NONE and score >= rules.barrel_at:
        raise TableError(f"{where} is on the barrel: give barrel_deals_used for it (R9.1)")
    elif deals != NONE and score != rules.barrel_at:
        raise TableError(f"{where}, but on the barrel it is {rules.barrel_at} (R9.2)")
    elif deals != NONE and rules.barrel_deals and deals >= rules.barrel_deals:
        raise TableError(f"{where}: {deals} barrel deals used of {rules.barrel_deals} (R9.2)")


def _check_golden(table: Any, rules: RuleSet) -> None:
    circle, deal = int(table.golden_circle), int(table.golden_deal)
    if not rules.golden:
        raise TableError("golden: the rules have no golden round (R8.1)")
    circles = rules.golden_circles if rules.golden_on_fail == "replay" else 1
    if not 1 <= circle <= circles or not 0 <= deal < rules.players:
        raise TableError(
            f"golden: circle 1 to {circles} and deal 0 to {rules.players - 1} are possible (R8.2)"
        )
    if deal == 0:
        kept = (table.score, table.bolts, table.concessions, table.barrels_used)
        if table.golden_made or any(np.any(x) for x in kept) or np.any(table.barrel_deals != NONE):
            raise TableError("golden: a circle begins from an empty table (R8.2)")


def idle_seat(rules: RuleSet, dealer: int) -> int | None:
    """Of four players the dealer sits out (R2.2)."""
    return dealer if rules.players == 4 else None


def parse_hands(hands: Any, talon: Any, rules: RuleSet, state: Any) -> tuple[Any, Any]:
    """Masks of the hands (4,) and of the talon (2,), the second one for two players, from texts.

    ``state`` is the game's record, or its table.
    Raises: TableError unless every card of the pack lies in exactly one place, in right numbers.
    """
    n, dealer = rules.players, int(state.dealer)
    texts = check_hands(hands, n)
    talons = list(talon) if n == 2 and isinstance(talon, (list, tuple)) else [talon]
    if len(talons) != (2 if n == 2 else 1):
        raise TableError('talon: ["9H JH", "QH KH"] for two players, else a text of three cards')
    places = [(f"hand of seat {seat}", hand) for seat, hand in enumerate(texts)]
    masks = [parse_cards(*place, parse_card) for place in places]
    talon_masks = [parse_cards("talon", text, parse_card) for text in talons]
    size = TWO_TALON_SIZE if n == 2 else TALON_SIZE
    wanted = [0 if n == 4 and seat == dealer else CARDS_EACH[n] for seat in range(n)]
    counts = [count_cards(mask) for mask in masks + talon_masks]
    if counts != wanted + [size] * len(talons):
        raise TableError(f"hands of {wanted} cards and talon of {size} are dealt, not {counts}")
    union_of(masks + talon_masks, mask_text)  # without a card twice it is the whole pack
    hand_masks = np.array(masks + [0] * (SEATS - n), np.int64)
    return hand_masks, np.array((talon_masks + [0])[:2], np.int64)
