"""One error class per kind; every message says what was wrong and what would be right."""


class ThousandError(ValueError):
    """Base of all errors of this package: bad input, state unchanged."""


class RulesError(ThousandError):
    """An unknown option, a value that isn't allowed, or two options that contradict each other."""


class RulesWarning(UserWarning):
    """Rules that are accepted and make sense, but hold a trap: says which."""


class TableError(ThousandError):
    """A table (scores, bolts, barrel ...) that no match can reach, or hands that can't be dealt."""


class ActionError(ThousandError):
    """Actions of the wrong type or shape, or an unknown text form."""


class IllegalActionError(ThousandError):
    """A well-formed action that the rules forbid now.

    Attributes: ``phase``, ``player``, ``action`` (text), ``legal`` (list of texts).  ``why`` is said
    where the game knows more than that it isn't legal.
    """

    def __init__(
        self, phase: str, player: int, action: str, legal: list[str], why: str = ""
    ) -> None:
        self.phase, self.player, self.action, self.legal = phase, player, action, legal
        all_of = ", ".join(legal) or "nothing, nobody is to move"
        what = f"illegal action {action!r} by player {player} in phase {phase!r}"
        super().__init__(f"{what}: {why}; legal: {all_of}" if why else f"{what}; legal: {all_of}")


class RecordError(ThousandError):
    """A written game that can't be read or breaks a rule: says deal, action number and why."""
