"""Alpha-beta over open cards: the points that the declarer takes from here on.

The declarer (seat 0 of the search) wants many, his opponents, the seats after him clockwise, few.
Values are points of tricks and of the declarer's own marriages.  The search is fail-soft: a value
outside its window is still a bound, which the table and the pruning of like cards use.  It keeps
its own stack of frames, one for each card laid, as Numba can't keep recursive functions on disk.
"""

import numpy as np

from thousand_agents.solver.compiled import jit
from thousand_agents.solver.order import action_at, card_of, class_of, order_moves
from thousand_agents.solver.work import HIGHEST, NO_MOVE, look_up, position_key, store
from thousand_env.games.thousand.actions import A_MARRY, A_MARRY_ACE
from thousand_env.games.thousand.cards import (
    ALL_ACES,
    FULL_SUIT,
    MARRIAGE_VALUES,
    RANK_POINTS,
    SUIT_SIZE,
    marriage_points,
)
from thousand_env.games.thousand.phases.play import answers, beats, leads
from thousand_env.games.thousand.rules import (
    ACE_MARRIAGE_OFF,
    ACE_MARRIAGE_TRUMP,
    ACE_MARRIAGE_VALUE,
)

_POINTS = np.array(RANK_POINTS * 4)
_SUIT_POINTS = np.array(
    [sum(RANK_POINTS[k] for k in range(SUIT_SIZE) if cards >> k & 1) for cards in range(64)]
)


@jit
def search(w, frames, r, n, root):
    """The declarer's points from the position in ``frames[root]`` on.

    ``root`` is the number of cards laid in this deal before, ``n`` that of players.  The value is
    exact if it lies between the frame's ``low`` and ``high``; otherwise it is a bound.
    """
    depth = root
    settled, value = _open(w, frames[depth], r, n, depth)
    while True:
        f = frames[depth]
        if not settled and _find_next(w, f):
            _lay(w, f, frames[depth + 1], r, n)
            depth += 1
            settled, value = _open(w, frames[depth], r, n, depth)
            continue
        if not settled:
            value = _close(w, f)
        if depth == root:
            return value
        depth -= 1
        _take_back(w, frames[depth], value)
        settled = False


@jit
def _open(w, f, r, n, depth):
    """Begin a position: (True, its value) if that is known at once, else its moves in order."""
    w.nodes += 1
    f.floor, f.ceiling = 0, HIGHEST
    first = NO_MOVE
    everything = w.hand[0] | w.hand[1] | w.hand[2]
    if f.high <= 0 or (f.size == 0 and everything == 0):
        return True, np.int64(0)
    if f.size == 0:
        f.ceiling = f.left + marriages_left(r, w.hand[0])
        if f.ceiling <= f.low:
            return True, f.ceiling
        f.key = position_key(everything, f.trump, f.mover)
        f.floor, above, first = look_up(w, f.key)
        f.ceiling = min(f.ceiling, above)
        if f.floor >= f.high or f.floor == f.ceiling:
            return True, f.floor
        if f.ceiling <= f.low:
            return True, f.ceiling
        bits = leads(r, w.hand[f.mover], depth == 0)
    else:
        bits = answers(r, w.hand[f.mover], f.led, f.trump, f.best)
    f.low, f.high = max(f.low, f.floor), min(f.high, f.ceiling)
    f.start_low, f.start_high = f.low, f.high
    f.value = 0 if f.mover == 0 else HIGHEST
    f.chosen = NO_MOVE
    f.others = (everything | f.trick) & ~w.hand[f.mover]
    f.next = 0
    order_moves(w, f, n, bits, first)
    return False, np.int64(0)


@jit
def _find_next(w, f):
    """Go on to the next action worth a look; False if there is none, or no need."""
    while f.low < f.high and f.next < f.count:
        if f.next == 0:
            return True
        bound = like_bound(w, f)
        if f.mover == 0:
            if bound > f.low:
                return True
            f.value = max(f.value, bound)
        else:
            if bound < f.high:
                return True
            f.value = min(f.value, bound)
        f.values[f.next] = bound
        f.next += 1
    return False


@jit
def _lay(w, f, child, r, n):
    """Lay the next card; ``child`` becomes the position after it."""
    action = action_at(f, f.next)
    card = card_of(action)
    f.card = card
    f.gain, trump = announced(r, f.mover, action, f.trump)
    takes = f.size == 0 or beats(card, f.best, trump)
    w.hand[f.mover] ^= 1 << card
    child.trick = f.trick | 1 << card
    child.best = card if takes else f.best
    child.holder = f.mover if takes else f.holder
    child.led = card // SUIT_SIZE if f.size == 0 else f.led
    child.left = f.left
    child.trump = trump
    if f.size + 1 < n:
        child.size = f.size + 1
        child.mover = f.mover + 1 if f.mover + 1 < n else 0
    else:
        points = trick_points(child.trick)
        if child.holder == 0:
            f.gain += points
        child.left -= points
        child.size = 0
        child.mover = child.holder
        child.trick = 0
    child.low = f.low - f.gain
    child.high = f.high - f.gain


@jit
def _take_back(w, f, found):
    """The card laid comes back with the value of the position after it."""
    w.hand[f.mover] ^= 1 << f.card
    found += f.gain
    f.values[f.next] = found
    if f.mover == 0:
        if found > f.value or f.chosen == NO_MOVE:
            f.value, f.chosen = max(f.value, found), action_at(f, f.next)
        f.low = max(f.low, found)
    else:
        if found < f.value:
            f.value, f.chosen = found, action_at(f, f.next)
        f.high = min(f.high, found)
    f.next += 1


@jit
def _close(w, f):
    """The value of a position whose moves are done with; keep it in the table."""
    if f.size == 0:
        if f.value <= f.start_low:
            f.ceiling = min(f.ceiling, f.value)
        elif f.value >= f.start_high:
            f.floor = max(f.floor, f.value)
        else:
            f.floor = f.ceiling = f.value
        store(w, f.key, f.floor, f.ceiling, f.chosen)
    return f.value


@jit
def trick_points(mask):
    """Points of a trick."""
    points = 0
    for suit in range(4):
        cards = (mask >> (suit * SUIT_SIZE)) & FULL_SUIT
        points += _SUIT_POINTS[cards]
    return points


@jit
def marriages_left(r, hand):
    """The most that the declarer can still announce."""
    points = marriage_points(hand)
    if r.ace_marriage != ACE_MARRIAGE_OFF and (hand & ALL_ACES) == ALL_ACES:
        points += ACE_MARRIAGE_VALUE
    return points


@jit
def announced(r, mover, action, trump):
    """Points for the declarer, and the trump suit, with this action (R10.4, R10.6)."""
    if action < A_MARRY:
        return 0, trump
    if action >= A_MARRY_ACE:
        suit, value = action - A_MARRY_ACE, ACE_MARRIAGE_VALUE
        if r.ace_marriage != ACE_MARRIAGE_TRUMP:
            suit = trump
    else:
        suit = (action - A_MARRY) // 2
        value = MARRIAGE_VALUES[suit]
    return value if mover == 0 else 0, suit


@jit
def like_bound(w, f):
    """The best that the next action can bring its player, told from like cards looked at before.

    Cards of one hand with nobody else's between them take the same tricks, so that their values
    differ by no more than their points do.
    """
    hand = w.hand[f.mover]
    action = action_at(f, f.next)
    card = card_of(action)
    kind = class_of(hand, f.others, card)
    bound = HIGHEST if f.mover == 0 else 0
    for j in range(f.next):
        before = action_at(f, j)
        other = card_of(before)
        alike = (before < A_MARRY) == (action < A_MARRY)
        if alike and class_of(hand, f.others, other) == kind:
            apart = abs(_POINTS[card] - _POINTS[other])
            if f.mover == 0:
                bound = min(bound, f.values[j] + apart)
            else:
                bound = max(bound, f.values[j] - apart)
    return bound
