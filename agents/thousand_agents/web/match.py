"""One match of a table in the browser: its moves, its way back, and what stands still to be seen."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

import thousand_env as te
from thousand_agents.web.replay import view_of
from thousand_agents.web.settings import Settings
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.actions import action_text, parse_action
from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_env.games.thousand.phases.play import beats
from thousand_env.games.thousand.state import NONE

_KEPT = 3  # deals that can be gone back to


@dataclass(frozen=True)
class Still:
    """A moment that is shown until it was seen: a trick just taken, or a deal just ended.

    ``view`` is the seat's (``state`` at a table that is watched), with the trick's last card in its
    place, or of a deal just ended with the scores that it led to.
    """

    view: Any
    taker: int | None  # of the trick
    result: dict[str, Any] | None  # of the deal, as R16 writes it


class Match:
    """A match from its first deal on; the cards follow from the seed alone."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings, self.seed = settings, seed
        self.game = te.Game(settings.rules, seed=seed)
        self.actions: list[str] = []
        self.turn = 0  # counts what changes what is seen, and nothing else (R13)
        self.still: Still | None = None
        self._begun: list[tuple[int, te.Game]] = []  # the last deals as they began
        self._remember()

    @classmethod
    def replayed(cls, settings: Settings, seed: int, actions: list[str]) -> "Match":
        """A match where it was left.

        Raises: ThousandError if these actions are none of it.
        """
        match = cls(settings, seed)
        for action in actions:
            match._apply(parse_action(action))
        return match

    @property
    def player(self) -> int | None:
        """Seat to decide; None while a moment is shown, or at the end."""
        return None if self.still else self.game.player

    @property
    def player_seen(self) -> int | None:
        """Seat to decide for all that the person can tell: not that another is asked for a re-deal,
        or for a contract that he keeps (R13)."""
        to_move = NONE if self.still else self.seen().to_move
        return None if to_move == NONE else int(to_move)

    @property
    def hidden(self) -> bool:
        """Is a question open that the person can't know of?"""
        seen, state = self.seen(), self.game.state
        asked = (seen.phase, seen.to_move) == (state.phase, state.to_move)
        return self.still is None and not asked

    def apply(self, action: int, show: bool) -> None:
        """Carry out an action; ``show`` keeps a trick that it completes, to be seen.

        Raises: IllegalActionError.
        """
        before, deals = self.game.state, len(self.game.results)
        seat, known = self.game.player, self.seen().tobytes()
        self._apply(action)
        ended = self.game.results[deals] if len(self.game.results) > deals else None
        taken = ended is None and self.game.state.tricks_played > before.tricks_played
        if seat is not None and (ended is not None or (taken and show)):
            shown = _with_action(self._before(before), seat, action)
            taker = int(shown.best_seat) if action < NUM_CARDS else None
            if ended is not None:
                _book(shown, ended)
            self.still = Still(shown, taker, ended)
        self.turn += self.still is not None or self.seen().tobytes() != known

    def go_on(self) -> None:
        """What was shown has been seen."""
        self.still = None
        self.turn += 1

    def undo(self) -> None:
        """Back to the person's last decision, as far as the deals are kept.

        Raises: ThousandError if there is none.
        """
        seat = self.settings.seat
        for first, begun in reversed(self._begun):
            game, last = copy(begun), None
            for number, action in enumerate(self.actions[first:], first):
                if game.player == seat:
                    last = number
                game.apply(action)
            if last is not None:
                self._go_back(first, begun, last)
                return
        raise ThousandError("there is nothing to take back")

    def _go_back(self, first: int, begun: te.Game, last: int) -> None:
        actions = self.actions[first:last]
        self._begun = [pair for pair in self._begun if pair[0] <= first]
        self.game, self.actions, self.still = copy(begun), self.actions[:first], None
        for action in actions:
            self._apply(parse_action(action))
        self.turn += 1

    def legal_actions(self) -> list[int]:
        """Numbers of what the player to move may do."""
        return [] if self.still else self.game.legal_actions()

    def _apply(self, action: int) -> None:
        deals = len(self.game.deals)
        self.game.apply(action)
        self.actions.append(action_text(action))
        if len(self.game.deals) > deals:
            self._remember()

    def _remember(self) -> None:
        self._begun = [*self._begun, (len(self.actions), copy(self.game))][-_KEPT:]

    def _before(self, state: Any) -> Any:
        """What was seen of a state: the seat's view, or all of it where the game is only watched."""
        seat = self.settings.seat
        return state if seat is None else view_of(state, self.settings.rules.compiled()[0], seat)

    def seen(self) -> Any:
        """What is to be shown: a view, or of a watched game its state."""
        if self.still:
            return self.still.view
        seat = self.settings.seat
        return self.game.state if seat is None else self.game.view(seat)


def _with_action(record: Any, seat: int, action: int) -> Any:
    """A view (or a state) after a trick's or a deal's last decision, before the table is cleared.

    Such a decision is known to everybody (R13): a card played, a concession, a claim, a pass, the
    choice of a talon.  To move is who takes the trick.
    """
    after = record.copy()
    after.log_action[after.log_length], after.log_seat[after.log_length] = action, seat
    after.log_length += 1
    if action < NUM_CARDS:  # the view of a contract that is conceded says play, too
        if after.trick_size == 0 or beats(action, int(after.best_card), int(after.trump)):
            after.best_seat, after.best_card = seat, action
        after.trick_cards[after.trick_size] = action
        after.trick_size += 1
        after.played[seat] |= 1 << action
        after.to_move = after.best_seat
        if after.hand.ndim:  # a state: all hands
            after.hand[seat] &= ~(1 << action)
        elif after.seat == seat:
            after.hand &= ~(1 << action)
    return after


def _book(record: Any, result: Mapping[str, Any]) -> None:
    """Write what a deal led to into its last view (or state), as R16 has it."""
    table, players = result["table"], len(result["table"]["score"])
    record.score[:players], record.bolts[:players] = table["score"], table["bolts"]
    used = table["barrel_deals_used"]
    record.barrel_deals[:players] = [NONE if deals is None else deals for deals in used]
    if result["conceded"]:
        record.to_move = NONE  # no last trick to be seen: as between deals
        if record.hand.ndim:  # a state, whose picture tells how the last deal ended
            record.last_written[:players], record.last_kind = result["written"], record.kind
            record.last_declarer, record.last_contract = result["declarer"], result["contract"]
            record.last_conceded, record.last_made = True, False
