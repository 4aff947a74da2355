"""Where games begin: start tables and given hands for a batch of games."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from thousand_env.errors import TableError
from thousand_env.games.king.common import Array, Rules, State, Table, count_cards
from thousand_env.games.king.engine import open_deal, start_match
from thousand_env.games.king.kernels import deal_on
from thousand_env.games.king.phases.deal import clear, lay_out
from thousand_env.games.king.rules import RuleSet
from thousand_env.games.king.state import TABLE_DTYPE
from thousand_env.games.king.table import check_dealer, new_table, parse_hands, parse_table
from thousand_env.jit import jit


def start_tables(rules: RuleSet, count: int, table: Any, dealer: Any) -> Any:
    """Start tables (count,) of ``TABLE_DTYPE`` from written ones: one for all games, or a list."""
    if isinstance(dealer, np.ndarray):
        dealer = dealer.tolist()
    tables = table if isinstance(table, (list, tuple)) else [table]
    dealers = dealer if isinstance(dealer, (list, tuple)) else [dealer]
    for name, values in (("table", tables), ("dealer", dealers)):
        if len(values) not in (1, count):
            raise TableError(f"{name}: one for all games or a list of {count}, not {len(values)}")
    starts = np.zeros(count, TABLE_DTYPE)
    if len(tables) == len(dealers) == 1:
        starts[:] = _start_table(rules, tables[0], dealers[0])
        return starts
    for i in range(count):
        starts[i] = _start_table(rules, tables[i % len(tables)], dealers[i % len(dealers)])
    return starts


def _start_table(rules: RuleSet, form: Any, dealer: Any) -> Any:
    if form is None:
        return new_table(rules, check_dealer(dealer, rules))
    return parse_table(form, rules, dealer)


@jit
def deal_given(g: State, r: Rules, hands: Array, talon: int) -> None:
    """The next cards of a game that waits for them, from given ones (as ``engine.deal``)."""
    clear(g, r)
    for seat in range(r.players):
        lay_out(g, seat, hands[seat], count_cards(hands[seat]))
    g.talon = talon
    open_deal(g, r)


@jit
def begin_with_hands(
    g: State, r: Rules, start: Table, hands: Array, talon: int, limit: int
) -> None:
    """Begin a game again, its first deal from given cards."""
    start_match(g, r, start)
    deal_given(g, r, hands, talon)
    deal_on(g, r, limit)


def place_hands(
    states: Any, compiled: Any, rules: RuleSet, starts: Any, which: Any, deals: Any, limit: int
) -> None:
    """Begin the games where ``which`` is true with given cards (one deal or a list of them)."""
    deals = deals if isinstance(deals, (list, tuple)) else [deals]
    if len(deals) not in (1, len(states)):
        raise TableError(f"hands: one deal for all games or a list of {len(states)}")
    for i in np.flatnonzero(which):
        deal = deals[int(i) % len(deals)]
        if not isinstance(deal, Mapping) or not {"hands", "talon"} <= set(deal):
            raise TableError('hands: an object {"hands": [...], "talon": ...} is expected')
        hands, talon = parse_hands(deal["hands"], deal["talon"], rules, int(starts[i].deals))
        cards = np.array(hands, np.int64), np.int64(talon)
        begin_with_hands(states[i], compiled[0], starts[i], *cards, limit)
