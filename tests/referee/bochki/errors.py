"""The referee's errors and its one warning."""


class IllegalMove(ValueError):
    """A decision that is not legal now; the referee's state is unchanged."""


class BadDeal(ValueError):
    """Cards that cannot be dealt now; the referee's state is unchanged."""


class StuckScores(UserWarning):
    """A score table under which some scores can never reach 1000 exactly (B4)."""
