"""The arena's games in one array, and the compiled loops that carry them on.

A game that is over, or was forfeited, waits for nobody (-1) and is not looked at again.
"""

from typing import Any, NamedTuple

import numpy as np

from thousand_agents import games as agent_games
from thousand_agents.arena.streams import jit
from thousand_env import games as rule_games
from thousand_env.games.common import core
from thousand_env.games.common.core import DEAL, NONE
from thousand_env.games.common.records import words
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.jit import announce_first_compile


class Ended(NamedTuple):
    """Deals that have ended, n of them."""

    games: Any  # (n,)
    numbers: Any  # (n,) from 0 in the game
    written: Any  # (n, seats) change of score since the deal before, or the start
    states: Any  # (n,) as the deals ended, before the next pack


class Batch:
    """N games: ``deck_ids`` (N,), start tables (N,), the agent of every seat ``who`` (N, P).

    ``waiting`` (N,) is the agent that each game waits for, ``forfeit`` (N,) the seat that lost it
    without playing it out; -1 is nobody.  ``at_once`` are the deals that ended before anybody was
    asked.  The ``unit`` is a deal, or a match of at most the game's ``MOST_DEALS``.
    """

    def __init__(
        self, rules: BaseRules, seed: int, deck_ids: Any, starts: Any, who: Any, unit: str
    ) -> None:
        states = rule_games.of(rules).new_states(len(deck_ids))
        states["seed"], states["deck"] = seed, deck_ids
        self._hold(rules, states, starts, who, unit)
        _begin_kernel(states, self._rules, starts)
        rows = np.arange(len(states))
        self.at_once = Ended(*(column.copy() for column in self.act(rows, rows)))

    @classmethod
    def of_states(cls, rules: BaseRules, states: Any, who: Any, unit: str) -> "Batch":
        """Games that go on from given states (N,), each waiting for a decision in a deal.

        The states are copied.  This deal is the first that is counted; ``points`` are from here.
        """
        batch, states = cls.__new__(cls), states.copy()
        batch._hold(rules, states, states.copy(), who, unit)
        _count_kernel(states, who, batch.waiting, batch._before)
        batch._counted[:] = batch._before
        batch._limits += batch._before
        return batch

    def _hold(self, rules: BaseRules, states: Any, starts: Any, who: Any, unit: str) -> None:
        announce_first_compile(jit.cache_folder)
        count, self.game = len(states), rule_games.of(rules)
        self.rules, self.who, self.starts, self.states = rules, who, starts, states
        self.waiting = np.full(count, NONE, np.int64)
        self.forfeit = np.full(count, NONE, np.int64)
        self._rules, self._words = rules.compiled(), words(self.states)
        self._before, self._counted = np.zeros((2, count), np.int64)  # deals of the match
        self._limits = np.full(count, 1 if unit == "deal" else self.game.MOST_DEALS)
        self._scores = starts["score"].copy()  # as the deals before this one left them
        self._rows, self._views = np.zeros(count, np.int64), self.game.new_views(count)
        self._masks = np.zeros((count, self.game.NUM_ACTIONS), np.bool_)
        self._view_words = words(self._views)
        room = count + 1  # else an empty batch would look full
        games, numbers = np.zeros((2, room), np.int64)
        written = np.zeros((room, *self._scores.shape[1:]), np.int32)
        self._ended = Ended(games, numbers, written, self.game.new_states(room))
        self._ended_words = words(self._ended.states)
        self._nothing = Ended(*(column[:0] for column in self._ended))

    @property
    def played(self) -> Any:
        """Deals of each game that have ended (N,)."""
        return self._counted - self._before

    def rows_of(self, agent: int) -> tuple[Any, Any, Any]:
        """The games that wait for an agent (n,), with views (n,) and masks (n, A).

        Views and masks are good until the next call.
        """
        n = _look_kernel(
            self.states,
            self._words,
            self._rules,
            self.waiting,
            agent,
            self._rows,
            self._views,
            self._view_words,
            self._masks,
        )
        return self._rows[:n].copy(), self._views[:n], self._masks[:n]

    def act(self, rows: Any, actions: Any) -> Ended:
        """Carry out an action (n,) in each of the games, up to the next decision; what ended by it.

        An illegal action, or -1, forfeits the game; one that waits for nobody is only dealt on.
        What ended is good until the next call.
        """
        ended = self._act(rows, actions)
        if len(ended.games) < len(self._ended.games):
            return ended
        found = []
        while len(ended.games) == len(self._ended.games):  # there was no room for more
            found.append(Ended(*(column.copy() for column in ended)))
            ended = self._act(rows[self.states["to_move"][rows] == NONE], rows)
        return Ended(*map(np.concatenate, zip(*found, ended, strict=True)))

    def _act(self, rows: Any, actions: Any) -> Ended:
        games, numbers, written, states = self._ended
        n = _act_kernel(
            self.states,
            self._words,
            self._rules,
            self.who,
            self._before,
            self._limits,
            rows,
            actions,
            self.waiting,
            self.forfeit,
            self._counted,
            self._scores,
            games,
            numbers,
            written,
            self._ended_words,
        )
        return Ended(games[:n], numbers[:n], written[:n], states[:n]) if n else self._nothing

    def points(self) -> Any:
        """Change of score from the start table by seat (N, P), of a forfeit what it costs."""
        points = (self.states["score"] - self.starts["score"])[:, : self.rules.players]
        cost = agent_games.of(self.rules).forfeit_points
        for game in np.flatnonzero(self.forfeit != NONE):
            points[game] = cost(self.states[game], int(self.forfeit[game]), self.rules)
        return points

    def win_shares(self) -> Any:
        """Shares of the win by seat (N, P); all 0 for a game that nobody has won."""
        shares = self.game.win_shares(self.states, self.rules.players)
        shares[self.forfeit != NONE] = 0
        return shares


@jit
def _begin_kernel(states, rules, starts):
    for i in range(len(states)):
        core.start_match(states[i], rules[0], starts[i])


@jit
def _count_kernel(states, who, waiting, before):
    for i in range(len(states)):
        seat = states[i].to_move
        waiting[i] = NONE if seat == NONE else who[i, seat]
        before[i] = core.played(states[i])


@jit
def _look_kernel(states, state_words, rules, waiting, agent, rows, views, view_words, masks):
    r = rules[0]
    n = 0
    for i in range(len(states)):
        if waiting[i] == agent:
            g = states[i]
            rows[n] = i
            core.fill_view(g, r, g.to_move, state_words, i, views[n], view_words, n)
            core.write_mask(g, masks, n)
            n += 1
    return n


@jit
def _act_kernel(
    states,
    state_words,
    rules,
    who,
    before,
    limits,
    rows,
    actions,
    waiting,
    forfeit,
    counted,
    scores,
    games,
    numbers,
    written,
    ended_words,
):
    r = rules[0]
    n = 0
    for k in range(len(rows)):
        i = rows[k]
        g = states[i]
        seat = g.to_move
        if seat != NONE and not core.apply(g, r, int(actions[k])):
            forfeit[i] = seat
            waiting[i] = NONE
            continue
        while n < len(games):
            if core.played(g) > counted[i]:  # a deal has ended, maybe as soon as it was dealt
                counted[i] = core.played(g)
                games[n] = i
                numbers[n] = counted[i] - before[i] - 1
                for s in range(r.players):
                    written[n, s] = g.score[s] - scores[i, s]
                    scores[i, s] = g.score[s]
                for word in range(state_words.shape[1]):
                    ended_words[n, word] = state_words[i, word]
                n += 1
            elif g.phase != DEAL or counted[i] >= limits[i]:
                break
            else:
                core.deal(g, r)
        waiting[i] = NONE if g.to_move == NONE else who[i, g.to_move]
    return n
