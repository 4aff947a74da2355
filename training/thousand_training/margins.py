"""How far a network of gains is to be trusted against its adviser: what has paid."""

from typing import Final

import torch
from torch import Tensor, nn

from thousand_env.games.thousand.actions import PHASES

TRUSTS: Final = torch.arange(8, -6.5, -0.5)  # bonuses tried, in logits
ASKING: Final = len(PHASES) - 2  # phases: in the first and the last one nobody decides
MEMORY: Final = 0.98  # of an iteration's gains for the next one's choice of a bonus


class Margins(nn.Module):
    """What each bonus for the adviser's choice has paid, by phase: a running sum."""

    gain: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("gain", torch.zeros(ASKING, len(TRUSTS)))

    def note(self, phase: Tensor, gains: Tensor) -> None:
        """Gains (B, TRUSTS) of decisions in ``phase`` (B,), as hundreds of points."""
        member = nn.functional.one_hot(phase, ASKING).to(gains.dtype)
        self.gain = MEMORY * self.gain + member.T @ gains

    def best(self) -> Tensor:
        """The bonus that paid best, by phase; of equals the largest."""
        return TRUSTS.to(self.gain.device)[self.gain.argmax(1)]
