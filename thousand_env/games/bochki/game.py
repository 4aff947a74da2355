"""One game of Bochki in Python, decision by decision: what records, renderers and people use."""

from typing import Any

from thousand_env.games.bochki.actions import A_STOP, ACTION_TEXTS, DEAL
from thousand_env.games.bochki.cards import mask_text
from thousand_env.games.bochki.phases.match import place
from thousand_env.games.bochki.phases.turn import barrel
from thousand_env.games.bochki.rules import BARRELS, GOAL
from thousand_env.games.common.game import BaseGame


class Game(BaseGame):
    """A game of Bochki; see ``BaseGame``.

    ``deals`` has one entry a deal, with "" for who takes no part in it; ``results`` has one entry a
    turn, in the order in which they are written.
    """

    game = "bochki"

    @property
    def places(self) -> list[int]:
        """Place of each seat by scores, 1 the best; equal scores share it (B9)."""
        return [int(place(self._g, self._rules, seat)) for seat in range(self.rules.players)]

    @property
    def winners(self) -> list[int]:
        """Who has won a finished game; of one that is cut, all with the highest score (B9)."""
        return [seat for seat, best in enumerate(self.places) if best == 1] if self.over else []

    @property
    def cut(self) -> bool:
        """Is the game over without anybody having reached 1000 (B9)?"""
        return self.over and max(self._by_seat(self._g.score)) < GOAL

    @property
    def playing(self) -> list[int]:
        """Seats whose turn runs: who gets the next hands."""
        return [seat for seat in range(self.rules.players) if self._g.playing[seat]]

    @property
    def outcome(self) -> dict[str, Any]:
        """The scores, and the winners at the end."""
        return {"scores": self._by_seat(self._g.score), "winners": self.winners}

    def why_not(self, action: str) -> str:
        """Who isn't in the game can't stop (B5)."""
        if self.player is None or action != ACTION_TEXTS[A_STOP]:
            return ""
        brought = int(self._g.points[self.player])
        return (
            f"his turn needs {self.rules.entry} points to come into the game, it has {brought} (B5)"
        )

    def _pack(self) -> dict[str, Any]:
        hands = [mask_text(int(mask)) for mask in self._g.hand[: self.rules.players]]
        return {"hands": hands, "talon": ""}

    def _note_result(self, before: Any) -> None:
        ended = self._g.turns_ended > before.turns_ended
        if ended.any():  # several that end with one deal are written from the dealer's left
            players = self.rules.players
            order = [(int(before.dealer) + k) % players for k in range(1, players + 1)]
            self.results += [self._result(seat, before) for seat in order if ended[seat]]

    def _result(self, seat: int, before: Any) -> dict[str, Any]:
        """The entry of a turn that the last step has ended."""
        g, score = self._g, int(before.score[seat])
        deals = int(before.turn_deals) + (before.phase == DEAL)
        place = int(barrel(score))
        return {
            "seat": seat,
            "dealer": int(before.dealer),
            "deals": [int(points) for points in g.deal_points[seat, :deals]],
            "points": int(g.points[seat]),
            "written": int(g.score[seat]) - score,  # or lost, with ``fell``
            "barrel": BARRELS[place - 1] if place else None,
            "barrel_turn": int(before.barrel_turns[seat]) + 1 if place else None,
            "fell": bool(g.score[seat] < score),
            "score": int(g.score[seat]),
        }
