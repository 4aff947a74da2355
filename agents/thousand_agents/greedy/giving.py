"""The gift (R6.2): which cards to part with, and whether the deal is worth playing at all."""

from thousand_agents.greedy.bidding import fined_for_redeal, is_hopeless, worth_to_play
from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.values import estimate, hand_kind
from thousand_env.games.thousand.actions import A_CONCEDE, A_GIVE, A_REDEAL
from thousand_env.games.thousand.cards import (
    KING,
    MARRIAGE_VALUES,
    NUM_CARDS,
    QUEEN,
    RANK_POINTS,
    SUIT_SIZE,
)
from thousand_env.games.thousand.state import NONE

_OTHER_ROYAL = QUEEN + KING  # minus a king's or queen's rank: that of the other


@jit
def choose(v, r, w, masks, row):
    """The card to give next; or a re-deal (R4.3) or a concession (R6.4) where the hand is too bad."""
    card, points = best_gift(v, w, masks, row)
    kind = hand_kind(v.players, True)
    if masks[row, A_REDEAL] and not fined_for_redeal(v, r):
        if worth_to_play(v, r, w, points, int(v.contract), kind) < w.style[0].redeal_below:
            return A_REDEAL
    if masks[row, A_CONCEDE] and is_hopeless(v, w, points, kind):
        return A_CONCEDE
    return A_GIVE + card


@jit
def best_gift(v, w, masks, row):
    """The card to give and the estimate of what is kept, dangers of the gifts taken off."""
    hand = int(v.hand)
    two_to_give = v.players != 2 and v.gifts[0] == NONE
    best, best_points = NONE, -1e9
    for card in range(NUM_CARDS):
        if not masks[row, A_GIVE + card]:
            continue
        points = -danger(w.style[0], hand, card)
        kept = hand & ~(1 << card)
        points += best_second(v, w, kept) if two_to_give else worth_kept(v, w, kept)
        if points > best_points:
            best, best_points = card, points
    return best, best_points


@jit
def best_second(v, w, hand):
    """The best estimate after one more card is given."""
    best = -1e9
    for card in range(NUM_CARDS):
        if (hand >> card) & 1:
            best = max(best, worth_kept(v, w, hand & ~(1 << card)) - danger(w.style[0], hand, card))
    return best


@jit
def worth_kept(v, w, hand):
    """Estimate of the cards kept."""
    return estimate(w, hand, hand_kind(v.players, True))


@jit
def danger(s, hand, card):
    """What a gift may bring its receiver: its points, a marriage it may complete."""
    suit, rank = card // SUIT_SIZE, card % SUIT_SIZE
    cost = s.gift_points * RANK_POINTS[rank]
    if rank == KING or rank == QUEEN:
        if not (hand >> (suit * SUIT_SIZE + _OTHER_ROYAL - rank)) & 1:
            cost += s.gift_marriage * MARRIAGE_VALUES[suit]
    return cost
