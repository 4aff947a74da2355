"""One game of King in Python, decision by decision: what records, renderers and people use."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from thousand_env.checks import check, check_seed, is_whole
from thousand_env.errors import ActionError, IllegalActionError, TableError
from thousand_env.foreign import shown
from thousand_env.games.king.actions import (
    BASE,
    DEAL,
    NUM_ACTIONS,
    OVER,
    PHASES,
    WORD_BITS,
    action_text,
    parse_action,
)
from thousand_env.games.king.cards import SUITS, mask_text
from thousand_env.games.king.common import words
from thousand_env.games.king.engine import apply, deal, is_legal, start_match
from thousand_env.games.king.phases.match import place
from thousand_env.games.king.rules import KINDS, LOTTERY_DEAL, RuleSet
from thousand_env.games.king.rules import rules as make_rules
from thousand_env.games.king.start import deal_given
from thousand_env.games.king.state import NONE, new_states
from thousand_env.games.king.table import (
    check_dealer,
    new_table,
    parse_hands,
    parse_table,
    table_dict,
)
from thousand_env.games.king.view import fill_view, new_views
from thousand_env.jit import announce_first_compile


class Game:
    """A game of King from a new or a given table.

    With a ``seed`` the cards are dealt by the seed's stream, the same as in ``VectorEnv``'s game
    ``deck``; with ``seed=None`` the game waits (``needs_deal``) until ``deal`` brings the cards.

    Attributes: ``rules``; ``start``, the table at the beginning; ``deals``, one entry a deal;
    ``results``, one entry a finished deal.

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
            raise TableError("dealer: needed where the cards are given")
        self._g.seed, self._g.deck = seed_number, deck
        start_match(self._g, self._rules, start)
        self.first_dealer = int(self._g.dealer)
        self.start = self.table
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
        """Name of the phase; ``deal`` while it waits for cards, ``over`` at the end."""
        return PHASES[self._g.phase]

    @property
    def kind(self) -> str | None:
        """The kind of the current or next deal, None at the end."""
        return None if self.over else self.rules.plan[self._g.deals]

    @property
    def needs_deal(self) -> bool:
        """Does the game wait for ``deal``?"""
        return bool(self._g.phase == DEAL)

    @property
    def over(self) -> bool:
        """Are all deals played?"""
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
    def places(self) -> list[int]:
        """Place of each seat by totals, 1 the best; equal totals share it (K11, K12)."""
        return [int(place(self._g, self._rules, seat)) for seat in range(self.rules.players)]

    @property
    def winners(self) -> list[int]:
        """Seats with the highest total of a finished game; none before."""
        return [seat for seat, best in enumerate(self.places) if best == 1] if self.over else []

    @property
    def table(self) -> dict[str, Any]:
        """The table now, in its written form."""
        return table_dict(self._g, self.rules.players)

    @property
    def action_mask(self) -> Any:
        """Legal actions, bool (A,)."""
        return np.array([bool(is_legal(self._g, action)) for action in range(NUM_ACTIONS)])

    def legal_actions(self) -> list[int]:
        """Numbers of the legal actions, none while it waits for cards or is over."""
        bits = sum(int(word) << (WORD_BITS * k) for k, word in enumerate(self._g.legal))
        return [BASE[self._g.phase] + k for k in range(bits.bit_length()) if bits >> k & 1]

    def legal(self) -> list[str]:
        """Text forms of the legal actions (K12)."""
        return [action_text(action) for action in self.legal_actions()]

    def view(self, seat: int) -> Any:
        """What a seat knows (K13): a record of ``VIEW_DTYPE``."""
        if not is_whole(seat, 0) or seat >= self.rules.players:
            raise TableError(f"no seat {shown(seat)} at this table")
        views = new_views(1)
        fill_view(self._g, self._rules, seat, self._words, 0, views[0], words(views), 0)
        return views[0]

    def deal(self, hands: Any, talon: Any = "") -> None:
        """Bring the next cards: hands by seat and the open ones, as texts."""
        if not self.needs_deal:
            raise TableError(f"no cards are due in phase {self.phase!r}")
        masks, open_cards = parse_hands(hands, talon, self.rules, int(self._g.deals))
        deal_given(self._g, self._rules, np.array(masks, np.int64), np.int64(open_cards))
        self.deals.append(self._cards())

    def apply(self, action: int | str) -> None:
        """Carry out an action, by number or text, up to the next decision."""
        number = parse_action(action) if isinstance(action, str) else self._number(action)
        if not is_legal(self._g, number):
            player = NONE if self.player is None else self.player
            raise IllegalActionError(self.phase, player, action_text(number), self.legal())
        self.deals[-1]["actions"].append(action_text(number))
        dealer, player, done = self.dealer, int(self._g.to_move), int(self._g.deals)
        apply(self._g, self._rules, number)
        if self._g.deals > done:
            self.results.append(self._result(dealer, player))
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
            deal(self._g, self._rules)
            self.deals.append(self._cards())

    def _cards(self) -> dict[str, Any]:
        hands = [mask_text(int(mask)) for mask in self._g.dealt[: self.rules.players]]
        return {"hands": hands, "talon": mask_text(int(self._g.talon)), "actions": []}

    def _result(self, dealer: int, last: int) -> dict[str, Any]:
        """The entry of a deal that has just ended with a card of seat ``last``."""
        g = self._g
        out = [seat for seat in range(self.rules.players) if not g.hand_size[seat]]
        out.sort(key=lambda seat: seat == last)
        return {
            "kind": KINDS[g.last_kind],
            "dealer": dealer,
            "declarer": None if g.last_declarer == NONE else int(g.last_declarer),
            "price": int(g.last_price) or None,
            "trump": None if g.trump == NONE else SUITS[g.trump],
            "tricks": self._by_seat(g.tricks),
            "out": out if g.last_kind == LOTTERY_DEAL else [],
            "written": self._by_seat(g.last_written),
            "totals": self._by_seat(g.score),
        }

    def _by_seat(self, values: Any) -> list[int]:
        return [int(x) for x in values[: self.rules.players]]
