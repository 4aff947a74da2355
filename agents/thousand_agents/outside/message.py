"""What an outside player is told: views as plain JSON, in the texts of R14 and R16.

The keys are explained in docs/protocol.md, which a test holds against this module.
"""

from typing import Any, Final

import numpy as np

from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import PHASES, action_text
from thousand_env.games.thousand.cards import SUITS, card_text, mask_text
from thousand_env.games.thousand.state import ACE_MARRIAGE_BIT, KINDS, NONE
from thousand_env.games.thousand.table import table_dict
from thousand_env.games.thousand.view import HIDDEN

PROTOCOL: Final = "thousand-player/1"
UNSEEN: Final = "?"  # R16: cards that this seat hasn't seen
UNSEEN_GIFT: Final = "give ??"
ACES: Final = "A"  # beside the letters of the suits: the ace marriage (R10.6)


def hello(rules: RuleSet) -> dict[str, Any]:
    """The first line: which protocol, and what is played."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "rules": rules.as_dict(),
        "players": rules.players,
    }


def request(number: int, game: str, seed: int, view: Any, mask: Any) -> dict[str, Any]:
    """The question for one action: all that the seat knows, and what is legal."""
    return {
        "type": "act",
        "id": number,
        "game": game,
        "seed": seed,
        **position(view),
        "legal": [action_text(int(action)) for action in np.flatnonzero(mask)],
    }


def position(v: Any) -> dict[str, Any]:
    """A view in words; lists have an entry a seat."""
    seats = range(v.players)
    return {
        "seat": int(v.seat),
        "phase": PHASES[v.phase],
        "kind": KINDS[v.kind],
        "hand": mask_text(int(v.hand)) if v.hand_seen else UNSEEN,
        "table": table_dict(v, v.players),
        "deals": int(v.deals),
        "dealer": int(v.dealer),
        "first_hand": int(v.first_hand),
        "bids": [int(v.bids[s]) for s in seats],
        "passed": [bool(v.passed[s]) for s in seats],
        "declarer": _or_none(v.declarer),
        "contract": int(v.contract),
        "talon": mask_text(int(v.talon_seen)) if v.talon_seen else UNSEEN,
        "trump": None if v.trump == NONE else SUITS[v.trump],
        "leader": _or_none(v.leader),
        "trick": [card_text(int(card)) for card in v.trick_cards[: v.trick_size]],
        "tricks": [int(v.tricks[s]) for s in seats],
        "points": [int(v.trick_points[s] + v.marriage_points[s]) for s in seats],
        "announced": [_marriages(int(v.announced[s])) for s in seats],
        "played": [mask_text(int(v.played[s])) for s in seats],
        "log": [
            [int(seat), UNSEEN_GIFT if action == HIDDEN else action_text(int(action))]
            for seat, action in zip(
                v.log_seat[: v.log_length], v.log_action[: v.log_length], strict=True
            )
        ],
    }


def _or_none(seat: Any) -> int | None:
    return None if seat == NONE else int(seat)


def _marriages(bits: int) -> str:
    suits = "".join(letter for k, letter in enumerate(SUITS) if bits >> k & 1)
    return suits + (ACES if bits & ACE_MARRIAGE_BIT else "")
