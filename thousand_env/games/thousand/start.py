"""Where matches begin: start tables and given hands for a batch of games."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from thousand_env.errors import TableError
from thousand_env.games.thousand.engine import open_deal, start_match
from thousand_env.games.thousand.kernels import deal_on
from thousand_env.games.thousand.phases.deal import clear
from thousand_env.games.thousand.rules import RuleSet
from thousand_env.games.thousand.state import NONE, TABLE_DTYPE
from thousand_env.games.thousand.table import check_dealer, new_table, parse_hands, parse_table
from thousand_env.games.thousand.types import Array, Rules, State, Table
from thousand_env.jit import jit


def start_tables(rules: RuleSet, count: int, table: Any, dealer: Any) -> Any:
    """Start tables (count,) of ``TABLE_DTYPE`` from R16's form: one for all games, or a list."""
    if isinstance(dealer, np.ndarray):
        dealer = dealer.tolist()
    tables = table if isinstance(table, (list, tuple)) else [table]
    dealers = dealer if isinstance(dealer, (list, tuple)) else [dealer]
    for name, values in (("table", tables), ("dealer", dealers)):
        if len(values) not in (1, count):
            raise TableError(f"{name}: one for all games or a list of {count}, not {len(values)}")
    seats = [check_dealer(seat, rules) for seat in dealers]
    parsed: dict[tuple[int, int], Any] = {}
    starts = np.zeros(count, TABLE_DTYPE)
    for i in range(count if max(len(tables), len(dealers)) > 1 else 1):
        form, seat = tables[i % len(tables)], seats[i % len(seats)]
        key = (id(form), seat)
        if key not in parsed:
            parsed[key] = _start_table(rules, form, seat)
        starts[i] = parsed[key]
    if len(tables) == len(dealers) == 1:
        starts[:] = starts[0]
    return starts


def _start_table(rules: RuleSet, form: Any, dealer: int) -> Any:
    if form is None:
        return new_table(rules, dealer)
    return parse_table(form, rules, None if dealer == NONE else dealer)


@jit
def write_hands(g: State, hands: Array, talon: Array) -> None:
    """Lay out a given pack: masks by seat and of the talon."""
    for seat in range(len(hands)):
        g.hand[seat] = hands[seat]
        g.dealt[seat] = hands[seat]
    for i in range(len(talon)):
        g.talon[i] = talon[i]


@jit
def deal_given(g: State, r: Rules, hands: Array, talon: Array) -> None:
    """The next pack of a game that waits for one, from given cards (as ``engine.deal``)."""
    clear(g, r)
    write_hands(g, hands, talon)
    open_deal(g, r)


@jit
def begin_with_hands(
    g: State, r: Rules, start: Table, hands: Array, talon: Array, limit: int
) -> None:
    """Begin a match again, its first pack from given cards."""
    start_match(g, r, start)
    deal_given(g, r, hands, talon)
    deal_on(g, r, limit)


def place_hands(
    states: Any, compiled: Any, rules: RuleSet, starts: Any, which: Any, deals: Any, limit: int
) -> None:
    """Begin the games where ``which`` is true with given packs (R16's deals, one or a list)."""
    deals = deals if isinstance(deals, (list, tuple)) else [deals]
    if len(deals) not in (1, len(states)):
        raise TableError(f"hands: one deal for all games or a list of {len(states)}")
    for i in np.flatnonzero(which):
        deal = deals[int(i) % len(deals)]
        if not isinstance(deal, Mapping) or not {"hands", "talon"} <= set(deal):
            raise TableError('hands: an object {"hands": [...], "talon": ...} is expected')
        hands, talon = parse_hands(deal["hands"], deal["talon"], rules, int(states[i].dealer))
        cards = np.array(hands, np.int64), np.array(talon, np.int64)
        begin_with_hands(states[i], compiled[0], starts[i], *cards, limit)
