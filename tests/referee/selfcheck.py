"""Random legal matches against the referee's own invariants: python -m tests.referee.selfcheck."""

import random
import sys
from collections import Counter

from .cards import PACK
from .errors import IllegalMove
from .randoms import random_deal, random_options, random_table
from .referee import Referee
from .rules import PRESETS, Rules

MOST_DEALS = 400


def choose(rng: random.Random, legal: set) -> str:
    """A random action, passing and keeping more often than a uniform draw would."""
    texts = sorted(legal)
    calm = [text for text in texts if text in ("pass", "keep")]
    if calm and rng.random() < 0.6:
        return calm[0]
    if "concede" in legal and rng.random() < 0.9:
        texts.remove("concede")
    married = [text for text in texts if text.startswith("marry")]
    if married and rng.random() < 0.7:
        return rng.choice(married)
    bids = [text for text in texts if text.startswith(("bid", "contract"))]
    if bids and rng.random() < 0.7:
        return min(bids, key=lambda text: int(text.split()[1]))
    return rng.choice(texts)


def play_match(rng: random.Random, options: dict, table: dict | None = None) -> Counter:
    """One random match, checked at every step; what happened in it."""
    referee = Referee(options, table, dealer=rng.randrange(Rules(options)["players"]))
    seen = Counter(matches=1)
    while referee.winner is None and seen["deals"] < MOST_DEALS:
        play_deal(rng, referee)
        seen["deals"] += 1
        seen.update(check_deal(referee))
    if referee.winner is not None:
        seen["won"] += 1
        assert sum(referee.settlement()) == 0  # R9.6
        assert referee.legal() == set() and referee.phase == "over"
    return seen


def play_deal(rng: random.Random, referee: Referee) -> None:
    """Deal and play to the end of the deal, whatever ends it."""
    dealer, before = referee.dealer, referee.table()
    hands, talon = random_deal(rng, referee.rules["players"], dealer)
    referee.deal(hands, talon)
    while not referee.needs_deal and referee.winner is None:
        check_position(rng, referee)
        referee.apply(choose(rng, referee.legal()))
    result, after = referee.result(), referee.table()
    if referee.last_deal_redealt:
        assert referee.dealer == dealer and after["redeals"] == before["redeals"] + 1  # R2.1
        assert {**before, "redeals": after["redeals"]} == after
        return
    assert referee.dealer == (dealer + 1) % referee.rules["players"] and after["redeals"] == 0
    assert result["written"] == [b - a for a, b in zip(before["score"], after["score"])]


def check_position(rng: random.Random, referee: Referee) -> None:
    """In the middle of a deal: cards conserved, something to do, illegal text refused."""
    deal, legal = referee.current, referee.legal()
    assert legal and referee.player in deal.active
    if rng.random() < 0.02:
        before = repr(vars(deal)), referee.table()
        try:
            referee.apply("bid 99")
        except IllegalMove:
            assert before == (repr(vars(deal)), referee.table())
        else:
            raise AssertionError("an illegal bid was taken")
    held = sum(len(hand) for hand in deal.hands)
    played = deal.tricks_played * len(deal.active) + len(deal.trick)
    left = sum(map(len, deal.talons)) - (len(deal.talon) if deal.talon is not None else 0)
    assert held + played + left == len(PACK)
    if rng.random() < 0.05:
        check_views(referee)


def check_views(referee: Referee) -> None:
    """R13, roughly: own cards only; a given card is seen by two."""
    deal = referee.current
    for seat in range(deal.seats):
        known = referee.view(seat)
        assert known["hand"] is None or known["hand"] == deal.hands[seat]
        shown = sum(text.startswith("give ") and "?" not in text for _, text in known["history"])
        assert shown == len(known["gifts"])


def check_deal(referee: Referee) -> Counter:
    """R11.3, the table's form, and a count of what happened."""
    result, table, rules = referee.result(), referee.table(), referee.rules
    check_table(table, rules, referee.winner)
    seen = Counter({result["kind"]: 1, "conceded": int(result["conceded"])})
    if result["raw"] is not None:
        deal = referee.current
        married = sum(deal.marriage_points(seat) for seat in deal.active)
        closed = 0
        if len(deal.talons) == 2:
            closed = sum(points_of(t) for t in deal.talons if t != deal.talon)
        assert sum(result["raw"]) == 120 - closed + married
        assert sum(deal.tricks) == (11 if rules["players"] == 2 else 8)
        assert not any(deal.hands)
        seen["married"] += bool(married)
        seen["ace marriage"] += any(("A", 200) in announced for announced in deal.announced)
        seen["made " + result["kind"]] += result["made"]
    seen["bolts"] += sum(result["bolts"])
    seen["penalty paid"] += referee.current.penalty is not None
    seen["on barrel"] += any(used is not None for used in table["barrel_deals_used"])
    return seen


def points_of(cards: set) -> int:
    """Card points, counted another way than in cards.py."""
    return sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}.get(card[0], 0) for card in cards)


def check_table(table: dict, rules: Rules, winner: int | None) -> None:
    """What every table of a match must look like (R2.3, R9, R11.4)."""
    for seat, score in enumerate(table["score"]):
        assert score % 5 == 0
        assert 0 <= table["bolts"][seat] <= 2
        used, barrel = table["barrel_deals_used"][seat], rules["barrel_at"]
        if rules["barrels_to_zero"]:
            assert table["barrels_used"][seat] < rules["barrels_to_zero"]
        if seat == winner:
            assert used is None
            continue
        assert used is None or (barrel and score == barrel)
        assert used is not None or not barrel or score < barrel
        if used is not None and rules["barrel_deals"]:
            assert used < rules["barrel_deals"]
        if not barrel and winner is None:
            assert score < rules["goal"]
    golden = table["golden"]
    assert golden is None or 0 <= golden["deal"] < rules["players"]


def play_random(options: dict, players: int, n_matches: int, seed: int) -> Counter:
    """Play random matches of one set of options from new tables; what happened, counted."""
    rng = random.Random(seed)
    seen = Counter()
    for _ in range(n_matches):
        seen += play_match(rng, {**options, "players": players})
    return seen


def main(n: int, seed: int) -> None:
    """All presets with all player counts, then n random options each with new and edge tables."""
    seen = Counter()
    for preset in PRESETS:
        for players in (2, 3, 4):
            seen += play_random({"preset": preset}, players, 2, seed)
    print("presets", dict(seen))
    seen = Counter()
    for number in range(n):
        rng = random.Random(f"{seed}/{number}")
        options = random_options(rng)
        table = random_table(rng, options) if rng.random() < 0.8 else None
        try:
            seen += play_match(rng, options, table)
        except Exception:
            print("seed", f"{seed}/{number}", options, table)
            raise
    print("random options", dict(seen))


if __name__ == "__main__":
    arguments = [int(word) for word in sys.argv[1:]]  # number of option sets, seed
    main(*arguments, *(200, 0)[len(arguments) :])
