"""Stable-Baselines3: a ``SeatVectorEnv`` as its ``VecEnv``, with masks for MaskablePPO.

>>> from sb3_contrib import MaskablePPO
>>> from thousand_env import SeatVectorEnv
>>> from thousand_env.adapters.sb3 import SeatVecEnv
>>> env = SeatVecEnv(SeatVectorEnv(num_envs=16, reward="score", episode="deal"))
>>> model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=256, seed=0)
>>> model = model.learn(2048)
>>> observation = env.reset()
>>> actions, _ = model.predict(observation, action_masks=env.action_masks())
>>> observation, rewards, dones, infos = env.step(actions)

A single ``SeatEnv`` needs no adapter: ``MaskablePPO("MlpPolicy", SeatEnv())`` finds its
``action_masks()``.  Give ``predict`` the masks, too: without them it may choose what is illegal.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from thousand_env.checks import check_seed
from thousand_env.errors import ThousandError
from thousand_env.seat import SeatVectorEnv


class SeatVecEnv(VecEnv):  # type: ignore[misc]
    """The games of a ``SeatVectorEnv`` in the form that Stable-Baselines3 trains on.

    Observations float32 (N, OBS), rewards float32 (N,), dones bool (N,) and N infos, all arrays
    the caller's own.  Where an episode ended the observation is the next one's first, and the info
    is that of the end, with ``terminal_observation`` and ``TimeLimit.truncated``.
    ``VecMonitor(SeatVecEnv(...))`` adds the returns of the episodes.

    Raises: ActionError and IllegalActionError in ``step``; ThousandError for what a batch of games
        can't do for a single one of them.
    """

    def __init__(self, env: SeatVectorEnv) -> None:
        self.env = env
        self._actions = np.zeros(env.num_envs, np.int64)
        self._next_options: dict[str, Any] = {}
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def set_options(self, options: Any = None) -> None:
        """Options of the next reset, one mapping for all games; see ``SeatEnv.reset``."""
        if not isinstance(options, Mapping | None):
            raise ThousandError(f"options: one mapping for all games, not {options!r:.40}")
        self._next_options = dict(options or {})

    def reset(self) -> Any:
        """Begin all matches anew: observations (N, OBS); ``seed`` and options count once."""
        seed, options = self._seeds[0], self._next_options
        self._reset_seeds()  # also where they are refused
        self.set_options()
        if seed is not None:
            check_seed(seed)
        observation, infos = self.env.reset(seed=seed, options=options)
        self.reset_infos = _rows(infos, self.num_envs)
        return observation

    def step_async(self, actions: Any) -> None:
        """Take the learners' actions (N,) for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Carry them out: observations, rewards, dones, infos."""
        observation, rewards, terminated, truncated, infos = self.env.step(self._actions)
        rows, dones = _rows(infos, self.num_envs), terminated | truncated
        for i in np.flatnonzero(dones):
            self.reset_infos[i] = rows[i]
            rows[i] = {key: infos["final_info"][key][i].item() for key in rows[i]}
            rows[i]["terminal_observation"] = infos["final_obs"][i]
        for row, cut, end in zip(rows, truncated.tolist(), terminated.tolist(), strict=True):
            row["TimeLimit.truncated"] = cut and not end
        return observation, rewards.astype(np.float32), dones, rows

    def action_masks(self) -> Any:
        """The learners' legal actions, bool (N, A)."""
        return self.env.action_masks()

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """``action_masks`` of the games asked for, a bool (A,) each: what MaskablePPO calls."""
        if method_name != "action_masks":
            raise ThousandError(f"env_method {method_name!r:.40}: a game has only action_masks")
        masks = self.env.action_masks()
        return [masks[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the batch, once for every game asked for."""
        value = getattr(self.env, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Refused: the games of a batch have no attributes of their own."""
        raise ThousandError(f"set_attr {attr_name!r:.40}: set it on the SeatVectorEnv itself")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Never: the games are no environments that could be wrapped one by one."""
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Close the ``SeatVectorEnv``."""
        self.env.close()


def _rows(infos: Mapping[str, Any], num_envs: int) -> list[dict[str, Any]]:
    """Gymnasium's columns as one dict of plain numbers a game."""
    columns = {key: infos[key].tolist() for key in ("seat", "deals", "score")}
    return [{key: column[i] for key, column in columns.items()} for i in range(num_envs)]


__all__ = ["SeatVecEnv"]
