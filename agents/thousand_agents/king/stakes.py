"""What cards and tricks write for who takes them, as tables: asked of the core, deal by deal."""

from typing import Any, Final, NamedTuple

import numpy as np

from thousand_env.games.king.cards import NUM_CARDS
from thousand_env.games.king.phases.score import trick_points
from thousand_env.games.king.rules import HAND_SIZE, KINDS, LOTTERY_DEAL, RuleSet


class Stakes(NamedTuple):
    """Points by kind of deal, penalties as minus."""

    card: Any  # float64 (kinds, cards): what a card adds to its trick
    trick: Any  # float64 (kinds, tricks): what each trick writes by itself, from the first one
    costly: Any  # int64 (kinds,): the cards that add something, a mask


class _Trick(NamedTuple):
    """What the core asks of a game to tell what a trick writes."""

    kind: int
    tricks_played: int


def stakes(rules: RuleSet) -> Stakes:
    """The tables of these rules."""
    r, tricks = rules.compiled()[0], HAND_SIZE[rules.players]
    cards = [card for card in range(NUM_CARDS) if int(r.pack) >> card & 1]
    card = np.zeros((len(KINDS), NUM_CARDS))
    trick = np.zeros((len(KINDS), tricks))
    for kind in range(len(KINDS)):
        if kind == LOTTERY_DEAL:
            continue
        trick[kind] = [_points(kind, number + 1, r, 0) for number in range(tricks)]
        card[kind, cards] = [_points(kind, 1, r, 1 << c) - trick[kind, 0] for c in cards]
    costly = [sum(1 << c for c in cards if card[kind, c]) for kind in range(len(KINDS))]
    return Stakes(card, trick, np.array(costly, np.int64))


def _points(kind: int, number: int, r: Any, cards: int) -> int:
    core: Final = getattr(trick_points, "py_func", trick_points)
    return int(core(_Trick(kind, number), r, cards))
