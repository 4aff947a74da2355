"""What the play has shown of the cards still held: the core itself is asked what was legal."""

from thousand_agents.worlds.boxes import sees_own_hand, unseen_cards
from thousand_agents.worlds.compiled import jit
from thousand_env.games.thousand.actions import A_DARK
from thousand_env.games.thousand.cards import ALL_ACES, KING, NUM_CARDS, QUEEN, SUIT_SIZE
from thousand_env.games.thousand.engine import start_match
from thousand_env.games.thousand.phases import play
from thousand_env.games.thousand.phases.gift import receiver_of
from thousand_env.games.thousand.state import ACE_MARRIAGE_BIT, NONE


@jit
def note_hands(v, r, g, may, must):
    """Masks of what each seat may and must hold now, by seat, into ``may`` and ``must`` (4,).

    A play was legal with some cards in hand if it was legal with each of them alone: so every card
    that would have forbidden it is told, void suits and R10.2's duties to beat among them.  Only the
    ace marriage (R10.6) asks for four cards at once; the replay sees to that.  ``g`` is scratch.
    """
    unseen = unseen_cards(v)
    for seat in range(v.players):
        may[seat] = unseen
        must[seat] = _surely_holds(v, seat) & unseen
    start_match(g, r, v)
    g.declarer = v.declarer
    for seat in range(v.players):
        hand = v.hand if sees_own_hand(v, seat) else unseen
        g.hand[seat] = v.played[seat] | hand
    play.begin(g, r)
    for k in range(v.log_length):
        action = int(v.log_action[k])
        if action < A_DARK:
            seat = g.to_move
            if seat != v.seat and (play.legal(g, r) >> action) & 1 == 0:
                may[seat] = _without_forbidding(g, r, seat, action, may[seat], must[seat])
            play.apply(g, r, action)


@jit
def _surely_holds(v, seat):
    """Cards known to be in another's hand: the own gift (R6.2), the rest of marriages (R10.4)."""
    cards = 0
    for which in range(2):
        if v.seat == v.declarer and v.gifts[which] != NONE and receiver_of(v, v, which) == seat:
            cards |= 1 << int(v.gifts[which])
    for suit in range(4):
        if (v.announced[seat] >> suit) & 1:
            cards |= 1 << (suit * SUIT_SIZE + QUEEN) | 1 << (suit * SUIT_SIZE + KING)
    if v.announced[seat] & ACE_MARRIAGE_BIT:
        cards |= ALL_ACES
    return cards


@jit
def _without_forbidding(g, r, seat, action, may, must):
    """``may`` without the cards that would have made the play illegal."""
    doubtful = may & ~must
    sure = int(g.hand[seat]) & ~doubtful
    for card in range(NUM_CARDS):
        if (doubtful >> card) & 1:
            g.hand[seat] = sure | 1 << card
            if (play.legal(g, r) >> action) & 1 == 0:
                may &= ~(1 << card)
    g.hand[seat] = sure | may
    return may
