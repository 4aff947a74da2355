"""Where the barrels are, and the goal (B7, B9)."""

GOAL = 1000  # B9
BARRELS = ((200, 299), (500, 599), (800, 899))  # B7
BARREL_TURNS = 3  # B7: the next turn and two extra ones
FALL_TO = 100  # B7: all is lost but these


def barrel_of(score: int) -> int | None:
    """The number of the barrel a score lies in, 0, 1 or 2."""
    for number, (low, high) in enumerate(BARRELS):
        if low <= score <= high:
            return number
    return None
