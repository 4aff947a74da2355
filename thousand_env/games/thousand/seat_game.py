"""A match of which one seat's side is known, replayed by the rules of the full game (R16).

The rules look at hidden cards in few places: who calls for a re-deal, what a player may do, what a
sitter gets.  So stand-ins lie in hidden hands, chosen such that these places come out as the record
says; every other rule works as always, and what the seat sees never depends on a stand-in.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np

from thousand_env.errors import ActionError, TableError
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
    parse_action,
)
from thousand_env.games.thousand.cards import (
    ALL_ACES,
    ALL_NINES,
    NUM_CARDS,
    PACK,
    cards_mask,
    count_cards,
    mask_text,
)
from thousand_env.games.thousand.engine import _legal
from thousand_env.games.thousand.phases.gift import receiver_of
from thousand_env.games.thousand.phases.redeal import hand_calls
from thousand_env.games.thousand.phases.score import _sitter_entry
from thousand_env.games.thousand.record import RecordedGame
from thousand_env.games.thousand.record_form import Head
from thousand_env.games.thousand.rules import (
    CARDS_EACH,
    MANDATORY,
    OPTIONAL,
    TALON_SIZE,
    TWO_TALON_SIZE,
)
from thousand_env.games.thousand.start import deal_given
from thousand_env.games.thousand.state import NONE, SEATS, new_states
from thousand_env.games.thousand.table import _parse_cards

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


def before_claim(actions: list[str]) -> list[str] | None:
    """The actions before a re-deal claimed by hand (R4.2), None without one."""
    words = [text.strip().lower() for text in actions]
    first = next((i for i, w in enumerate(words) if w not in ("dark", "look", "waive")), None)
    return words[:first] if first is not None and words[first] == "redeal" else None


class SeatGame(RecordedGame):
    """A game with one seat's cards in it; ``bring`` a deal, ``step`` by step, ``check_seen``.

    Of the methods of ``Game`` only ``view(seat)``, ``table`` and ``results`` tell the truth; they
    show nothing of the stand-ins.
    """

    def __init__(self, head: Head, seat: int) -> None:
        super().__init__(head)
        self.seat = seat
        self._playing: list[int] = []  # seats that got cards, in bidding order
        self._claim: int | str | None = None  # the deal's key ``redeal``
        self._asked: int | None = None  # another seat that holds the choice of a re-deal
        self._talon_given: list[bool] = []
        self._sitter: int | None = None  # whose bonus would depend on a hidden talon

    def bring(self, deal: Mapping[str, Any], claim: int | str | None, bonus: int | None) -> None:
        """The next pack as this seat saw it.

        ``claim`` is the deal's key ``redeal``, ``bonus`` what the sitter wrote in it, if known.
        Raises: TableError.
        """
        n = self.rules.players
        self._playing = [(self.dealer + 1 + place) % n for place in range(min(n, 3))]
        self._claim = claim
        hand = self._own_hand(deal["hands"])
        talons = self._talons(deal["talon"], hand or 0)
        self._asked = self._holder(deal["actions"], hand)
        hands = [self._stand_in(s) if s in self._playing else 0 for s in range(SEATS)]
        hands[self.seat] = _NO_CALL if hand is None else hand
        cards = self._fill_talons(talons, bonus)
        packs = np.array(hands, np.int64), np.array((cards + [0])[:2], np.int64)
        self._after_deal(lambda: deal_given(self._g, self._rules, *packs))
        if hand is None:
            self._cover_own_hand()
        self._cover_dealt_hands(
            cards[self._talon_given.index(True) if any(self._talon_given) else 0]
        )
        self._pass_over()
        self._check_talon()

    def step(self, text: str) -> None:
        """Carry out an action of the record, the seat's own or another's.

        Raises: ActionError, IllegalActionError for the action; TableError for the deal.
        """
        self._check_claim(text)
        if self._hidden_to_move():
            if self._g.phase == CONTRACT and text.lower().split()[:1] in (["play"], ["marry"]):
                self.apply(A_KEEP)  # only the declarer knows whether he was asked (R13)
            number = self._action_of_another(text)
            self._allow_what_may_be(unseen_gift=number == A_GIVE + _UNSEEN)
            self.apply(number)
        else:
            self.apply(text)
        self._pass_over()
        self._check_talon()
        self._check_bonus()

    def check_seen(self) -> None:
        """At the end of a deal's actions: does the record say no more than this seat can know?"""
        g = self._g
        for which, given in enumerate(self._talon_given):
            if given and not self._sees(which):
                raise TableError("talon: this seat hasn't seen these cards (R6.1): write '?'")
        redealt = bool(self.results) and self.needs_deal and self.results[-1]["kind"] == "redealt"
        if self._claim == "asking":
            happened = g.phase == REDEAL and self._hidden_to_move()
        else:
            happened = redealt or bool(g.closed)
        if self._claim is not None and not happened:
            raise TableError(f"redeal: {self._claim!r} doesn't come about in this deal")

    # --- what the record says of the cards ----------------------------------------------------------

    def _own_hand(self, hands: Any) -> int | None:
        """Mask of the seat's own dealt hand; None if it hasn't seen it."""
        n, sits_out = self.rules.players, self.seat not in self._playing
        if not isinstance(hands, list) or len(hands) != n:
            raise TableError(f"hands: a list of {n} texts is expected, one a seat")
        for seat, text in enumerate(hands):
            if seat != self.seat and text != "?" and (text != "" or seat in self._playing):
                raise TableError(f"hand of seat {seat}: seat {self.seat} can't know it: write '?'")
        if hands[self.seat] == "?" and not sits_out:
            return None
        mask = _parse_cards(f"hand of seat {self.seat}", hands[self.seat])
        wanted = 0 if sits_out else CARDS_EACH[n]
        if count_cards(mask) != wanted:
            raise TableError(f"hand of seat {self.seat}: {wanted} cards are dealt (R2.2)")
        return mask

    def _talons(self, talon: Any, hand: int) -> list[int | None]:
        """Masks of the talon or talons, None for what the seat hasn't seen."""
        two = self.rules.players == 2
        size = TWO_TALON_SIZE if two else TALON_SIZE
        texts = talon if two and isinstance(talon, list) else [talon] * (2 if two else 1)
        if len(texts) != (2 if two else 1):
            raise TableError('talon: for two players ["9H JH", "?"] is expected')
        masks = [None if text == "?" else _parse_cards("talon", text) for text in texts]
        for mask in masks:
            if mask is not None and count_cards(mask) != size:
                raise TableError(f"talon: {size} cards are dealt (R2.2), or '?' unseen")
            if mask is not None and mask & hand:
                raise TableError(f"{mask_text(mask & hand)} dealt twice")
        self._talon_given = [mask is not None for mask in masks]
        return masks

    def _holder(self, actions: list[str], hand: int | None) -> int | None:
        """The other seat that claims, or is being asked for, an optional re-deal by hand (R4.2).

        Where the record doesn't say who claimed, it is the first who can have been asked then.
        """
        if isinstance(self._claim, int):
            return None if self._claim == self.seat else self._claim
        before = before_claim(actions)
        if before is None and self._claim != "asking":
            return None
        others = [seat for seat in self._playing if seat != self.seat]
        if not hand or not hand_calls(self._rules, hand, OPTIONAL):
            return others[0]
        place = self._playing.index(self.seat)
        if "waive" in (before or actions):
            return next(iter(others[place:]), None)
        return others[0] if self._claim == "asking" and place > 0 else None

    # --- stand-ins ----------------------------------------------------------------------------------

    def _stand_in(self, seat: int) -> int:
        """A hand that calls for a re-deal as the record says of this seat."""
        for mask in _STAND_INS:
            mandatory = bool(hand_calls(self._rules, mask, MANDATORY))
            optional = bool(hand_calls(self._rules, mask, OPTIONAL))
            if self._claim == "hand":
                fits = mandatory
            else:
                fits = not mandatory and optional == (seat == self._asked)
            if fits:
                return mask
        if self._claim == "hand" or seat == self._asked:
            raise TableError("redeal: no dealt hand calls for one under these rules (R4.1, R4.2)")
        return _NO_CALL  # every hand calls, so it doesn't matter: _pass_over waives

    def _fill_talons(self, talons: list[int | None], bonus: int | None) -> list[int]:
        """Stand-ins for hidden talons: whatever brought the sitter his bonus (R11.5)."""
        matters = self.rules.players == 4 and self.rules.sitter_bonus != "none" and None in talons
        self._sitter = self.dealer if matters and bonus is None else None
        stand_in = _HIDDEN_TALON
        if matters and bonus is not None:
            stand_in = self._talon_worth(bonus)
        return [stand_in if mask is None else mask for mask in talons]

    def _talon_worth(self, bonus: int) -> int:
        g = new_states(1)[0]
        g.barrel_deals[:] = NONE
        for cards in combinations(reversed(range(NUM_CARDS)), TALON_SIZE):
            g.talon[0] = cards_mask(cards)
            if self._claim == "talon" and not g.talon[0] & ALL_ACES:
                continue
            if _sitter_entry(g, self._rules, 0) == bonus:
                return int(g.talon[0])
        raise TableError(f"result: no talon brings the sitting dealer {bonus} (R11.5)")

    def _cover_own_hand(self) -> None:
        """The seat hasn't seen its hand: thrown away at once, or before it decided on a dark."""
        undecided = self._g.phase == DARK and self._g.to_move == self.seat
        if not self.needs_deal and not undecided:
            raise TableError(f"hand of seat {self.seat}: its cards are needed, it has seen them")
        self._g.hand[self.seat] = 0

    def _cover_dealt_hands(self, talon: int) -> None:
        """The hidden dealt hands matter once more: where four aces come together (R4.4)."""
        for seat in self._playing:
            if seat != self.seat:
                self._g.dealt[seat] = ALL_ACES & ~talon if self._claim == "talon" else 0

    def _allow_what_may_be(self, unseen_gift: bool) -> None:
        """Make legal what any hand that the hidden player to move may hold would allow."""
        g = self._g
        if g.phase in (DARK, REDEAL, TALON):
            return
        may_hold = PACK & ~self._elsewhere(int(g.to_move))
        g.hand[g.to_move] = may_hold | (1 << _UNSEEN if unseen_gift else 0)
        if g.phase == GIFT and not self._talon_given[g.chosen_talon]:
            g.talon_taken = ALL_NINES  # a talon that calls for a re-deal if any does (R4.3)
        g.legal = int(_legal(g, self._rules))
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

    def _action_of_another(self, text: str) -> int:
        """Number of another's action; ``give ??`` becomes the card that stands for it."""
        words = text.lower().split()
        if words in (["keep"], ["waive"]):
            raise ActionError("another's keep or waive isn't seen (R13): leave it out")
        unseen = words == ["give", "??"]
        if self._g.phase == GIFT and words[:1] == ["give"]:
            got_it = self._receiver(0 if self._g.gifts[0] == NONE else 1) == self.seat
            if got_it and unseen:
                raise ActionError("this seat was given the card: name it")
            if not got_it and not unseen:
                raise ActionError("this seat didn't see the card (R6.2): write give ??")
        return A_GIVE + _UNSEEN if unseen else parse_action(text)

    def _pass_over(self) -> None:
        """Waive for others who are asked for a re-deal only because of their stand-ins."""
        while self._g.phase == REDEAL and self._hidden_to_move() and self.player != self._asked:
            self.apply(A_WAIVE)

    def _check_claim(self, text: str) -> None:
        if self._g.phase == REDEAL and text.strip().lower() == "redeal":
            if isinstance(self._claim, int) and self._claim != self.player:
                raise ActionError(
                    f"seat {self._claim} claimed, but seat {self.player} is asked first"
                )

    def _sees(self, which: int) -> bool:
        g = self._g
        return g.chosen_talon == which and bool(g.talon_shown or g.declarer == self.seat)

    def _check_talon(self) -> None:
        for which, given in enumerate(self._talon_given):
            if self._sees(which) and not given:
                raise TableError("talon: this seat has seen it (R6.1): give its cards")

    def _check_bonus(self) -> None:
        over = self.needs_deal or self.over
        if over and self._sitter is not None and self.results[-1].get("entry"):
            if self.results[-1]["entry"][self._sitter]:
                raise TableError(
                    "the sitting dealer's bonus depends on a talon this seat didn't see (R11.5): "
                    "result is needed"
                )
