"""Tables and hands from outside: their written form to records and back, with every check."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from thousand_env.checks import is_whole
from thousand_env.errors import ActionError, TableError
from thousand_env.foreign import shown
from thousand_env.games.king.cards import mask_text, parse_card
from thousand_env.games.king.common import count_cards
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
    table = new_table(rules, check_dealer(dealer, rules))
    if not isinstance(form, Mapping) or not set(form) <= set(_KEYS):
        raise TableError(f"a table is an object with keys {', '.join(_KEYS)}, not {shown(form)}")
    totals, last = form.get("totals", [0] * rules.players), len(rules.plan) - 1
    fits = isinstance(totals, (list, tuple, np.ndarray)) and np.shape(totals) == (rules.players,)
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


def check_dealer(dealer: int | None, rules: RuleSet) -> int:
    """A dealer's seat, or -1 for None (drawn by lot)."""
    if dealer is None:
        return NONE
    if not is_whole(dealer, 0) or dealer >= rules.players:
        raise TableError(f"dealer = {shown(dealer)} is no seat; seats are 0 to {rules.players - 1}")
    return int(dealer)


def parse_hands(hands: Any, talon: Any, rules: RuleSet, deal: int) -> tuple[list[int], int]:
    """Masks of the hands by seat and of the open cards of deal number ``deal``, from texts.

    Raises: TableError unless every card of the pack lies in exactly one place, in right numbers.
    """
    n, kind, pack = rules.players, rules.plan[deal], int(rules.compiled()["pack"][0])
    if not isinstance(hands, (list, tuple)) or len(hands) != n:
        raise TableError(f"hands: a list of {n} texts is expected, one a seat")
    masks = [parse_cards(f"hand of seat {seat}", hand) for seat, hand in enumerate(hands)]
    masks.append(parse_cards("open cards", talon))
    each = int(cards_each(KINDS.index(kind), n))
    wanted = [each] * n + [int(count_cards(pack)) - n * each]
    counts = [int(count_cards(mask)) for mask in masks]
    if counts != wanted:
        raise TableError(f"hands and open cards of {wanted} are dealt in {kind}, not {counts}")
    union = 0
    for mask in masks:
        if union & mask:
            raise TableError(f"{mask_text(union & mask)} dealt twice")
        union |= mask
    if union != pack:
        raise TableError(f"{mask_text(union & ~pack)} can't be dealt: not in this pack (K1, K10)")
    return masks[:n] + [0] * (SEATS - n), masks[n]


def parse_cards(place: str, text: Any) -> int:
    """Mask of cards written as a text; ``place`` names it in errors.

    Raises: TableError for what is no card, or a card that stands there twice.
    """
    if not isinstance(text, str) or len(text) > 200:
        raise TableError(f"{place}: a text such as 'AS TH 9C' is expected")
    mask = 0
    for word in text.split():
        try:
            card = parse_card(word)
        except ActionError as error:
            raise TableError(f"{place}: {error}") from None
        if mask >> card & 1:
            raise TableError(f"{place}: {word[:20]} stands there twice")
        mask |= 1 << card
    return mask
