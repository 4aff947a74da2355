"""What a card is worth if kept: the tricks it may take, the marriage it is half of, the ten it guards."""

from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.knowledge import cards_above, suit_cards
from thousand_env.games.thousand.cards import (
    KING,
    MARRIAGE_VALUES,
    QUEEN,
    RANK_POINTS,
    SUIT_SIZE,
    count_cards,
    has_marriage,
)


@jit
def keep_value(v, s, o, card, announced):
    """Points expected of the card later on, its marriage left out if ``announced`` with it."""
    suit, rank = card // SUIT_SIZE, card % SUIT_SIZE
    beside = suit_cards(o.hand, suit) & ~(1 << card)
    value = 0.0
    if has_marriage(o.hand, suit) and (rank == KING or rank == QUEEN) and not announced:
        value += s.keep_marriage * MARRIAGE_VALUES[suit]
    higher = count_cards(cards_above(card) & o.unseen)
    if higher == 0:
        value += s.keep_master * (RANK_POINTS[rank] + s.capture)
    elif higher == 1 and beside:
        value += s.keep_guarded * (RANK_POINTS[rank] + s.capture)
    else:
        value += s.keep_loose * RANK_POINTS[rank]
    if suit == v.trump:
        value += s.keep_trump
    if higher > 1 and guards(o, beside):
        value += s.keep_guard
    return value


@jit
def guards(o, beside):
    """Is the only other card of the suit one that wants a guard: the second highest left?"""
    if count_cards(beside) != 1:
        return False
    for card in range(24):
        if (beside >> card) & 1:
            return count_cards(cards_above(card) & o.unseen) == 1
    return False
