"""A match of which one seat's side is known, replayed by the rules of the full game (R16).

The rules look at hidden cards in few places: who calls for a re-deal, what a player may do, what a
sitter gets.  So stand-ins lie in hidden hands, chosen such that these places come out as the record
says; every other rule works as always, and what the seat sees never depends on a stand-in.
"""

from functools import lru_cache
from itertools import combinations

import numpy as np

from thousand_env.errors import ActionError, RecordError, TableError, ThousandError
from thousand_env.games.thousand.actions import (
    A_GIVE,
    A_KEEP,
    A_WAIVE,
    CONTRACT,
    DARK,
    GIFT,
    PLAY,
    REDEAL,
    TALON,
)
from thousand_env.games.thousand.cards import (
    ALL_ACES,
    ALL_NINES,
    NUM_CARDS,
    PACK,
    cards_mask,
)
from thousand_env.games.thousand.engine import deal_given, legal
from thousand_env.games.thousand.game import Game
from thousand_env.games.thousand.phases.gift import receiver_of
from thousand_env.games.thousand.phases.redeal import hand_calls
from thousand_env.games.thousand.phases.score import sitter_entry
from thousand_env.games.thousand.rules import (
    MANDATORY,
    OPTIONAL,
    TALON_SIZE,
    RuleSet,
)
from thousand_env.games.thousand.seat_form import ASKING, BY_HAND, BY_TALON, SeatDeal, before_claim
from thousand_env.games.thousand.state import NONE, SEATS, new_states
from thousand_env.record_form import Head

_UNSEEN = 0  # the card that stands for a gift this seat didn't see
_NO_CALL = PACK & ~(ALL_ACES & -ALL_ACES) & ~(ALL_NINES & -ALL_NINES)
# Whatever the rules, one of these calls as wanted (R4.1, R4.2); 109 and 0 points among them.
_STAND_INS = (
    _NO_CALL,
    ALL_ACES,
    ALL_NINES,
    ALL_NINES & (ALL_NINES - 1),  # three nines
    PACK & ~(ALL_ACES & -ALL_ACES),  # four nines, not weak
)
_HIDDEN_TALON = ALL_ACES & (ALL_ACES - 1)


@lru_cache(256)
def _talon_worth(rules: RuleSet, bonus: int, with_ace: bool) -> int:
    """A talon that brings the sitter this bonus (R11.5)."""
    g, r = new_states(1)[0], rules.compiled()[0]
    g.barrel_deals[:] = NONE
    for cards in combinations(reversed(range(NUM_CARDS)), TALON_SIZE):
        g.talon[0] = cards_mask(cards)
        if sitter_entry(g, r, 0) == bonus and (g.talon[0] & ALL_ACES or not with_ace):
            return int(g.talon[0])
    raise TableError(f"result: no talon brings the sitting dealer {bonus} (R11.5)")


class SeatGame(Game):
    """A game with one seat's cards in it; ``bring`` a deal, ``step`` by step, ``check_seen``.

    Of the methods of ``Game`` only ``view(seat)``, ``table`` and ``results`` tell the truth; they
    show nothing of the stand-ins.
    """

    def __init__(self, head: Head, seat: int) -> None:
        try:
            super().__init__(head.rules, None, head.table, head.dealer)
        except ThousandError as error:
            raise RecordError(f"table: {error}") from None
        self.names, self.seat = head.names, seat
        self._asked: int | None = None  # another seat that holds the choice of a re-deal
        self._sitter: int | None = None  # whose bonus would depend on a hidden talon

    def bring(self, deal: SeatDeal) -> None:
        """The next pack as this seat saw it.

        Raises: TableError.
        """
        self._deal = deal
        self._asked = self._holder()
        hands = [self._stand_in(s) if s in deal.playing else 0 for s in range(SEATS)]
        hands[self.seat] = _NO_CALL if deal.hand is None else deal.hand
        talons = self._fill_talons()
        pack = np.array(hands, np.int64), np.array((talons + [0])[:2], np.int64)
        before = self.state
        deal_given(self._g, self._rules, *pack)
        self._after_deal(before)
        if deal.hand is None:
            self._g.hand[self.seat] = 0
        self._cover_dealt_hands(talons)
        self._pass_over()
        self._check_own_cards()

    def step(self, text: str) -> None:
        """Carry out an action of the record, the seat's own or another's.

        Raises: ActionError, IllegalActionError for the action; TableError for the deal.
        """
        self._check_claim(text)
        if self._hidden_to_move():
            if self._g.phase == CONTRACT and text.lower().split()[:1] in (["play"], ["marry"]):
                self.apply(A_KEEP)  # only the declarer knows whether he was asked (R13)
            unseen = text.lower().split() == ["give", "??"]
            self._check_action_of_another(text, unseen)
            self._allow_what_may_be(unseen)
            self.apply(A_GIVE + _UNSEEN if unseen else text)
        else:
            self.apply(text)
        self._pass_over()
        self._check_own_cards()
        self._check_bonus()

    def check_seen(self) -> None:
        """At the end of a deal's actions: does the record say no more than this seat can know?"""
        g = self._g
        for which, mask in enumerate(self._deal.talons):
            if mask is not None and not self._sees(which):
                raise TableError("talon: this seat hasn't seen these cards (R6.1): write '?'")
        redealt = bool(self.results) and self.needs_deal and self.results[-1]["kind"] == "redealt"
        if self._deal.redeal == ASKING:
            happened = g.phase == REDEAL and self._hidden_to_move()
        else:
            happened = redealt or bool(g.closed)
        if self._deal.redeal is not None and not happened:
            raise TableError(f"redeal: {self._deal.redeal!r} doesn't come about in this deal")

    # --- stand-ins ----------------------------------------------------------------------------------

    def _holder(self) -> int | None:
        """The other seat that claims, or is being asked for, an optional re-deal by hand (R4.2).

        Where the record doesn't say who claimed, it is the first who can have been asked then.
        """
        deal, asking = self._deal, self._deal.redeal == ASKING
        if isinstance(deal.redeal, int):
            return None if deal.redeal == self.seat else deal.redeal
        before = before_claim(deal.actions)
        if before is None and not asking:
            return None
        others = [seat for seat in deal.playing if seat != self.seat]
        if not deal.hand or not hand_calls(self._rules, deal.hand, OPTIONAL):
            return others[0]
        place = deal.playing.index(self.seat)
        answers = deal.actions if before is None else before
        if any(text.strip().lower() == "waive" for text in answers):
            return next(iter(others[place:]), None)
        return others[0] if asking and place > 0 else None

    def _stand_in(self, seat: int) -> int:
        """A hand that calls for a re-deal as the record says of this seat."""
        for mask in _STAND_INS:
            mandatory = bool(hand_calls(self._rules, mask, MANDATORY))
            optional = bool(hand_calls(self._rules, mask, OPTIONAL))
            if self._deal.redeal == BY_HAND:
                fits = mandatory
            else:
                fits = not mandatory and optional == (seat == self._asked)
            if fits:
                return mask
        if self._deal.redeal == BY_HAND or seat == self._asked:
            raise TableError("redeal: no dealt hand calls for one under these rules (R4.1, R4.2)")
        return _NO_CALL  # every hand calls, so it doesn't matter: _pass_over waives

    def _fill_talons(self) -> list[int]:
        """Stand-ins for hidden talons: whatever brought the sitter his bonus (R11.5)."""
        rules, deal = self.rules, self._deal
        matters = rules.players == 4 and rules.sitter_bonus != "none" and None in deal.talons
        self._sitter = self.dealer if matters and deal.bonus is None else None
        stand_in = _HIDDEN_TALON
        if matters and deal.bonus is not None:
            stand_in = _talon_worth(rules, deal.bonus, deal.redeal == BY_TALON)
        return [stand_in if mask is None else mask for mask in deal.talons]

    def _cover_dealt_hands(self, talons: list[int]) -> None:
        """The hidden dealt hands matter once more: where four aces come together (R4.4)."""
        known = [mask for mask in self._deal.talons if mask is not None]
        fourth = ALL_ACES & ~(known or talons)[0] if self._deal.redeal == BY_TALON else 0
        for seat in self._deal.playing:
            if seat != self.seat:
                self._g.dealt[seat] = fourth

    def _allow_what_may_be(self, unseen: bool) -> None:
        """Make legal what any hand that the hidden player to move may hold would allow."""
        g = self._g
        if g.phase in (DARK, REDEAL, TALON):
            return
        may_hold = PACK & ~self._elsewhere(int(g.to_move))
        g.hand[g.to_move] = may_hold | (1 << _UNSEEN if unseen else 0)
        if g.phase == GIFT and self._deal.talons[g.chosen_talon] is None:
            g.talon_taken = ALL_NINES  # a talon that calls for a re-deal if any does (R4.3)
        g.legal = int(legal(g, self._rules))
        if g.phase == PLAY:
            g.legal |= may_hold  # whom suits bind isn't known

    def _elsewhere(self, seat: int) -> int:
        """Cards that this seat knows not to be in another's hand."""
        g = self._g
        seen = int(g.hand[self.seat])
        for other in range(self.rules.players):
            seen |= int(g.played[other])
        for which, card in enumerate(g.gifts):
            if g.declarer == self.seat and card != NONE and self._receiver(which) != seat:
                seen |= 1 << int(card)
        return seen

    # --- steps --------------------------------------------------------------------------------------

    def _hidden_to_move(self) -> bool:
        return self.player not in (None, self.seat)

    def _receiver(self, which: int) -> int:
        return int(receiver_of(self._g, self._rules, which))

    def _check_action_of_another(self, text: str, unseen: bool) -> None:
        """Does the record say just what this seat has seen of another's action (R13)?"""
        words = text.lower().split()
        if words in (["keep"], ["waive"]):
            raise ActionError("another's keep or waive isn't seen (R13): leave it out")
        if self._g.phase == GIFT and words[:1] == ["give"]:
            got_it = self._receiver(0 if self._g.gifts[0] == NONE else 1) == self.seat
            if got_it and unseen:
                raise ActionError("this seat was given the card: name it")
            if not got_it and not unseen:
                raise ActionError("this seat didn't see the card (R6.2): write give ??")

    def _pass_over(self) -> None:
        """Waive for others who are asked for a re-deal only because of their stand-ins."""
        while self._g.phase == REDEAL and self._hidden_to_move() and self.player != self._asked:
            self.apply(A_WAIVE)

    def _check_claim(self, text: str) -> None:
        if self._g.phase == REDEAL and text.strip().lower() == "redeal":
            if isinstance(self._deal.redeal, int) and self._deal.redeal != self.player:
                raise ActionError(
                    f"seat {self._deal.redeal} claimed, but seat {self.player} is asked first"
                )

    def _sees(self, which: int) -> bool:
        g = self._g
        return g.chosen_talon == which and bool(g.talon_shown or g.declarer == self.seat)

    def _check_own_cards(self) -> None:
        """Are the cards there that the seat must have seen by now (R6.1, R7.1)?"""
        undecided = self._g.phase == DARK and self.player == self.seat
        if self._deal.hand is None and not self.needs_deal and not undecided:
            raise TableError(f"hand of seat {self.seat}: its cards are needed, it has seen them")
        for which, mask in enumerate(self._deal.talons):
            if self._sees(which) and mask is None:
                raise TableError("talon: this seat has seen it (R6.1): give its cards")

    def _check_bonus(self) -> None:
        over = self.needs_deal or self.over
        if over and self._sitter is not None and self.results[-1].get("entry"):
            if self.results[-1]["entry"][self._sitter]:
                raise TableError(
                    "the sitting dealer's bonus depends on a talon this seat didn't see (R11.5): "
                    "result is needed"
                )
