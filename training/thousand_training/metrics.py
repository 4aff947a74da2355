"""What a run shows: one line an iteration, TensorBoard, and JSON lines to plot from."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from thousand_env.games.thousand.state import DARK_DEAL, GOLDEN_DEAL, ORDINARY

if TYPE_CHECKING:
    from thousand_training.ppo import Learner


class Metrics:
    """Counts deals while an iteration plays, and writes its figures when it has learned."""

    def __init__(self, out: Path, players: int) -> None:
        from torch.utils.tensorboard import SummaryWriter

        out.mkdir(parents=True, exist_ok=True)
        self.players = players
        self.board = SummaryWriter(out)
        self.lines: TextIO = (out / "metrics.jsonl").open("a", encoding="utf-8")
        self.shown = 0.0
        self.clear()

    def __enter__(self) -> "Metrics":
        return self

    def __exit__(self, *_: object) -> None:
        self.board.close()
        self.lines.close()

    def clear(self) -> None:
        """Begin the next iteration's counts."""
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

    def figures(self) -> dict[str, float]:
        """Shares and means over the deals of the iteration."""
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

    def write(self, learner: "Learner", losses: dict[str, float]) -> None:
        """Write an iteration's figures and show a line every few seconds."""
        row = losses | self.figures()
        row["speed/decisions_per_second"] = learner.decisions / learner.seconds
        for name, value in row.items():
            self.board.add_scalar(name, value, learner.decisions)
        counters = {"iteration": learner.iteration, "decisions": learner.decisions}
        row = counters | {"seconds": round(learner.seconds, 2)} | row
        # NaN (nothing to average) is null: JSON has no NaN.
        finite = {name: value if value == value else None for name, value in row.items()}
        self.lines.write(json.dumps(finite) + "\n")
        self.lines.flush()
        if time.monotonic() - self.shown > 5 or learner.progress >= 1:
            self.shown = time.monotonic()
            print(self._line(learner, row), flush=True)
        self.clear()

    @staticmethod
    def _line(learner: "Learner", row: dict[str, float]) -> str:
        def shown(name: str, form: str) -> str:
            value = row[name]
            return format(value, form) if value == value else "-".rjust(len(format(0.0, form)))

        return (
            f"{learner.progress:4.0%}  iteration {learner.iteration:5}  "
            f"{learner.decisions / 1e6:6.2f} M decisions  {row['speed/decisions_per_second']:7.0f}/s"
            f"  made {shown('deals/made', '.2f')}  contract {shown('deals/contract', '5.1f')}"
            f"  conceded {shown('deals/conceded', '.2f')}  dark {shown('deals/dark_taken', '.2f')}"
            f"  entropy {row['policy/entropy']:.2f}"
        )
