"""Where matches begin: start tables and given hands for a batch of games."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from thousand_env import games
from thousand_env.errors import TableError
from thousand_env.games.common import core
from thousand_env.games.common.core import NONE
from thousand_env.games.common.kernels import begin_given_kernel
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.games.common.table import check_dealer


def start_tables(rules: BaseRules, count: int, table: Any, dealer: Any) -> Any:
    """Start tables (count,) of ``TABLE_DTYPE`` from written ones: one for all games, or a list."""
    if isinstance(dealer, np.ndarray):
        dealer = dealer.tolist()
    tables = table if isinstance(table, (list, tuple)) else [table]
    dealers = dealer if isinstance(dealer, (list, tuple)) else [dealer]
    for name, values in (("table", tables), ("dealer", dealers)):
        if len(values) not in (1, count):
            raise TableError(f"{name}: one for all games or a list of {count}, not {len(values)}")
    seats = [check_dealer(seat, rules.players) for seat in dealers]
    parsed: dict[tuple[int, int], Any] = {}
    starts = np.zeros(count, games.of(rules).TABLE_DTYPE)
    for i in range(count if max(len(tables), len(dealers)) > 1 else 1):
        form, seat = tables[i % len(tables)], seats[i % len(seats)]
        key = (id(form), seat)
        if key not in parsed:
            parsed[key] = start_table(rules, form, seat)
        starts[i] = parsed[key]
    if len(tables) == len(dealers) == 1:
        starts[:] = starts[0]
    return starts


def start_table(rules: BaseRules, form: Any, dealer: int) -> Any:
    """The table record of a written table, or of a new match for None; dealer -1 = by lot."""
    game = games.of(rules)
    if form is None:
        return game.new_table(rules, dealer)
    return game.parse_table(form, rules, None if dealer == NONE else dealer)


def place_hands(
    states: Any, compiled: Any, rules: BaseRules, starts: Any, which: Any, deals: Any, limit: int
) -> None:
    """Begin the games where ``which`` is true with given packs (a record's deals, one or a list)."""
    deals = deals if isinstance(deals, (list, tuple)) else [deals]
    if len(deals) not in (1, len(states)):
        raise TableError(f"hands: one deal for all games or a list of {len(states)}")
    parse_hands = games.of(rules).parse_hands
    for i in np.flatnonzero(which):
        deal = deals[int(i) % len(deals)]
        if not isinstance(deal, Mapping) or not {"hands", "talon"} <= set(deal):
            raise TableError('hands: an object {"hands": [...], "talon": ...} is expected')
        core.start_match(states[i], compiled[0], starts[i])  # who is to get cards
        cards = parse_hands(deal["hands"], deal["talon"], rules, states[i])
        begin_given_kernel(states, compiled, starts, i, *cards, limit)
