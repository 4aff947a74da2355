"""Who will take a trick: the chances of the seats still to play."""

from thousand_agents.greedy.compiled import jit
from thousand_agents.greedy.knowledge import cards_above, chance_of_none, suit_cards
from thousand_env.games.thousand.cards import RANK_POINTS, SUIT_SIZE
from thousand_env.games.thousand.phases.play import beats
from thousand_env.games.thousand.state import NONE, active_players

LATE_POINTS = 3.0  # that each player still to play will add
FRIENDLY = 0.5  # chance that an opponent beats his fellow's card though he could leave it


@jit
def chances(v, o, card, trump):
    """Expected points of the trick if ``card`` is laid, and the chances of who takes it.

    Returns points, and the chances of the player himself, of rivals, of his partner.
    """
    led, best, holder = card // SUIT_SIZE, card, v.seat
    points = float(RANK_POINTS[card % SUIT_SIZE])
    if v.trick_size:
        led = int(v.trick_cards[0]) // SUIT_SIZE
        for k in range(v.trick_size):
            points += RANK_POINTS[int(v.trick_cards[k]) % SUIT_SIZE]
        if not beats(card, int(v.best_card), trump):
            best, holder = int(v.best_card), v.best_seat
    to_play = active_players(v) - 1 - v.trick_size
    points += LATE_POINTS * to_play
    left = right = 0.0
    if to_play > 0:
        left = chance_to_beat(best, led, trump, o.left_cards, o.right_cards, o.left_size)
        left *= willing(v, holder, o.left)
    if to_play > 1:
        right = chance_to_beat(best, led, trump, o.right_cards, o.left_cards, o.right_size)
        right *= willing(v, holder, o.right)
    left *= 1 - right
    stays = 1 - left - right
    mine = stays if holder == v.seat else 0.0
    partner = (left if o.left_is_partner else 0.0) + (right if o.right_is_partner else 0.0)
    if (holder == o.left and o.left_is_partner) or (holder == o.right and o.right_is_partner):
        partner += stays
    return points, mine, 1 - mine - partner, partner


@jit
def willing(v, holder, seat):
    """An opponent seldom takes the trick from his fellow."""
    return FRIENDLY if holder != v.declarer and seat != v.declarer else 1.0


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


@jit
def ruff_chance(o, suit, trump):
    """Chance that anybody can trump a lead of the suit."""
    stays = 1 - _ruffs(suit, trump, o.left_cards, o.right_cards, o.left_size)
    if o.right_size:
        stays *= 1 - _ruffs(suit, trump, o.right_cards, o.left_cards, o.right_size)
    return 1 - stays


@jit
def _ruffs(suit, trump, own, elsewhere, size):
    lacks = chance_of_none(suit_cards(own, suit), own, elsewhere, size)
    return lacks * (1 - chance_of_none(suit_cards(own, trump), own, elsewhere, size))
