"""A network body that knows that suits are alike: one set of weights looks at each of the four.

Which cards of a suit are where means the same in every suit but for its marriage, so that what is
learned of one is learned of all (weight sharing as in Deep Sets: Zaheer et al. 2017).
"""

from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from thousand_env.games.thousand import NUM_ACTIONS, OBSERVATION_SIZE
from thousand_env.games.thousand.actions import A_GIVE, A_MARRY, A_MARRY_ACE, A_PLAY
from thousand_env.games.thousand.cards import SUIT_SIZE
from thousand_env.games.thousand.observe import LAYOUT, OFFSETS

SUITS: Final = 4
_SLOTS: Final = 3  # seats that play a deal


def _inputs(suit: int) -> list[int]:
    """Where the observation speaks of a suit: its cards, trump, voids, marriages."""
    cards = [OFFSETS[block.name] for block in LAYOUT if block.kind == "cards"]
    own = [start + suit * SUIT_SIZE + rank for start in cards for rank in range(SUIT_SIZE)]
    own.append(OFFSETS["trump"] + suit)
    own += [OFFSETS["void"] + SUITS * slot + suit for slot in range(_SLOTS)]
    return own + [OFFSETS["announced"] + (SUITS + 1) * slot + suit for slot in range(_SLOTS)]


def _actions(suit: int) -> list[int]:
    """The actions with a suit's cards."""
    ranks = [suit * SUIT_SIZE + rank for rank in range(SUIT_SIZE)]
    plays, gives = ([first + card for card in ranks] for first in (A_PLAY, A_GIVE))
    return [*plays, *gives, A_MARRY + 2 * suit, A_MARRY + 2 * suit + 1, A_MARRY_ACE + suit]


def _rest(all_of: int, taken: list[list[int]]) -> list[int]:
    return sorted(set(range(all_of)) - set(np.ravel(taken).tolist()))


_OF_SUITS: Final = [_inputs(suit) for suit in range(SUITS)]
_WITH_CARDS: Final = [_actions(suit) for suit in range(SUITS)]
_WITHOUT: Final = _rest(NUM_ACTIONS, _WITH_CARDS)
INPUTS: Final = torch.tensor(_OF_SUITS)
WITH_CARDS: Final = torch.tensor(_WITH_CARDS)
WITHOUT: Final = torch.tensor(_WITHOUT)
GENERAL: Final = torch.tensor(_rest(OBSERVATION_SIZE, _OF_SUITS))
ORDER: Final = torch.from_numpy(np.argsort(np.ravel(_WITH_CARDS).tolist() + _WITHOUT))


class SuitBody(nn.Module):
    """Observation (B, OBSERVATION_SIZE) -> features (B, width) and logits (B, NUM_ACTIONS).

    Four towers of ``width`` with the same weights, that tell each other their mean in each of
    ``depth`` layers.  A tower's outputs are of the actions with its cards; their mean, the features,
    gives all the others.
    """

    def __init__(self, width: int, depth: int) -> None:
        super().__init__()
        self.of_suit = nn.Linear(INPUTS.shape[1], width)
        self.of_all = nn.Linear(len(GENERAL), width)
        self.which = nn.Parameter(torch.randn(SUITS, width) * 0.1)  # marriages differ in worth
        self.own = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.mean = nn.ModuleList(nn.Linear(width, width, bias=False) for _ in range(depth))
        self.with_cards = nn.Linear(width, WITH_CARDS.shape[1])
        self.without = nn.Linear(width, len(WITHOUT))
        for last in (self.with_cards, self.without):  # all actions alike
            nn.init.zeros_(last.weight)
            nn.init.zeros_(last.bias)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """Features and logits, illegal actions' among them."""
        towers = self.of_suit(observation[:, INPUTS]) + self.which
        towers = torch.relu(towers + self.of_all(observation[:, GENERAL]).unsqueeze(1))
        for own, mean in zip(self.own, self.mean, strict=True):
            heard = mean(towers.mean(1)).unsqueeze(1)
            towers = towers + torch.relu(own(towers) + heard)
        features = towers.mean(1)
        logits = torch.cat([self.with_cards(towers).flatten(1), self.without(features)], 1)
        return features, logits[:, ORDER]
