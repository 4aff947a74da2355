"""The gift (R6.2): which cards to part with, and whether the deal is worth playing at all."""

from typing import Final

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
from thousand_env.games.thousand.rules import ACES_GIVE
from thousand_env.games.thousand.state import NONE

# Places in a row of the fitted numbers, after those of the hand kept:
BY_RANK: Final = HAND_SIZE  # a card given, by rank
ROYAL_RATE: Final = BY_RANK + SUIT_SIZE  # for each point of the marriage that it may complete
GIFT_SIZE: Final = ROYAL_RATE + 1
_OTHER_ROYAL = QUEEN + KING  # minus a king's or queen's rank: that of the other


@jit
def choose(v, r, w, masks, row):
    """The card to give next; or a re-deal (R4.3) or a concession (R6.4) where the hand is too bad."""
    card, kept = best_gift(v, r, w, masks, row)
    kind = hand_kind(v.players, True)
    points = estimate(w.hand[kind], kept)
    if masks[row, A_REDEAL] and not fined_for_redeal(v, r):
        if worth_to_play(v, r, w, points, int(v.contract), kind) < w.style[0].redeal_below:
            return A_REDEAL
    if masks[row, A_CONCEDE] and gives_up(v, r, w, points, kind):
        return A_CONCEDE
    return A_GIVE + card


@jit
def best_gift(v, r, w, masks, row):
    """The card to give and the cards kept in the end."""
    hand, numbers = int(v.hand), w.gift[1 if v.players == 2 else 0]
    two_to_give = v.players != 2 and v.gifts[0] == NONE
    best, best_kept, best_points = NONE, 0, -1e9
    for card in range(NUM_CARDS):
        if not masks[row, A_GIVE + card]:
            continue
        kept = hand & ~(1 << card)
        second = best_second(v, r, numbers, kept) if two_to_give else NONE
        points = worth_given(numbers, kept, card)
        if second != NONE:
            kept &= ~(1 << second)
            points += worth_given(numbers, kept, second)
        points += estimate(numbers, kept)
        if points > best_points:
            best, best_kept, best_points = card, kept, points
    return best, best_kept


@jit
def best_second(v, r, numbers, hand):
    """The card to give after the first one."""
    allowed = hand & ALL_ACES if must_give_ace(v, r, hand) else hand
    best, best_points = NONE, -1e9
    for card in range(NUM_CARDS):
        if (allowed >> card) & 1:
            kept = hand & ~(1 << card)
            points = estimate(numbers, kept) + worth_given(numbers, kept, card)
            if points > best_points:
                best, best_points = card, points
    return best


@jit
def must_give_ace(v, r, hand):
    """Did the talon bring the fourth ace, so that one has to go (R4.4)?"""
    together = (hand & ALL_ACES) == ALL_ACES and v.talon_seen & ALL_ACES != 0
    return together and r.four_aces_with_talon == ACES_GIVE


@jit
def worth_given(numbers, kept, card):
    """What a card given away is worth to us: mostly less than nothing."""
    suit, rank = card // SUIT_SIZE, card % SUIT_SIZE
    points = numbers[BY_RANK + rank]
    if rank in (QUEEN, KING):
        if not (kept >> (suit * SUIT_SIZE + _OTHER_ROYAL - rank)) & 1:
            points += numbers[ROYAL_RATE] * MARRIAGE_VALUES[suit]
    return points
