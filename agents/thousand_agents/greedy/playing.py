"""Play of the cards: every legal card is scored by what its trick brings and what keeping it is worth.

score = chances of who takes the trick, times its points, weighted by whose they are
      + the worth of the next lead, of a first trick, of announcing a marriage now
      - what the card is worth if kept
"""

from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.keeping import keep_value
from thousand_agents.greedy.knowledge import cards_above, chance_of_none, suit_cards
from thousand_agents.greedy.outlook import best_marriage, look
from thousand_env.games.thousand.actions import A_DARK, A_MARRY, A_MARRY_ACE, A_PLAY
from thousand_env.games.thousand.cards import (
    ACE,
    MARRIAGE_VALUES,
    QUEEN,
    RANK_POINTS,
    SUIT_SIZE,
)
from thousand_env.games.thousand.phases.play import _beats as beats
from thousand_env.games.thousand.rules import ACE_MARRIAGE_TRUMP, ACE_MARRIAGE_VALUE
from thousand_env.games.thousand.state import NONE, active_players

_END = A_DARK  # first action number after those of play


@jit
def choose(v, r, s, masks, row):
    """The legal play with the highest score."""
    o = look(v, s)
    best, best_score = NONE, -1e9
    for action in range(A_PLAY, _END):
        if masks[row, action]:
            score = score_action(v, r, s, o, action)
            if score > best_score:
                best, best_score = action, score
    return best


@jit
def card_of(action):
    """The card that a play or an announcement leads."""
    if action >= A_MARRY_ACE:
        return (action - A_MARRY_ACE) * SUIT_SIZE + ACE
    if action >= A_MARRY:
        return (action - A_MARRY) // 2 * SUIT_SIZE + QUEEN + (action - A_MARRY) % 2
    return action


@jit
def score_action(v, r, s, o, action):
    """What a play is worth; an announcement counts by its urgency (R10.4, R10.6)."""
    card = card_of(action)
    if action < A_MARRY:
        return score_card(v, s, o, card, int(v.trump)) - keep_value(v, s, o, card, False)
    suit = card // SUIT_SIZE
    if action < A_MARRY_ACE:
        value, trump = MARRIAGE_VALUES[suit], suit
    else:
        value = ACE_MARRIAGE_VALUE
        trump = suit if r.ace_marriage == ACE_MARRIAGE_TRUMP else int(v.trump)
    bonus = s.announce * value - keep_value(v, s, o, card, True)
    return score_card(v, s, o, card, trump) + bonus


@jit
def score_card(v, s, o, card, trump):
    """Expected worth of the trick if this card is laid."""
    led, best, holder_worth, mine = card // SUIT_SIZE, card, 1.0, True
    points = float(RANK_POINTS[card % SUIT_SIZE])
    if v.trick_size:
        led = int(v.trick_cards[0]) // SUIT_SIZE
        for k in range(v.trick_size):
            points += RANK_POINTS[int(v.trick_cards[k]) % SUIT_SIZE]
        if not beats(card, int(v.best_card), trump):
            best, mine = int(v.best_card), False
            holder_worth = o.left_worth if v.best_seat == o.left else o.right_worth
    left_beats, right_beats = chances_to_beat(v, s, o, best, led, trump, mine)
    points += s.late_points * (active_players(v) - 1 - v.trick_size)
    stays = (1 - left_beats) * (1 - right_beats)
    worth = stays * holder_worth + left_beats * (1 - right_beats) * o.left_worth
    worth += right_beats * o.right_worth
    gain = 0.0
    if mine:
        rest = o.hand & ~(1 << card)
        gain = stays * (s.lead + s.entry * best_marriage(rest) + o.bolt)
    return points * worth + gain


@jit
def chances_to_beat(v, s, o, best, led, trump, mine):
    """Chances that the seats still to play take the trick from the best card."""
    to_play = active_players(v) - 1 - v.trick_size
    left_beats = right_beats = 0.0
    if to_play > 0:
        left_beats = chance_to_beat(best, led, trump, o.left_cards, o.right_cards, o.left_size)
        left_beats *= willing(v, s, o.left, mine)
    if to_play > 1:
        right_beats = chance_to_beat(best, led, trump, o.right_cards, o.left_cards, o.right_size)
        right_beats *= willing(v, s, o.right, mine)
    return left_beats, right_beats


@jit
def willing(v, s, seat, mine):
    """The other opponent seldom takes a trick from us that the declarer can't have."""
    partners = v.seat != v.declarer and seat != v.declarer
    return s.friendly if mine and partners else 1.0


@jit
def chance_to_beat(best, led, trump, own, elsewhere, size):
    """Chance that a hand has what takes the trick: a higher card, or a trump and none of the suit."""
    higher = 1 - chance_of_none(cards_above(best), own, elsewhere, size)
    if led == trump or trump == NONE:
        return higher if best // SUIT_SIZE == led else 0.0
    lacks = chance_of_none(suit_cards(own, led), own, elsewhere, size)
    if best // SUIT_SIZE == trump:
        return lacks * higher
    trumps = suit_cards(own, trump)
    return min(1.0, higher + lacks * (1 - chance_of_none(trumps, own, elsewhere, size)))
