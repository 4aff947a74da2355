"""What only the critic sees: who holds which card.  Read from the state, never from a view."""

from typing import Any

import numpy as np

from thousand_env.games.common.types import Array
from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_env.games.thousand.state import NONE, sitter
from thousand_env.jit import jit
from thousand_training.config import Config

# Relative to the player to move: own hand (he doesn't see it before his dark decision), the next
# player's, that of the one after him, the talons while nobody has taken them.
OWN, LEFT, RIGHT, TALON_1, TALON_2 = range(5)
HIDDEN_SIZE = 5 * NUM_CARDS


def hidden_size(config: Config) -> int:
    """How many bits a run is told of the hidden cards."""
    return HIDDEN_SIZE if config.tells_hidden else 0


@jit
def _write_cards(out: Array, row: int, block: int, cards: int) -> None:
    for card in range(NUM_CARDS):
        out[row, block * NUM_CARDS + card] = (cards >> card) & 1


@jit
def hidden_kernel(states: Array, players: int, out: Array) -> None:
    """Where the cards lie, as bits, into ``out`` (N, HIDDEN_SIZE); zeros where nobody is to move."""
    for i in range(len(states)):
        g = states[i]
        out[i, :] = 0
        if g.to_move == NONE:
            continue
        sits_out = sitter(g.first_hand, players)
        block = OWN
        for place in range(players):
            seat = (g.to_move + place) % players
            if seat != sits_out:
                _write_cards(out, i, block, g.hand[seat])
                block += 1
        for which in range(2):
            if g.talon[which] != g.talon_taken:
                _write_cards(out, i, TALON_1 + which, g.talon[which])


def hidden_cards(states: Any, players: int) -> Any:
    """Where the cards of games (N,) of ``STATE_DTYPE`` lie, as bits: uint8 (N, HIDDEN_SIZE)."""
    out = np.empty((len(states), HIDDEN_SIZE), np.uint8)
    hidden_kernel(states, players, out)
    return out
