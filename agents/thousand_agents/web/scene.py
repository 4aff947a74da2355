"""What a browser is shown of a deal: everything is read from a seat's view (R13).

At a table that is only watched it is read from the game's state, with open hands.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from thousand_env.games.thousand import PHASES, RuleSet, action_text
from thousand_env.games.thousand.cards import SUITS, card_text, mask_text
from thousand_env.games.thousand.picture import hand_sizes
from thousand_env.games.thousand.render import points_of
from thousand_env.games.thousand.state import ACE_MARRIAGE_BIT, KINDS, NONE, REDEALT, sitter
from thousand_env.games.thousand.view import HIDDEN

GIVE_HIDDEN: Final = "give ??"


class Once:
    """A view or a state, its fields read all at once: one by one a record's take fifty times as long."""

    def __init__(self, record: Any) -> None:
        self.dtype = record.dtype
        vars(self).update(zip(record.dtype.names, record.item(), strict=True))

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)  # here for type checkers: fields are known at run time only


def scene(record: Any, rules: RuleSet) -> dict[str, Any]:
    """A view, or a state with all hands open, as plain values for JSON; cards and actions as texts."""
    players = rules.players
    open_ = bool(np.ndim(record.hand))  # a state: all hands
    held = [int(m).bit_count() for m in record.hand] if open_ else hand_sizes(record)
    return {
        "phase": PHASES[record.phase],
        "player": _seat(record.to_move),
        "deal": int(record.deals) + 1,
        "kind": KINDS[record.kind],
        "circle": int(record.golden_circle),
        "dealer": int(record.dealer),
        "declarer": _seat(record.declarer),
        "bid": int(record.bid),
        "contract": int(record.contract),
        "trump": None if record.trump == NONE else SUITS[record.trump],
        "seats": [_of_seat(record, rules, seat, held[seat]) for seat in range(players)],
        "talon": _talon(record),
        "gifts": [
            {"to": to, "card": card_text(int(card))}
            for card, to in zip(
                record.gifts, _after(record, players, record.declarer), strict=False
            )
            if card != NONE
        ],
        "trick": _trick(record, players),
        "log": _log(record),
    }


def _seat(seat: Any) -> int | None:
    return None if seat == NONE else int(seat)


def _log(record: Any) -> list[list[Any]]:
    """The deal's decisions, ``[seat, text]``, a card that the seat didn't see as ``??``."""
    pairs = zip(record.log_seat, record.log_action, strict=True)
    return [
        [int(seat), GIVE_HIDDEN if action == HIDDEN else action_text(int(action))]
        for (seat, action), _ in zip(pairs, range(record.log_length), strict=False)
    ]


def _of_seat(record: Any, rules: RuleSet, seat: int, held: int) -> dict[str, Any]:
    announced = int(record.announced[seat])
    return {
        "score": int(record.score[seat]),
        "barrel": None if record.barrel_deals[seat] == NONE else int(record.barrel_deals[seat]),
        "barrels": int(record.barrels_used[seat]),
        "bolts": int(record.bolts[seat]),
        "bid": int(record.bids[seat]),
        "passed": bool(record.passed[seat]),
        "sits": seat == sitter(int(record.first_hand), rules.players),
        "tricks": int(record.tricks[seat]),
        "points": points_of(record, seat),
        "announced": [suit for k, suit in enumerate(SUITS) if announced >> k & 1]
        + ["A"] * bool(announced & ACE_MARRIAGE_BIT),
        "cards": held,
        "hand": _hand(record, seat),
    }


def _hand(record: Any, seat: int) -> list[str] | None:
    """Cards of a hand that is seen, else None."""
    if np.ndim(record.hand):
        return mask_text(int(record.hand[seat])).split()
    if record.seat != seat or not record.hand_seen:
        return None
    return mask_text(int(record.hand)).split()


def _talon(record: Any) -> list[str]:
    """Cards of the talon that are seen."""
    if np.ndim(record.hand):
        return [card for mask in record.talon for card in mask_text(int(mask)).split()]
    return mask_text(int(record.talon_seen)).split()


def _trick(record: Any, players: int) -> list[dict[str, Any]]:
    seats = [int(record.leader), *_after(record, players, record.leader)]
    cards = record.trick_cards[: record.trick_size]
    return [
        {"seat": seat, "card": card_text(int(card))}
        for card, seat in zip(cards, seats, strict=False)
    ]


def _after(record: Any, players: int, first: Any) -> list[int]:
    """The seats that play in this deal after ``first``, clockwise (R2.2)."""
    out = sitter(int(record.first_hand), players)
    seats = [(int(first) + step) % players for step in range(1, players)]
    return [seat for seat in seats if seat != out]


def sheet(results: Sequence[Mapping[str, Any]], start: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The score sheet as players keep it, a row a played deal; the first one is the start's."""
    rows = [_row(0, "", start, [0] * len(start["score"]))]
    played = [result for result in results if result["kind"] != KINDS[REDEALT]]
    rows += [
        _row(number, result["kind"], result["table"], result["bolts"])
        for number, result in enumerate(played, 1)
    ]
    return rows if any(start["score"]) else rows[1:]


def _row(number: int, kind: str, table: Mapping[str, Any], bolts: Sequence[int]) -> dict[str, Any]:
    seats = zip(table["score"], table["barrel_deals_used"], bolts, strict=True)
    cells = [{"score": s, "barrel": used is not None, "bolts": n} for s, used, n in seats]
    return {"deal": number, "kind": kind, "cells": cells}
