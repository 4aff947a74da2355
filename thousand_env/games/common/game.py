"""One match in Python, decision by decision: what records, renderers and people use."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from thousand_env import games
from thousand_env.checks import check, check_seed, is_whole
from thousand_env.errors import ActionError, IllegalActionError, TableError
from thousand_env.foreign import shown
from thousand_env.games.common import core, kernels
from thousand_env.games.common.core import DEAL, NONE
from thousand_env.games.common.records import copied, words
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.games.common.start import start_table
from thousand_env.games.common.table import check_dealer
from thousand_env.jit import announce_first_compile


class BaseGame:
    """A match from a new or a given table.

    With a ``seed`` the cards are dealt by the seed's stream, the same as in ``VectorEnv``'s game
    ``deck``; with ``seed=None`` the game waits (``needs_deal``) until ``deal`` brings each pack.

    Attributes: ``rules``; ``names`` of the players if it was read from a record; ``start``, the table at the beginning; ``deals``, one entry a pack as
    records write it; ``results``, one entry a deal that is done.

    Raises: RulesError, TableError, ActionError, IllegalActionError; the game is unchanged then.

    What every decision needs is asked of kernels, with arrays of one: a compiled function takes an
    array at once, but looks at a record for longer than it then works.
    """

    game: ClassVar[str]

    def __init__(
        self,
        rules: Any = None,
        seed: int | None = 0,
        table: Mapping[str, Any] | None = None,
        dealer: int | None = None,
        deck: int = 0,
    ) -> None:
        announce_first_compile()
        self._package = games.load(self.game)
        given = f"one of {rules.game}" if isinstance(rules, BaseRules) else shown(rules)
        check(
            rules is None or isinstance(rules, self._package.RuleSet),
            f"rules: a RuleSet of {self.game}, not {given}",
        )
        check(
            is_whole(deck, 0) and deck < 2**63, f"deck {shown(deck)}: a number from 0 is expected"
        )
        seed_number = 0 if seed is None else check_seed(seed)
        self.rules: Any = rules or self._package.rules()
        self._compiled = self.rules.compiled()
        self._rules = self._compiled[0]
        start = start_table(self.rules, table, check_dealer(dealer, self.rules.players))
        self._states = self._package.new_states(1)
        self._words = words(self._states)
        self.shuffles = seed is not None
        if seed is None and dealer is None:
            raise TableError("dealer: needed where the packs are given")
        self._g.seed, self._g.deck = seed_number, deck
        core.start_match(self._g, self._rules, start)
        self.first_dealer = int(self._g.dealer)
        self.start = self.table
        self.names: list[str] = []
        self.deals: list[dict[str, Any]] = []
        self.results: list[dict[str, Any]] = []
        self._deal_on()

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the second look at the record, so that copies have one of their own."""
        left = ("_words", "_package")
        return {name: value for name, value in vars(self).items() if name not in left}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        vars(self).update(attributes)
        self._package = games.load(self.game)
        self._states = copied(self._states)
        self._words = words(self._states)
        self.deals = [deal | {"actions": [*deal["actions"]]} for deal in self.deals]
        self.results = [*self.results]

    @property
    def _g(self) -> Any:
        return self._states[0]

    def _field(self, name: str) -> Any:
        """A field of the record, which as an attribute would take fifty times as long."""
        return self._states[name][0]

    @property
    def state(self) -> Any:
        """The game's record, hidden cards included: a copy."""
        return copied(self._states)[0]

    @property
    def phase(self) -> str:
        """Name of the phase; ``deal`` while it waits for a pack, ``over`` at the end."""
        return self._package.PHASES[self._field("phase")]

    @property
    def needs_deal(self) -> bool:
        """Does the game wait for ``deal``?"""
        return bool(self._field("phase") == DEAL)

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return bool(self._field("to_move") == NONE and not self.needs_deal)

    @property
    def player(self) -> int | None:
        """Seat to decide, or None."""
        mover = int(self._field("to_move"))
        return None if mover == NONE else mover

    @property
    def dealer(self) -> int:
        """Seat of the dealer of the current or next deal."""
        return int(self._field("dealer"))

    @property
    def played(self) -> int:
        """Deals played since the start table."""
        return int(core.played(self._g))

    @property
    def winners(self) -> list[int]:
        """Seats that have won a finished match; none before."""
        raise NotImplementedError

    @property
    def table(self) -> dict[str, Any]:
        """The table now, in its written form."""
        return self._package.table_dict(self._g, self.rules.players)

    @property
    def outcome(self) -> dict[str, Any]:
        """The end of the match as a record's ``result`` has it, nothing of it before."""
        return {"winners": self.winners}

    @property
    def action_mask(self) -> Any:
        """Legal actions, bool (A,)."""
        mask = np.zeros((1, self._package.NUM_ACTIONS), np.bool_)
        if self.player is not None:
            kernels.mask_kernel(self._states, mask)
        return mask[0]

    def legal_actions(self) -> list[int]:
        """Numbers of the legal actions, none while it waits for a pack or is over."""
        return [int(action) for action in np.flatnonzero(self.action_mask)]

    def legal(self) -> list[str]:
        """Text forms of the legal actions."""
        return [self._package.action_text(action) for action in self.legal_actions()]

    def _repr_svg_(self) -> str:
        """The table with all hands open, which notebooks show as the game's value."""
        picture = games.picture_of(self.rules)
        return picture.svg_state(self._g, self.rules, self.names or None)

    def view(self, seat: int) -> Any:
        """What a seat knows: a record of ``VIEW_DTYPE``."""
        if not is_whole(seat, 0) or seat >= self.rules.players:
            raise TableError(f"no seat {shown(seat)} at this table")
        views = self._package.new_views(1)
        seats = np.array([seat])
        kernels.view_kernel(self._states, self._words, self._compiled, seats, views, words(views))
        return views[0]

    def deal(self, hands: Any, talon: Any = "") -> None:
        """Bring the next pack: hands by seat and talon, texts as in a record."""
        if not self.needs_deal:
            raise TableError(f"no pack is due in phase {self.phase!r}")
        cards = self._package.parse_hands(hands, talon, self.rules, self._g)
        before = self.state
        core.deal_given(self._g, self._rules, *cards)
        self._after_deal(before)

    def apply(self, action: int | str) -> None:
        """Carry out an action, by number or text, up to the next decision."""
        parse = self._package.parse_action
        number = parse(action) if isinstance(action, str) else self._number(action)
        text = self._package.action_text(number)
        if not self.action_mask[number]:
            player = NONE if self.player is None else self.player
            raise IllegalActionError(self.phase, player, text, self.legal(), self.why_not(text))
        self.deals[-1]["actions"].append(text)
        before = self.state
        kernels.act_kernel(self._states, self._compiled, number)
        self._note_result(before)
        self._deal_on()

    def _number(self, action: Any) -> int:
        most = self._package.NUM_ACTIONS
        if not is_whole(action, 0) or action >= most:
            raise ActionError(f"action {shown(action)}: a number from 0 to {most - 1} or a text")
        return int(action)

    def _deal_on(self) -> None:
        while self.shuffles and self.needs_deal:
            before = self.state
            core.deal(self._g, self._rules)
            self._after_deal(before)

    def _after_deal(self, before: Any) -> None:
        self.deals.append(self._pack() | {"actions": []})
        self._note_result(before)

    def _pack(self) -> dict[str, Any]:
        """``hands`` and ``talon`` of the pack that has just been dealt."""
        raise NotImplementedError

    def _note_result(self, before: Any) -> None:
        """Add an entry to ``results`` if the step from ``before`` has ended a deal."""
        raise NotImplementedError

    def why_not(self, action: str) -> str:
        """Why an action, given as text, isn't legal now, in words; "" where there's no more to say."""
        return ""

    def why_over(self) -> str:
        """Why no action can follow in the deal that is done, in words."""
        return "over"

    def _by_seat(self, values: Any) -> list[int]:
        return [int(x) for x in values[: self.rules.players]]
