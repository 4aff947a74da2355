"""King's core and referee side by side on random games, compared at every decision.

The referee (tests/referee/king) was written from the rules page alone and shares no code with the
core.
"""

import random
from collections import Counter
from typing import Any

from tests.king_crosscheck_views import core_facts, observed_facts, referee_facts
from tests.referee.king import Referee
from tests.referee.king.randoms import choose, random_deal, random_options
from thousand_env.games.common.encode import encode
from thousand_env.games.king import decode, rules_from
from thousand_env.games.king.game import Game


def cross_check(seed: int, decisions: int, others: float = 1.0) -> Counter[str]:
    """Compare games until so many decisions are done; what happened in them, counted.

    The view of the seat to move is compared at every decision, those of the other seats and the
    observation at a share of them, ``others``.
    Raises: AssertionError with everything needed to play the position again.
    """
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    while seen["decisions"] < decisions:
        Match(rng, random_options(rng), others, seen).play()
        seen["games"] += 1
    return seen


class Match:
    """One game on both sides, to its end."""

    def __init__(
        self, rng: random.Random, options: dict[str, Any], others: float, seen: Counter[str]
    ) -> None:
        self.rng, self.options, self.others, self.seen = rng, options, others, seen
        rules = rules_from(options)
        self.players = rules.players
        dealer = rng.randrange(self.players)
        self.referee = Referee(options, dealer=dealer)
        self.core = Game(rules, seed=None, dealer=dealer)
        self._same("options", dict(self.referee.rules), rules.as_dict())
        self._same("plan", list(self.referee.plan), rules.plan)

    def play(self) -> None:
        """Every deal, and who has won."""
        while not self.referee.over:
            self._deal()
            while self.referee.player is not None:
                self._decide()
            self._same("result", self.referee.results[-1], self.core.results[-1])
            self.seen[self.core.results[-1]["kind"]] += 1
            self.seen["sales"] += self.core.results[-1]["price"] is not None
        self._same("over", True, self.core.over)
        self._same("totals", list(self.referee.totals), self.core.table["totals"])
        self._same("places", self.referee.places(), self.core.places)
        self._same("winners", self.referee.winners(), self.core.winners)

    def _deal(self) -> None:
        self._same("needs_deal", True, self.core.needs_deal)
        self._same("dealer", self.referee.dealer, self.core.dealer)
        self._same("kind", self.referee.kind, self.core.kind)
        hands, talon = random_deal(self.rng, self.referee)
        self.referee.deal(hands, talon)
        self.core.deal(hands, talon)

    def _decide(self) -> None:
        """Compare the decision and what every seat knows, and carry out a random action."""
        legal = self.referee.legal()
        self._same("phase", self.referee.phase, self.core.phase)
        self._same("player", self.referee.player, self.core.player)
        self._same("legal actions", legal, set(self.core.legal()))
        self._compare_views()
        action = choose(self.rng, legal)
        self.seen["passes"] += action == "pass"
        lowered = self.referee.phase == "open" and self.referee.view(0)["reserve"] is not None
        self.seen["lowered"] += lowered
        self.referee.apply(action)
        self.core.apply(action)
        self.seen["decisions"] += 1

    def _compare_views(self) -> None:
        everybody = self.rng.random() < self.others
        for seat in range(self.players) if everybody else [self.referee.player]:
            view = self.core.view(seat)
            got = core_facts(view)
            expected = referee_facts(self.referee.view(seat))
            self._same(f"view of seat {seat}", expected, {key: got[key] for key in expected})
            self._same(f"view of seat {seat}, inferences", [set()] * self.players, [
                shown & hand for shown, hand in zip(got["lacks"], self.referee.current.hands)
            ])  # fmt: skip
            if everybody:
                decoded = decode(encode(view.reshape(1))[0])
                self._same(f"observation of seat {seat}", observed_facts(got), decoded)
            self.seen["views"] += 1

    def _same(self, what: str, expected: Any, got: Any) -> None:
        if expected == got:
            return
        if isinstance(expected, dict) and isinstance(got, dict):
            keys = [key for key in expected | got if expected.get(key) != got.get(key)]
            expected, got = ({key: side.get(key) for key in keys} for side in (expected, got))
        raise AssertionError(
            f"{what}: the referee says {expected!r}, the core {got!r}\n"
            f"options {self.options}\ntable {self.core.table} dealer {self.core.dealer}\n"
            f"deal {self.core.deals[-1:]}"
        )
