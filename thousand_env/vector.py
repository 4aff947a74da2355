"""The vector API: many games at once, arrays in and arrays out."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from thousand_env.errors import ActionError, ThousandError
from thousand_env.games.thousand import kernels
from thousand_env.games.thousand.actions import NUM_ACTIONS
from thousand_env.games.thousand.observe import OBSERVATION_SIZE
from thousand_env.games.thousand.rules import RuleSet, rules_from
from thousand_env.games.thousand.rules import rules as thousand_rules
from thousand_env.games.thousand.start import place_hands, start_tables
from thousand_env.games.thousand.state import STATE_DTYPE, TABLE_DTYPE, new_states
from thousand_env.games.thousand.view import fill_view, new_views, words
from thousand_env.jit import announce_first_compile

MAX_DEALS = 200  # a match is truncated after so many played deals
_REWARDS = {
    "win": kernels.REWARD_WIN,
    "score": kernels.REWARD_SCORE,
    "settlement": kernels.REWARD_SETTLEMENT,
}
TableReward = Callable[[Any, Any], Any]


class VectorEnv:
    """``num_games`` games of one rule set, stepped together.

    After ``reset`` and after every ``step`` these arrays, allocated once, hold the situation:
    ``observation`` float32 (N, OBS) and ``action_mask`` bool (N, A) of the player to move,
    ``current_player`` int64 (N,), ``views`` (N,) records of what he knows, ``rewards`` float32
    (N, players) by seat, ``terminated``, ``truncated``, ``illegal`` bool (N,).  An illegal action
    is marked in ``illegal`` and leaves its game unchanged.  A finished game (without autoreset) has
    player -1, a zero observation and a mask all true; stepping it does nothing.

    Args:
        game: name of the game.
        num_games: games in the batch, N.
        rules: a RuleSet, or None for the preset ``classic``.
        seed: of the decks; the same seed gives the same deals in every batch size and order.
        reward: ``win`` (+1, the others share -1), ``score`` (change of score / 100),
            ``settlement`` (money of R9.6 / 1000), each at the step it falls due, or a callable on
            the tables before and after, records (K,) -> array (K, players), for games whose table
            changed.
        episode: ``match``, or ``deal`` for a single played deal.
        autoreset: ``SAME_STEP`` (the arrays show the next match, ``finals`` the game that ended)
            or ``DISABLED`` (``reset(options={"reset_mask": ...})``).
        num_threads: threads that share a batch; results don't depend on it.
        buffers: arrays of the caller to be filled instead of own ones, by name of the attribute.

    Raises: ThousandError for anything that doesn't fit; nothing is changed then.
    """

    def __init__(
        self,
        game: str = "thousand",
        num_games: int = 1,
        rules: RuleSet | None = None,
        seed: int = 0,
        reward: str | TableReward = "win",
        episode: str = "match",
        autoreset: AutoresetMode = AutoresetMode.SAME_STEP,
        num_threads: int = 1,
        buffers: Mapping[str, Any] | None = None,
    ) -> None:
        _check(game == "thousand", f"unknown game {game!r:.40}; games: thousand")
        _check(_whole(num_games, 1), f"num_games = {num_games!r:.40}: at least 1 is expected")
        _check(_whole(num_threads, 1), f"num_threads = {num_threads!r:.40}: at least 1 is expected")
        _check(
            callable(reward) or reward in _REWARDS,
            f"reward {reward!r:.40}: {[*_REWARDS]} or a function",
        )
        _check(episode in ("match", "deal"), f"episode {episode!r:.40}: 'match' or 'deal'")
        modes = (AutoresetMode.SAME_STEP, AutoresetMode.DISABLED)
        _check(autoreset in modes, f"autoreset {autoreset!r:.60}: SAME_STEP or DISABLED")
        self.rules = rules if rules is not None else thousand_rules()
        _check(
            isinstance(self.rules, RuleSet), "rules: a RuleSet is expected, see thousand_env.rules"
        )
        self.num_games, self.num_threads = int(num_games), int(num_threads)
        self.reward, self.episode, self.autoreset = reward, episode, autoreset
        self.seed = _seed(seed)
        announce_first_compile()
        self._limit = 1 if episode == "deal" else MAX_DEALS
        self._reward_kind = kernels.REWARD_NONE if callable(reward) else _REWARDS[reward]
        self._compiled = self.rules.compiled()
        self._allocate(dict(buffers or {}))
        self._pool = ThreadPoolExecutor(self.num_threads) if self.num_threads > 1 else None
        self._begun = False

    def _allocate(self, given: dict[str, Any]) -> None:
        n, players = self.num_games, self.rules.players
        self._states = new_states(n)
        self._states["deck"] = np.arange(n)
        self._words = words(self._states)
        self._finals = new_states(n)
        self.views = new_views(n)
        shapes: dict[str, tuple[Any, Any]] = {
            "observation": ((n, OBSERVATION_SIZE), np.float32),
            "action_mask": ((n, NUM_ACTIONS), np.bool_),
            "current_player": ((n,), np.int64),
            "rewards": ((n, players), np.float32),
            "terminated": ((n,), np.bool_),
            "truncated": ((n,), np.bool_),
            "illegal": ((n,), np.bool_),
        }
        for name, (shape, dtype) in shapes.items():
            array = given.pop(name, None)
            if array is None:
                array = np.zeros(shape, dtype)
            fits = isinstance(array, np.ndarray) and array.shape == shape and array.dtype == dtype
            _check(
                fits and array.flags.c_contiguous and array.flags.writeable,
                f"buffer {name}: a contiguous writable array {shape} of {np.dtype(dtype)}",
            )
            setattr(self, name, array)
        _check(not given, f"unknown buffers {[*given]}; buffers: {[*shapes]}")

    observation: Any
    action_mask: Any
    current_player: Any
    rewards: Any
    terminated: Any
    truncated: Any
    illegal: Any

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin new matches: from the seed's first decks if one is given, else from the next ones.

        Options: ``table`` (R16's form, one for all or a list; also the start of every later
        autoreset), ``dealer`` (a seat or a list; else drawn by lot), ``hands`` (R16's deal with
        ``hands`` and ``talon``, one or a list: the first pack), ``deck_ids`` (N,) whole numbers,
        ``reset_mask`` (N,) bool: only these games, with autoreset disabled.
        """
        options = dict(options or {})
        known = ("table", "dealer", "hands", "deck_ids", "reset_mask")
        _check(
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
            self.seed = self.seed if seed is None else _seed(seed)
            trial["match"][which] = 0
        trial["seed"][which] = self.seed
        trial["deck"][which] = deck_ids[which]
        kernels.begin_kernel(trial, self._compiled, starts, which, self._limit, 0, self.num_games)
        if options.get("hands") is not None:
            place_hands(
                trial, self._compiled, self.rules, starts, which, options["hands"], self._limit
            )
        self._starts, self._begun = starts, True
        self._states[:] = trial
        for array in (self.rewards, self.terminated, self.truncated, self.illegal):
            array[which] = 0
        self._observe()

    def _reset_mask(self, mask: Any) -> Any:
        if mask is None:
            return np.ones(self.num_games, np.bool_)
        mask = np.asarray(mask)
        _check(
            self.autoreset == AutoresetMode.DISABLED and self._begun,
            "reset_mask needs autoreset DISABLED and a first reset of all games",
        )
        fits = mask.shape == (self.num_games,) and mask.dtype == np.bool_
        _check(fits, f"reset_mask: bool ({self.num_games},) is expected")
        return mask

    def _deck_ids(self, deck_ids: Any) -> Any:
        if deck_ids is None:
            return self._states["deck"].copy() if self._begun else np.arange(self.num_games)
        deck_ids = np.asarray(deck_ids)
        fits = deck_ids.shape == (self.num_games,) and deck_ids.dtype.kind in "iu"
        _check(fits, f"deck_ids: whole numbers ({self.num_games},) are expected")
        return deck_ids.astype(np.int64)

    def step(self, actions: Any) -> None:
        """Carry out one action number in every game, shape (N,), and fill the arrays.

        Raises: ActionError, with all games unchanged, for a wrong shape or type.
        """
        if not self._begun:
            raise ActionError("step before the first reset: call reset() first")
        actions = self._check_actions(actions)
        custom = callable(self.reward)
        before = self._tables() if custom else None
        self._run(
            kernels.step_kernel,
            self._states, self._words, self._compiled, self._starts, actions, self._limit,
            self._reward_kind, self.autoreset == AutoresetMode.SAME_STEP, self.rewards,
            self.illegal, self.terminated, self.truncated, words(self._finals),
        )  # fmt: skip
        if custom:
            self._custom_rewards(before)
        self._observe()

    def _check_actions(self, actions: Any) -> Any:
        actions = np.asarray(actions)
        if actions.shape != (self.num_games,) or actions.dtype.kind not in "iu":
            raise ActionError(
                f"actions: whole numbers of shape ({self.num_games},) are expected, not "
                f"{actions.dtype} of shape {actions.shape}"
            )
        return actions.astype(np.int64, copy=False)

    def _tables(self) -> Any:
        names = [*TABLE_DTYPE.names]  # type: ignore[misc]
        tables = np.zeros(self.num_games, TABLE_DTYPE)
        for name in names:
            tables[name] = self._states[name]
        return tables

    def _custom_rewards(self, before: Any) -> None:
        after = self._tables()
        ended = self.terminated | self.truncated
        for name in TABLE_DTYPE.names:  # type: ignore[union-attr]
            after[name][ended] = self._finals[name][ended]
        changed = before != after
        self.rewards[:] = 0
        if changed.any():
            self.rewards[changed] = self.reward(before[changed], after[changed])  # type: ignore[operator]

    def _observe(self) -> None:
        self._run(
            kernels.observe_kernel,
            self._states, self._words, self._compiled, self.views, words(self.views),
            self.observation, self.action_mask, self.current_player,
        )  # fmt: skip

    def _run(self, kernel: Callable[..., None], *arrays: Any) -> None:
        if self._pool is None:
            kernel(*arrays, 0, self.num_games)
            return
        cuts = [self.num_games * k // self.num_threads for k in range(self.num_threads + 1)]
        jobs = [self._pool.submit(kernel, *arrays, start, stop) for start, stop in pairwise(cuts)]
        for job in jobs:
            job.result()

    @property
    def state(self) -> Any:
        """All games, hidden cards included: a copy, shape (N,) of ``STATE_DTYPE``.

        Assigning a copy restores it; ``state[i] = state[j]`` on a copy clones a game.
        """
        return self._states.copy()

    @state.setter
    def state(self, states: Any) -> None:
        fits = isinstance(states, np.ndarray) and states.shape == (self.num_games,)
        _check(fits and states.dtype == STATE_DTYPE, "state: an array as env.state returns it")
        self._states[:] = states
        self._begun = True
        self._observe()

    @property
    def finals(self) -> Any:
        """Games as their last match ended (N,), valid where a match has ended: a copy."""
        return self._finals.copy()

    def view(self, index: int, seat: int | None = None) -> Any:
        """What a seat knows in one game (R13): a record; by default the player to move."""
        _check(_whole(index, 0) and index < self.num_games, f"no game {index!r:.40} in the batch")
        if seat is None:
            return self.views[index].copy()
        _check(_whole(seat, 0) and seat < self.rules.players, f"no seat {seat!r:.40} at this table")
        views = new_views(1)
        state, rules = self._states[index], self._compiled[0]
        fill_view(state, rules, seat, self._words[index], views[0], words(views)[0])
        return views[0]


def _check(condition: bool, message: str) -> None:
    if not condition:
        raise ThousandError(message)


def _whole(value: Any, least: int) -> bool:
    whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    return whole and int(value) >= least


def _seed(seed: Any) -> int:
    _check(_whole(seed, 0) and seed < 2**63, f"seed {seed!r:.40}: 0 to 2**63 - 1 is expected")
    return int(seed)


__all__ = ["MAX_DEALS", "VectorEnv", "rules_from"]
