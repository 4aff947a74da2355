"""What is noted down while games are played, and the columns it becomes."""

from typing import Any

import numpy as np

from thousand_agents.arena.batch import DEAL_DTYPE, Batch
from thousand_agents.base import Agent
from thousand_env.games.thousand import action_text
from thousand_env.games.thousand.actions import NUM_ACTIONS, PHASES
from thousand_env.games.thousand.state import NONE

_REASON_LENGTH = 200


class DealLog:
    """The deals played to their end."""

    def __init__(self) -> None:
        self._parts = [np.zeros(0, DEAL_DTYPE)]

    def add(self, ended: Any) -> None:
        """Note deals (n,) of ``DEAL_DTYPE``."""
        if len(ended):
            self._parts.append(ended)

    def columns(self, keys: dict[str, Any], players: int) -> dict[str, Any]:
        """A row a deal, in order of games and deals; ``keys`` (N,) name the games."""
        deals = np.concatenate(self._parts)
        deals = deals[np.lexsort((deals["deal"], deals["game"]))]
        seats = range(players)
        return {
            **{name: key[deals["game"]] for name, key in keys.items()},
            **{name: deals[name] for name in ("deal", "dealer", "kind")},
            "conceded": deals["conceded"] == 1,
            **{name: deals[name] for name in ("declarer", "contract")},
            "made": deals["made"] == 1,
            **{f"written_{seat}": deals["written"][:, seat] for seat in seats},
            **{f"bolts_{seat}": deals["bolts"][:, seat] for seat in seats},
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
            phase = PHASES[batch.states[rows[place]].phase]
            reason = told.get(place, f"{_what(int(actions[place]))} in phase {phase}")
            self.reasons[rows[place]] = str(reason)[:_REASON_LENGTH]
        self.first[k] = self.first[k] or self.reasons[rows[lost[0]]]


def _what(action: int) -> str:
    if action == NONE:
        return "no action"
    known = 0 <= action < NUM_ACTIONS
    return f"illegal action {action_text(action)!r}" if known else f"action number {action}"


class DecisionLog:
    """Every decision that was carried out."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._parts: list[Any] = []

    def before(self, rows: Any, actions: Any) -> None:
        """Note what is about to be done in the games ``rows``."""
        states = self._batch.states
        now = (states["deals"][rows], states["to_move"][rows], states["phase"][rows])
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
