"""What an iteration's deals came to."""

from typing import Any, ClassVar

import numpy as np

from thousand_env.games.king.rules import KINDS
from thousand_env.games.thousand import parse_action
from thousand_env.games.thousand.state import DARK_DEAL, GOLDEN_DEAL, ORDINARY

DARK = parse_action("dark")


class Counts:
    """Counts deals while games are played; of a game that has nothing more to tell."""

    shown: ClassVar[dict[str, tuple[str, str]]] = {}  # label -> figure, its form: in a run's line

    def __init__(self) -> None:
        self.count = 0

    def note_actions(self, masks: Any, actions: Any) -> None:
        """Note what was decided: masks (N, A) and actions (N,)."""

    def note_deals(self, states: Any, own: Any) -> None:
        """Note games whose deal has just ended (K,), and which seats are the learner's (K, P)."""
        self.count += len(states)

    def add(self, other: Any) -> None:
        """Those of other games of the same kind on top."""
        self.count += other.count

    def figures(self) -> dict[str, float]:
        """Shares and means over the deals, by name."""
        return {"deals/count": float(self.count)}


class ThousandCounts(Counts):
    """Contracts and darks."""

    shown: ClassVar[dict[str, tuple[str, str]]] = {
        "made": ("deals/made", ".2f"),
        "contract": ("deals/contract", "5.1f"),
        "conceded": ("deals/conceded", ".2f"),
        "dark": ("deals/dark_taken", ".2f"),
    }

    def __init__(self) -> None:
        super().__init__()
        self.deals: list[Any] = []  # rows (figures, K)
        self.offers = self.darks = 0

    def note_actions(self, masks: Any, actions: Any) -> None:
        """Note dark offers and which were taken."""
        self.offers += int(masks[:, DARK].sum())
        self.darks += int((actions == DARK).sum())

    def note_deals(self, states: Any, own: Any) -> None:
        """Note the contracts of everybody."""
        super().note_deals(states, own)
        names = ["last_kind", "last_conceded", "last_made", "last_contract"]
        self.deals.append(np.stack([states[name] for name in names]))

    def add(self, other: Any) -> None:
        """Those of other games of Thousand on top."""
        super().add(other)
        self.deals += other.deals
        self.offers += other.offers
        self.darks += other.darks

    def figures(self) -> dict[str, float]:
        """Shares and means over the deals."""
        kind, conceded, made, contract = np.concatenate(self.deals, axis=1)
        bidding = (kind == ORDINARY) | (kind == DARK_DEAL)
        played = bidding & (conceded == 0)
        return super().figures() | {
            "deals/made": _mean(made, played),
            "deals/made_golden": _mean(made, kind == GOLDEN_DEAL),
            "deals/made_dark": _mean(made, kind == DARK_DEAL),
            "deals/contract": _mean(contract, played),
            "deals/conceded": _mean(conceded, bidding),
            "deals/dark_taken": self.darks / self.offers if self.offers else float("nan"),
        }


class KingCounts(Counts):
    """The learner's points by kind of deal, at tables where others sit, too.

    Among its like they would say nothing: each kind of deal has a fixed sum.
    """

    shown: ClassVar[dict[str, tuple[str, str]]] = {"lead": ("deals/lead", "+6.1f")}

    def __init__(self) -> None:
        super().__init__()
        self.deals: list[Any] = []  # rows (figures, K) of the mixed tables

    def note_deals(self, states: Any, own: Any) -> None:
        """Note the mean points of the learner's seats and of the others'."""
        super().note_deals(states, own)
        mixed = own.any(1) & ~own.all(1)
        own, written = own[mixed], states["last_written"][mixed, : own.shape[1]]
        means = [(written * seats).sum(1) / seats.sum(1) for seats in (own, ~own)]
        self.deals.append(np.stack([states["last_kind"][mixed], *means]))

    def add(self, other: Any) -> None:
        """Those of other games of King on top."""
        super().add(other)
        self.deals += other.deals

    def figures(self) -> dict[str, float]:
        """Mean points a deal, by kind, and the lead over the others."""
        kind, points, others = np.concatenate(self.deals, axis=1)
        by_kind = {
            f"deals/points_{name}": _mean(points, kind == number)
            for number, name in enumerate(KINDS)
            if (kind == number).any()
        }
        lead = _mean(points - others, np.ones(len(kind), np.bool_))
        return super().figures() | by_kind | {"deals/lead": lead}


def _mean(values: Any, of: Any) -> float:
    return float(values[of].mean()) if of.any() else float("nan")


def new_counts(game: str) -> Counts:
    """Nothing counted yet, of a game."""
    return {"thousand": ThousandCounts, "king": KingCounts}.get(game, Counts)()
