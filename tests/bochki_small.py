"""A small game of Bochki by plain recursion over everything that can happen: the solver's oracle.

It shares nothing with the solver but ``Terms``: states are tuples, a turn is played deal by deal as
the rules have it (B5 to B9), and no two situations are counted as one.
"""

from functools import cache

import numpy as np

from thousand_agents.bochki.turn import ENDS, Terms

START = (0, False, 0)  # score, in the game, turns used of a barrel's three
WON = "won"
BARRELS = ((8, 10), (14, 15))
FALL_TO, ENTRY, GOAL = 4, 3, 20
CHANCES = {0: 0.25, 1: 0.3, 2: 0.2, 4: 0.15, 9: 0.1}


def small_terms(barrel_zero: int, allowed: bool) -> Terms:
    """The same rules as the solver reads them."""
    numbers = [barrel_of(score) for score in range(GOAL + 1)]
    points = [deal for deal in CHANCES if deal]
    return Terms(
        goal=GOAL,
        entry=ENTRY,
        barrel=np.array([-1 if number is None else number for number in numbers]),
        barrels=len(BARRELS),
        fall_to=FALL_TO,
        barrel_zero=barrel_zero,
        allowed=allowed,
        points=np.array(points),
        chance=np.array([CHANCES[deal] for deal in points]),
        blank=CHANCES[0],
    )


def barrel_of(score):
    for number, (low, high) in enumerate(BARRELS):
        if low <= score <= high:
            return number
    return None


def states():
    """Every state a turn can begin from, with its place in the solver's arrays."""
    found = {START: (0, GOAL)}
    for score in range(GOAL):
        for used in range(3 if barrel_of(score) is not None else 1):
            found[score, True, used] = (used, score)
    return found


def written(terms, state, points):
    """The state after a turn that has brought so much (B5, B9, B7)."""
    score, entered, used = state
    if not entered and points < ENTRY:
        return state
    if score + points > GOAL and not terms.allowed:
        points = 0
    new = score + points
    if new >= GOAL:
        return WON
    before, now = barrel_of(score), barrel_of(new)
    if now is None or now != before:
        return (new, True, 0)
    return (new, True, used + 1) if used < 2 else (FALL_TO, True, 0)


class Play:
    """The worth of a visit for a player who does the best, or what ``stops`` says.

    ``end(state)`` is what the end of the visit is worth; ``stops(state, deals, points)``.
    """

    def __init__(self, terms, end, stops=None):
        self.terms, self.end, self.stops = terms, end, stops
        self.begin = cache(self._begin)

    def _begin(self, state):
        return self._deal(state, 0, 0)

    def _deal(self, state, deals, points):
        return sum(p * self._after(state, deals + 1, points, x) for x, p in CHANCES.items())

    def _after(self, state, deals, points, scored):
        """After a deal: it may burn, the turn may be over, or there is a choice (B2, B6, B8)."""
        score, entered, _ = state
        points += scored
        if scored == 0 and entered:
            if barrel_of(score) is None:
                points = 0
            elif self.terms.barrel_zero == ENDS:
                return self._write(state, 0)
        if deals == 3:
            return self._write(state, points)
        if not entered and points < ENTRY:
            return self._deal(state, deals, points)
        if self.stops:
            if self.stops(state, deals, points):
                return self._write(state, points)
            return self._deal(state, deals, points)
        return max(self._write(state, points), self._deal(state, deals, points))

    def _write(self, state, points):
        new = written(self.terms, state, points)
        if new != WON and new[2] > 0:  # an extra turn follows at once (B7)
            return self.begin(new)
        return self.end(new)


def best_win(terms, visits):
    """(mover, other) -> his chance when so many visits are left and whoever leads then has won."""

    @cache
    def chance(me, other, left):
        if left == 0:
            return 1.0 if me[0] > other[0] else 0.5 if me[0] == other[0] else 0.0
        return play(other, left).begin(me)

    @cache
    def play(other, left):
        def end(new):
            return 1.0 if new == WON else 1 - chance(other, new, left - 1)

        return Play(terms, end)

    return lambda me, other: chance(me, other, visits)


def wins_of_first(terms, stop, other_stop, circles):
    """(first, second) -> the chance that the first, to move, wins; both stop by tables of stops."""
    places = states()

    def table(stop, opponent):
        lane = places[opponent][1] if stop.shape[-1] > 1 else 0
        return lambda me, deals, points: stop[places[me]][deals - 1, points, lane]

    @cache
    def first(me, other, left):
        return left and plays_first(other, left).begin(me)

    @cache
    def plays_first(other, left):
        def end(new):
            return 1.0 if new == WON else plays_second(new, left).begin(other)

        return Play(terms, end, table(stop, other))

    @cache
    def plays_second(other, left):
        def end(new):
            return 0.0 if new == WON else first(other, new, left - 1)

        return Play(terms, end, table(other_stop, other))

    return lambda me, other: first(me, other, circles)


def best_circles(terms, most):
    """State -> the fewest circles to the goal, not more than ``most``."""

    @cache
    def left(state, most):
        return most and 1 - play(most).begin(state)

    @cache
    def play(most):
        return Play(terms, lambda new: 0.0 if new == WON else -left(new, most - 1))

    return lambda state: left(state, most)


def best_race(terms, racing):
    """State -> the chance to win; ``racing`` (K,): that nobody else has, before visit 0, 1, …"""

    @cache
    def chance(state, visit):
        return play(visit).begin(state) if visit < len(racing) else 0.0

    @cache
    def play(visit):
        return Play(terms, lambda new: racing[visit] if new == WON else chance(new, visit + 1))

    return lambda state: chance(state, 0)
