"""The core and the referee side by side on random matches, compared at every decision.

The referee (tests/referee) was written from the rules page alone and shares no code with the core.
"""

import random
from collections import Counter
from typing import Any

import thousand_env as te
from tests.crosscheck_views import core_facts, referee_facts, shown_to_all
from tests.referee import PRESETS, Referee
from tests.referee.cards import PACK
from tests.referee.randoms import random_deal, random_options, random_table
from thousand_env.games.thousand import rules_from

MOST_DEALS = 8  # of one match: what start tables near every edge lead to comes early


def cross_check(seed: int, decisions: int, others: float = 1.0) -> Counter[str]:
    """Compare matches until so many decisions are done; what happened in them, counted.

    The view of the seat to move is compared at every decision, those of the other seats at a share
    of them, ``others``.
    Raises: AssertionError with everything needed to play the position again.
    """
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    while seen["decisions"] < decisions:
        options = match_options(rng, seen["matches"])
        Match(rng, options, others, seen).play()
        seen["matches"] += 1
    return seen


def match_options(rng: random.Random, number: int) -> dict[str, Any]:
    """Every third match a preset, all of them in turn for 2, 3 and 4 players; else at random."""
    if number % 3:
        return random_options(rng)
    presets = sorted(PRESETS)
    turn = number // 3
    return {"preset": presets[turn % 4], "players": 2 + turn // 4 % 3}


def sorted_deal(rng: random.Random, players: int, dealer: int) -> tuple[list[str], Any]:
    """A random pack; every other one more or less sorted by ranks or by suits.

    So that four aces, four nines, weak hands, long suits and marriages come often.
    """
    hands, talon = random_deal(rng, players, dealer)
    if rng.random() < 0.5:
        return hands, talon
    scale, disorder = rng.choice(("9JQKTA", "SCDH")), rng.choice((0.5, 1.5, 3))
    part = 0 if scale == "9JQKTA" else 1
    pack = sorted(sorted(PACK), key=lambda card: scale.index(card[part]) + disorder * rng.random())
    packets = [*hands, *([talon] if players != 2 else talon)]
    for k in rng.sample(range(len(packets)), len(packets)):
        size = len(packets[k].split())
        packets[k], pack = " ".join(pack[:size]), pack[size:]
    return packets[:players], packets[players:] if players == 2 else packets[players]


class Match:
    """One match on both sides, from a new or a random table."""

    def __init__(
        self, rng: random.Random, options: dict[str, Any], others: float, seen: Counter[str]
    ) -> None:
        self.rng, self.options, self.others, self.seen = rng, options, others, seen
        players = Referee(options).rules["players"]
        table = random_table(rng, options) if rng.random() < 0.7 else None
        dealer = rng.randrange(players)
        self.referee = Referee(options, table=table, dealer=dealer)
        self.core = te.Game(rules_from(options), seed=None, table=table, dealer=dealer)
        self.players = players
        self.before = self.core.table  # of the deal
        self.bold = rng.random()  # how often this match bids, gives up and claims

    def play(self) -> None:
        """To the end of the match, or ``MOST_DEALS``."""
        while self.referee.phase != "over" and len(self.core.deals) < MOST_DEALS:
            self._same("needs_deal", self.referee.needs_deal, self.core.needs_deal)
            if self.referee.needs_deal:
                self._deal()
            else:
                self._decide()
            if self.referee.phase in (None, "over"):
                self._compare_results()
        self._same("winner", self.referee.winner, self.core.winner)
        self._same("settlement", self.referee.settlement(), self.core.settlement)
        self.seen["wins"] += self.referee.winner is not None

    def _deal(self) -> None:
        self._same("dealer", self.referee.dealer, self.core.dealer)
        self.before = self.core.table
        hands, talon = sorted_deal(self.rng, self.players, self.referee.dealer)
        self.referee.deal(hands, talon)
        self.core.deal(hands, talon)
        self.seen["deals"] += 1

    def _decide(self) -> None:
        """Compare the decision and what every seat knows, and carry out a random action."""
        legal = self.referee.legal()
        self._same("phase", self.referee.phase, self.core.phase)
        self._same("player", self.referee.player, self.core.player)
        self._same("legal actions", legal, set(self.core.legal()))
        self._compare_views()
        action = self._choose(sorted(legal))
        self.referee.apply(action)
        self.core.apply(action)
        self.seen["decisions"] += 1

    def _compare_views(self) -> None:
        shown = shown_to_all(self.referee.current, self.referee.rules["ace_marriage"])
        everybody = self.rng.random() < self.others
        for seat in range(self.players) if everybody else [self.referee.player]:
            expected = referee_facts(self.referee, seat, shown)
            got = core_facts(self.core.view(seat))
            self._same(f"view of seat {seat}", expected, {key: got[key] for key in expected})
            self.seen["views"] += 1

    def _choose(self, legal: list[str]) -> str:
        """A random action; passing, keeping and waiving more often in a calm match."""
        calm = [text for text in legal if text in ("pass", "keep", "waive")]
        if calm and self.rng.random() > self.bold:
            return calm[0]
        if legal[0] == "concede" and self.rng.random() > self.bold / 2:
            return self.rng.choice(legal[1:])
        return self.rng.choice(legal)

    def _compare_results(self) -> None:
        """The table and the entry of the deal that just ended; in a deal the views hold the table."""
        result = self.core.results[-1]
        self._same("table", self.referee.table(), self.core.table)
        self._same("result", self.referee.result(), result)
        self.seen["conceded" if result["conceded"] else result["kind"]] += 1

    def _same(self, what: str, expected: Any, got: Any) -> None:
        if expected == got:
            return
        if isinstance(expected, dict) and isinstance(got, dict):
            keys = [key for key in expected if expected[key] != got.get(key)]
            expected, got = ({key: side.get(key) for key in keys} for side in (expected, got))
        raise AssertionError(
            f"{what}: the referee says {expected!r}, the core {got!r}\n"
            f"options {self.options}\ntable {self.before} dealer {self.core.dealer}\n"
            f"deal {self.core.deals[-1:]}"
        )
