"""The search player of King: sampled worlds, played out by greedy players (PIMC)."""

from typing import Any, Final

import numpy as np

from thousand_agents.king.bidding import fair_price, rank_gifts
from thousand_agents.king.compiled import jit
from thousand_agents.king.decide import decide_kernel
from thousand_agents.king.playing import distinct
from thousand_agents.king.rollout import Room, rollout_kernel
from thousand_agents.king.weights import weights
from thousand_agents.king.worlds import sample_worlds
from thousand_agents.pimc.search import SearchAgent, check_mover, legal_actions
from thousand_env.games.king import NUM_ACTIONS, RuleSet
from thousand_env.games.king.actions import (
    A_GIVE,
    A_KEEP,
    A_OPEN,
    A_PLAY,
    BID,
    GIVE,
    OPEN,
    PLAY,
    PRICE_UNIT,
)
from thousand_env.games.king.compiled import write_mask
from thousand_env.jit import announce_first_compile

DEFAULT_WORLDS: Final = 20
PLAYED_OUT: Final = 4  # times the worlds: playing one out is cheap, and noisy
GIFTS: Final = 6  # cards to give that are looked at, the best in the greedy player's eyes
ASKS: Final = (
    -25,
    0,
    25,
    50,
    75,
)  # prices looked at, from the one that the greedy player calls fair


class PimcAgent(SearchAgent):
    """Samples ``worlds`` deals that fit all that it knows, and has greedy players play them out.

    Each of the ``worlds`` stands for four deals.  The action with the best mean of the points
    that the deal writes is taken; as these sum to the same whatever is played (but for the lottery's
    prizes, which nobody can change either), that is the best against the others, too.
    """

    _memory = ("_room",)

    def __init__(self, rules: RuleSet, worlds: int = DEFAULT_WORLDS) -> None:
        super().__init__(worlds)
        announce_first_compile(jit.cache_folder)
        self.name = f"pimc:worlds={worlds}"
        self._rules, self._compiled = rules, rules.compiled()
        self._weights = weights(rules)
        self._allocate()

    def _allocate(self) -> None:
        self._room = Room()

    def _greedy(self, view: Any, mask: Any) -> int:
        action = np.empty(1, np.int64)
        decide_kernel(view[None], self._compiled, self._weights, mask[None], action)
        return int(action[0])

    def _candidates(self, view: Any, mask: Any) -> Any:
        actions, phase = legal_actions(mask), view["phase"]
        if phase == PLAY:
            return actions[distinct(view, self._compiled[0], self._weights, actions - A_PLAY)]
        if phase == OPEN:
            asks = A_OPEN + (fair_price(view, self._weights) + np.array(ASKS)) // PRICE_UNIT
            return np.array([A_KEEP, *(ask for ask in asks if ask > A_OPEN and mask[ask])])
        if phase == BID:
            return actions[:2]  # pass, and the lowest bid
        if phase == GIVE:
            worth = rank_gifts(view, self._weights, actions - A_GIVE)
            return actions[np.argsort(-worth, kind="stable")[:GIFTS]]
        return actions

    def _draw(self, view: Any, mask: Any, seed: int) -> Any:
        """Worlds (K,)."""
        worlds = sample_worlds(view, self._rules, PLAYED_OUT * self._worlds, seed)
        legal = np.zeros((1, NUM_ACTIONS), np.bool_)
        write_mask(worlds[0], legal, 0)
        check_mover(view, mask, legal[0])
        return worlds

    def _look(self, view: Any, worlds: Any, actions: Any) -> Any:
        """Points (C, K) that the deal writes after the actions (C,)."""
        points = np.empty((len(actions), len(worlds)))
        rollout_kernel(self._compiled, self._weights, worlds, actions, self._room.arrays, points)
        return points
