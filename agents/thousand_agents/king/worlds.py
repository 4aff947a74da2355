"""Worlds: complete games of King that fit everything one seat knows, drawn uniformly (K13).

A view leaves open how the unseen cards were dealt and which cards were given unseen.  A world is one
answer, as a state of the core that can be played on: the core, dealt these hands, finds every action
of the log legal and shows the seat the same view bit for bit.  All such answers are equally likely.
"""

from functools import lru_cache
from typing import Any, Final

import numpy as np

from thousand_agents.king.boxes import (
    FACTS_DTYPE,
    IN_HAND,
    MAX_BOXES,
    MAX_OPTIONS,
    is_gift,
    lay_boxes,
    receiver,
)
from thousand_agents.king.compiled import jit
from thousand_agents.worlds import world_key
from thousand_agents.worlds.count import count_ways, fraction, put_cards
from thousand_agents.worlds.openings import choose_opening
from thousand_env.checks import check, check_seed, is_whole
from thousand_env.errors import ThousandError
from thousand_env.games.common.sets import count_cards
from thousand_env.games.king import PHASES, RuleSet
from thousand_env.games.king.actions import A_GIVE, DEAL, OVER
from thousand_env.games.king.cards import bit
from thousand_env.games.king.engine import apply, deal_given, start_match
from thousand_env.games.king.state import NONE, SEATS, new_states
from thousand_env.jit import announce_first_compile

_OPENING_DRAW: Final = 60  # the first draws are the cards'


def sample_worlds(view: Any, rules: RuleSet, count: int, seed: int) -> Any:
    """``count`` worlds (count,) of ``STATE_DTYPE`` that fit a view, each drawn uniformly.

    World ``i`` depends on the view, the rules, the seed and ``i`` only.  Of the state's fields that no
    view tells, ``seed`` is drawn (later packs are none of the real game's), ``deck`` and ``match``
    are 0, ``paid`` is the score now and the last deal's result is 0.

    Raises: ThousandError for a view between two deals, or one that no deal fits.
    """
    check(is_whole(count, 1), f"count = {count!r:.40}: at least 1 is expected")
    phase = int(view["phase"])
    check(
        phase not in (DEAL, OVER),
        f"a view in phase {PHASES[phase]!r}: worlds are of a deal in progress",
    )
    check(
        int(view["players"]) == rules.players,
        f"a view of {int(view['players'])} players with rules for {rules.players}",
    )
    announce_first_compile(jit.cache_folder)
    states, facts = new_states(count), np.zeros(1, FACTS_DTYPE)
    if not sample_kernel(view, _compiled(rules), check_seed(seed), facts, states):
        raise ThousandError(
            f"no deal fits this view of seat {int(view['seat'])} in phase {PHASES[phase]!r}: "
            "were these the rules of its game?"
        )
    return states


@lru_cache(maxsize=64)
def _compiled(rules: RuleSet) -> Any:
    return rules.compiled()


@jit
def sample_kernel(v, rules, seed, facts, states):
    """Worlds 0, 1, .. of a seed into all of ``states``; False if nothing fits the view.

    ``facts`` (1,) of ``FACTS_DTYPE`` are blank, and the caller's: a record doesn't keep its array.
    """
    r, p = rules[0], facts[0]
    lay_boxes(p, v, r)
    ways = np.empty((p.num_cards + 1) * p.rooms)
    count_ways(p, ways)
    chances = np.empty(_num_openings(p))
    total = 0.0
    for opening in range(len(chances)):
        total += ways[_room_left(p, opening)]
        chances[opening] = total
    if total == 0:
        return False
    for row in range(len(states)):
        key = world_key(seed, row)
        if not _sample(p, v, r, ways, chances, key, states[row]):
            return False
    return True


@jit
def _num_openings(p):
    """Ways to answer which cards were given unseen."""
    count = 1
    for which in range(p.gifts):
        count *= p.num_options[which]
    return count


@jit
def _option(p, opening, which):
    """The card given, or IN_HAND, of a gift in an opening."""
    for earlier in range(which):
        opening //= p.num_options[earlier]
    return p.option[which * MAX_OPTIONS + opening % p.num_options[which]]


@jit
def _room_left(p, opening):
    """Room for the unseen cards: a gift still held has a box of its own, and its hand one card less."""
    room = p.room
    for which in range(p.gifts):
        in_hand = _option(p, opening, which) == IN_HAND
        room -= p.step[p.receiver_box[which] if in_hand else which]
    return room


@jit
def _sample(p, v, r, ways, chances, key, g):
    """One world into ``g``; False if it doesn't fit."""
    opening = choose_opening(chances, fraction(key, _OPENING_DRAW))
    content = np.zeros(MAX_BOXES, np.int64)
    put_cards(p, ways, _room_left(p, opening), content, key, 0)
    held, gifts = np.zeros(SEATS, np.int64), np.zeros(SEATS, np.int64)
    for seat in range(v.players):
        held[seat] = v.played[seat] | (v.hand if seat == v.seat else 0)
        gifts[seat] = bit(v.gifts[seat]) if v.gifts[seat] != NONE else 0
    for box in range(p.num_boxes):
        held[p.owner[box]] |= content[box]
    for which in range(p.gifts):
        option = _option(p, opening, which)
        gifts[p.owner[which]] = content[which] if option == IN_HAND else bit(option)
    g.seed = np.int64(key >> np.uint64(1))
    return _replay(v, r, g, held, gifts)


@jit
def _replay(v, r, g, held, gifts):
    """Play the view's log in ``g`` with these cards, as masks: held up to now, and given."""
    if v.declarer != NONE:  # as they were dealt
        for seat in range(v.players):
            held[seat] &= ~gifts[seat]
            held[v.declarer] |= gifts[seat]
        held[v.declarer] &= ~v.talon
    start_match(g, r, v)
    deal_given(g, r, held, np.array([v.talon]))
    given = 0
    for k in range(v.log_length):
        action = np.int64(v.log_action[k])
        if is_gift(action):
            action = A_GIVE + count_cards(gifts[receiver(v, given)] - 1)
            given += 1
        if g.to_move != v.log_seat[k] or not apply(g, r, action):
            return False
    return g.phase == v.phase and g.to_move == v.to_move
