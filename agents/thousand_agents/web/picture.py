"""The picture of a table, made from what is seen of it and nothing else."""

from collections.abc import Sequence
from typing import Any

from thousand_env.games.thousand import RuleSet
from thousand_env.svg import svg_state


class _Open:
    """A view in a state's clothes: hands that are not seen are empty."""

    def __init__(self, view: Any, players: int) -> None:
        self._view = view
        self.hand = [int(view.hand) if seat == view.seat else 0 for seat in range(players)]
        self.talon = [int(view.talon_seen)]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._view, name)


def picture(record: Any, rules: RuleSet, names: Sequence[str]) -> str:
    """A view, or a state with all hands open, as an SVG document."""
    seen = record if record.hand.ndim else _Open(record, rules.players)
    return svg_state(seen, rules.players, names)
