"""The compiled sampler: a plan of a view, and worlds drawn from it."""

import numpy as np

from thousand_agents.worlds.boxes import (
    lay_boxes,
    lay_cards,
    note_gift_options,
    note_progress,
    talon_size,
)
from thousand_agents.worlds.compiled import jit
from thousand_agents.worlds.count import count_ways, fraction, put_cards
from thousand_agents.worlds.facts import (
    FACTS_DTYPE,
    MAX_BOXES,
    MAX_GIFTS,
    TALON_BOX,
)
from thousand_agents.worlds.inference import note_hands
from thousand_agents.worlds.openings import (
    choose_opening,
    dealt_cards,
    gift_cards,
    held_cards,
    key_cards,
    note_unsure,
    num_openings,
    open_world,
    weigh_openings,
)
from thousand_agents.worlds.replay import bend_rules, replay, restore_table
from thousand_env.games.common.sets import nth_bit
from thousand_env.games.common.stream import draw, mix
from thousand_env.games.thousand.cards import NUM_CARDS, count_cards
from thousand_env.games.thousand.engine import start_match
from thousand_env.games.thousand.state import SEATS, STATE_DTYPE, active_players, seat_at

MAX_TRIES = 20_000
_DRAWS = 64  # set aside for one try: an opening, the cards, a talon
_TALON_DRAW = NUM_CARDS  # the first draws are the cards'
_OPENING_DRAW = 32


@jit
def make_plan(v, rules):
    """What all worlds of a view have in common; ``rules`` (1,) as ``RuleSet.compiled`` gives them.

    The view must be of a deal in progress.  Needed once a view; then ``sample_world``.  A loop of
    ``prange`` takes the view anew from its array (``views[i]``): Numba carries no record into it.

    Returns a plain tuple, which ``prange`` takes, of arrays that are only read from then on: facts
    (1,) of ``FACTS_DTYPE``; rules (1,) of the replay; ways float64, to put the cards from the i-th on
    into the room left, at ``i * rooms + room``; chances float64, the numbers of worlds of the
    openings, summed up.
    """
    facts = np.zeros(1, FACTS_DTYPE)
    p, r = facts[0], rules[0]
    bent = rules.copy()
    bend_rules(bent[0], v)
    may, must = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    scratch = np.zeros(1, STATE_DTYPE)
    note_hands(v, r, scratch[0], may, must)
    note_progress(p, v, r)
    lay_boxes(p, v)
    note_gift_options(p, v)
    keys = key_cards(p, v, r)
    note_unsure(p, v, r, keys)
    lay_cards(p, v, may, must, keys)
    ways = np.empty((p.num_cards + 1) * p.rooms)
    count_ways(p, ways)
    chances = np.empty(num_openings(p))
    weigh_openings(p, v, r, ways, chances)
    return facts, bent, ways, chances


@jit
def world_key(seed, number):
    """Key of the random stream of one world: from a seed and the world's number."""
    return mix(mix(np.uint64(seed)) ^ np.uint64(number))


@jit
def sample_world(plan, v, rules, key, states, row):
    """Draw one world into row ``row`` of ``states``: uniform over all that fit the view.

    Args: ``plan`` of ``make_plan`` with the same view ``v`` and ``rules`` (1,); ``key`` uint64, of
    ``world_key`` for instance.  Nothing but the row is written, so worlds can be drawn in parallel.
    Returns the number of tries it took; 0, with the row spoiled, if none of 20,000 fitted.
    """
    facts, replayed, ways, chances = plan
    p, bent, g = facts[0], replayed[0], states[row]
    content = np.empty(MAX_BOXES, np.int64)
    gifts = np.empty(MAX_GIFTS, np.int64)
    if len(chances) == 0 or chances[-1] == 0:
        return 0
    for tried in range(MAX_TRIES):
        counter = tried * _DRAWS
        opening = choose_opening(chances, fraction(key, counter + _OPENING_DRAW))
        room = open_world(p, opening, content, gifts)
        put_cards(p, ways, room, content, key, counter)
        gift_cards(p, content, gifts)
        start_match(g, bent, v)
        _lay_out(p, v, g, content, gifts, key, counter)
        if replay(p, v, bent, g, gifts):
            restore_table(v, rules[0], g)
            g.seed = np.int64(mix(key) >> np.uint64(1))  # later packs are none of the real game's
            return tried + 1
    return 0


@jit
def _lay_out(p, v, g, content, gifts, key, counter):
    """Lay out the pack of a world: hands as dealt, and talons."""
    for box in range(p.num_boxes):
        if p.kind[box] == TALON_BOX:
            g.talon[p.owner[box]] = content[box]
    talon = 0
    if p.taken:
        talon = int(v.talon_seen)
        if talon == 0:
            cards = held_cards(p, v, content, v.declarer) | gifts[0] | gifts[1]
            talon = _some_cards(cards, talon_size(v), key, counter + _TALON_DRAW)
        g.talon[v.chosen_talon] = talon
    for place in range(active_players(v)):
        seat = seat_at(v, v, place)
        g.dealt[seat] = dealt_cards(p, v, content, gifts, talon, seat)
        g.hand[seat] = g.dealt[seat]


@jit
def _some_cards(cards, count, key, counter):
    """A random subset of ``count`` cards."""
    left = cards
    for i in range(count):
        left &= ~(1 << nth_bit(left, draw(key, counter + i, count_cards(left))))
    return cards & ~left


@jit
def sample_kernel(v, rules, seed, states, tries):
    """Worlds 0, 1, .. of a seed into all of ``states``, the tries of each into ``tries``."""
    plan = make_plan(v, rules)
    for row in range(len(states)):
        tries[row] = sample_world(plan, v, rules, world_key(seed, row), states, row)
