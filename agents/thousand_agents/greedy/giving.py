"""The gift (R6.2): which cards to part with, and whether the deal is worth playing at all."""

from typing import Final

import numpy as np

from thousand_agents.greedy.bidding import fined_for_redeal, gives_up, worth_to_play
from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.values import HAND_SIZE, estimate, hand_kind
from thousand_env.games.thousand.actions import A_CONCEDE, A_GIVE, A_REDEAL
from thousand_env.games.thousand.cards import (
    ALL_ACES,
    KING,
    MARRIAGE_VALUES,
    NUM_CARDS,
    QUEEN,
    SUIT_SIZE,
)
from thousand_env.games.thousand.phases.gift import last_gifts
from thousand_env.games.thousand.state import NONE

# Places in a row of the fitted numbers, after those of the hand kept:
BY_RANK: Final = HAND_SIZE  # a card given, by rank
ROYAL_RATE: Final = BY_RANK + SUIT_SIZE  # for each point of the marriage that it may complete
GIFT_SIZE: Final = ROYAL_RATE + 1
_OTHER_ROYAL = QUEEN + KING  # minus a king's or queen's rank: that of the other


@jit
def choose(v, r, w, masks, row):
    """The card to give next; or a re-deal (R4.3) or a concession (R6.4) where the hand is too bad."""
    card, kept = best_gift(v, r, w, masks[row])
    kind = hand_kind(v.players, True)
    points = estimate(w.hand[kind], kept)
    if masks[row, A_REDEAL] and not fined_for_redeal(v, r):
        if worth_to_play(v, r, w, points, int(v.contract), kind) < w.style[0].redeal_below:
            return A_REDEAL
    if masks[row, A_CONCEDE] and gives_up(v, r, w, points, kind):
        return A_CONCEDE
    return A_GIVE + card


@jit
def best_gift(v, r, w, mask):
    """The card to give and the cards kept in the end."""
    worth, kept = np.empty(NUM_CARDS), np.empty(NUM_CARDS, np.int64)
    rank_gifts(v, r, w, mask, worth, kept)
    card = worth.argmax()
    return card, kept[card]


@jit
def rank_gifts(v, r, w, mask, worth, kept):
    """What giving each card (24,) next is worth, -1e9 where it may not be; the cards then kept.

    Of two cards to give the second is the best one that is left.
    """
    numbers = w.gift[1 if v.players == 2 else 0]
    two_to_give = v.players != 2 and v.gifts[0] == NONE
    for card in range(NUM_CARDS):
        worth[card] = -1e9
        if not mask[A_GIVE + card]:
            continue
        rest = int(v.hand) & ~(1 << card)
        second = best_second(v, r, numbers, rest) if two_to_give else NONE
        worth[card] = worth_given(numbers, rest, card)
        if second != NONE:
            rest &= ~(1 << second)
            worth[card] += worth_given(numbers, rest, second)
        worth[card] += estimate(numbers, rest)
        kept[card] = rest


@jit
def best_second(v, r, numbers, hand):
    """The card to give after the first one."""
    allowed = last_gifts(r, hand, v.talon_seen & ALL_ACES != 0)  # with all four held: the fourth
    best, best_points = NONE, -1e9
    for card in range(NUM_CARDS):
        if (allowed >> card) & 1:
            kept = hand & ~(1 << card)
            points = estimate(numbers, kept) + worth_given(numbers, kept, card)
            if points > best_points:
                best, best_points = card, points
    return best


@jit
def worth_given(numbers, kept, card):
    """What a card given away is worth to us: mostly less than nothing."""
    suit, rank = card // SUIT_SIZE, card % SUIT_SIZE
    points = numbers[BY_RANK + rank]
    if rank in (QUEEN, KING):
        if not (kept >> (suit * SUIT_SIZE + _OTHER_ROYAL - rank)) & 1:
            points += numbers[ROYAL_RATE] * MARRIAGE_VALUES[suit]
    return points
