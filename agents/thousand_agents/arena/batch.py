"""The arena's games in one array, and the compiled loops that carry them on.

A game that is over, or was forfeited, waits for nobody (-1) and is not looked at again.
"""

from typing import Any

import numpy as np

from thousand_agents.arena.streams import jit
from thousand_env.games.common.kernels import begin_kernel, deal_on
from thousand_env.games.common.records import words
from thousand_env.games.thousand import MOST_DEALS, RuleSet
from thousand_env.games.thousand.actions import NUM_ACTIONS
from thousand_env.games.thousand.compiled import write_mask
from thousand_env.games.thousand.engine import apply
from thousand_env.games.thousand.state import NONE, SEATS, new_states, sitter
from thousand_env.games.thousand.view import fill_view, new_views
from thousand_env.jit import announce_first_compile

# What a seat that forfeits a game writes, what the other active seats share: as if it had failed
# the smallest contract.  One that sits out (R2.2) writes nothing.
FORFEIT_LOSS = 120

# A played deal as it ends; re-dealt packs are no deals (R2.1).
DEAL_DTYPE = np.dtype(
    [
        ("game", np.int32),
        ("deal", np.int32),
        ("dealer", np.int32),
        ("kind", np.int32),
        ("conceded", np.int32),
        ("declarer", np.int32),
        ("contract", np.int32),
        ("made", np.int32),
        ("written", np.int32, (SEATS,)),
        ("bolts", np.int32, (SEATS,)),
    ]
)


class Batch:
    """N games: ``deck_ids`` (N,), start tables (N,), the agent of every seat ``who`` (N, P).

    ``waiting`` (N,) is the agent that each game waits for, ``forfeit`` (N,) the seat that lost it
    without playing it out; -1 is nobody.  ``limit`` is the most deals of a game.
    """

    def __init__(
        self, rules: RuleSet, seed: int, deck_ids: Any, starts: Any, who: Any, unit: str
    ) -> None:
        states = new_states(len(deck_ids))
        states["seed"], states["deck"] = seed, deck_ids
        self._hold(rules, states, starts, who, unit)
        every = np.ones(len(states), np.bool_)
        begin_kernel(states, self._rules, starts, every, self.limit, 0, len(states))
        _wait_kernel(states, who, self.waiting)

    @classmethod
    def of_states(cls, rules: RuleSet, states: Any, who: Any, unit: str) -> "Batch":
        """Games that go on from given states (N,), each waiting for a decision in a deal.

        The states are copied.  Deals are counted anew, this one the first; ``points`` are from here.
        """
        batch, states = cls.__new__(cls), states.copy()
        states["deals"] = 0
        batch._hold(rules, states, states.copy(), who, unit)
        _wait_kernel(states, who, batch.waiting)
        return batch

    def _hold(self, rules: RuleSet, states: Any, starts: Any, who: Any, unit: str) -> None:
        announce_first_compile(jit.cache_folder)
        count = len(states)
        self.players, self.who, self.starts = rules.players, who, starts
        self.limit = 1 if unit == "deal" else MOST_DEALS
        self.states = states
        self.waiting = np.full(count, NONE, np.int64)
        self.forfeit = np.full(count, NONE, np.int64)
        self._rules, self._words = rules.compiled(), words(self.states)
        self._views, self._masks = new_views(count), np.zeros((count, NUM_ACTIONS), np.bool_)
        self._view_words = words(self._views)
        self._rows, self._deals = np.zeros(count, np.int64), np.zeros(count, DEAL_DTYPE)

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

    def act(self, rows: Any, actions: Any) -> Any:
        """Carry out an action (n,) in each of the games; the deals that ended, ``DEAL_DTYPE``.

        An illegal action, or -1, forfeits the game.
        """
        ended = _act_kernel(
            self.states,
            self._rules,
            self.who,
            self.limit,
            rows,
            actions,
            self.waiting,
            self.forfeit,
            self._deals,
        )
        return self._deals[:ended].copy()

    def points(self) -> Any:
        """Change of score from the start table by seat (N, P), of a forfeit what it costs."""
        points = (self.states["score"] - self.starts["score"])[:, : self.players]
        for game in np.flatnonzero(self.forfeit != NONE):
            points[game] = _forfeit_points(
                int(self.forfeit[game]), int(self.states[game].first_hand), self.players
            )
        return points

    def winner(self) -> Any:
        """The seat that won (N,), or -1."""
        return np.where(self.forfeit == NONE, self.states["winner"], NONE)


def _forfeit_points(seat: int, first_hand: int, players: int) -> Any:
    points = np.full(players, FORFEIT_LOSS // 2)
    points[seat] = -FORFEIT_LOSS
    out = sitter(first_hand, players)
    if out != NONE:
        points[out] = 0
    return points


@jit
def _wait_kernel(states, who, waiting):
    for i in range(len(states)):
        seat = states[i].to_move
        waiting[i] = NONE if seat == NONE else who[i, seat]


@jit
def _look_kernel(states, state_words, rules, waiting, agent, rows, views, view_words, masks):
    r = rules[0]
    n = 0
    for i in range(len(states)):
        if waiting[i] == agent:
            g = states[i]
            rows[n] = i
            fill_view(g, r, g.to_move, state_words, i, views[n], view_words, n)
            write_mask(g, masks, n)
            n += 1
    return n


@jit
def _act_kernel(states, rules, who, limit, rows, actions, waiting, forfeit, deals):
    r = rules[0]
    ended = 0
    for k in range(len(rows)):
        i = rows[k]
        g = states[i]
        seat, before = g.to_move, g.deals
        if not apply(g, r, int(actions[k])):
            forfeit[i] = seat
            waiting[i] = NONE
            continue
        if g.deals > before:
            _write_deal(g, r, i, deals[ended])
            ended += 1
        deal_on(g, r, limit)
        waiting[i] = NONE if g.to_move == NONE else who[i, g.to_move]
    return ended


@jit
def _write_deal(g, r, game, row):
    row.game = game
    row.deal = g.deals - 1
    row.dealer = (g.dealer - 1) % r.players  # it has passed on already (R2.1)
    row.kind = g.last_kind
    row.conceded = g.last_conceded
    row.declarer = g.last_declarer
    row.contract = g.last_contract
    row.made = g.last_made
    for seat in range(SEATS):
        row.written[seat] = g.last_written[seat]
        row.bolts[seat] = g.last_bolts[seat]
