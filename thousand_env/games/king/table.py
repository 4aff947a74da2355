"""Tables and hands from outside: their written form to records and back, with every check."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from thousand_env.checks import as_array, is_whole
from thousand_env.errors import TableError
from thousand_env.foreign import shown
from thousand_env.games.common.sets import count_cards
from thousand_env.games.common.table import check_dealer, check_hands, parse_cards, union_of
from thousand_env.games.king.cards import mask_text, parse_card
from thousand_env.games.king.phases.deal import cards_each
from thousand_env.games.king.rules import KINDS, RuleSet
from thousand_env.games.king.state import NONE, SEATS, TABLE_DTYPE

_KEYS: Final = ("totals", "deals")
_MOST = 10**6  # of any total


def new_table(rules: RuleSet, dealer: int = NONE) -> Any:
    """The table of a new game: a record of ``TABLE_DTYPE``; dealer -1 = drawn by lot."""
    table = np.zeros(1, TABLE_DTYPE)[0]
    table.dealer = dealer
    return table


def table_dict(table: Any, players: int) -> dict[str, Any]:
    """A table record (or a game's record) in its written form."""
    return {"totals": [int(x) for x in table.score[:players]], "deals": int(table.deals)}


def parse_table(form: Any, rules: RuleSet, dealer: int | None = None) -> Any:
    """A table record from its written form; keys left out are a new game's.

    Raises: TableError for what can't stand before a deal of these rules.
    """
    table = new_table(rules, check_dealer(dealer, rules.players))
    if not isinstance(form, Mapping) or not set(form) <= set(_KEYS):
        raise TableError(f"a table is an object with keys {', '.join(_KEYS)}, not {shown(form)}")
    totals, last = form.get("totals", [0] * rules.players), len(rules.plan) - 1
    fits = isinstance(totals, (list, tuple, np.ndarray))
    fits = fits and as_array(totals).shape == (rules.players,)
    if not fits or not all(is_whole(x, -_MOST) and x <= _MOST for x in totals):
        raise TableError(
            f"totals: a list of {rules.players} whole numbers from -{_MOST} to {_MOST} is expected"
        )
    deals = form.get("deals", 0)
    if not is_whole(deals, 0) or deals > last:
        raise TableError(f"deals: a number from 0 to {last} is expected, not {shown(deals)}")
    table.score[: rules.players] = totals
    table.deals = deals
    return table


def idle_seat(rules: RuleSet, dealer: int) -> int | None:
    """Everybody plays every deal (K1)."""
    return None


def parse_hands(hands: Any, talon: Any, rules: RuleSet, state: Any) -> tuple[Any, Any]:
    """Masks of the hands (4,) and of the open cards (1,) of the next deal, from texts.

    ``state`` is the game's record, or its table.
    Raises: TableError unless every card of the pack lies in exactly one place, in right numbers.
    """
    n, kind, pack = rules.players, rules.plan[state.deals], int(rules.compiled()["pack"][0])
    places = [(f"hand of seat {seat}", hand) for seat, hand in enumerate(check_hands(hands, n))]
    masks = [parse_cards(*place, parse_card) for place in [*places, ("open cards", talon)]]
    each = int(cards_each(KINDS.index(kind), n))
    wanted = [each] * n + [int(count_cards(pack)) - n * each]
    counts = [int(count_cards(mask)) for mask in masks]
    if counts != wanted:
        raise TableError(f"hands and open cards of {wanted} are dealt in {kind}, not {counts}")
    union = union_of(masks, mask_text)
    if union != pack:
        raise TableError(f"{mask_text(union & ~pack)} can't be dealt: not in this pack (K1, K10)")
    return np.array(masks[:n] + [0] * (SEATS - n), np.int64), np.array(masks[n:], np.int64)
