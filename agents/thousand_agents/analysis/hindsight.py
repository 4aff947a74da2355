"""A played deal in hindsight: what every action was worth with open cards, by the exact solver.

Nobody at the table saw the cards, so this is no advice and no measure of skill in one deal.
"""

from collections.abc import Iterator
from typing import Any

from thousand_agents.analysis.judged import DealInHindsight, Declaring, Judged
from thousand_agents.solver import Solver
from thousand_env.games.thousand import RuleSet, action_text
from thousand_env.games.thousand.actions import (
    A_CONCEDE,
    A_CONTRACT,
    A_GIVE,
    A_KEEP,
    A_PASS,
    A_TALON,
    A_WAIVE,
    AUCTION,
    BID_UNIT,
    CONTRACT,
    DARK,
    GIFT,
    LOWEST_RAISE,
    PLAY,
    REDEAL,
    TALON,
)
from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_env.games.thousand.engine import apply, is_legal
from thousand_env.games.thousand.game import Game
from thousand_env.games.thousand.phases.auction import cap
from thousand_env.games.thousand.phases.score import count_concession, entry, is_made
from thousand_env.games.thousand.rules import FORCED_BID, MAX_BID
from thousand_env.games.thousand.state import new_states

NOTE = "Hindsight, not advice: the values are for open cards, which no player saw."


def hindsight(game: Game, only: int | None = None) -> Iterator[DealInHindsight]:
    """Each deal of a match, or the one of that number, judged decision by decision."""
    again = Game(game.rules, seed=None, table=game.start, dealer=game.first_dealer)
    judge = Judge(game.rules)
    for number, deal in enumerate(game.deals, 1):
        dealer = again.dealer
        again.deal(deal["hands"], deal["talon"])
        wanted = only in (None, number)
        result = game.results[number - 1] if number <= len(game.results) else None
        declaring = [] if again.needs_deal or not wanted else judge.declaring(again.state)
        judged = DealInHindsight(number, dealer, declaring, result)
        for action in deal["actions"]:
            if wanted:
                judged.decisions.append(judge.decision(again, action))
            again.apply(action)
        if wanted:
            yield judged


class Judge:
    """Values of actions under some rules."""

    def __init__(self, rules: RuleSet) -> None:
        self._solver = Solver(rules)
        self._rules = rules
        self._compiled = rules.compiled()[0]

    def declaring(self, state: Any) -> list[Declaring]:
        """What every seat with cards would have made with each talon."""
        talons = range(2 if self._rules.players == 2 else 1)
        seats = [seat for seat in range(self._rules.players) if state.dealt[seat]]
        return [self._declaring(state, seat, talon) for seat in seats for talon in talons]

    def _declaring(self, state: Any, seat: int, talon: int) -> Declaring:
        gift = self._solver.declares(state, seat, talon)
        step = self._rules.bid_step
        lowest = FORCED_BID + (0 if seat == state.first_hand else step)
        highest = min(MAX_BID, int(cap(self._compiled, int(state.dealt[seat]))))
        bids = range(lowest, highest + 1, step)
        made = [bid for bid in bids if self._writes(state, seat, bid, gift.value) > 0]
        return Declaring(seat, talon, gift, made[-1] if made else None)

    def decision(self, game: Game, action: str) -> Judged:
        """The decision that a game is at, ``action`` being what was done."""
        g = game.state
        conceding = action == action_text(A_CONCEDE)
        values = self._values(g, game.legal_actions(), conceding)
        return Judged(
            phase=game.phase,
            seat=int(g.to_move),
            action=action,
            declares=bool(g.to_move == g.declarer or g.phase == DARK),
            values={action_text(number): int(value) for number, value in values.items()},
            legal=game.legal(),
            written=conceding or g.phase in (CONTRACT, DARK),
        )

    def _values(self, g: Any, legal: list[int], conceding: bool) -> dict[int, int]:
        """Values by action, of those legal actions that have one."""
        if g.phase == PLAY:
            values = self._solver.action_values(g)
            return {action: int(values[action]) for action in legal}
        if g.phase == TALON:
            seat = int(g.to_move)
            return {a: self._solver.declares(g, seat, a - A_TALON).value for a in legal}
        if g.phase == GIFT:
            gifts = [action for action in legal if A_GIVE <= action < A_GIVE + NUM_CARDS]
            if conceding:
                played = {action: self._most_written(self._after(g, action)) for action in gifts}
                return {A_CONCEDE: self._conceded(g), **played}
            return {action: self._value_after(g, action) for action in gifts}
        if g.phase == CONTRACT:
            total = self._value_after(g, A_KEEP)
            return {action: self._written(g, action, total) for action in legal}
        if g.phase == DARK:
            alone = {action: self._left_alone(g, action) for action in legal}
            return {action: value for action, value in alone.items() if value is not None}
        return {}

    def _value_after(self, g: Any, action: int) -> int:
        """The declarer's total after an action before the play, with the best gift of what is left."""
        after = self._after(g, action)
        if after.phase == CONTRACT:
            apply(after, self._compiled, A_KEEP)
        if after.phase == GIFT:
            return self._solver.best_gift(after).value
        return self._solver.value(after)

    def _after(self, g: Any, action: int) -> Any:
        """A copy of the state, after an action."""
        states = new_states(1)
        states[0] = g
        apply(states[0], self._compiled, action)
        return states[0]

    def _left_alone(self, g: Any, action: int) -> int | None:
        """The most that the first hand can write after ``dark`` or ``look`` if all others pass (R7.3).

        None if the talon's aces throw the deal away (R4.4).  A re-deal by choice is not taken.
        """
        after = self._after(g, action)
        for phase, way_on in ((REDEAL, A_WAIVE), (AUCTION, A_PASS)):
            while after.phase == phase:
                apply(after, self._compiled, way_on)
        if after.phase == TALON:
            totals = [self._solver.declares(after, int(after.declarer), k).value for k in range(2)]
            apply(after, self._compiled, A_TALON + totals.index(max(totals)))
        return self._most_written(after) if after.phase == GIFT else None

    def _most_written(self, g: Any) -> int:
        """The most that the declarer can write, the gift or the contract being next (R6.2, R6.3).

        Plays on in ``g`` itself.
        """
        if g.phase == GIFT:
            for card in self._solver.best_gift(g).cards:
                apply(g, self._compiled, A_GIVE + card)
        if g.phase != CONTRACT:  # nothing to decide (R14)
            return self._writes(g, int(g.declarer), int(g.contract), self._solver.value(g))
        total = self._value_after(g, A_KEEP)
        decisions = [action for action in range(A_CONCEDE, A_PASS) if is_legal(g, action)]
        return max(self._written(g, action, total) for action in decisions)

    def _written(self, g: Any, action: int, total: int) -> int:
        """What the declarer writes if he comes to ``total`` after a decision about the contract."""
        if action == A_CONCEDE:
            return self._conceded(g)
        contract = (
            g.contract if action == A_KEEP else LOWEST_RAISE + BID_UNIT * (action - A_CONTRACT)
        )
        return self._writes(g, int(g.declarer), int(contract), total)

    def _writes(self, g: Any, seat: int, contract: int, total: int) -> int:
        """A declarer's entry without bolts (R11.1, R7.4); marriages count as tricks here."""
        states = new_states(1)
        states[0] = g
        end = states[0]
        end.declarer, end.contract = seat, contract
        end.trick_points[seat], end.marriage_points[seat] = total, 0
        return int(entry(end, self._compiled, seat, is_made(end, self._compiled)))

    def _conceded(self, g: Any) -> int:
        """A concession's entry, a third one's penalty included (R6.4)."""
        states = new_states(1)
        states[0] = g
        end = states[0]
        end.conceded = 1
        seat = int(g.declarer)
        return int(entry(end, self._compiled, seat, False) - count_concession(end, self._compiled))


__all__ = ["NOTE", "Judge", "hindsight"]
