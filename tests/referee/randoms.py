"""Random options and random start tables for the self-check and for the library's tests."""

import random

from .cards import PACK
from .rules import DEFAULTS, PRESETS, WORDS, Rules

#: A few sensible values of every number option; every value of the spec where it lists them.
NUMBERS = {
    "players": (2, 3, 4),
    "redeal_weak_hand": tuple((n, m) for n in (14, 20) for m in ("optional", "mandatory")) + (0,),
    "redeal_talon_nines": (0, 1, 2, 3),
    "redeal_weak_talon": (0, 3, 5, 10),
    "redeal_limit": (0, 1, 2, 3, 5),
    "redeal_penalty": (60, 120, 125),
    "bid_step": (5, 10),
    "silence_below": ("off", "off", -120, 60, 240),
    "concede_third_penalty": (0, 60, 120),
    "dark_min_score": (0, 120, 240, 500),
    "golden_circles": (1, 2, 3),
    "barrel_at": (0, 300, 500, 675, 700, 880, 880, 880),
    "goal": (820, 1000, 1001, 1200),
    "barrel_deals": (0, 1, 2, 3, 3),
    "barrel_contract": (100, 120, 125, 130, 150),
    "barrels_to_zero": (0, 1, 2, 3, 3),
    "round_to": (5, 10),
    "bolt_penalty": (60, 100, 120),
}


def random_options(rng: random.Random) -> dict:
    """Draw a full set of options (or a preset, sometimes), legal by R4.6 and goal > barrel_at."""
    if rng.random() < 0.15:
        return {"preset": rng.choice(sorted(PRESETS)), "players": rng.choice((2, 3, 4))}
    spice = rng.choice((0.15, 0.5, 1.0))  # how far from classic
    options = {
        name: draw(rng, name) if rng.random() < spice else value for name, value in DEFAULTS.items()
    }
    options["players"] = rng.choice((2, 3, 4))
    if options["ace_marriage"] != "off":  # R4.6
        options.update(redeal_four_aces="off", four_aces_with_talon="play")
    if options["goal"] <= options["barrel_at"]:
        options["goal"] = options["barrel_at"] + rng.choice((5, 120, 125))
    if isinstance(options["redeal_weak_hand"], tuple):  # as JSON has it
        options["redeal_weak_hand"] = list(options["redeal_weak_hand"])
    if options["silence_below"] is None:
        options["silence_below"] = "off"
    return options


def draw(rng: random.Random, name: str):
    """One value of one option."""
    if name in NUMBERS:
        return rng.choice(NUMBERS[name])
    return rng.choice(WORDS.get(name, (False, True)))


def random_table(rng: random.Random, options: dict) -> dict:
    """Draw a start table a match under the options can reach, near the edges of the rules."""
    rules = Rules(options)
    golden = random_golden(rng, rules)
    if golden is not None and golden["deal"] == 0:  # a circle begins with nothing (R8.2)
        table = empty_table(rules, golden)
    else:
        table = edge_table(rng, rules, golden)
    if has_redeals(rules):
        limit = rules["redeal_limit"] or 4
        table["redeals"] = rng.choice((0, limit - 1, rng.randrange(limit)))
    return table


def empty_table(rules: Rules, golden: dict | None) -> dict:
    """A table with nothing written."""
    n = rules["players"]
    return {
        "score": [0] * n,
        "bolts": [0] * n,
        "concessions": [0] * n,
        "barrel_deals_used": [None] * n,
        "barrels_used": [0] * n,
        "golden": golden,
        "redeals": 0,
    }


def random_golden(rng: random.Random, rules: Rules) -> dict | None:
    """None, or a place in a golden circle."""
    if not rules["golden"] or rng.random() < 0.5:
        return None
    n = rules["players"]
    circles = rules["golden_circles"] if rules["golden_on_fail"] == "replay" else 1
    deal = rng.choice((0, n - 1, n - 1, rng.randrange(n)))
    return {
        "circle": rng.choice((1, circles)),
        "deal": deal,
        "made": deal > 0 and rng.random() < 0.3,
    }


def edge_table(rng: random.Random, rules: Rules, golden: dict | None) -> dict:
    """Scores, bolts and barrels near the edges."""
    table = empty_table(rules, golden)
    bolts_on = rules["bolts"] != "off"
    used_up = (rules["barrels_to_zero"] or 4) - 1
    for seat in range(rules["players"]):
        table["score"][seat] = edge_score(rng, rules)
        if bolts_on:
            table["bolts"][seat] = rng.choice((0, 1, 2, 2))
        if golden is None and rules["concede"] != "off":
            table["concessions"][seat] = rng.choice((0, 2, 3, 5))
        if rules["barrel_at"]:
            table["barrels_used"][seat] = rng.choice((0, used_up, rng.randint(0, used_up)))
    if rules["barrel_at"]:
        put_on_barrel(rng, rules, table)
    return table


def edge_score(rng: random.Random, rules: Rules) -> int:
    """A score off the barrel that can stand after a deal."""
    top = rules["barrel_at"] or (rules["goal"] + 4) // 5 * 5
    least = rules["dark_min_score"]
    near = [top - 5, top - 5, top - 60, top - 120, 550, 560, 540, 495, 435, 675, 655, 680]
    near += [0, least, least - 5, -550, -560, -555, -435, -500, -675, 5 * rng.randint(-60, 150)]
    if rules["silence_below"] is not None:
        near += [rules["silence_below"], rules["silence_below"] - 5]
    while True:
        score = rng.choice(near)
        dumped = rules["dump_truck"] and score == 555  # R11.7
        risen = rules["reverse_dump_truck"] and score == -555
        if score < top and score % 5 == 0 and not dumped and not risen:
            return score


def put_on_barrel(rng: random.Random, rules: Rules, table: dict) -> None:
    """Put some seats on the barrel, as R9.4 can leave them there."""
    n = rules["players"]
    seats = rng.sample(range(n), rng.choice((0, 1, 1, 2, n)))
    # a golden circle does not use barrel deals up (R8.3)
    last = (rules["barrel_deals"] or 4) - 1
    if table["golden"] is not None and rules["barrel_deals"] != 1:
        last = 0
    together = rng.choice((0, last, rng.randint(0, last)))
    for seat in seats:
        used = together
        if rules["barrel_collision"] == "coexist":
            used = rng.choice((last, rng.randint(0, last)))
        table["score"][seat] = rules["barrel_at"]
        table["barrel_deals_used"][seat] = used


def has_redeals(rules: Rules) -> bool:
    """Can a re-deal happen at all under these options?"""
    return (
        rules["redeal_four_aces"] != "off"
        or rules["redeal_four_nines"] != "off"
        or rules["redeal_weak_hand"][0] > 0
        or rules["redeal_talon_nines"] > 0
        or rules["redeal_weak_talon"] > 0
        or rules["four_aces_with_talon"] == "redeal"
    )


def random_deal(rng: random.Random, players: int, dealer: int) -> tuple:
    """A shuffled pack as (hands, talon) in the text form of R16."""
    pack = sorted(PACK)
    rng.shuffle(pack)
    each = 10 if players == 2 else 7
    hands = []
    for seat in range(players):
        size = 0 if players == 4 and seat == dealer else each
        hands.append(" ".join(pack[:size]))
        pack = pack[size:]
    if players == 2:
        return hands, [" ".join(pack[:2]), " ".join(pack[2:])]
    return hands, " ".join(pack)
