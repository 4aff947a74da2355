"""The referee's one error of its own."""


class IllegalMove(ValueError):
    """An action that is not legal now; the referee's state is unchanged."""
