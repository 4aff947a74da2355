"""Who holds which card: a second task of the policy's last hidden layer, asked in training only."""

import torch
from torch import Tensor, nn

from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_training.hidden import LEFT, RIGHT, TALON_1

HOLDERS = 3  # the next player, the one after him, a talon


class BeliefHead(nn.Module):
    """Last hidden layer (B, width) -> logits (B, 24, HOLDERS) of where each card lies."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.head = nn.Linear(width, NUM_CARDS * HOLDERS)

    def forward(self, features: Tensor) -> Tensor:
        """Logits."""
        return self.head(features).unflatten(1, (NUM_CARDS, HOLDERS))


def belief_loss(logits: Tensor, hidden: Tensor) -> Tensor:
    """Mean cross-entropy over the cards that somebody else or a talon holds.

    ``hidden`` (B, HIDDEN_SIZE) as ``hidden_cards`` writes it.
    """
    blocks = hidden.to(logits.dtype).unflatten(1, (-1, NUM_CARDS))
    talon = blocks[:, TALON_1:].sum(1)
    where = torch.stack([blocks[:, LEFT], blocks[:, RIGHT], talon], 2)
    return -(where * logits.log_softmax(2)).sum() / where.sum().clamp(min=1)
