"""One match in Python, decision by decision: what records, renderers and people use."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from thousand_env.checks import check, check_seed, is_whole
from thousand_env.errors import ActionError, IllegalActionError, TableError
from thousand_env.foreign import shown
from thousand_env.games.thousand.actions import (
    BASE,
    DEAL,
    NUM_ACTIONS,
    OVER,
    PHASES,
    action_text,
    parse_action,
)
from thousand_env.games.thousand.cards import mask_text
from thousand_env.games.thousand.engine import apply, deal, is_legal, start_match
from thousand_env.games.thousand.kernels import settlement
from thousand_env.games.thousand.rules import RuleSet
from thousand_env.games.thousand.rules import rules as make_rules
from thousand_env.games.thousand.start import deal_given
from thousand_env.games.thousand.state import KINDS, NONE, REDEALT, new_states
from thousand_env.games.thousand.table import (
    check_dealer,
    new_table,
    parse_hands,
    parse_table,
    table_dict,
)
from thousand_env.games.thousand.view import fill_view, new_views, words
from thousand_env.jit import announce_first_compile


class Game:
    """A match of Thousand from a new or a given table.

    With a ``seed`` the cards are dealt by the seed's stream, the same as in ``VectorEnv``'s game
    ``deck``; with ``seed=None`` the game waits (``needs_deal``) until ``deal`` brings each pack.

    Attributes: ``rules``; ``start``, the table at the beginning (R16); ``deals``, one entry a pack
    as R16 writes it; ``results``, one entry a finished or thrown-away deal.

    Raises: RulesError, TableError, ActionError, IllegalActionError; the game is unchanged then.
    """

    def __init__(
        self,
        rules: RuleSet | None = None,
        seed: int | None = 0,
        table: Mapping[str, Any] | None = None,
        dealer: int | None = None,
        deck: int = 0,
    ) -> None:
        announce_first_compile()
        check(rules is None or isinstance(rules, RuleSet), f"rules: a RuleSet, not {shown(rules)}")
        check(
            is_whole(deck, 0) and deck < 2**63, f"deck {shown(deck)}: a number from 0 is expected"
        )
        seed_number = 0 if seed is None else check_seed(seed)
        self.rules = rules or make_rules()
        self._rules = self.rules.compiled()[0]
        if table is None:
            start = new_table(self.rules, check_dealer(dealer, self.rules))
        else:
            start = parse_table(table, self.rules, dealer)
        self._states = new_states(1)
        self._words = words(self._states)
        self.shuffles = seed is not None
        if seed is None and dealer is None:
            raise TableError("dealer: needed where the packs are given")
        self._g.seed, self._g.deck = seed_number, deck
        start_match(self._g, self._rules, start)
        self.first_dealer = int(self._g.dealer)
        self.start = table_dict(self._g, self.rules.players)
        self.deals: list[dict[str, Any]] = []
        self.results: list[dict[str, Any]] = []
        self._deal_on()

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the second look at the record, so that copies have one of their own."""
        return {name: value for name, value in vars(self).items() if name != "_words"}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        vars(self).update(attributes)
        self._states = self._states.copy()
        self._words = words(self._states)
        self.deals = [deal | {"actions": [*deal["actions"]]} for deal in self.deals]
        self.results = [*self.results]

    @property
    def _g(self) -> Any:
        return self._states[0]

    @property
    def state(self) -> Any:
        """The game's record, hidden cards included: a copy."""
        return self._states[0].copy()

    @property
    def phase(self) -> str:
        """Name of the phase; ``deal`` while it waits for a pack, ``over`` at the end."""
        return PHASES[self._g.phase]

    @property
    def needs_deal(self) -> bool:
        """Does the game wait for ``deal``?"""
        return bool(self._g.phase == DEAL)

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return bool(self._g.phase == OVER)

    @property
    def player(self) -> int | None:
        """Seat to decide, or None."""
        return None if self._g.to_move == NONE else int(self._g.to_move)

    @property
    def dealer(self) -> int:
        """Seat of the dealer of the current or next deal."""
        return int(self._g.dealer)

    @property
    def winner(self) -> int | None:
        """Seat of the winner of a finished match, or None."""
        return int(self._g.winner) if self.over else None

    @property
    def table(self) -> dict[str, Any]:
        """The table now, in R16's form."""
        return table_dict(self._g, self.rules.players)

    @property
    def settlement(self) -> list[int] | None:
        """What each seat gets or pays at the end (R9.6); None before."""
        if not self.over:
            return None
        seats = range(self.rules.players)
        return [int(settlement(self._g, self._rules, seat)) for seat in seats]

    @property
    def action_mask(self) -> Any:
        """Legal actions, bool (A,)."""
        return np.array([bool(is_legal(self._g, action)) for action in range(NUM_ACTIONS)])

    def legal_actions(self) -> list[int]:
        """Numbers of the legal actions, none while it waits for a pack or is over."""
        base, bits = BASE[self._g.phase], int(self._g.legal)
        return [base + bit for bit in range(bits.bit_length()) if bits >> bit & 1]

    def legal(self) -> list[str]:
        """Text forms of the legal actions (R14)."""
        return [action_text(action) for action in self.legal_actions()]

    def view(self, seat: int) -> Any:
        """What a seat knows (R13): a record of ``VIEW_DTYPE``."""
        if not is_whole(seat, 0) or seat >= self.rules.players:
            raise TableError(f"no seat {shown(seat)} at this table")
        views = new_views(1)
        fill_view(self._g, self._rules, seat, self._words, 0, views[0], words(views), 0)
        return views[0]

    def deal(self, hands: Any, talon: Any) -> None:
        """Bring the next pack: hands by seat and talon, texts as in R16."""
        if not self.needs_deal:
            raise TableError(f"no pack is due in phase {self.phase!r}")
        masks = parse_hands(hands, talon, self.rules, self.dealer)
        cards = np.array(masks[0], np.int64), np.array(masks[1], np.int64)
        self._after_deal(lambda: deal_given(self._g, self._rules, *cards))

    def apply(self, action: int | str) -> None:
        """Carry out an action, by number or text, up to the next decision."""
        number = parse_action(action) if isinstance(action, str) else self._number(action)
        if not is_legal(self._g, number):
            raise IllegalActionError(
                self.phase, int(self._g.to_move), action_text(number), self.legal()
            )
        self.deals[-1]["actions"].append(action_text(number))
        played = int(self._g.deals)
        apply(self._g, self._rules, number)
        if self._g.deals > played:
            self.results.append(self._result())
        elif self.needs_deal:
            self.results.append(self._redealt())
        self._deal_on()

    @staticmethod
    def _number(action: Any) -> int:
        if not is_whole(action, 0) or action >= NUM_ACTIONS:
            raise ActionError(
                f"action {shown(action)}: a number from 0 to {NUM_ACTIONS - 1} or a text"
            )
        return int(action)

    def _deal_on(self) -> None:
        while self.shuffles and self.needs_deal:
            self._after_deal(lambda: deal(self._g, self._rules))

    def _after_deal(self, bring: Any) -> None:
        """Deal a pack and note it, and at once its result if it was thrown away."""
        bring()
        self.deals.append(self._pack())
        if self.needs_deal:
            self.results.append(self._redealt())

    def _pack(self) -> dict[str, Any]:
        players = self.rules.players
        talons = [mask_text(int(mask)) for mask in self._g.talon]
        return {
            "hands": [mask_text(int(mask)) for mask in self._g.dealt[:players]],
            "talon": talons if players == 2 else talons[0],
            "actions": [],
        }

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

    def _by_seat(self, values: Any) -> list[int]:
        return [int(x) for x in values[: self.rules.players]]
