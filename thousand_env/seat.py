"""Gymnasium views: a learner in one seat of every game, agents in the others."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector import VectorEnv as GymVectorEnv
from gymnasium.vector.utils import batch_space

from thousand_env.checks import as_array
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.learner import Agent, LearnerSeats, RandomAgent
from thousand_env.rewards import TableReward
from thousand_env.spaces import observation_box


class SeatEnv(gym.Env[Any, Any]):
    """One learner at the table: a Gymnasium environment whose steps are his turns only.

    Observation: float32 (OBS,) of what his seat knows; at the end, of the table as it ended.  Action:
    ``Discrete(A)``; ``action_masks()`` tells the legal ones.  The reward is the sum of what fell due
    to his seat up to his next turn or the end; what fell due before his first turn comes with his
    first step.  ``info``: ``seat``, ``deals`` played in the match, ``score``.

    Args:
        opponents: one agent for all other seats, or one for each, clockwise from the learner's
            left; None for random play.
        seat: the learner's, or None to draw it anew in every episode.
        rules: a RuleSet, the name of a preset, or None for ``classic``.
        reward, episode: as in ``VectorEnv``.  With four players and ``episode="deal"`` a deal in
            which the learner sits out is passed over.
        game: as in ``VectorEnv``; it needn't be said beside a RuleSet.

    Raises: ThousandError for an argument that doesn't fit; ActionError and IllegalActionError in
        ``step``, also for an agent's action.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}  # type: ignore[misc]

    def __init__(
        self,
        opponents: Agent | Sequence[Agent] | None = None,
        seat: int | None = None,
        rules: BaseRules | str | None = None,
        reward: str | TableReward = "win",
        episode: str = "match",
        game: str | None = None,
    ) -> None:
        mode = AutoresetMode.DISABLED
        self._seats = LearnerSeats(1, opponents, seat, game, rules, reward, episode, mode)
        package = self._seats.env.game
        self.observation_space = observation_box(package.LAYOUT)
        self.action_space = spaces.Discrete(package.NUM_ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a match and play on to the learner's first turn.

        With a seed: from its first deck; without: from the next deck.  Options: ``table``,
        ``dealer``, ``hands``, ``deck_ids`` as in ``VectorEnv.reset``.
        """
        super().reset(seed=seed)
        self._seats.reset(self.np_random, seed, options)
        return self._seats.env.observation[0].copy(), self._info(self._seats.info())

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The learner's action and the agents' answers, up to his next turn or the end."""
        seats = self._seats
        results = seats.step(np.atleast_1d(as_array(action)), self.np_random)
        reward, terminated, truncated = (column.item() for column in results)
        over = terminated or truncated
        observation = seats.final_observation[0] if over else seats.env.observation[0]
        info = self._info(seats.final_info if over else seats.info())
        return observation.copy(), reward, terminated, truncated, info

    def action_masks(self) -> Any:
        """The learner's legal actions, bool (A,); all true once the episode has ended."""
        return self._seats.env.action_mask[0].copy()

    @staticmethod
    def _info(columns: Mapping[str, Any]) -> dict[str, Any]:
        return {key: column.item() for key, column in columns.items()}


class SeatVectorEnv(GymVectorEnv[Any, Any, Any]):
    """A batch of ``SeatEnv``: ``num_envs`` games, in each a learner's seat, agents act batched.

    Gymnasium's vector API with autoreset ``SAME_STEP``: where an episode ended the observation is
    the next one's first, and ``infos`` hold ``final_obs`` (N,) objects and ``final_info``, valid
    where ``_final_obs`` and ``_final_info`` (N,) are true.  Arguments as in ``SeatEnv``.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as there

    def __init__(
        self,
        num_envs: int,
        opponents: Agent | Sequence[Agent] | None = None,
        seat: int | None = None,
        rules: BaseRules | str | None = None,
        reward: str | TableReward = "win",
        episode: str = "match",
        game: str | None = None,
    ) -> None:
        mode = AutoresetMode.SAME_STEP
        self._seats = LearnerSeats(num_envs, opponents, seat, game, rules, reward, episode, mode)
        self.num_envs = num_envs
        package = self._seats.env.game
        self.single_observation_space = observation_box(package.LAYOUT)
        self.single_action_space = spaces.Discrete(package.NUM_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all matches anew: observations (N, OBS) and infos; see ``SeatEnv.reset``.

        One ``seed`` serves all games; ``table`` and ``dealer`` hold for later episodes, too.
        """
        super().reset(seed=seed)
        self._seats.reset(self.np_random, seed, options)
        return self._seats.env.observation.copy(), self._infos(self._seats.info())

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """The learners' actions (N,): observations, rewards, terminations, truncations, infos."""
        seats = self._seats
        rewards, terminated, truncated = seats.step(actions, self.np_random)
        infos, over = self._infos(seats.info()), terminated | truncated
        if over.any():
            final = np.full(self.num_envs, None, dtype=object)
            for i in np.flatnonzero(over):
                final[i] = seats.final_observation[i].copy()
            infos |= {"final_obs": final, "_final_obs": over}
            infos |= {"final_info": self._infos(seats.final_info, over), "_final_info": over}
        return seats.env.observation.copy(), rewards, terminated, truncated, infos

    def action_masks(self) -> Any:
        """The learners' legal actions, bool (N, A)."""
        return self._seats.env.action_mask.copy()

    def _infos(self, columns: Mapping[str, Any], valid: Any = None) -> dict[str, Any]:
        """Gymnasium's form: every array with a mask of the rows where it holds."""
        infos: dict[str, Any] = {}
        for key, column in columns.items():
            infos[key] = column.copy()
            infos[f"_{key}"] = np.ones(self.num_envs, np.bool_) if valid is None else valid.copy()
        return infos


__all__ = ["Agent", "RandomAgent", "SeatEnv", "SeatVectorEnv"]
