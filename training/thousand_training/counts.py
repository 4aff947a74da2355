"""What an iteration's deals came to."""

from typing import Any

import numpy as np

from thousand_env.games.thousand.state import DARK_DEAL, GOLDEN_DEAL, ORDINARY


class Counts:
    """Counts deals and dark offers while games are played."""

    def __init__(self) -> None:
        self.deals: list[Any] = []
        self.offers = self.darks = 0

    def count_dark(self, offered: Any, taken: Any) -> None:
        """Note dark offers (N,) and which were taken."""
        self.offers += int(offered.sum())
        self.darks += int(taken.sum())

    def count_deals(self, states: Any) -> None:
        """Note games whose deal has just ended, records (K,) of STATE_DTYPE."""
        names = ["last_kind", "last_conceded", "last_made", "last_contract"]
        self.deals.append(np.stack([states[name] for name in names]))

    def add(self, other: "Counts") -> None:
        """Those of other games on top."""
        self.deals += other.deals
        self.offers += other.offers
        self.darks += other.darks

    def figures(self) -> dict[str, float]:
        """Shares and means over the deals."""
        kind, conceded, made, contract = np.concatenate(self.deals, axis=1)
        bidding = (kind == ORDINARY) | (kind == DARK_DEAL)
        played = bidding & (conceded == 0)

        def mean(values: Any, of: Any) -> float:
            return float(values[of].mean()) if of.any() else float("nan")

        return {
            "deals/made": mean(made, played),
            "deals/made_golden": mean(made, kind == GOLDEN_DEAL),
            "deals/made_dark": mean(made, kind == DARK_DEAL),
            "deals/contract": mean(contract, played),
            "deals/conceded": mean(conceded, bidding),
            "deals/dark_taken": self.darks / self.offers if self.offers else float("nan"),
            "deals/count": float(len(kind)),
        }
