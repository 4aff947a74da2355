"""The exact solver: what a deal with open cards is worth to its declarer.

>>> import thousand_env as te
>>> from thousand_agents.solver import Solver
>>> game = te.Game(te.rules("thousand", "online"), seed=1)
>>> for action in ("pass", "pass"):
...     game.apply(action)
>>> gift = Solver(game.rules).best_gift(game.state)
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from thousand_agents.base import AgentError
from thousand_agents.solver.compiled import jit
from thousand_agents.solver.questions import (
    UNKNOWN,
    best_gift,
    exact_value,
    fill_action_values,
    value_for_declarer,
    value_within,
)
from thousand_agents.solver.work import forget, new_work
from thousand_env.checks import is_whole
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import GIFT, NUM_ACTIONS, PHASES, PLAY
from thousand_env.games.thousand.state import NONE, STATE_DTYPE, new_states, sitter
from thousand_env.jit import announce_first_compile


@dataclass(frozen=True)
class Gift:
    """Cards to give, the first one to the declarer's left, and the total that they leave him."""

    cards: tuple[int, ...]
    value: int


class Solver:
    """Answers about games with open cards under some rules.

    ``state`` is always a game as ``Game.state`` or ``VectorEnv.state[i]`` gives it: a record of
    ``STATE_DTYPE``.  Totals are points of tricks plus announced marriages of the declarer (R11.1),
    with best play of his and of opponents who only hold him down.  What one deal's positions have
    shown is kept from question to question, until another deal is asked about.

    Raises: AgentError for what is no such game, another number of players, or the wrong phase.
    """

    def __init__(self, rules: RuleSet) -> None:
        announce_first_compile(jit.cache_folder)
        self._rules, self._players = rules.compiled(), rules.players
        self._work = new_work()
        self._rooms = new_states(2)
        self._deal: tuple[Any, ...] = ()

    @property
    def nodes(self) -> int:
        """Positions looked at since the solver was made."""
        return int(self._work.memory[0].nodes)

    def value(self, state: Any) -> int:
        """The declarer's total at the end, from any card of the play on."""
        games = self._games(state, PLAY)
        w, frames = self._work
        return int(exact_value(w[0], frames, self._rules[0], games[0]))

    def reaches(self, state: Any, points: int) -> bool:
        """Can the declarer's total be ``points`` or more?  Much quicker than ``value``."""
        games = self._games(state, PLAY)
        w, frames = self._work
        return bool(
            value_within(w[0], frames, self._rules[0], games[0], points - 1, points) >= points
        )

    def action_values(self, state: Any) -> Any:
        """The declarer's total after each legal play: int64 (A,), -1 where an action is illegal."""
        games = self._games(state, PLAY)
        w, frames = self._work
        values = np.empty(NUM_ACTIONS, np.int64)
        fill_action_values(w[0], frames, self._rules[0], games, 0, self._rooms, values)
        return values

    def best_gift(self, state: Any) -> Gift:
        """The best of all gifts that are left to give (R6.2)."""
        games = self._games(state, GIFT)
        w, frames = self._work
        found = best_gift(w[0], frames, self._rules[0], games, 0, self._rooms)
        self._deal = ()
        return _gift(*found)

    def declares(self, state: Any, seat: int, talon: int = 0) -> Gift:
        """What the cards as dealt are worth to a seat that takes a talon (0; 1 for two players)."""
        games = self._as_games(state)
        if not is_whole(seat, 0) or seat >= self._players:
            raise AgentError(f"seat {seat!r:.40}: 0 to {self._players - 1} is expected")
        if not games[0].dealt[seat]:
            raise AgentError(f"seat {seat} was dealt no cards")
        talons = 2 if self._players == 2 else 1
        if not is_whole(talon, 0) or talon >= talons:
            raise AgentError(
                f"talon {talon!r:.40}: there is {'0 or 1' if talons == 2 else 'only 0'}"
            )
        w, frames = self._work
        found = value_for_declarer(w[0], frames, self._rules[0], games, 0, self._rooms, seat, talon)
        self._deal = ()
        return _gift(*found)

    def _games(self, state: Any, phase: int) -> Any:
        """The state as an array of one; the table of positions is kept within one deal."""
        games = self._as_games(state)
        g = games[0]
        if g.phase != phase:
            raise AgentError(
                f"the solver answers this in phase {PHASES[phase]}, not in phase {PHASES[g.phase]}"
            )
        owners = g.hand | g.played
        deal = (int(g.declarer), *(int(cards) for cards in owners))
        if deal != self._deal:
            forget(self._work.memory[0])
            self._deal = deal
        return games

    def _as_games(self, state: Any) -> Any:
        if getattr(state, "dtype", None) != STATE_DTYPE or np.shape(state):
            raise AgentError("one game as Game.state or VectorEnv.state[i] gives it is expected")
        held = np.flatnonzero(state["hand"] | state["played"]).tolist()
        out = sitter(int(state["first_hand"]), self._players)
        seats = [seat for seat in range(self._players) if seat != out]
        if held != seats:
            raise AgentError(
                f"seats {held} hold cards; by the solver's rules {seats} play this deal"
            )
        games = new_states(1)
        games[0] = state
        return games


def _gift(value: int, first: int, second: int) -> Gift:
    return Gift(tuple(int(card) for card in (first, second) if card != NONE), int(value))


__all__ = ["UNKNOWN", "Gift", "Solver"]
