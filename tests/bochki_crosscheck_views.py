"""What a seat of Bochki knows, by the core's view record and by the referee, in one form (B10)."""

from typing import Any

from thousand_env.games.bochki.actions import ACTION_TEXTS, PHASES
from thousand_env.games.bochki.cards import card_text
from thousand_env.games.bochki.rules import BARRELS
from thousand_env.games.bochki.view import VIEW_DTYPE
from thousand_env.games.common.sets import mask_cards

BARREL_TURNS, DEALS = 3, 3


def core_facts(view: Any) -> dict[str, Any]:
    """A view record as plain data, by seat where there is something by seat."""
    v = dict(zip(VIEW_DTYPE.names, view.item()))
    n = v["players"]
    lists = {name: value.tolist() for name, value in v.items() if not isinstance(value, int)}
    assert not any(
        any(lists[name][n:]) for name in ("score", "entered", "playing", "points", "hand")
    )
    logged = zip(lists["log_seat"], lists["log_action"][: v["log_length"]])
    return {
        "seat": v["seat"],
        "phase": PHASES[v["phase"]],
        "player": v["to_move"],
        "dealer": v["dealer"],
        "circle": v["turns"] + 1,
        "circles": v["max_turns"],
        "deals": v["deals"],
        "score": lists["score"][:n],
        "entered": [bool(x) for x in lists["entered"][:n]],
        "barrel_turns": lists["barrel_turns"][:n],
        "playing": [bool(x) for x in lists["playing"][:n]],
        "alone": v["alone"],
        "turn_deals": v["turn_deals"],
        "deal_points": lists["deal_points"][:n],
        "points": lists["points"][:n],
        "hands": [{card_text(card) for card in mask_cards(mask)} for mask in lists["hand"][:n]],
        "history": [(seat, ACTION_TEXTS[action]) for seat, action in logged],
        "first": v["first"],
    }


def referee_facts(view: dict[str, Any]) -> dict[str, Any]:
    """The referee's view in the same form, as far as it goes."""
    table, n = view["table"], len(view["hands"])
    left = [BARREL_TURNS if turns is None else turns for turns in table["barrel_left"]]
    turns = [turn_deals or [] for turn_deals in view["turn_deals"]]
    alone = sum(kind is not None for kind in view["turn_kind"]) == 1
    return {
        "seat": view["seat"],
        "phase": view["phase"],
        "player": view["player"],
        "dealer": view["dealer"],
        "circle": view["circle"],
        "score": table["score"],
        "entered": table["entered"],
        "barrel_turns": [BARREL_TURNS - turns for turns in left],
        "playing": [seat in view["taking_part"] for seat in range(n)],
        "alone": next(s for s in range(n) if view["turn_kind"][s]) if alone else -1,
        "turn_deals": max(map(len, turns)),
        "deal_points": [turn + [0] * (DEALS - len(turn)) for turn in turns],
        "points": [points or 0 for points in view["turn_points"]],
        "hands": [hand or set() for hand in view["hands"]],
    }


def observed_facts(facts: dict[str, Any]) -> dict[str, Any]:
    """What the observation of these facts must decode to (``observe.LAYOUT``)."""
    n, seat = len(facts["score"]), facts["seat"]
    order = [(seat + slot) % n for slot in range(n)]

    def by_slot(values: list[Any]) -> list[Any]:
        return [int(values[s]) for s in order] + [0] * (4 - n)

    inside = [int(start <= facts["score"][s] < start + 100) for s in order for start in BARRELS]
    after = facts["score"][seat] + facts["points"][seat]
    last = [deals[facts["turn_deals"] - 1] for deals in facts["deal_points"]]
    return {
        "score": by_slot(facts["score"]),
        "entered": by_slot(facts["entered"]),
        "barrel": inside + [0] * len(BARRELS) * (4 - n),
        "barrel_turns": by_slot(facts["barrel_turns"]),
        "playing": by_slot(facts["playing"]),
        "points": by_slot(facts["points"]),
        "last_deal": by_slot(last),
        "after": after,
        "after_barrel": [int(start <= after < start + 100) for start in BARRELS],
        "after_goal": None if after < 1000 else int(after > 1000),
        "turn_deals": facts["turn_deals"] - 1,
        "alone": int(facts["alone"] >= 0),
        "dealer": order.index(facts["dealer"]),
        "first": order.index(facts["first"]),
        "players": n - 2,
        "turns": facts["circle"] - 1,
        "turns_left": facts["circles"] - facts["circle"],
    }
