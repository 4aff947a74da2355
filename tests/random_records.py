"""Random matches under random rules, from tables near every edge, as records (R16)."""

import random
from collections import Counter
from typing import Any

import thousand_env as te
from tests.referee.randoms import random_deal, random_options, random_table
from tests.referee.selfcheck import choose
from thousand_env.games.thousand import rules_from
from thousand_env.record import write_record

PRESETS = ("classic", "online", "polish", "pagat")


def random_record(rng: random.Random, players: int, deals: int) -> dict[str, Any]:
    """A match of up to so many deals under random rules; the last deal may be unfinished."""
    options = eventful_options(rng, players)
    dealer = rng.randrange(players)
    game = te.Game(rules_from(options), None, table_or_none(rng, options), dealer)
    while not game.over:
        if game.needs_deal:
            if len(game.deals) == deals:
                break
            game.deal(*biased_deal(rng, players, game.dealer))
        elif len(game.deals) == deals and rng.random() < 0.01:
            break
        else:
            game.apply(choose(rng, set(game.legal())))
    return write_record(game)


def eventful_options(rng: random.Random, players: int) -> dict[str, Any]:
    """A preset or random options, most of them with more re-deals and darks than usual."""
    options = {"preset": rng.choice(PRESETS)} if rng.random() < 0.4 else random_options(rng)
    options["players"] = players
    if rng.random() < 0.5:
        points = rng.choice((20, 25, 30, 120))
        mode = "optional" if points == 120 else rng.choice(("optional", "mandatory"))
        options["redeal_weak_hand"] = [points, mode]
    if rng.random() < 0.5 and options.get("ace_marriage", "off") == "off":
        options["four_aces_with_talon"] = "redeal"
    if rng.random() < 0.4:
        options |= {"golden": False, "dark": True, "dark_min_score": -1000}
    return options


def table_or_none(rng: random.Random, options: dict[str, Any]) -> dict[str, Any] | None:
    """A start table that the rules allow, or a new match."""
    if rng.random() < 0.2:
        return None
    table = random_table(rng, rules_from(options).as_dict())
    try:
        te.Game(rules_from(options), None, table, 0)
    except te.TableError:
        return None
    return table


def biased_deal(rng: random.Random, players: int, dealer: int) -> tuple[list[str], Any]:
    """A pack in which aces or nines often lie together, some of them in the talon."""
    hands, talon = random_deal(rng, players, dealer)
    if rng.random() < 0.4:
        return hands, talon
    pack = " ".join([*hands, *([talon] if players > 2 else talon)]).split()
    rank = rng.choice("AA9")
    together = [card for card in pack if card[0] == rank]
    others = [card for card in pack if card[0] != rank]
    in_talon = rng.randrange(5)
    pack = together[in_talon:] + others + together[:in_talon]
    each = 10 if players == 2 else 7
    turn = each * rng.randrange(min(players, 3))
    dealt = pack[: each * min(players, 3)]
    dealt = dealt[turn:] + dealt[:turn]
    texts = [" ".join(dealt[k : k + each]) for k in range(0, len(dealt), each)]
    if players == 4:
        texts.insert(dealer, "")
    left = pack[len(dealt) :]
    return texts, " ".join(left) if players > 2 else [" ".join(left[:2]), " ".join(left[2:])]


def cut(rng: random.Random, record: dict[str, Any]) -> dict[str, Any]:
    """The record up to a random decision, ``result`` left out."""
    deals = record["deals"]
    last = rng.randrange(len(deals))
    length = len(deals[last]["actions"])
    done = rng.choice((rng.randrange(length + 1), min(length, rng.randrange(6)), length))
    kept = {key: value for key, value in record.items() if key != "result"}
    return kept | {
        "deals": [*deals[:last], deals[last] | {"actions": deals[last]["actions"][:done]}]
    }


def redeal_keys(record: dict[str, Any]) -> Counter[str]:
    """The keys ``redeal`` in one seat's record, a seat's number as ``a seat``."""
    keys = [deal["redeal"] for deal in record["deals"] if "redeal" in deal]
    return Counter(f"redeal: {'a seat' if isinstance(key, int) else key}" for key in keys)
