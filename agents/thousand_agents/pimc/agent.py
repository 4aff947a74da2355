"""The search player: sampled worlds, solved with open cards (PIMC)."""

from typing import Any, Final

import numpy as np

from thousand_agents.greedy.decide import decide_kernel
from thousand_agents.greedy.style import style
from thousand_agents.greedy.weights import Weights, fitted
from thousand_agents.pimc.compiled import jit
from thousand_agents.pimc.equity import Equity, score_difference
from thousand_agents.pimc.outcomes import finish_kernel
from thousand_agents.pimc.rollout import rollout_kernel
from thousand_agents.pimc.searches import declare_kernel, play_kernel, rank_gifts
from thousand_agents.solver.work import new_work
from thousand_agents.worlds import sample_worlds
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import (
    A_BID,
    A_CONCEDE,
    A_CONTRACT,
    A_GIVE,
    A_KEEP,
    AUCTION,
    BID_UNIT,
    CONTRACT,
    GIFT,
    LOWEST_RAISE,
    PLAY,
    TALON,
)
from thousand_env.games.thousand.state import new_states
from thousand_env.games.thousand.view import new_views, words
from thousand_env.jit import announce_first_compile

GIFTS: Final = 5  # cards to give that are looked at, the best in the greedy player's eyes
BIDDING_WORLDS: Final = 3  # times the worlds of a card: bids are cheaper to judge, and noisier
ROLLOUT_WORLDS: Final = 10
RAISES: Final = 80  # points over the bid that a contract may be raised in thought


class PimcAgent:
    """Samples ``worlds`` hidden hands that fit all that it knows, and solves them.

    It plays the card, gives, bids, raises or concedes with the best mean ``equity`` over these
    worlds.  The same view and the same draw of ``rng`` give the same action.
    """

    def __init__(self, rules: RuleSet, worlds: int = 20, equity: Equity = score_difference) -> None:
        announce_first_compile(jit.cache_folder)
        self.name = f"pimc:worlds={worlds}"
        self._rules, self._compiled = rules, rules.compiled()
        self._worlds, self._equity = worlds, equity
        self._weights = Weights(style=style(), **fitted())
        self._work, self._rooms = new_work(), new_states(2)
        self._views = new_views(1)

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        """One action for each view."""
        seeds = (rng.random(len(views)) * 2**53).astype(np.int64)
        return np.array(
            [self._decide(views[i], masks[i], int(seeds[i])) for i in range(len(views))], np.int64
        )

    def _decide(self, view: Any, mask: Any, seed: int) -> int:
        actions, values = self.values(view, mask, seed)
        if len(actions) == 1:
            return int(actions[0])
        best = actions[values >= values.max() - 1e-9]
        greedy = self._greedy(view, mask)
        return greedy if greedy in best else int(best[0])

    def values(self, view: Any, mask: Any, seed: int) -> tuple[Any, Any]:
        """The actions considered (C,) and their mean equities (C,)."""
        actions = np.flatnonzero(mask)
        if len(actions) == 1 or view["phase"] == TALON:
            return actions[:1], np.zeros(1)
        if view["phase"] == PLAY:
            return self._plays(view, actions, seed)
        if view["phase"] == GIFT:
            return self._gifts(view, mask, actions, seed)
        if view["phase"] == CONTRACT:
            return self._contracts(view, actions, seed)
        if view["phase"] == AUCTION:
            actions = actions[:2]  # pass, or the lowest bid
            worlds = self._sample(view, BIDDING_WORLDS, seed)
            return actions, np.array([self._declaring(view, worlds, a) for a in actions])
        worlds = self._sample(view, ROLLOUT_WORLDS, seed)
        return actions, np.array([self._rollout(view, worlds, a) for a in actions])

    def _sample(self, view: Any, times: int, seed: int) -> Any:
        return sample_worlds(view, self._rules, self._worlds * times, seed)

    def _greedy(self, view: Any, mask: Any) -> int:
        action = np.empty(1, np.int64)
        self._views[0] = view
        decide_kernel(self._views, self._compiled, self._weights, mask[None], action)
        return int(action[0])

    def _worth(self, states: Any, view: Any) -> Any:
        return self._equity(states, int(view["seat"]), self._rules.players)

    def _plays(self, view: Any, actions: Any, seed: int) -> tuple[Any, Any]:
        worlds = self._sample(view, 1, seed)
        totals = np.empty((len(worlds), len(actions)), np.int64)
        memory, frames = self._work
        play_kernel(memory[0], frames, self._compiled, worlds, self._rooms, actions, totals)
        different, place = np.unique(totals, return_inverse=True)
        states = np.repeat(worlds[:1], len(different))
        ends = self._finish(states, different, np.array([int(view["contract"])]))
        return actions, self._worth(ends[0], view)[place].reshape(totals.shape).mean(axis=0)

    def _finish(self, states: Any, totals: Any, contracts: Any, declares: Any = None) -> Any:
        """The games (K,) ended with each contract (C,): (C, K)."""
        ends = new_states(len(contracts) * len(states)).reshape(len(contracts), len(states))
        if declares is None:
            declares = np.ones(len(states), np.bool_)
        finish_kernel(self._compiled, states, declares, totals, contracts, ends)
        return ends

    def _declaring(self, view: Any, worlds: Any, action: int) -> float:
        """Mean equity of an action before the play, with the best contract if this seat declares."""
        ends, _ = self._outcomes(view, worlds, action)
        return float(max(self._worth(row, view).mean() for row in ends))

    def _outcomes(self, view: Any, worlds: Any, action: int) -> tuple[Any, Any]:
        """Ends (C, K) by contract; and the contracts (C,), all legal raises of the bid."""
        states = worlds.copy()
        declares, totals = np.zeros(len(states), np.bool_), np.zeros(len(states), np.int64)
        bid = max(int(view["bid"]), LOWEST_RAISE + BID_UNIT * (action - A_BID))
        memory, frames = self._work
        declare_kernel(
            memory[0], frames, self._compiled, self._weights, states, words(states), self._views,
            words(self._views), action, int(view["seat"]), bid + RAISES, declares, totals,
        )  # fmt: skip
        step = self._rules.bid_step
        contracts = np.array([bid, *range(bid + step, bid + RAISES + 1, step)])
        return self._finish(states, totals, contracts, declares), contracts

    def _gifts(self, view: Any, mask: Any, actions: Any, seed: int) -> tuple[Any, Any]:
        worth = np.empty(24)
        rank_gifts(view, self._compiled, self._weights, mask, worth)
        others = [a for a in actions if not A_GIVE <= a < A_GIVE + 24]
        cards = np.argsort(-worth, kind="stable")[:GIFTS]
        gifts = [A_GIVE + int(card) for card in cards if mask[A_GIVE + card]]
        worlds = self._sample(view, 1, seed)
        values = [self._declaring(view, worlds, a) for a in gifts]
        values += [self._rollout(view, worlds, a) for a in others]
        return np.array(gifts + others), np.array(values)

    def _contracts(self, view: Any, actions: Any, seed: int) -> tuple[Any, Any]:
        worlds = self._sample(view, 1, seed)
        ends, contracts = self._outcomes(view, worlds, A_KEEP)
        values = []
        for action in actions:
            if action == A_CONCEDE:
                values.append(self._rollout(view, worlds, action))
                continue
            contract = LOWEST_RAISE + BID_UNIT * (action - A_CONTRACT)
            row = 0 if action == A_KEEP else np.searchsorted(contracts, contract)
            values.append(self._worth(ends[row], view).mean() if row < len(contracts) else -np.inf)
        return actions, np.array(values)

    def _rollout(self, view: Any, worlds: Any, action: int) -> float:
        """Mean equity of an action if greedy players do the rest."""
        states = worlds.copy()
        rollout_kernel(
            self._compiled, self._weights, states, words(states), self._views, words(self._views),
            action,
        )  # fmt: skip
        return float(self._worth(states, view).mean())
