"""The search player: sampled worlds, solved and played out (PIMC)."""

from copy import copy
from typing import Any, Final

import numba
import numpy as np

from thousand_agents.base import DEFAULT_WORLDS, AgentError
from thousand_agents.greedy.decide import decide_kernel
from thousand_agents.greedy.giving import rank_gifts
from thousand_agents.greedy.style import style
from thousand_agents.greedy.weights import Weights, fitted
from thousand_agents.pimc.belief import Belief, likelihoods, resample
from thousand_agents.pimc.compiled import jit
from thousand_agents.pimc.equity import Equity, check_equities, score_difference
from thousand_agents.pimc.outcomes import finish_kernel
from thousand_agents.pimc.race import race
from thousand_agents.pimc.rollout import rollout_kernel
from thousand_agents.pimc.searches import play_kernel
from thousand_agents.pimc.threads import share_out
from thousand_agents.solver.work import new_work
from thousand_agents.worlds import sample_worlds
from thousand_env.checks import is_whole
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
CANDIDATES: Final = 4  # worlds drawn for each one that is kept by its likelihood
MOST_WORLDS: Final = 10_000
SEED_RANGE: Final = 2**53
_MEMORY: Final = ("_work", "_rooms", "_views", "_copies")


class PimcAgent:
    """Samples ``worlds`` hidden hands that fit all that it knows, and looks what each action brings.

    Before the play a world is played out by greedy players.  In play that is one opinion, the other
    one the exact solver's: does the contract stand, and by how much.  The action with the best mean
    ``equity`` is taken.  With a ``belief`` about how the others decide the worlds are weighted by
    what they did.  The same view and the same draw of ``rng`` give the same action.
    """

    def __init__(
        self,
        rules: RuleSet,
        worlds: int = DEFAULT_WORLDS,
        belief: Belief | None = None,
        equity: Equity = score_difference,
    ) -> None:
        if not is_whole(worlds, 1) or worlds > MOST_WORLDS:
            raise AgentError(
                f"worlds = {worlds!r:.40}: a number from 1 to {MOST_WORLDS} is expected"
            )
        announce_first_compile(jit.cache_folder)
        self.name = f"pimc:worlds={worlds}" + (f",{belief}" if belief else "")
        self._rules, self._compiled = rules, rules.compiled()
        self._worlds, self._belief, self._equity = worlds, belief, equity
        self._weights = Weights(style=style(), **fitted())
        self._allocate()

    def __getstate__(self) -> dict[str, Any]:
        """Without the memory to search in: what lies there is of the last search."""
        return {name: value for name, value in vars(self).items() if name not in _MEMORY}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._allocate()

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        """One action for each view; a batch keeps as many cores busy as Numba may use.

        Raises: AgentError for views of seats that are not to move, or masks that aren't theirs.
        """
        seeds = (rng.random(len(views)) * SEED_RANGE).astype(np.int64)
        chosen = np.empty(len(views), np.int64)

        def decide(player: "PimcAgent", i: int) -> None:
            chosen[i] = player._choose(views[i], masks[i], int(seeds[i]))

        share_out(decide, self._crew(min(len(views), numba.config.NUMBA_NUM_THREADS)), len(views))
        return chosen

    def _crew(self, size: int) -> list["PimcAgent"]:
        """This player and copies of it for other threads, each with memory of its own."""
        while len(self._copies) < size - 1:
            self._copies.append(copy(self))
        return [self, *self._copies[: max(size - 1, 0)]]

    def _allocate(self) -> None:
        self._work, self._rooms, self._views = new_work(), new_states(2), new_views(1)
        self._copies: list[PimcAgent] = []

    def values(self, view: Any, mask: Any, seed: int) -> tuple[Any, Any]:
        """The actions worth a look (C,) and their equities (C, K), in K independent samples."""
        actions = self._candidates(view, mask)
        if len(actions) == 1:
            return actions, np.zeros((1, 1))
        return actions, self._look(view, self._draw(view, mask, seed), actions)

    def _choose(self, view: Any, mask: Any, seed: int) -> int:
        actions = self._candidates(view, mask)
        if len(actions) == 1:
            return int(actions[0])
        greedy = self._greedy(view, mask)
        actions = np.array(sorted(actions, key=lambda action: action != greedy))  # first of equals
        worlds = self._draw(view, mask, seed)

        def look(rows: Any, first: int, stop: int) -> Any:
            return self._look(view, worlds[:, first:stop], actions[rows])

        return int(actions[race(len(actions), worlds.shape[1], look)])

    def _draw(self, view: Any, mask: Any, seed: int) -> Any:
        """Worlds (R, K): R to play out for each of K samples, the first of them to solve in play."""
        each, count = (LATE, self._worlds) if view["phase"] == PLAY else (1, EARLY * self._worlds)
        worlds = self._sample(view, each * count, seed)
        legal = np.zeros((1, NUM_ACTIONS), np.bool_)
        write_mask(worlds[0], legal, 0)
        if view["seat"] != view["to_move"] or (mask & ~legal[0]).any():
            raise AgentError(
                "a view of the player to move is expected, and a mask of what is legal for him"
            )
        return worlds.reshape(each, count)

    def _look(self, view: Any, worlds: Any, actions: Any) -> Any:
        """Equities (C, K) of the actions (C,) in worlds (R, K)."""
        played_out = self._rollouts(view, worlds.ravel(), actions)
        played_out = played_out.reshape(len(actions), *worlds.shape).mean(axis=1)
        if view["phase"] != PLAY:
            return played_out
        return (played_out + self._solved(view, worlds[0], actions)) / 2

    def _candidates(self, view: Any, mask: Any) -> Any:
        actions, phase = np.flatnonzero(mask), view["phase"]
        if not len(actions):
            raise AgentError(
                "nothing is legal by this mask: the mask of a player to move is expected"
            )
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
        worlds = sample_worlds(view, self._rules, count * CANDIDATES, seed)
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
