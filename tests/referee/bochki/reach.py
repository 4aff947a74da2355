"""The scores that can never become exactly 1000 under a score table (B4)."""

from collections import defaultdict

from .barrels import BARREL_TURNS, FALL_TO, GOAL, barrel_of

DEALS = 3  # of a turn (B2)


def stuck_scores(scorer, entry: int, overshoot: str) -> tuple:
    """The scores a player can hold from which no series of turns leads to a win."""
    totals = turn_totals(scorer)
    leads_to = all_states((0, False, None), totals, entry, overshoot)
    backwards = defaultdict(set)
    for state, after in leads_to.items():
        for later in after:
            backwards[later].add(state)
    won = [state for state in leads_to if state[0] >= GOAL]
    hopeful = spread(won, backwards.__getitem__)
    return tuple(sorted({score for score, _, _ in set(leads_to) - hopeful}))


def all_states(start: tuple, totals: set, entry: int, overshoot: str) -> dict:
    """State -> states after a turn; a state is score, entered, turns left in the barrel."""
    leads_to = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state not in leads_to:
            useful = totals if state[1] else {total for total in totals if total >= entry}  # B5
            leads_to[state] = after_turn(state, useful, overshoot)
            waiting.extend(leads_to[state])
    return leads_to


def spread(found: list, neighbours) -> set:
    """Everything connected with what is found."""
    seen, waiting = set(found), list(found)
    while waiting:
        new = neighbours(waiting.pop()) - seen
        seen |= new
        waiting.extend(new)
    return seen


def after_turn(state: tuple, totals: set, overshoot: str) -> set:
    """What a turn of any of the totals can make of a state (B7, B9)."""
    score, _, left = state
    if score >= GOAL:
        return set()
    after = set()
    for total in totals:
        new = score + total
        if new > GOAL:
            new = GOAL if overshoot == "allowed" else score
        if left and barrel_of(new) == barrel_of(score):
            after.add((new, True, left - 1) if left > 1 else (FALL_TO, True, None))
        else:
            after.add((new, True, BARREL_TURNS if barrel_of(new) is not None else None))
    return after


def turn_totals(scorer) -> set:
    """What a turn can bring: 0, or one, two or three deals."""
    deals = deal_points(scorer)
    totals = {0}
    for _ in range(DEALS):
        totals = {total + deal for total in totals for deal in deals}
    return totals


def deal_points(scorer) -> set:
    """What a deal can score: any combinations that fit into a hand together.

    For each such choice there is a hand with nothing else in it: runs and sets keep clear of each
    other. A combination worth less than what it can be cut into is never counted.
    """
    sizes = worthwhile(scorer)
    reached = {(0, 0)}  # cards used, points
    waiting = [(0, 0)]
    while waiting:
        used, points = waiting.pop()
        for size, worth in sizes:
            new = (used + size, points + worth)
            if new[0] <= len(scorer.ranks) and new not in reached:
                reached.add(new)
                waiting.append(new)
    return {points for _, points in reached}


def worthwhile(scorer) -> list:
    """(cards, points) of the combinations that can be a best division (B3)."""
    values, n = scorer.values, len(scorer.ranks)
    mixed = values[f"{n}Z"]
    found = [(3, values["3X"]), (4, values["4X"]), (n, mixed)]
    if values["4X"] < values["3X"]:
        del found[1]
    for length in range(2, n + 1):
        worth = values[f"{length}Y"]
        if worth == scorer.by_length[length] and (length < n or worth >= mixed):
            found.append((length, worth))
    return found
