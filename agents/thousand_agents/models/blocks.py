"""The deeper network body over the suits: residual blocks (He et al. 2016) in towers with the same weights.

As ``suits``, whose inputs and outputs it shares; but what a tower hears of the others is their mean and
their maximum, and an adviser's choice is an input of its own.
"""

from typing import Final

import torch
from torch import Tensor, nn

from thousand_agents.models.suits import GENERAL, INPUTS, ORDER, SUITS, WITH_CARDS, WITHOUT
from thousand_env.games.thousand import NUM_ACTIONS

WIDER: Final = 2  # a block's hidden layer, times the tower's width


class Block(nn.Module):
    """Towers (B, SUITS, width) -> the same, each having heard the others."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.hidden, self.out = nn.Linear(3 * width, WIDER * width), nn.Linear(WIDER * width, width)

    def forward(self, towers: Tensor) -> Tensor:
        """One step on."""
        own = self.norm(towers)
        of_own, of_heard = self.hidden.weight.tensor_split([own.shape[2]], 1)
        heard = torch.cat([own.mean(1, keepdim=True), own.amax(1, keepdim=True)], 2)
        # What all towers hear is the same, and multiplied once.
        heard = nn.functional.linear(heard, of_heard, self.hidden.bias)
        return towers + self.out(torch.relu(nn.functional.linear(own, of_own) + heard))


class SuitBlocks(nn.Module):
    """Observation (B, OBSERVATION_SIZE), advice (B,) -> features (B, width), logits (B, NUM_ACTIONS)."""

    def __init__(self, width: int, depth: int) -> None:
        super().__init__()
        with_cards, without = WITH_CARDS.shape[1], len(WITHOUT)
        self.of_suit = nn.Linear(INPUTS.shape[1] + with_cards, width)
        self.of_all = nn.Linear(len(GENERAL) + without, width)
        self.which = nn.Parameter(torch.randn(SUITS, width) * 0.1)  # marriages differ in worth
        self.blocks = nn.Sequential(*(Block(width) for _ in range(depth)))
        self.with_cards, self.without = nn.Linear(width, with_cards), nn.Linear(width, without)
        for last in (self.with_cards, self.without):  # all actions alike
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)

    def forward(self, observation: Tensor, advice: Tensor) -> tuple[Tensor, Tensor]:
        """Features and logits, illegal actions' among them."""
        advised = nn.functional.one_hot(advice, NUM_ACTIONS).to(observation.dtype)
        of_suit = torch.cat([observation[:, INPUTS], advised[:, WITH_CARDS]], 2)
        of_all = torch.cat([observation[:, GENERAL], advised[:, WITHOUT]], 1)
        towers = self.of_suit(of_suit) + self.which + self.of_all(of_all).unsqueeze(1)
        towers = self.blocks(towers)
        features = towers.mean(1)
        logits = torch.cat([self.with_cards(towers).flatten(1), self.without(features)], 1)
        return features, logits[:, ORDER]
