"""A learner's turns: agents play the other seats until every game waits for its learner."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

import numpy as np
from gymnasium.vector import AutoresetMode

from thousand_env.checks import as_array, check, is_whole
from thousand_env.errors import ActionError, ThousandError
from thousand_env.games.common.encode import encode
from thousand_env.games.common.kernels import view_kernel
from thousand_env.games.common.records import words
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.rewards import TableReward
from thousand_env.spaces import as_rules, check_actions
from thousand_env.vector import VectorEnv

MOST_UNSEEN: Final = 1000  # episodes in a row without a turn of the learner: he never has one
NEVER_SEEN: Final = (
    f"the learner had no turn in {MOST_UNSEEN} episodes from this start, so none is to come: another "
    "seat, dealer or table is expected"
)


class Agent(Protocol):
    """A player of the other seats: it chooses for a batch of players to move."""

    name: str

    def act(self, views: Any, masks: Any, rng: np.random.Generator) -> Any:
        """Action numbers int64 (K,) for ``views`` (K,) of VIEW_DTYPE and ``masks`` bool (K, A)."""


class RandomAgent:
    """Plays uniformly random legal actions."""

    name = "random"

    def act(self, views: Any, masks: Any, rng: np.random.Generator) -> Any:
        """In every row the n-th legal action, n drawn."""
        counts = masks.cumsum(axis=1, dtype=np.int16)
        nth = (rng.random(len(masks)) * counts[:, -1]).astype(np.int16)
        return np.argmax(counts > nth[:, None], axis=1)


class LearnerSeats:
    """The games of a ``VectorEnv`` with a learner's seat in each, ``seats`` (N,).

    Between two calls every game waits for its learner, or has ended (without autoreset).
    ``final_observation`` (N, OBS) and ``final_info`` are of the episode that has just ended, in the
    rows where one has.  The arguments are those of ``SeatEnv`` and ``VectorEnv``.
    """

    def __init__(
        self,
        num_games: int,
        opponents: Agent | Sequence[Agent] | None,
        seat: int | None,
        game: str | None,
        rules: BaseRules | str | None,
        reward: str | TableReward,
        episode: str,
        autoreset: AutoresetMode,
    ) -> None:
        made = as_rules(game, rules)
        self.env = VectorEnv(game, num_games, made, 0, reward, episode, autoreset)
        self.players = made.players
        self.agents, self._agent_at = _agents_by_place(opponents, self.players)
        if seat is not None and not (is_whole(seat, 0) and seat < self.players):
            raise ThousandError(f"seat = {seat!r:.40}: 0 to {self.players - 1}, or None to draw it")
        self.fixed_seat = seat
        self.seats = np.zeros(num_games, np.int64)
        self.final_observation = np.zeros_like(self.env.observation)
        self.final_info = self.info()
        self._compiled = made.compiled()
        self._pending = np.zeros(num_games)  # the learner's rewards not yet handed out
        self._begun = False

    def info(self) -> dict[str, Any]:
        """What the learners are told besides the observation: columns (N,) by name."""
        return self._info_of(self.env.views)

    def _info_of(self, records: Any) -> dict[str, Any]:
        score = records["score"][np.arange(len(records)), self.seats]
        columns = {"seat": self.seats, "deals": records["deals"], "score": score}
        return {key: column.astype(np.int64) for key, column in columns.items()}

    def reset(
        self, rng: np.random.Generator, seed: int | None, options: Mapping[str, Any] | None
    ) -> None:
        """Begin a match in every game and play on to the learner's first turn."""
        self._check_options(options or {})
        if seed is None and not self._begun:
            seed = int(rng.integers(2**63 - 1))
        unseen = np.zeros(self.env.num_games, np.bool_)
        for _ in range(MOST_UNSEEN):
            self.env.reset(seed, options)
            self._begun, seed = True, None
            self._pending[:] = 0
            self._draw_seats(~unseen, rng)
            self._play_on(None, unseen, rng)
            if (self.env.current_player >= 0).all():
                return
        raise ThousandError(NEVER_SEEN)

    def _check_options(self, options: Mapping[str, Any]) -> None:
        """Refuse a start from which the learner would never have a turn."""
        if "reset_mask" in options:
            raise ThousandError("reset_mask: a reset begins all games here")
        dealers, idle = options.get("dealer"), self.env.game.idle_seat
        if self.env.episode != "deal" or dealers is None or self.fixed_seat is None:
            return
        dealt_by = np.atleast_1d(as_array(dealers))
        if any(idle(self.env.rules, seat) == self.fixed_seat for seat in dealt_by):
            raise ThousandError(
                f"dealer = {dealers!r:.40}: the learner, in seat {self.fixed_seat}, would sit out "
                "the only deal of the episode"
            )

    def _draw_seats(self, which: Any, rng: np.random.Generator) -> None:
        """The learner's seats in new episodes."""
        if self.fixed_seat is None:
            self.seats[which] = rng.integers(self.players, size=np.count_nonzero(which))
        else:
            self.seats[which] = self.fixed_seat

    def step(self, actions: Any, rng: np.random.Generator) -> tuple[Any, Any, Any]:
        """The learners' actions (N,) and the agents' answers, up to the learners' next turns.

        Returns rewards float64, terminated, truncated bool (N,) of the episodes acted in.
        """
        env = self.env
        if (
            not self._begun or (env.current_player != self.seats).any()
        ):  # also after an agent failed
            raise ActionError("no episode waits for the learner: call reset() before step()")
        actions = check_actions(actions, env.action_mask, env.views, env.game)
        return self._play_on(actions, np.ones(env.num_games, np.bool_), rng)

    def _play_on(self, actions: Any, seen: Any, rng: np.random.Generator) -> tuple[Any, Any, Any]:
        """Step all games until each waits for its learner.

        ``seen``: the learner has had a turn in this episode.  One that ends before (only the dealer
        of four in a single deal never gets a turn) is passed over without a trace; rewards before
        his first turn stay pending until the step that follows it.
        """
        env = self.env
        terminated, truncated = np.zeros_like(seen), np.zeros_like(seen)
        rewards, rows = np.zeros(env.num_games), np.arange(env.num_games)
        passed_over = np.zeros(env.num_games, np.int64)
        while True:
            if actions is not None:
                env.step(actions)
                self._pending += env.rewards[rows, self.seats]
                over = env.terminated | env.truncated
                if over.any():
                    ended = over & seen
                    passed_over += over & ~seen
                    check(passed_over.max() < MOST_UNSEEN, NEVER_SEEN)
                    terminated |= ended & env.terminated
                    truncated |= ended & env.truncated
                    rewards[ended] = self._pending[ended]
                    self._keep_finals(np.flatnonzero(ended))
                    self._pending[over] = 0
                    self._draw_seats(over, rng)
                    seen = seen & ~over
            actions = self._answers(rng)
            if actions is None:
                break
        rewards[seen] = self._pending[seen]
        self._pending[seen] = 0
        return rewards, terminated, truncated

    def _answers(self, rng: np.random.Generator) -> Any:
        """The agents' actions (N,), or None if every game waits for its learner or has ended.

        A game that waits meanwhile gets -1, which is illegal and so changes nothing.
        """
        env = self.env
        places = (env.current_player - self.seats) % self.players
        places[env.current_player < 0] = 0
        if not places.any():
            return None
        actions = np.full(env.num_games, -1)
        who = self._agent_at[places]
        for number, agent in enumerate(self.agents):
            rows = np.flatnonzero(who == number)
            if rows.size:
                views, masks = env.views[rows], env.action_mask[rows]
                actions[rows] = check_actions(agent.act(views, masks, rng), masks, views, env.game)
        return actions

    def _keep_finals(self, rows: Any) -> None:
        """Note what the learners see of the episodes that end now, by row (K,)."""
        if not rows.size:
            return
        finals = self.env.finals
        states, views = finals[rows], self.env.game.new_views(len(rows))
        view_kernel(states, words(states), self._compiled, self.seats[rows], views, words(views))
        self.final_observation[rows] = encode(views)
        for key, column in self._info_of(finals).items():
            self.final_info[key][rows] = column[rows]


def _agents_by_place(
    opponents: Agent | Sequence[Agent] | None, players: int
) -> tuple[list[Agent], Any]:
    """The agents, and which of them sits where: by place clockwise from the learner, -1 himself."""
    if not isinstance(opponents, (list, tuple)):
        one: Any = RandomAgent() if opponents is None else opponents
        check(callable(getattr(one, "act", None)), f"opponents: {one!r:.40} has no method act")
        return [one], np.array([-1] + [0] * (players - 1))
    if len(opponents) != players - 1:
        raise ThousandError(
            f"opponents: one agent, or {players - 1} for the other seats, not {len(opponents)}"
        )
    for agent in opponents:
        check(callable(getattr(agent, "act", None)), f"opponents: {agent!r:.40} has no method act")
    return [*opponents], np.arange(-1, players - 1)
