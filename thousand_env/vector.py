"""The vector API: many games at once, arrays in and arrays out."""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from thousand_env import games
from thousand_env.checks import as_array, check, check_seed, is_whole, make_buffers
from thousand_env.errors import ActionError
from thousand_env.foreign import shown
from thousand_env.games.common import core, kernels
from thousand_env.games.common.core import DEAL, NONE
from thousand_env.games.common.records import words
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.games.common.start import place_hands, start_tables
from thousand_env.jit import announce_first_compile
from thousand_env.rewards import TableReward, TableRewards, tables_of
from thousand_env.spaces import as_rules

MAX_THREADS = 256
REWARD_NONE = -1
_INT64 = np.dtype(np.int64)


class VectorEnv:
    """``num_games`` games of one rule set, stepped together.

    After ``reset`` and after every ``step`` these arrays, allocated once, hold the situation:
    ``observation`` float32 (N, OBS) and ``action_mask`` bool (N, A) of the player to move,
    ``current_player`` int64 (N,), ``views`` (N,) records of what he knows, ``rewards`` float32
    (N, players) by seat, ``terminated``, ``truncated``, ``illegal`` bool (N,).  An illegal action
    is marked in ``illegal`` and leaves its game unchanged.  A finished game (without autoreset) has
    player -1, a zero observation and a mask all true; stepping it does nothing.

    Args:
        game: name of the game: ``thousand``, ``king``, ``bochki``; None for that of ``rules``, else
            Thousand.
        num_games: games in the batch, N.
        rules: a RuleSet, or None for the preset ``classic``.
        seed: of the decks; the same seed gives the same deals in every batch size and order.
        reward: ``win`` (+1, the others share -1), ``score`` (change of score / 100),
            Thousand's ``settlement``
            (money of R9.6 / 1000), each at the step it falls due, or a callable on
            the tables before and after, records (K,) -> array (K, players), for games whose table
            changed.
        episode: ``match``, or ``deal`` for a single played deal (in Bochki a turn, of all players where
            their turns run side by side).
        autoreset: ``SAME_STEP`` (the arrays show the next match, ``finals`` the game that ended)
            or ``DISABLED`` (``reset(options={"reset_mask": ...})``).
        num_threads: threads that share a batch; results don't depend on it.
        buffers: arrays of the caller to be filled instead of own ones, by name of the attribute.

    Raises: ThousandError for anything that doesn't fit; nothing is changed then.
    """

    def __init__(
        self,
        game: str | None = None,
        num_games: int = 1,
        rules: BaseRules | None = None,
        seed: int = 0,
        reward: str | TableReward = "win",
        episode: str = "match",
        autoreset: AutoresetMode = AutoresetMode.SAME_STEP,
        num_threads: int = 1,
        buffers: Mapping[str, Any] | None = None,
    ) -> None:
        check(
            isinstance(rules, BaseRules | None),
            f"rules = {shown(rules)}: a RuleSet is expected, see thousand_env.rules",
        )
        self.rules: Any = as_rules(game, rules)
        self.game = games.of(self.rules)
        check(is_whole(num_games, 1), f"num_games = {shown(num_games)}: at least 1 is expected")
        check(
            is_whole(num_threads, 1) and num_threads <= MAX_THREADS,
            f"num_threads = {shown(num_threads)}: 1 to {MAX_THREADS} are expected",
        )
        check(
            callable(reward) or (isinstance(reward, str) and reward in self.game.REWARDS),
            f"reward {shown(reward)}: {[*self.game.REWARDS]} or a function",
        )
        check(
            isinstance(episode, str) and episode in ("match", "deal"),
            f"episode {shown(episode)}: 'match' or 'deal'",
        )
        modes = (AutoresetMode.SAME_STEP, AutoresetMode.DISABLED)
        check(autoreset in modes, f"autoreset {shown(autoreset, 60)}: SAME_STEP or DISABLED")
        self.num_games, self.num_threads = int(num_games), int(num_threads)
        self._shape = (self.num_games,)
        self.reward, self.episode, self.autoreset = reward, episode, autoreset
        self.seed = check_seed(seed)
        announce_first_compile()
        self._limit = 1 if episode == "deal" else self.game.MOST_DEALS
        self._reward_kind = REWARD_NONE if callable(reward) else self.game.REWARDS[reward]
        self._same_step = autoreset == AutoresetMode.SAME_STEP
        self._compiled = self.rules.compiled()
        check(isinstance(buffers, Mapping | None), "buffers: arrays by name are expected")
        self._allocate(buffers or {})
        self._begun = False

    def _allocate(self, given: Mapping[str, Any]) -> None:
        """Make every array once."""
        n = self.num_games
        shapes = {
            "observation": ((n, self.game.OBSERVATION_SIZE), np.float32),
            "action_mask": ((n, self.game.NUM_ACTIONS), np.bool_),
            "current_player": ((n,), np.int64),
            "rewards": ((n, self.rules.players), np.float32),
            "terminated": ((n,), np.bool_),
            "truncated": ((n,), np.bool_),
            "illegal": ((n,), np.bool_),
        }
        vars(self).update(make_buffers(shapes, given))
        self.views = self.game.new_views(n)
        self._states, self._finals = self.game.new_states(n), self.game.new_states(n)
        self._states["deck"] = np.arange(n)
        self._starts = start_tables(self.rules, n, None, None)
        self._by_function = (
            TableRewards(self.reward, self._starts) if callable(self.reward) else None
        )
        self._bind()

    def _bind(self) -> None:
        """Tie the arrays to the kernels that fill them, once: it saves time in every step."""
        self._words = words(self._states)
        self._pool = ThreadPoolExecutor(self.num_threads - 1) if self.num_threads > 1 else None
        self._process = os.getpid()
        games = (self._states, self._words, self._compiled, self.views, words(self.views))
        seen = (*games, self.observation, self.action_mask, self.current_player)
        how = (self._starts, self._limit, self._reward_kind, self._same_step)
        outcome = (self.rewards, self.illegal, self.terminated, self.truncated)
        self._observe_games = partial(kernels.observe_kernel, *seen)
        self._step_games = partial(kernels.step_kernel, *seen, *how, *outcome, words(self._finals))
        self._sample_games = partial(kernels.sample_kernel, self._states)

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the threads and the ties, so that copies have arrays of their own."""
        tied = ("_words", "_pool", "_process", "_observe_games", "_step_games", "_sample_games")
        left = (*tied, "game")  # a module can't be copied
        return {name: value for name, value in vars(self).items() if name not in left}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        vars(self).update(attributes)
        self.game = games.of(self.rules)
        self._bind()

    observation: Any
    action_mask: Any
    current_player: Any
    rewards: Any
    terminated: Any
    truncated: Any
    illegal: Any

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin new matches: from the seed's first decks if one is given, else from the next ones.

        Options: ``table`` (its written form, one for all or a list; also the start of every later
        autoreset), ``dealer`` (a seat or a list; else drawn by lot), ``hands`` (a record's deal with
        ``hands`` and ``talon``, one or a list: the first pack), ``deck_ids`` (N,) whole numbers,
        ``reset_mask`` (N,) bool: only these games, with autoreset disabled.
        """
        check(isinstance(options, Mapping | None), f"options: a mapping, not {shown(options)}")
        options = dict(options or {})
        known = ("table", "dealer", "hands", "deck_ids", "reset_mask")
        check(
            set(options) <= {*known}, f"unknown options {[*options]}; options: {', '.join(known)}"
        )
        which = self._reset_mask(options.get("reset_mask"))
        starts = start_tables(
            self.rules, self.num_games, options.get("table"), options.get("dealer")
        )
        deck_ids = self._deck_ids(options.get("deck_ids"))
        trial = self._states.copy()
        trial["match"][which] += 1
        if seed is not None or not self._begun:
            trial["match"][which] = 0
        seed = self.seed if seed is None else check_seed(seed)
        trial["seed"][which] = seed
        trial["deck"][which] = deck_ids[which]
        kernels.begin_kernel(trial, self._compiled, starts, which, self._limit, 0, self.num_games)
        if options.get("hands") is not None:
            place_hands(
                trial, self._compiled, self.rules, starts, which, options["hands"], self._limit
            )
        check(
            (trial["to_move"][which] != NONE).all(),
            f"table: {kernels.MOST_EMPTY_MATCHES} matches from it ended one after the other without a "
            "decision; one in which somebody has a choice is expected",
        )
        self._starts[:], self._begun, self.seed = starts, True, seed
        self._states[:] = trial
        if self._by_function is not None:
            self._by_function.begin(which, self._starts, self._states)
        for array in (self.rewards, self.terminated, self.truncated, self.illegal):
            array[which] = 0
        self._run(self._observe_games)

    def _reset_mask(self, mask: Any) -> Any:
        if mask is None:
            return np.ones(self.num_games, np.bool_)
        mask = as_array(mask)
        check(
            not self._same_step and self._begun,
            "reset_mask needs autoreset DISABLED and a first reset of all games",
        )
        fits = mask.shape == (self.num_games,) and mask.dtype == np.bool_
        check(fits, f"reset_mask: bool ({self.num_games},) is expected")
        return mask

    def _deck_ids(self, deck_ids: Any) -> Any:
        if deck_ids is None:
            return self._states["deck"].copy() if self._begun else np.arange(self.num_games)
        deck_ids = as_array(deck_ids)
        fits = deck_ids.shape == (self.num_games,) and deck_ids.dtype.kind in "iu"
        check(fits, f"deck_ids: whole numbers ({self.num_games},) are expected")
        return deck_ids.astype(np.int64)

    def step(self, actions: Any) -> None:
        """Carry out one action number in every game, shape (N,), and fill the arrays.

        Raises: ActionError, with all games unchanged, for a wrong shape or type.
        """
        if not self._begun:
            raise ActionError("step before the first reset: call reset() first")
        actions = self._check_actions(actions)
        self._run(self._step_games, actions)
        if self._by_function is not None:
            self._pay_by_function(self._by_function)

    def sample(self, key: int) -> Any:
        """Uniformly random legal actions, int64 (N,), 0 for a finished game.

        The same key, a whole number from 0, gives the same draws: use another at every step.
        """
        if type(key) is not int or not 0 <= key < 2**63:
            key = check_seed(key)
        actions = np.empty(self.num_games, np.int64)
        self._sample_games(key, actions, 0, self.num_games)  # too little work to share out
        return actions

    def _check_actions(self, actions: Any) -> Any:
        if type(actions) is np.ndarray and actions.dtype is _INT64 and actions.shape == self._shape:
            return actions  # the usual case, quickly
        actions = as_array(actions)
        if actions.shape != (self.num_games,) or actions.dtype.kind not in "iu":
            raise ActionError(
                f"actions: whole numbers of shape ({self.num_games},) are expected, not "
                f"{actions.dtype} of shape {actions.shape}"
            )
        return actions.astype(np.int64, copy=False)

    def _pay_by_function(self, rewards: TableRewards) -> None:
        ended = self.terminated | self.truncated
        tables = tables_of(self._states, self._starts.dtype)
        if self._same_step and ended.any():
            tables[ended] = tables_of(self._finals, self._starts.dtype)[ended]
        rewards.pay(tables, self.rewards)
        if self._same_step:
            rewards.begin(ended, self._starts, self._states)

    def _run(self, kernel: Callable[..., None], *arrays: Any) -> None:
        """Run a kernel over all games, split between the threads if there are any."""
        if self._pool is None:
            kernel(*arrays, 0, self.num_games)
            return
        if self._process != os.getpid():  # a fork has no threads of its own yet
            self._bind()
        cuts = [self.num_games * k // self.num_threads for k in range(self.num_threads + 1)]
        first, *others = pairwise(cuts)
        jobs = [self._pool.submit(kernel, *arrays, start, stop) for start, stop in others]
        kernel(*arrays, *first)  # the calling thread takes a share, too
        for job in jobs:
            job.result()

    @property
    def state(self) -> Any:
        """All games, hidden cards included: a copy, shape (N,) of ``STATE_DTYPE``.

        Assigning a copy restores it; ``state[i] = state[j]`` on a copy clones a game.  A finished
        game stays finished until the next ``reset``.
        """
        return self._states.copy()

    @state.setter
    def state(self, states: Any) -> None:
        self.game.check_states(states, self.num_games, self.rules)
        self._states[:] = states
        kernels.renew_kernel(self._states, self._compiled)
        self._begun = True
        finished = states["to_move"] == NONE
        self.terminated[:] = finished & ((states["phase"] != DEAL) | (self._limit == 1))
        self.truncated[:] = finished & ~self.terminated
        if self._by_function is not None:
            self._by_function.told = tables_of(self._states, self._starts.dtype)
        self._run(self._observe_games)

    @property
    def finals(self) -> Any:
        """Games as their last match ended (N,), valid where a match has ended: a copy."""
        return self._finals.copy()

    def view(self, index: int, seat: int | None = None) -> Any:
        """What a seat knows in one game: a record; by default the player to move."""
        check(is_whole(index, 0) and index < self.num_games, f"no game {shown(index)} in the batch")
        if seat is None:
            return self.views[index].copy()
        check(
            is_whole(seat, 0) and seat < self.rules.players, f"no seat {shown(seat)} at this table"
        )
        views = self.game.new_views(1)
        state, rules = self._states[index], self._compiled[0]
        core.fill_view(state, rules, seat, self._words, index, views[0], words(views), 0)
        return views[0]
