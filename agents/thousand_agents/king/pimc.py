"""The search player of King: sampled worlds, played out by greedy players (PIMC)."""

from typing import Any, Final

import numpy as np

from thousand_agents.base import DEFAULT_WORLDS
from thousand_agents.king import DEFAULT_TRUST
from thousand_agents.king.belief import explained_kernel
from thousand_agents.king.bidding import fair_price, rank_gifts
from thousand_agents.king.compiled import jit
from thousand_agents.king.decide import decide_kernel
from thousand_agents.king.playing import distinct
from thousand_agents.king.rollout import Room, rollout_kernel
from thousand_agents.king.weights import weights
from thousand_agents.king.worlds import sample_worlds
from thousand_agents.pimc.belief import check_trust, resample
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

CANDIDATES: Final = 4  # worlds drawn for each one that is kept by its likelihood
PLAYED_OUT: Final = 8  # times the worlds: playing one out is cheap, and noisy
GIFTS: Final = 6  # cards to give that are looked at, the best in the greedy player's eyes
# Prices looked at, from the one that the greedy player calls fair.
ASKS: Final = (-25, 0, 25, 50, 75)


class PimcAgent(SearchAgent):
    """Samples ``worlds`` deals that fit all that it knows, and has greedy players play them out.

    Each of the ``worlds`` stands for eight deals.  They are the likelier the more of the others'
    decisions they explain: with a chance of ``trust`` each was what the greedy player would have done.
    The action with the best mean of the points that the deal writes is taken; as these sum to the
    same whatever is played, that is the best against the others, too.
    """

    _memory = ("_room",)

    def __init__(
        self, rules: RuleSet, worlds: int = DEFAULT_WORLDS, trust: float = DEFAULT_TRUST
    ) -> None:
        super().__init__(worlds)
        announce_first_compile(jit.cache_folder)
        self.name = f"pimc:worlds={worlds},trust={trust}"
        self._rules, self._compiled = rules, rules.compiled()
        self._weights, self._trust = weights(rules), check_trust(trust)
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
            asks = asks[(asks > A_OPEN) & (asks < NUM_ACTIONS)]
            return np.unique([A_KEEP, self._greedy(view, mask), *asks[mask[asks]]])
        if phase == BID:
            return actions[:2]  # pass, and the lowest bid
        if phase == GIVE:
            worth = rank_gifts(view, self._weights, actions - A_GIVE)
            return actions[np.argsort(-worth, kind="stable")[:GIFTS]]
        return actions

    def _draw(self, view: Any, mask: Any, seed: int) -> Any:
        """Worlds (K,)."""
        worlds = self._sample(view, PLAYED_OUT * self._worlds, seed)
        legal = np.zeros((1, NUM_ACTIONS), np.bool_)
        write_mask(worlds[0], legal, 0)
        check_mover(view, mask, legal[0])
        return worlds

    def _sample(self, view: Any, count: int, seed: int) -> Any:
        """Worlds drawn evenly, and of those so many by how well they explain what the others did."""
        worlds = sample_worlds(view, self._rules, CANDIDATES * count, seed)
        explained = np.empty(len(worlds), np.int64)
        explained_kernel(
            self._compiled, self._weights, worlds, int(view["seat"]), self._room.arrays, explained
        )
        odds = self._trust / (1 - self._trust)
        rng = np.random.default_rng(seed)
        chosen = resample(odds ** (explained - explained.max()), count, rng.random())
        return worlds[rng.permutation(chosen)]

    def _look(self, view: Any, worlds: Any, actions: Any) -> Any:
        """Points (C, K) that the deal writes after the actions (C,)."""
        points = np.empty((len(actions), len(worlds)))
        rollout_kernel(self._compiled, self._weights, worlds, actions, self._room.arrays, points)
        return points
