"""One match of Thousand in Python, decision by decision: what records, renderers and people use."""

from typing import Any

from thousand_env.games.common.game import BaseGame
from thousand_env.games.thousand.cards import mask_text
from thousand_env.games.thousand.compiled import settlement
from thousand_env.games.thousand.state import KINDS, REDEALT


class Game(BaseGame):
    """A match of Thousand; see ``BaseGame``.  ``results`` have re-dealt packs among them (R16)."""

    game = "thousand"

    @property
    def winner(self) -> int | None:
        """Seat of the winner of a finished match, or None."""
        return int(self._g.winner) if self.over else None

    @property
    def winners(self) -> list[int]:
        """The winner of a finished match in a list; none before."""
        return [int(self._g.winner)] if self.over else []

    @property
    def settlement(self) -> list[int] | None:
        """What each seat gets or pays at the end (R9.6); None before."""
        if not self.over:
            return None
        seats = range(self.rules.players)
        return [int(settlement(self._g, self._rules, seat)) for seat in seats]

    @property
    def outcome(self) -> dict[str, Any]:
        """Winner and settlement, None before the end."""
        return {"winner": self.winner, "settlement": self.settlement}

    def why_over(self) -> str:
        """Why no action can follow in the deal that is done, in words."""
        redealt = self.results[-1]["kind"] == KINDS[REDEALT]
        return "thrown away by a re-deal" if redealt else "over"

    def _pack(self) -> dict[str, Any]:
        players = self.rules.players
        talons = [mask_text(int(mask)) for mask in self._g.talon]
        return {
            "hands": [mask_text(int(mask)) for mask in self._g.dealt[:players]],
            "talon": talons if players == 2 else talons[0],
        }

    def _note_result(self, before: Any) -> None:
        if self._field("deals") > before.deals:
            self.results.append(self._result())
        elif self.needs_deal:
            self.results.append(self._redealt())

    def _result(self) -> dict[str, Any]:
        """The entry of a deal that has just been played to its end (R16)."""
        g, conceded = self._g, bool(self._g.last_conceded)
        return {
            "kind": KINDS[g.last_kind],
            "conceded": conceded,
            "declarer": int(g.last_declarer),
            "contract": int(g.last_contract),
            "made": bool(g.last_made),
            "raw": None if conceded else self._by_seat(g.last_raw),
            "entry": self._by_seat(g.last_entry),
            "written": self._by_seat(g.last_written),
            "bolts": self._by_seat(g.last_bolts),
            "table": self.table,
        }

    def _redealt(self) -> dict[str, Any]:
        """The entry of a deal that has just been thrown away (R16)."""
        nothing = [0] * self.rules.players
        unknown = dict.fromkeys(("declarer", "contract", "made", "raw"))
        kept = {"written": nothing, "bolts": [*nothing], "table": self.table}
        return {"kind": KINDS[REDEALT], "conceded": False} | unknown | kept
