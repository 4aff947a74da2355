"""Chances of actions, by a network and on top of it for exploration; drawing from them."""

import torch
from torch import Tensor

from thousand_agents.models.net import PolicyNet
from thousand_training.counts import DARK


def chances_of(
    algorithm: str,
    net: PolicyNet,
    observation: Tensor,
    mask: Tensor,
    advice: Tensor | None,
    epsilon: float,
) -> Tensor:
    """Chances (N, A) with which a network plays.

    Outputs are logits; DMC's are values, of which the best is taken but for a share
    ``epsilon`` of random choices.
    """
    outputs = net(observation, mask, advice)
    if algorithm != "dmc":
        return outputs.softmax(1)
    best = torch.zeros_like(outputs).scatter_(1, outputs.argmax(1, keepdim=True), 1)
    return (1 - epsilon) * best + epsilon * mask / mask.sum(1, keepdim=True)


def draw(chances: Tensor, generator: torch.Generator) -> Tensor:
    """An action (N,) from each row of chances (N, A), which need not sum to exactly 1.

    One uniform number a row: ``torch.multinomial`` draws one for every action, ten times slower.
    """
    sums = chances.double().cumsum(1)
    at = torch.rand(len(chances), 1, generator=generator, dtype=torch.float64) * sums[:, -1:]
    return (sums <= at).sum(1)


def explore_dark(probabilities: Tensor, mask: Tensor, share: float) -> Tensor:
    """Chances (N, A) with ``share`` of the dark offers forced to be taken."""
    offered = mask[:, DARK].unsqueeze(1)
    forced = torch.zeros_like(probabilities)
    forced[:, DARK] = 1
    return torch.where(offered, (1 - share) * probabilities + share * forced, probabilities)
