"""What a seat knows, by the core's view record and by the referee, in one form (R13)."""

from functools import cache
from typing import Any

from tests.referee import Referee
from tests.referee.deal import Deal
from thousand_env.games.thousand.actions import ACTION_TEXTS, DARK, PHASES
from thousand_env.games.thousand.cards import card_text, mask_cards
from thousand_env.games.thousand.state import ACE_MARRIAGE_BIT, KINDS
from thousand_env.games.thousand.view import HIDDEN, VIEW_DTYPE

SUITS = "SCDH"
TEXTS = dict(enumerate(ACTION_TEXTS)) | {HIDDEN: "give ??"}


@cache
def cards(mask: int) -> frozenset[str]:
    """The cards of a mask, as texts."""
    return frozenset(card_text(card) for card in mask_cards(mask))


@cache
def suits(bits: int) -> frozenset[str]:
    """The suits of four bits; the fifth is the ace marriage."""
    names = [suit for k, suit in enumerate(SUITS) if bits >> k & 1]
    return frozenset(names + ["A"] * bool(bits & ACE_MARRIAGE_BIT))


def core_facts(view: Any) -> dict[str, Any]:
    """The record of a seat to move, or another's, as the referee's ``view`` puts it."""
    v = dict(zip(VIEW_DTYPE.names, view.item()))
    n, seat = v["players"], v["seat"]
    for name, value in v.items():
        if not isinstance(value, int):
            v[name] = value.tolist()
    active = [s % n for s in range(v["first_hand"], v["first_hand"] + n)][:3]
    begun = any(v["played"])
    return {
        "seat": seat,
        "table": _table(v, n),
        "dealer": v["dealer"],
        "to_move": v["to_move"] == seat,
        "phase": PHASES[v["phase"]] if v["to_move"] == seat else None,
        "first_hand": v["first_hand"],
        "hand": cards(v["hand"]) if v["hand_seen"] and seat in active else None,
        "kind": None if v["phase"] == DARK else KINDS[v["kind"]],
        "talon": cards(v["talon_seen"]) if v["talon_seen"] else None,
        "gifts": _gifts(v, active),
        "history": [
            (s, TEXTS[a]) for s, a in zip(v["log_seat"], v["log_action"][: v["log_length"]])
        ],
        "redeal_penalty_paid": bool(v["closed"]),
        "high_bid": v["bid"] or None,
        "high_bidder": v["declarer"] if v["bid"] else None,
        "declarer": v["declarer"] if v["contract"] else None,
        "contract": v["contract"] or None,
        "passed": {s for s in range(n) if v["passed"][s]},
        "trump": None if v["trump"] < 0 else SUITS[v["trump"]],
        "trick": _trick(v, active),
        "leader": v["leader"] if begun else None,
        "raw": [a + b for a, b in zip(v["trick_points"][:n], v["marriage_points"])],
        "tricks": v["tricks"][:n],
        "announced": [suits(bits) for bits in v["announced"][:n]],
        "played": [cards(mask) for mask in v["played"][:n]],
        "void": [suits(bits) for bits in v["void"][:n]],
        "talon_shown": bool(v["talon_shown"]),
        "chosen_talon": None if v["chosen_talon"] < 0 else v["chosen_talon"],
    }


def _table(v: dict[str, Any], n: int) -> dict[str, Any]:
    golden = {
        "circle": v["golden_circle"],
        "deal": v["golden_deal"],
        "made": bool(v["golden_made"]),
    }
    return {
        "score": v["score"][:n],
        "bolts": v["bolts"][:n],
        "concessions": v["concessions"][:n],
        "barrel_deals_used": [None if x < 0 else x for x in v["barrel_deals"][:n]],
        "barrels_used": v["barrels_used"][:n],
        "golden": golden if v["golden_circle"] else None,
        "redeals": v["redeals"],
    }


def _gifts(v: dict[str, Any], active: list[int]) -> list[tuple[int, int, str]]:
    """Known gifts as (giver, receiver, card): first to the declarer's left, then to the next."""
    known = []
    for k, card in enumerate(v["gifts"]):
        if card >= 0:
            place = active.index(v["declarer"]) + 1 + k
            known.append((v["declarer"], active[place % len(active)], card_text(card)))
    return known


def _trick(v: dict[str, Any], active: list[int]) -> list[tuple[int, str]]:
    if not v["trick_size"]:
        return []
    start = active.index(v["leader"])
    order = active[start:] + active[:start]
    return [(s, card_text(c)) for s, c in zip(order, v["trick_cards"][: v["trick_size"]])]


def referee_facts(referee: Referee, seat: int, shown: dict[str, Any]) -> dict[str, Any]:
    """The referee's view, less what the core's record doesn't hold, plus ``shown``.

    Whether another is asked for a re-deal or to raise is hidden: the core shows the others the
    decision that comes next (R13), so turn, phase and talon taken are left out then.
    """
    known = referee.view(seat) | shown
    del known["winner"], known["legal"]
    if not known["to_move"] and referee.phase in ("redeal", "contract"):
        del known["to_move"], known["phase"], known["chosen_talon"]
    known["redeal_penalty_paid"] = known.pop("redeal_penalty_paid_by") is not None
    known["announced"] = [{suit for suit, _ in announced} for announced in known["announced"]]
    if not any(shown["played"]):
        known["leader"] = None  # the core names the declarer from the contract on
    return known


def shown_to_all(deal: Deal, ace_marriage: str) -> dict[str, Any]:
    """What the core's record holds beyond the referee's view, worked out from the history."""
    played: list[set[str]] = [set() for _ in range(deal.seats)]
    void: list[set[str]] = [set() for _ in range(deal.seats)]
    trump, led, chosen, count = None, "", 0, 0
    for seat, text in deal.history:
        word, _, what = text.partition(" ")
        if word == "talon":
            chosen = int(what) - 1
        if word not in ("play", "marry"):
            continue
        if count % len(deal.active) == 0:
            led = what[1]
        if word == "marry" and (what[0] != "A" or ace_marriage == "200_trump"):
            trump = what[1]
        played[seat].add(what)
        count += 1
        if what[1] != led:
            void[seat] |= {led} if trump in (None, what[1]) else {led, trump}
    return {
        "played": played,
        "void": void,
        "talon_shown": deal.talon_shown,
        "chosen_talon": None if deal.talon is None else chosen,
    }
