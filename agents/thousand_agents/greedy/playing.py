"""Play of the cards: every legal play is scored by its features, weighted by role and turn."""

from typing import Final

import numpy as np

from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.features import FEATURES, describe
from thousand_agents.greedy.outlook import look
from thousand_env.games.thousand.actions import A_DARK, A_PLAY
from thousand_env.games.thousand.cards import count_cards
from thousand_env.games.thousand.state import NONE, active_players

_END = A_DARK  # first action number after those of play
_TURNS, _STAGES = 3, 3
_MIDDLE, _ENDING = 6, 3  # most cards in hand in the middle and at the end of a deal
SITUATIONS: Final = 4 * _TURNS * _STAGES


@jit
def situation(v):
    """Which row of weights: players two or more, declarer or opponent, turn in the trick, stage."""
    turn = 0
    if v.trick_size:
        turn = 2 if v.trick_size == active_players(v) - 1 else 1
    role = 0 if v.seat == v.declarer else 1
    table = 1 if v.players == 2 else 0
    cards = count_cards(v.hand)
    stage = 2 if cards <= _ENDING else 1 if cards <= _MIDDLE else 0
    return ((table * 2 + role) * _TURNS + turn) * _STAGES + stage


@jit
def choose(v, r, weights, masks, row):
    """The legal play with the highest score."""
    o = look(v, r)
    terms = np.empty(len(FEATURES))
    own_weights = weights[situation(v)]
    best, best_score = NONE, -1e9
    for action in range(A_PLAY, _END):
        if masks[row, action]:
            describe(v, r, o, action, terms)
            score = 0.0
            for k in range(len(terms)):
                score += own_weights[k] * terms[k]
            if score > best_score:
                best, best_score = action, score
    return best
