"""Random options, start tables and packs for the referee's and the library's tests."""

import random

from .barrels import BARRELS, GOAL
from .cards import RANKS, SUITS, pack_of
from .rules import CHOICES, HOUSE_TABLE

TABLES = 200  # random score tables in use: what follows from one takes a while to work out


def random_options(rng: random.Random, most_turns: int = 200) -> dict:
    """A full set of options; every third table is not the house's."""
    options = {name: rng.choice(values) for name, values in CHOICES.items()}
    table = random_score_table(random.Random(rng.randrange(TABLES)))
    options["score_table"] = table if rng.random() < 1 / 3 else "house"
    options["max_turns"] = rng.choice((1, 2, rng.randint(1, most_turns), most_turns))
    return options


def random_score_table(rng: random.Random) -> dict:
    """The house's with other numbers, or any numbers, some combinations worth nothing or unnamed.

    In steps of 5, 10 or 25, so that 1000 may be out of reach from some scores.
    """
    step = rng.choice((5, 5, 10, 25))
    if rng.random() < 0.5:
        near = {name: rng.randint(points // 2, 2 * points) for name, points in HOUSE_TABLE.items()}
        return {name: points - points % step for name, points in near.items()}
    names = [name for name in HOUSE_TABLE if rng.random() < 0.85]
    return {name: step * rng.choice((0, 1, 2, rng.randint(0, 250 // step))) for name in names}


def random_table(rng: random.Random, options: dict) -> dict:
    """A start table with scores near the entry, the barrels and the goal."""
    rules_entry = 60 if options["cards"] == 28 else 75
    edges = [rules_entry, 100, GOAL - 5, GOAL - 60]
    edges += [edge for low, high in BARRELS for edge in (low, low - 5, high // 5 * 5, high + 1)]
    score, entered = [], []
    for _ in range(options["players"]):
        points = rng.choice((0, rng.choice(edges), 5 * rng.randrange(rules_entry // 5, GOAL // 5)))
        near = max(rules_entry, min(GOAL - 5, points + 5 * rng.randint(-4, 4)))
        score.append(near if points else 0)
        entered.append(bool(points))
    return {"score": score, "entered": entered}


def random_pack(rng: random.Random, cards: int) -> list:
    """A shuffled pack; every other one is in some order, so that rare combinations come often."""
    pack = pack_of(cards)
    if rng.random() < 0.5:
        rng.shuffle(pack)
        return pack
    disorder = rng.choice((0.2, 0.7, 2, 4))
    scale, part = rng.choice(((RANKS[cards], 0), (SUITS, 1)))
    start = rng.randrange(cards)
    order = sorted(pack, key=lambda card: scale.index(card[part]) + disorder * rng.random())
    return order[start:] + order[:start]


def random_hand(rng: random.Random, cards: int) -> set:
    """A hand off the top of a random pack."""
    return set(random_pack(rng, cards)[: len(RANKS[cards])])


def play_out(rng: random.Random, referee, bold: float | None = None) -> int:
    """Random packs and decisions to the end; how many decisions there were.

    `bold` is how often a player goes on where he may stop.
    """
    bold = rng.random() if bold is None else bold
    decisions = 0
    while referee.phase != "over":
        if referee.needs_deal:
            referee.deal_pack(random_pack(rng, referee.rules["cards"]))
            continue
        stops = "stop" in referee.legal() and rng.random() > bold
        referee.apply("stop" if stops else "deal")
        decisions += 1
    return decisions


def random_game(rng: random.Random, most_turns: int = 200) -> tuple:
    """Options, start table (or None) and first dealer of a game."""
    options = random_options(rng, most_turns)
    table = random_table(rng, options) if rng.random() < 0.7 else None
    dealer = rng.randrange(options["players"])
    return options, table, dealer
