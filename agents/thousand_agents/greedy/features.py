"""What speaks for and against a play, as numbers: the terms of the greedy player's score.

``FEATURES`` names them; ``describe`` writes them for one play.  Points are counted in tens,
marriages in hundreds.  "Rival" is the declarer to an opponent, and any opponent to the declarer;
"partner" is an opponent's fellow.
"""

from typing import Final

from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.knowledge import cards_above, suit_cards
from thousand_agents.greedy.outlook import best_marriage
from thousand_agents.greedy.tricks import chances, ruff_chance
from thousand_env.games.thousand.actions import A_MARRY, A_MARRY_ACE
from thousand_env.games.thousand.cards import (
    ACE,
    KING,
    MARRIAGE_VALUES,
    QUEEN,
    RANK_POINTS,
    SUIT_SIZE,
    count_cards,
    has_marriage,
)
from thousand_env.games.thousand.rules import ACE_MARRIAGE_TRUMP, ACE_MARRIAGE_VALUE
from thousand_env.games.thousand.state import NONE

FEATURES: Final = (
    # the trick
    "win",  # chance to take it
    "win_points",  # expected points so
    "rival_points",
    "partner_points",
    "open_win_points",  # the same while the contract is neither made nor out of reach
    "open_rival_points",
    "open_partner_points",
    "decides",  # chance that it makes the contract
    "late_win",  # chance to take it, more to the end
    "first_trick",  # chance to take it if it spares a bolt
    "cash",  # chance to take it, for each sure card to lead next
    "entry",  # chance to take it, times the marriage to lead next
    # marriages
    "announce",
    "break",
    # the card and what is left without it
    "master",  # highest left of its suit
    "master_points",
    "late_master",
    "guarded",  # second highest, not alone
    "guarded_points",
    "loose_points",
    "trump",
    "master_trump",
    "guard",  # the only card beside a second highest
    "void",  # the last of a side suit, with a trump to follow
    "length",  # of its suit that stays
    "outside",  # of its suit that others hold
    "draws",  # a trump led: trumps others hold
    "forces",  # leaves the highest of its suit, once the one above it is gone
    "ruffed",  # chance that a trump takes it
)
(
    _WIN, _WIN_POINTS, _RIVAL_POINTS, _PARTNER_POINTS, _OPEN_WIN, _OPEN_RIVAL, _OPEN_PARTNER,
    _DECIDES, _LATE_WIN, _FIRST, _CASH, _ENTRY, _ANNOUNCE, _BREAK, _MASTER, _MASTER_POINTS,
    _LATE_MASTER, _GUARDED, _GUARDED_POINTS, _LOOSE_POINTS, _TRUMP, _MASTER_TRUMP, _GUARD, _VOID,
    _LENGTH, _OUTSIDE, _DRAWS, _FORCES, _RUFFED,
) = range(len(FEATURES))  # fmt: skip


@jit
def card_of(action):
    """The card that a play or an announcement leads."""
    if action >= A_MARRY_ACE:
        return (action - A_MARRY_ACE) * SUIT_SIZE + ACE
    if action >= A_MARRY:
        return (action - A_MARRY) // 2 * SUIT_SIZE + QUEEN + (action - A_MARRY) % 2
    return action


@jit
def describe(v, r, o, action, out):
    """Write the features of a play into ``out`` (len(FEATURES),)."""
    for k in range(len(out)):
        out[k] = 0.0
    card = card_of(action)
    trump = int(v.trump)
    if action >= A_MARRY_ACE:
        out[_ANNOUNCE] = ACE_MARRIAGE_VALUE / 100
        trump = card // SUIT_SIZE if r.ace_marriage == ACE_MARRIAGE_TRUMP else trump
    elif action >= A_MARRY:
        trump = card // SUIT_SIZE
        out[_ANNOUNCE] = MARRIAGE_VALUES[trump] / 100
    describe_trick(v, o, card, trump, out)
    describe_card(v, o, card, trump, out)
    if action < A_MARRY:
        describe_loss(o, card, out)
    if v.trick_size == 0:
        describe_lead(o, card, trump, out)


@jit
def describe_trick(v, o, card, trump, out):
    """Who takes the trick, and what that means."""
    points, mine, rival, partner = chances(v, o, card, trump)
    rest = o.hand & ~(1 << card)
    progress = v.tricks_played / 8
    out[_WIN] = mine
    out[_WIN_POINTS] = mine * points / 10
    out[_RIVAL_POINTS] = rival * points / 10
    out[_PARTNER_POINTS] = partner * points / 10
    if o.open:
        for k in range(3):
            out[_OPEN_WIN + k] = out[_WIN_POINTS + k]
        if points >= o.needed:
            out[_DECIDES] = mine if o.declares else rival
    out[_LATE_WIN] = mine * progress
    out[_FIRST] = mine * o.bolt
    out[_CASH] = mine * masters(o, rest)
    out[_ENTRY] = mine * best_marriage(rest) / 100


@jit
def masters(o, cards):
    """How many of these own cards nobody else can beat in their suits."""
    count = 0
    for suit in range(4):
        held = suit_cards(cards, suit)
        if held:
            highest_other = suit_cards(o.unseen, suit)
            count += count_cards(held & ~_below(highest_other))
    return count


@jit
def _below(cards):
    """All card numbers up to the highest of a set."""
    mask = cards
    for shift in (1, 2, 4, 8, 16):
        mask |= mask >> shift
    return mask


@jit
def describe_card(v, o, card, trump, out):
    """What leaves the hand, and what stays."""
    suit = card // SUIT_SIZE
    points = RANK_POINTS[card % SUIT_SIZE] / 10
    beside = suit_cards(o.hand, suit) & ~(1 << card)
    higher = count_cards(cards_above(card) & o.unseen)
    if higher == 0:
        out[_MASTER] = 1
        out[_MASTER_POINTS] = points
        out[_LATE_MASTER] = v.tricks_played / 8
    elif higher == 1 and beside:
        out[_GUARDED] = 1
        out[_GUARDED_POINTS] = points
    else:
        out[_LOOSE_POINTS] = points
    if suit == trump:
        out[_TRUMP] = 1
        out[_MASTER_TRUMP] = 1 if higher == 0 else 0
    elif trump != NONE and not beside and suit_cards(o.hand, trump):
        out[_VOID] = 1
    if higher > 1 and count_cards(beside) == 1 and seconds(o, beside):
        out[_GUARD] = 1
    out[_LENGTH] = count_cards(beside)
    out[_OUTSIDE] = count_cards(suit_cards(o.unseen, suit))


@jit
def seconds(o, cards):
    """Is the highest of these cards of one suit beaten by exactly one card of others?"""
    best = NONE
    for card in range(24):
        if (cards >> card) & 1:
            best = card
    return best != NONE and count_cards(cards_above(best) & o.unseen) == 1


@jit
def describe_loss(o, card, out):
    """A marriage broken without being announced."""
    suit, rank = card // SUIT_SIZE, card % SUIT_SIZE
    if rank in (QUEEN, KING) and has_marriage(o.hand, suit):
        out[_BREAK] = MARRIAGE_VALUES[suit] / 100


@jit
def describe_lead(o, card, trump, out):
    """What a lead does to its suit."""
    suit = card // SUIT_SIZE
    if suit == trump:
        out[_DRAWS] = out[_OUTSIDE]
    elif trump != NONE:
        out[_RUFFED] = ruff_chance(o, suit, trump)
    beside = suit_cards(o.hand, suit) & ~(1 << card)
    if out[_MASTER] == 0 and seconds(o, beside):
        out[_FORCES] = 1
