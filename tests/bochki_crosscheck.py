"""Bochki's core and referee side by side on random games, compared at every decision.

The referee (tests/referee/bochki) was written from the rules page alone and shares no code with the
core.
"""

import random
import re
import warnings
from collections import Counter
from typing import Any

from tests.bochki_crosscheck_views import core_facts, observed_facts, referee_facts
from tests.referee.bochki import Referee, StuckScores
from tests.referee.bochki.randoms import random_game, random_pack
from thousand_env.errors import RulesWarning
from thousand_env.games.bochki import Game, decode, rules_from
from thousand_env.games.common.encode import encode


def cross_check(seed: int, decisions: int, others: float = 1.0) -> Counter[str]:
    """Compare games until so many decisions are done; what happened in them, counted.

    The view of the seat to move is compared at every decision, those of the other seats and the
    observations at a share of them, ``others``.
    Raises: AssertionError with everything needed to play the position again.
    """
    rng = random.Random(seed)
    seen: Counter[str] = Counter()
    while seen["decisions"] < decisions:
        Match(rng, others, seen).play()
        seen["games"] += 1
    return seen


def named(told: Any, kind: type[Warning]) -> list[str]:
    """The numbers in the texts of the warnings of a kind."""
    texts = " ".join(str(warning.message) for warning in told if warning.category is kind)
    return re.findall(r"\d+", texts)


class Match:
    """One game on both sides, to its end."""

    def __init__(self, rng: random.Random, others: float, seen: Counter[str]) -> None:
        self.rng, self.others, self.seen = rng, others, seen
        self.options, self.start, dealer = random_game(rng)
        self.bold = rng.choice((0.2, 0.5, 0.8, 1.0))  # how often a player goes on
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            self.referee = Referee(self.options, self.start, dealer)
            rules = rules_from(self.options)
        self.players = rules.players
        start = self.start and {"scores": self.start["score"], "entered": self.start["entered"]}
        self.core = Game(rules, seed=None, table=start, dealer=dealer)
        self.history: list[tuple[int, str]] = []  # decisions since the last deal
        self.turns_seen = self.deals = 0
        self.first = (dealer + 1) % self.players
        self._same("rules", dict(self.referee.rules.values), dict(rules.values))
        expected, got = (named(told, kind) for kind in (StuckScores, RulesWarning))
        self._same("scores that the warning names", expected, got)
        self.seen["warned"] += bool(got)

    def play(self) -> None:
        """Every deal and decision, and who has won."""
        while self.referee.phase != "over":
            if self.referee.needs_deal:
                self._deal()
            else:
                self._decide()
            self._compare_turns()
        result = self.referee.result()
        self._same("over", True, self.core.over)
        self._same("cut", result["cut"], self.core.cut)
        self._same("score", result["score"], self.core.table["scores"])
        self._same("winners", result["leaders"], self.core.winners)
        order = sorted(result["score"], reverse=True)
        self._same("places", [order.index(s) + 1 for s in result["score"]], self.core.places)
        self.seen["cut" if result["cut"] else "won"] += 1

    def _deal(self) -> None:
        taking = self.referee.taking_part()
        self._same("needs_deal", True, self.core.needs_deal)
        self._same("dealer", self.referee.dealer, self.core.dealer)
        self._same("playing", sorted(taking), self.core.playing)
        pack, size = random_pack(self.rng, self.options["cards"]), self.referee.rules.hand_size
        hands = [""] * self.players
        for place, seat in enumerate(taking):
            hands[seat] = " ".join(pack[place * size : (place + 1) * size])
        self.seen["alone"] += len(taking) == 1
        if self.options["turns"] == "together" and not self.referee.extra:
            self.first = (self.referee.dealer + 1) % self.players
        self.referee.deal(hands)
        self.core.deal(hands)
        self.history = []
        self.deals += 1

    def _decide(self) -> None:
        """Compare the decision and what every seat knows, and carry out a random action."""
        legal = self.referee.legal()
        self._same("phase", self.referee.phase, self.core.phase)
        self._same("player", self.referee.player, self.core.player)
        self._same("legal actions", sorted(legal), self.core.legal())
        self._compare_views()
        stops = "stop" in legal and self.rng.random() > self.bold
        action = "stop" if stops else "deal"
        self.history.append((self.referee.player, action))
        self.referee.apply(action)
        self.core.apply(action)
        self.seen["decisions"] += 1
        self.seen["stops"] += stops
        self.seen["forced"] += len(legal) == 1

    def _compare_turns(self) -> None:
        """The turns written so far, entry by entry."""
        written = self.referee.written[self.turns_seen :]
        results = self.core.results[self.turns_seen :]
        self._same("turns written", len(written), len(results))
        for entry, result in zip(written, results):
            seat = entry["seat"]
            expected = {name: entry[name] for name in ("seat", "deals", "points", "written")}
            expected["score"] = entry["table"]["score"][seat]
            expected["fell"] = entry["written"] < 0
            expected["barrel"] = entry["kind"] == "barrel"
            expected["extra"] = entry["extra"]
            got = {name: result[name] for name in expected if name in result}
            got["barrel"] = result["barrel"] is not None
            got["extra"] = (result["barrel_turn"] or 0) > 1
            self._same("turn", expected, got)
            self._count_turn(entry, expected)
        self.turns_seen += len(written)

    def _count_turn(self, entry: dict[str, Any], expected: dict[str, Any]) -> None:
        kind, zero = entry["kind"], 0 in entry["deals"]
        happened = {
            kind: True,
            "extra": expected["extra"],
            "fell": expected["fell"],
            "void": kind != "entry" and entry["points"] > 0 == entry["written"],
            "above 1000": expected["score"] > 1000,
            "burnt": kind == "plain" and zero,
            "kept": kind == "barrel" and zero and self.options["barrel_zero"] == "keep",
        }
        self.seen.update(name for name, is_so in happened.items() if is_so)

    def _compare_views(self) -> None:
        everybody = self.rng.random() < self.others
        for seat in range(self.players) if everybody else [self.referee.player]:
            view = self.core.view(seat)
            got = core_facts(view)
            expected = self._expected(seat)
            self._same(f"view of seat {seat}", expected, {key: got[key] for key in expected})
            if everybody:
                decoded = decode(encode(view.reshape(1))[0])
                self._same(f"observation of seat {seat}", observed_facts(expected), decoded)
            self.seen["views"] += 1

    def _expected(self, seat: int) -> dict[str, Any]:
        """The referee's view of a seat, and what else can be told from the game so far."""
        seen = {
            "history": self.history,
            "deals": self.deals,
            "first": self.first,
            "circles": self.options["max_turns"],
        }
        return referee_facts(self.referee.view(seat)) | seen

    def _same(self, what: str, expected: Any, got: Any) -> None:
        if expected == got:
            return
        if isinstance(expected, dict) and isinstance(got, dict):
            keys = [key for key in expected | got if expected.get(key) != got.get(key)]
            expected, got = ({key: side.get(key) for key in keys} for side in (expected, got))
        raise AssertionError(
            f"{what}: the referee says {expected!r}, the core {got!r}\n"
            f"options {self.options}\nstart {self.start}\n"
            f"table {self.core.table} dealer {self.core.dealer}\n"
            f"deals {self.core.deals[-3:]}\nresults {self.core.results[-3:]}"
        )
