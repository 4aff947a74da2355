"""What speaks for and against a play, as numbers: the terms of the greedy player's score.

``FEATURES`` names them; ``describe`` writes them for one card.  Points are counted in twenties.
``risk`` looks at a suit from below: the i-th lowest own card goes on the i-th round of its suit,
and is the more likely to take it the more lower cards the others have left for that round.
"""

from typing import Final

from thousand_agents.king.compiled import jit
from thousand_agents.king.knowledge import HIGHER, LOWER, SUIT, SUIT_OF
from thousand_agents.king.outlook import card_points, chances
from thousand_env.games.common.sets import count_cards
from thousand_env.games.king.cards import HEART_SUIT
from thousand_env.games.king.state import NONE

UNIT: Final = 20.0  # points

FEATURES: Final = (
    # the trick
    "take",  # chance to take it, for the points that a trick has left on average
    "take_points",  # expected points so, that lie there
    "take_later",  # and that who follows will add
    "give",  # own points that another gets
    # the suit without the card
    "risk",  # change of the tricks it is likely to take
    "risk_own",  # of its own points so
    "risk_falls",  # of points of the others that may fall below
    "exit",  # chance that the best lead left takes its trick
    "take_exit",  # the same, if this trick is taken
    "void",  # no more of a suit that others hold
    "length",
    # the card among those of its suit that others hold
    "height",  # share of lower ones
    "master",  # no higher one
    "alone",  # none
    "outside",  # how many
    "above",  # points of the higher ones
    "heart",
    # trumps
    "trump",
    "take_trump",
    "draws",  # trumps of others, if one is led
)
(
    _TAKE, _TAKE_POINTS, _TAKE_LATER, _GIVE, _RISK, _RISK_OWN, _RISK_FALLS, _EXIT, _TAKE_EXIT,
    _VOID, _LENGTH, _HEIGHT, _MASTER, _ALONE, _OUTSIDE, _ABOVE, _HEART, _TRUMP, _TAKE_TRUMP, _DRAWS,
) = range(len(FEATURES))  # fmt: skip


@jit
def describe(v, stakes, o, card, out):
    """Write the features of a card into ``out`` (len(FEATURES),)."""
    for k in range(len(out)):
        out[k] = 0.0
    take = _describe_trick(v, stakes, o, card, out)
    _describe_suit(v, stakes, o, card, take, out)
    _describe_card(v, stakes, o, card, out)
    if o.trump != NONE and SUIT_OF[card] == o.trump:
        out[_TRUMP] = 1.0
        out[_TAKE_TRUMP] = take
        if v.trick_size == 0:
            out[_DRAWS] = count_cards(o.unseen & SUIT[o.trump]) / 4


@jit
def _describe_trick(v, stakes, o, card, out):
    """Who takes the trick, and what that means; the chance to take it."""
    take, later = chances(v, o, card)
    points = stakes.card[v.kind, card]
    out[_TAKE] = take * o.average / UNIT
    out[_TAKE_POINTS] = take * (o.table + points) / UNIT
    out[_TAKE_LATER] = take * later / UNIT
    out[_GIVE] = (take - 1) * points / UNIT
    return take


@jit
def _describe_suit(v, stakes, o, card, take, out):
    """What the hand is like without the card."""
    own, others = o.hand & SUIT[SUIT_OF[card]], o.unseen & SUIT[SUIT_OF[card]]
    rest = own & ~(1 << card)
    takes, points, falls = risk(v, stakes, o, own, others)
    takes_after, points_after, falls_after = risk(v, stakes, o, rest, others)
    out[_RISK] = (takes - takes_after) * o.average / UNIT
    out[_RISK_OWN] = (points - points_after) / UNIT
    out[_RISK_FALLS] = (falls - falls_after) / UNIT
    left = best_exit(o, o.hand & ~(1 << card))
    out[_EXIT] = left * o.average / UNIT
    out[_TAKE_EXIT] = take * out[_EXIT]
    out[_VOID] = 1.0 if others and not rest else 0.0
    out[_LENGTH] = count_cards(rest) / 4


@jit
def risk(v, stakes, o, own, others):
    """Of own cards of a suit: tricks they are likely to take, their points, points that fall.

    ``others`` are the cards of the suit that are not seen.
    """
    takes = points = falls = 0.0
    rounds = count_cards(others) / o.rivals
    rest = own
    while rest:
        low = rest & -rest
        rest ^= low
        card = count_cards(low - 1)
        before = count_cards(own & LOWER[card])
        lower = count_cards(others & LOWER[card])
        drawn = min(1.0, rounds - before)
        if drawn <= 0 or lower <= before:
            continue
        excess = lower - before
        chance = drawn * excess / (excess + count_cards(others) - lower)
        takes += chance
        points += chance * stakes.card[v.kind, card]
        costly = o.costly & others & LOWER[card]
        if costly:
            falls += chance * card_points(stakes, v.kind, costly)
    return takes, points, falls


@jit
def best_exit(o, hand):
    """The least share of lower cards that others hold beside the lowest own card of a suit."""
    best = 1.0
    for suit in range(4):
        own = hand & SUIT[suit]
        others = count_cards(o.unseen & SUIT[suit])
        if own and others:
            lowest = count_cards((own & -own) - 1)
            best = min(best, count_cards(o.unseen & LOWER[lowest]) / others)
    return best


@jit
def _describe_card(v, stakes, o, card, out):
    """How the card stands among those of its suit that others hold."""
    suit = SUIT_OF[card]
    others = count_cards(o.unseen & SUIT[suit])
    out[_OUTSIDE] = others / 8
    if others:
        out[_HEIGHT] = count_cards(o.unseen & LOWER[card]) / others
        out[_MASTER] = 0.0 if o.unseen & HIGHER[card] else 1.0
    else:
        out[_ALONE] = 1.0
    above = o.costly & HIGHER[card]
    if above:
        out[_ABOVE] = card_points(stakes, v.kind, above) / UNIT
    out[_HEART] = 1.0 if suit == HEART_SUIT else 0.0
