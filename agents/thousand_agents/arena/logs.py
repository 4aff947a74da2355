"""What is noted down while games are played, and the columns it becomes."""

from typing import Any

import numpy as np

from thousand_agents.arena.batch import Batch, Ended
from thousand_agents.base import Agent
from thousand_env.games.common.core import NONE
from thousand_env.games.common.records import words
from thousand_env.games.interface import GamePackage

_REASON_LENGTH = 200
_MOST_STATES = 2048  # kept at least before they become columns, which are smaller


class DealLog:
    """The deals played to their end in a batch."""

    def __init__(self, batch: Batch) -> None:
        self._game, self._players = batch.game, batch.rules.players
        room = len(batch.states) + _MOST_STATES
        self._states, self._count = batch.game.new_states(room), 0  # not yet columns
        self._games, self._numbers = np.zeros((2, room), np.int64)
        self._written = np.zeros((room, self._players), np.int32)
        self._words = words(self._states)
        self._parts = [self._columns(batch.at_once)]

    def add(self, ended: Ended) -> None:
        """Note what has ended."""
        n = len(ended.games)
        if not n:
            return
        if self._count + n > len(self._games):
            self._shrink()
        if n > len(self._games):
            self._parts.append(self._columns(ended))
            return
        new = slice(self._count, self._count + n)
        self._games[new], self._numbers[new] = ended.games, ended.numbers
        self._written[new] = ended.written[:, : self._players]
        self._words[new] = words(ended.states)  # by words: much quicker than by fields
        self._count += n

    def _columns(self, ended: Ended) -> dict[str, Any]:
        return {
            "game": ended.games.copy(),
            "deal": ended.numbers.copy(),
            **self._game.deal_columns(ended.states, self._players),
            **{f"written_{seat}": ended.written[:, seat].copy() for seat in range(self._players)},
        }

    def _shrink(self) -> None:
        noted = (self._games, self._numbers, self._written, self._states)
        self._parts.append(self._columns(Ended(*(column[: self._count] for column in noted))))
        self._count = 0

    def columns(self, keys: dict[str, Any]) -> dict[str, Any]:
        """A row a deal, in order of games and deals; ``keys`` (N,) name the games."""
        self._shrink()
        deals = {n: np.concatenate([part[n] for part in self._parts]) for n in self._parts[0]}
        order = np.lexsort((deals["deal"], deals["game"]))
        games = deals.pop("game")[order]
        return {
            **{name: key[games] for name, key in keys.items()},
            **{name: column[order] for name, column in deals.items()},
        }


class ForfeitLog:
    """Why games were forfeited: ``reasons`` (N,) of text, empty where they weren't.

    ``first`` (agents,) of text is the reason that each agent gave first, in order of time.
    """

    def __init__(self, count: int, agents: int) -> None:
        self.reasons = np.full(count, "", object)
        self.first = np.full(agents, "", object)

    def add(self, k: int, agent: Agent, rows: Any, lost: Any, actions: Any, batch: Batch) -> None:
        """Note the games ``rows[lost]`` of agent k: what it says of them, else what it did."""
        told = getattr(agent, "reasons", {})
        for place in lost.tolist():
            phase = batch.game.PHASES[batch.states[rows[place]].phase]
            what = _what(int(actions[place]), batch.game)
            reason = told.get(place, f"{what} in phase {phase}")
            self.reasons[rows[place]] = str(reason)[:_REASON_LENGTH]
        self.first[k] = self.first[k] or self.reasons[rows[lost[0]]]


def _what(action: int, game: GamePackage) -> str:
    if action == NONE:
        return "no action"
    known = 0 <= action < game.NUM_ACTIONS
    return f"illegal action {game.action_text(action)!r}" if known else f"action number {action}"


class DecisionLog:
    """Every decision that was carried out."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._parts: list[Any] = []

    def before(self, rows: Any, actions: Any) -> None:
        """Note what is about to be done in the games ``rows``."""
        states = self._batch.states
        now = (self._batch.played[rows], states["to_move"][rows], states["phase"][rows])
        self._parts.append(np.stack([rows, *now, actions]))

    def columns(self, keys: dict[str, Any], who: Any) -> dict[str, Any]:
        """A row a decision, in the order of the game, ``number`` from 0 in every deal."""
        game, deal, seat, phase, action = np.concatenate(self._parts, axis=1)
        order = np.lexsort((deal, game))  # stable: inside a deal as they were noted
        game, deal, seat = game[order], deal[order], seat[order]
        last = np.append((game[1:] != game[:-1]) | (deal[1:] != deal[:-1]), True)
        carried_out = ~(
            (self._batch.forfeit[game] != NONE) & np.append(game[1:] != game[:-1], True)
        )
        begin = np.concatenate([[0], np.flatnonzero(last)[:-1] + 1])
        number = np.arange(len(game)) - np.repeat(begin, np.diff(np.append(begin, len(game))))
        columns = {
            **{name: key[game] for name, key in keys.items()},
            "deal": deal,
            "number": number,
            "seat": seat,
            "agent": who[game, seat],
            "phase": phase[order],
            "action": action[order],
        }
        return {name: column[carried_out] for name, column in columns.items()}
