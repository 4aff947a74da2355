"""One game of King in Python, decision by decision: what records, renderers and people use."""

from typing import Any

from thousand_env.games.common.game import BaseGame
from thousand_env.games.king.cards import SUITS, mask_text
from thousand_env.games.king.phases.match import place
from thousand_env.games.king.rules import KINDS, LOTTERY_DEAL
from thousand_env.games.king.state import NONE


class Game(BaseGame):
    """A game of King; see ``BaseGame``."""

    game = "king"

    @property
    def kind(self) -> str | None:
        """The kind of the current or next deal, None at the end."""
        return None if self.over else self.rules.plan[self._g.deals]

    @property
    def places(self) -> list[int]:
        """Place of each seat by totals, 1 the best; equal totals share it (K11, K12)."""
        return [int(place(self._g, self._rules, seat)) for seat in range(self.rules.players)]

    @property
    def winners(self) -> list[int]:
        """Seats with the highest total of a finished game; none before."""
        return [seat for seat, best in enumerate(self.places) if best == 1] if self.over else []

    @property
    def outcome(self) -> dict[str, Any]:
        """The totals, and the winners at the end."""
        return {"totals": self._by_seat(self._g.score), "winners": self.winners}

    def _pack(self) -> dict[str, Any]:
        hands = [mask_text(int(mask)) for mask in self._g.dealt[: self.rules.players]]
        return {"hands": hands, "talon": mask_text(int(self._g.talon))}

    def _note_result(self, before: Any) -> None:
        g = self._g
        if g.deals == before.deals:
            return
        out = [seat for seat in range(self.rules.players) if not g.hand_size[seat]]
        out.sort(key=lambda seat: seat == before.to_move)  # who ended the deal went out last
        self.results.append(
            {
                "kind": KINDS[g.last_kind],
                "dealer": int(before.dealer),
                "declarer": None if g.last_declarer == NONE else int(g.last_declarer),
                "price": int(g.last_price) or None,
                "trump": None if g.trump == NONE else SUITS[g.trump],
                "tricks": self._by_seat(g.tricks),
                "out": out if g.last_kind == LOTTERY_DEAL else [],
                "written": self._by_seat(g.last_written),
                "totals": self._by_seat(g.score),
            }
        )
