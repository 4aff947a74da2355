"""The search player: sampled worlds, solved and played out (PIMC)."""

from typing import Any, Final

import numpy as np

from thousand_agents.base import DEFAULT_WORLDS
from thousand_agents.greedy.decide import decide_kernel
from thousand_agents.greedy.giving import rank_gifts
from thousand_agents.greedy.style import style
from thousand_agents.greedy.weights import Weights, fitted
from thousand_agents.pimc.belief import Belief, likelihoods, resample
from thousand_agents.pimc.compiled import jit
from thousand_agents.pimc.equity import Equity, check_equities, score_difference
from thousand_agents.pimc.outcomes import finish_kernel
from thousand_agents.pimc.rollout import rollout_kernel
from thousand_agents.pimc.search import SearchAgent, check_mover, legal_actions
from thousand_agents.pimc.searches import play_kernel
from thousand_agents.solver.work import new_work
from thousand_agents.worlds import sample_worlds
from thousand_env.games.common.records import words
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import (
    A_GIVE,
    AUCTION,
    CONTRACT,
    GIFT,
    NUM_ACTIONS,
    PLAY,
    TALON,
)
from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_env.games.thousand.compiled import write_mask
from thousand_env.games.thousand.state import new_states
from thousand_env.games.thousand.view import new_views
from thousand_env.jit import announce_first_compile

GIFTS: Final = 6  # cards to give that are looked at, the best in the greedy player's eyes
BIDS: Final = 3  # lowest bids, or raises, that are looked at
# Times the worlds, for playing out: cheaper than to solve, and noisier, most of all before the play.
EARLY, LATE = 32, 4
# Worlds drawn for each one that is kept by its likelihood, and how many of all are weighed at most: a
# policy takes longer to ask than a world to play out.
CANDIDATES, MOST_WEIGHED = 4, 640


class PimcAgent(SearchAgent):
    """Samples ``worlds`` hidden hands that fit all that it knows, and looks what each action brings.

    Before the play a world is played out by greedy players.  In play that is one opinion, the other
    one the exact solver's: does the contract stand, and by how much.  The action with the best mean
    ``equity`` is taken.  With a ``belief`` about how the others decide the worlds are weighted by
    what they did.  The same view and the same draw of ``rng`` give the same action.
    """

    _memory: tuple[str, ...] = ("_work", "_rooms", "_views")

    def __init__(
        self,
        rules: RuleSet,
        worlds: int = DEFAULT_WORLDS,
        belief: Belief | None = None,
        equity: Equity = score_difference,
    ) -> None:
        super().__init__(worlds)
        announce_first_compile(jit.cache_folder)
        self.name = f"pimc:worlds={worlds}" + (f",{belief}" if belief else "")
        self._rules, self._compiled = rules, rules.compiled()
        self._belief, self._equity = belief, equity
        self._weights = Weights(style=style(), **fitted())
        self._allocate()

    def _allocate(self) -> None:
        self._work, self._rooms, self._views = new_work(), new_states(2), new_views(1)

    def _wanted(self, view: Any) -> tuple[int, int]:
        """Worlds (R, K): R to play out for each of K samples, the first of them to solve in play."""
        return (LATE, self._worlds) if view["phase"] == PLAY else (1, EARLY * self._worlds)

    def _draw(self, view: Any, mask: Any, seed: int) -> Any:
        each, count = self._wanted(view)
        worlds = self._sample(view, each * count, seed)
        check_view(view, mask, worlds[0])
        return worlds.reshape(each, count)

    def _look(self, view: Any, worlds: Any, actions: Any) -> Any:
        """Equities (C, K) of the actions (C,) in worlds (R, K)."""
        played_out = self._rollouts(view, worlds.ravel(), actions)
        played_out = played_out.reshape(len(actions), *worlds.shape).mean(axis=1)
        if view["phase"] != PLAY:
            return played_out
        return (played_out + self._solved(view, worlds[0], actions)) / 2

    def _candidates(self, view: Any, mask: Any) -> Any:
        actions, phase = legal_actions(mask), view["phase"]
        if phase == TALON:
            return actions[:1]  # two unseen talons (R12): no reason for either
        if phase == GIFT:
            worth, kept = np.empty(NUM_CARDS), np.empty(NUM_CARDS, np.int64)
            rank_gifts(view, self._compiled[0], self._weights, mask, worth, kept)
            best = np.argsort(-worth, kind="stable")[:GIFTS]
            gives = (actions >= A_GIVE) & (actions < A_GIVE + NUM_CARDS)
            return np.concatenate([A_GIVE + best[mask[A_GIVE + best]], actions[~gives]])
        if phase in (AUCTION, CONTRACT):
            greedy = self._greedy(view, mask)
            ways_out = 1 if phase == AUCTION else 2  # pass; concede, keep
            return np.union1d(actions[: ways_out + BIDS], greedy)
        return actions

    def _greedy(self, view: Any, mask: Any) -> int:
        action = np.empty(1, np.int64)
        self._views[0] = view
        decide_kernel(self._views, self._compiled, self._weights, mask[None], action)
        return int(action[0])

    def _sample(self, view: Any, count: int, seed: int) -> Any:
        others = view["log_seat"][: view["log_length"]] != view["seat"]
        if self._belief is None or not others.any():
            return sample_worlds(view, self._rules, count, seed)
        drawn = min(CANDIDATES * count, MOST_WEIGHED)
        worlds = sample_worlds(view, self._rules, drawn, seed)
        likely = likelihoods(self._belief, worlds, int(view["seat"]), self._compiled)
        rng = np.random.default_rng(seed)
        return worlds[rng.permutation(resample(likely, count, rng.random()))]

    def _worth(self, ends: Any, view: Any) -> Any:
        values = self._equity(ends, int(view["seat"]), self._rules.players)
        return check_equities(values, len(ends))

    def _rollouts(self, view: Any, worlds: Any, actions: Any) -> Any:
        """Equities (C, K) if greedy players do the rest."""
        ends = new_states(len(actions) * len(worlds))
        rollout_kernel(
            self._compiled, self._weights, worlds, actions, self._views, words(self._views), ends,
            words(ends),
        )  # fmt: skip
        return self._worth(ends, view).reshape(len(actions), len(worlds))

    def _solved(self, view: Any, worlds: Any, actions: Any) -> Any:
        """Equities (C, K) by the solver's totals of the declarer."""
        totals = np.empty((len(actions), len(worlds)), np.int64)
        memory, frames = self._work
        play_kernel(memory[0], frames, self._compiled, worlds, self._rooms, actions, totals)
        ends = new_states(totals.size)
        finish_kernel(self._compiled, worlds, actions, totals, ends)
        return self._worth(ends, view).reshape(totals.shape)


def check_view(view: Any, mask: Any, world: Any) -> None:
    """Is it a view of the player to move, and a mask of what is legal for him in a world that fits it?

    Raises: AgentError if not.
    """
    legal = np.zeros((1, NUM_ACTIONS), np.bool_)
    write_mask(world, legal, 0)
    check_mover(view, mask, legal[0])
