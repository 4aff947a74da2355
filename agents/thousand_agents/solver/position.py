"""From a game of the core to the search and back: seats counted from the declarer."""

import numpy as np

from thousand_agents.solver.compiled import jit
from thousand_agents.solver.search import marriages_left, search, trick_points
from thousand_env.games.thousand.cards import SUIT_SIZE
from thousand_env.games.thousand.state import active_players, next_seat


@jit
def seat_from_declarer(g, r, place):
    """The seat ``place`` places clockwise from the declarer."""
    seat = g.declarer
    for _ in range(place):
        seat = next_seat(g, r, seat)
    return seat


@jit
def place_of(g, r, seat):
    """How many places clockwise from the declarer a seat is."""
    place, at = 0, g.declarer
    while at != seat:
        at = next_seat(g, r, at)
        place += 1
    return place


@jit
def load_hands(w, g, r):
    """The hands of a game in play into the solver's memory."""
    w.hand[2] = 0
    for place in range(active_players(r)):
        w.hand[place] = g.hand[seat_from_declarer(g, r, place)]


@jit
def points_so_far(g):
    """What the declarer has taken and announced (R11.1)."""
    return np.int64(g.trick_points[g.declarer]) + np.int64(g.marriage_points[g.declarer])


@jit
def value_from(w, frames, g, r, alpha, beta):
    """The declarer's total at the deal's end, exact if between ``alpha`` and ``beta``.

    The hands are in the solver's memory; ``g`` is a game in play, at any card of a trick.
    """
    n = active_players(r)
    ply = n * g.tricks_played + g.trick_size
    f = frames[ply]
    f.mover = place_of(g, r, g.to_move)
    f.size = g.trick_size
    f.trick = trick_mask(g)
    if f.size:
        f.led = g.trick_cards[0] // SUIT_SIZE
        f.best = g.best_card
        f.holder = place_of(g, r, g.best_seat)
    f.left = trick_points(f.trick | w.hand[0] | w.hand[1] | w.hand[2])
    f.trump = g.trump
    so_far = points_so_far(g)
    f.low = alpha - so_far
    f.high = beta - so_far
    return so_far + search(w, frames, r, n, ply)


@jit
def trick_mask(g):
    """The cards of the trick on the table."""
    cards = 0
    for k in range(g.trick_size):
        cards |= 1 << int(g.trick_cards[k])
    return cards


@jit
def most_possible(w, g, r):
    """An upper bound of the declarer's total: every trick and every marriage left."""
    left = trick_mask(g) | w.hand[0] | w.hand[1] | w.hand[2]
    return points_so_far(g) + trick_points(left) + marriages_left(r, w.hand[0])
