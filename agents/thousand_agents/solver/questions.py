"""What can be asked of open cards: exact value, null window, every action, the gift, a declarer.

The kernels read games of the core (``states``, a record array; ``i`` says which) and leave them
alone; ``rooms`` is a record array of two to play in.
"""

from thousand_agents.solver.compiled import jit
from thousand_agents.solver.position import load_hands, most_possible, value_from
from thousand_agents.solver.work import forget
from thousand_env.games.thousand.actions import A_GIVE
from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_env.games.thousand.phases import gift, play, talon
from thousand_env.games.thousand.phases.talon import aces_came_together
from thousand_env.games.thousand.state import NONE, active_players

UNKNOWN = -1


@jit
def exact_value(w, frames, r, g):
    """The declarer's total, trick points and marriages, with best play by all."""
    load_hands(w, g, r)
    return value_from(w, frames, g, r, UNKNOWN, most_possible(w, g, r) + 1)


@jit
def value_within(w, frames, r, g, low, high):
    """The same, exact if between ``low`` and ``high``; otherwise a bound.

    A window with no room in it is searched as the null window above ``low``: as it is, it would
    leave bounds in the table that are none.
    """
    load_hands(w, g, r)
    return value_from(w, frames, g, r, low, max(high, low + 1))


@jit
def value_after(w, frames, r, states, i, rooms, action):
    """The declarer's total after an action of play."""
    rooms[0] = states[i]
    play.apply(rooms[0], r, action)
    return exact_value(w, frames, r, rooms[0])


@jit
def fill_action_values(w, frames, r, states, i, rooms, values):
    """Into ``values`` (A,) the declarer's total after each legal play, ``UNKNOWN`` elsewhere."""
    values[:] = UNKNOWN
    bits, action = states[i].legal, 0
    while bits:
        if bits & 1:
            values[action] = value_after(w, frames, r, states, i, rooms, action)
        bits >>= 1
        action += 1


@jit
def value_of_gift(w, frames, r, states, i, rooms, first, second, low, high):
    """The declarer's total, if between ``low`` and ``high``, after giving these cards.

    ``second`` is -1 for two players, or if only one card is left to give.
    """
    rooms[0] = states[i]
    g = rooms[0]
    gift.apply(g, r, A_GIVE + first)
    if second != NONE:
        gift.apply(g, r, A_GIVE + second)
    play.begin(g, r)
    forget(w)
    return value_within(w, frames, r, g, low, min(high, top_of(w, r, g)))


@jit
def top_of(w, r, g):
    """One more than the declarer can possibly take."""
    load_hands(w, g, r)
    return most_possible(w, g, r) + 1


@jit
def best_gift(w, frames, r, states, i, rooms):
    """The best cards to give with open cards, and the declarer's total then.

    Looks at all of them; a gift is searched only above the best value so far.
    """
    g = states[i]
    hand, together = int(g.hand[g.declarer]), aces_came_together(g)
    two = active_players(r) == 3 and g.gifts[0] == NONE
    firsts = hand if two else gift.last_gifts(r, hand, together)
    best, best_first, best_second = UNKNOWN, NONE, NONE
    for first in range(NUM_CARDS):
        if not (firsts >> first) & 1:
            continue
        seconds = gift.last_gifts(r, hand & ~(1 << first), together)
        for card in range(NUM_CARDS if two else 1):
            if two and not (seconds >> card) & 1:
                continue
            second = card if two else NONE
            value = value_of_gift(w, frames, r, states, i, rooms, first, second, best, best + 1000)
            if value > best:
                best, best_first, best_second = value, first, second
    return best, best_first, best_second


@jit
def value_for_declarer(w, frames, r, states, i, rooms, seat, which):
    """What the cards as dealt are worth to a seat with a talon: total, cards to give."""
    rooms[1] = states[i]
    g = rooms[1]
    undo_play(g, r)
    g.declarer = seat
    talon.take(g, r, which)
    return best_gift(w, frames, r, rooms, 1, rooms)


@jit
def undo_play(g, r):
    """Give every hand its cards as dealt, and take back all that was given and played."""
    for seat in range(r.players):
        g.hand[seat] = g.dealt[seat]
        g.trick_points[seat] = 0
        g.marriage_points[seat] = 0
    g.gifts[0] = NONE
    g.gifts[1] = NONE
    g.trump = NONE
    g.trick_size = 0
    g.tricks_played = 0
