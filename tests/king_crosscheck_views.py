"""What a seat of King knows, by the core's view record and by the referee, in one form (K13)."""

from functools import cache
from typing import Any

from thousand_env.games.king.actions import ACTION_TEXTS, PHASES
from thousand_env.games.king.cards import SUITS, card_text, mask_cards, parse_card
from thousand_env.games.king.rules import KINDS
from thousand_env.games.king.view import HIDDEN, VIEW_DTYPE

TEXTS = dict(enumerate(ACTION_TEXTS)) | {HIDDEN: "give ??"}


@cache
def cards(mask: int) -> frozenset[str]:
    """The cards of a mask, as texts."""
    return frozenset(card_text(card) for card in mask_cards(mask))


def known(value: int) -> int | None:
    """A number, or None for the -1 that stands for nothing."""
    return None if value < 0 else value


def core_facts(view: Any) -> dict[str, Any]:
    """A view record as the referee's ``view`` puts it, and what else it holds."""
    v = dict(zip(VIEW_DTYPE.names, view.item()))
    n, kind = v["players"], KINDS[v["kind"]]
    for name, value in v.items():
        if not isinstance(value, int):
            v[name] = value.tolist()
    history = [(s, TEXTS[a]) for s, a in zip(v["log_seat"], v["log_action"][: v["log_length"]])]
    assert not any(v["log_action"][v["log_length"] :]) and not any(v["log_seat"][v["log_length"] :])
    played = [cards(mask) for mask in v["played"][:n]]
    lottery = kind == "lottery"
    return {
        "seat": v["seat"],
        "players": n,
        "number": v["deals"],
        "dealer": v["dealer"],
        "totals": v["score"][:n],
        "phase": PHASES[v["phase"]],
        "player": v["to_move"],
        "kind": kind,
        "first_hand": v["first_hand"],
        "hand": cards(v["hand"]),
        "hand_sizes": v["hand_size"][:n],
        "history": history,
        "trump": None if v["trump"] < 0 else SUITS[v["trump"]],
        "declarer": known(v["declarer"]),
        "trick": _trick(v),
        "tricks": _tricks(history, v),
        "points": v["points"][:n],
        "talon": cards(v["talon"]),
        "reserve": known(v["reserve"]),
        "bid": v["bid"] or None,
        "bidder": known(v["bidder"]),
        "passed": {seat for seat in range(n) if v["passed"][seat]},
        "gifts": _gifts(v),
        "laid": frozenset().union(*played) if lottery else frozenset(),
        "out": [seat for seat in range(n) if lottery and not v["hand_size"][seat]],
        "played": played,
        "lacks": [cards(mask) for mask in v["lacks"][:n]],
        "taken": v["tricks"][:n],
        "best": known(v["best_seat"]),
        "game_deals": v["game_deals"],
    }


def _trick(v: dict[str, Any]) -> list[tuple[int, str]]:
    laid = v["trick_cards"][: v["trick_size"]]
    return [((v["leader"] + k) % v["players"], card_text(card)) for k, card in enumerate(laid)]


def _tricks(history: list[tuple[int, str]], v: dict[str, Any]) -> list[tuple[int, list[str]]]:
    """The tricks taken as (winner, cards); the winner leads the next."""
    plays = [(seat, text[5:]) for seat, text in history if text.startswith("play")]
    tricks = []
    for start in range(0, v["tricks_played"] * v["players"], v["players"]):
        rest = plays[start + v["players"] :]
        winner = rest[0][0] if rest else v["leader"]
        tricks.append((winner, [card for _, card in plays[start : start + v["players"]]]))
    return tricks


def _gifts(v: dict[str, Any]) -> list[tuple[int, int, str]]:
    """Known gifts as (giver, receiver, card), clockwise from the giver's left."""
    n, giver = v["players"], v["declarer"]
    order = [(giver + k) % n for k in range(1, n)] if giver >= 0 else []
    given = [(giver, seat, v["gifts"][seat]) for seat in order if v["gifts"][seat] >= 0]
    return [(giver, seat, card_text(card)) for giver, seat, card in given]


def referee_facts(view: dict[str, Any]) -> dict[str, Any]:
    """The referee's view, less what isn't of this deal, with the tricks counted."""
    view["game_deals"] = len(view["plan"])
    for name in ("options", "plan", "results", "places", "legal"):
        del view[name]
    winners = [winner for winner, _ in view["tricks"]]
    taken = [winners.count(seat) for seat in range(len(view["totals"]))]
    return view | {"taken": taken}


def observed_facts(facts: dict[str, Any]) -> dict[str, Any]:
    """What the observation of these facts must decode to (``observe.LAYOUT``)."""
    n, seat = facts["players"], facts["seat"]
    order = [(seat + slot) % n for slot in range(n)]
    empty = [0] * (4 - n)

    def slot(of: int | None) -> int | None:
        return None if of is None else order.index(of)

    def by_slot(values: list[Any]) -> list[Any]:
        return [values[s] for s in order] + empty

    def numbers(texts: Any) -> list[int]:
        return sorted(parse_card(text) for text in texts)

    lead = facts["history"][-len(facts["trick"])] if facts["trick"] else None
    led = None if lead is None else SUITS.index("H" if lead[1][-1] == "X" else lead[1][-1])
    leader = facts["tricks"][-1][0] if facts["tricks"] else _first_leader(facts)
    seen = {
        "phase": PHASES.index(facts["phase"]) - 1,
        "kind": KINDS.index(facts["kind"]),
        "hand": numbers(facts["hand"]),
        "trick": numbers(card for _, card in facts["trick"]),
        "talon": numbers(facts["talon"]),
        "led": led,
        "trump": None if facts["trump"] is None else SUITS.index(facts["trump"]),
        "leader": slot(leader),
        "best": slot(facts["best"]) if facts["trick"] else None,
        "first_hand": slot(facts["first_hand"]),
        "bidder": slot(facts["bidder"]),
        "declarer": slot(facts["declarer"]),
        "passed": by_slot([int(s in facts["passed"]) for s in range(n)]),
        "on_sale": int(facts["reserve"] is not None),
        "reserve": facts["reserve"] or 0,
        "bid": facts["bid"] or 0,
        "points": by_slot(facts["points"]),
        "tricks": by_slot(facts["taken"]),
        "hand_size": by_slot(facts["hand_sizes"]),
        "score": by_slot(facts["totals"]),
        "tricks_played": len(facts["tricks"]),
        "players": n - 3,
        "deals": facts["number"],
        "deals_left": facts["game_deals"] - facts["number"] - 1,
    }
    given = {receiver: card for _, receiver, card in facts["gifts"]}
    for k, name in enumerate(("own", "next", "second", "third")):
        sits = order[k] if k < n else None
        seen[f"played_{name}"] = [] if sits is None else numbers(facts["played"][sits])
        seen[f"gift_{name}"] = parse_card(given[sits]) if sits in given else None
        if k:
            seen[f"lacks_{name}"] = [] if sits is None else numbers(facts["lacks"][sits])
    return seen


def _first_leader(facts: dict[str, Any]) -> int | None:
    """Who leads the first trick, once it is due."""
    if facts["phase"] != "play":
        return None
    return facts["first_hand"] if facts["declarer"] is None else facts["declarer"]
