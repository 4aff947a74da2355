"""Thousand for RLlib: a ``MultiAgentEnv`` with the keys that its action masking reads.

RLlib's own ``ActionMaskingTorchRLModule`` (PPO, torch, the new API stack) works with it as it is.
``pip install 'ray[rllib]'`` pins a gymnasium, so give it an environment of its own.

>>> from ray.rllib.algorithms.ppo import PPOConfig
>>> from ray.rllib.core.rl_module.rl_module import RLModuleSpec
>>> from ray.rllib.examples.rl_modules.classes import action_masking_rlm
>>> from thousand_env.adapters.rllib import ThousandMultiAgentEnv
>>> options = {"rules": "online", "reward": "score", "episode": "deal"}
>>> config = PPOConfig().env_runners(num_env_runners=0)
>>> _ = config.environment(ThousandMultiAgentEnv, env_config=options, disable_env_checking=True)
>>> _ = config.multi_agent(policies={"all"}, policy_mapping_fn=lambda *_, **__: "all")
>>> _ = config.rl_module(rl_module_spec=RLModuleSpec(action_masking_rlm.ActionMaskingTorchRLModule))
>>> _ = config.training(train_batch_size_per_learner=200, minibatch_size=100, num_epochs=1)
>>> config.build_algo().train()["training_iteration"]
1

RLlib's check of environments tries an action drawn without the mask: it must be disabled.
"""

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from thousand_env.checks import check
from thousand_env.games.common.encode import encode
from thousand_env.games.thousand import NUM_ACTIONS
from thousand_env.spaces import as_rules, check_action, observation_box
from thousand_env.vector import VectorEnv

_CONFIG = ("rules", "reward", "episode")


class ThousandMultiAgentEnv(MultiAgentEnv):  # type: ignore[misc]
    """One game; in every step the agent to move, and nobody else, has an observation.

    Agents are ``player_0`` .. by seat.  An observation is a dict: ``observations`` float32 (OBS,)
    and ``action_mask`` float32 (A,), ones where legal.  The episode ends for all together
    (``__all__``); then everybody gets the observation of the table as it ended, its mask all ones.
    What falls due before an agent's first action is paid with that action, since RLlib trains on
    nothing earlier; it drops an agent that never acts in an episode (of four players the dealer of
    a single deal, R2.2).

    Args:
        config: ``rules`` (a RuleSet or the name of a preset), ``reward`` and ``episode`` as in
            ``VectorEnv``; RLlib passes ``env_config``.

    Raises: ThousandError for a config that doesn't fit; ActionError and IllegalActionError in
        ``step``, with the game unchanged.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        options = dict(config or {})
        check(set(options) <= {*_CONFIG}, f"env_config {[*options]}: keys are {', '.join(_CONFIG)}")
        options["rules"] = as_rules("thousand", options.get("rules"))
        self._game = VectorEnv("thousand", 1, autoreset=AutoresetMode.DISABLED, **options)
        self._seeded = False
        names = [f"player_{seat}" for seat in range(self._game.rules.players)]
        self.agents = self.possible_agents = names
        mask = spaces.Box(0, 1, (NUM_ACTIONS,), np.float32)
        space = spaces.Dict(
            {"observations": observation_box(self._game.game.LAYOUT), "action_mask": mask}
        )
        self.observation_spaces = dict.fromkeys(names, space)
        self.action_spaces = dict.fromkeys(names, spaces.Discrete(NUM_ACTIONS))

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode: from the seed's first deck if one is given, else from the next one.

        Without any seed the first is drawn at random.  Options: ``table``, ``dealer``, ``hands``,
        ``deck_ids`` as in ``VectorEnv.reset``.
        """
        if seed is None and not self._seeded:
            seed = secrets.randbits(63)
        self._game.reset(seed, options)
        self._seeded = True
        self._due = dict.fromkeys(self.agents, 0.0)
        self._acted: set[str] = set()
        return self._observations(), {}

    def step(self, action_dict: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Carry out the action of the agent to move: observations, rewards, ends, infos."""
        game, name = self._game, self.agents[self._game.current_player.item()]
        check([*action_dict] == [name], f"actions by {[*action_dict]}: {name} is to move")
        number = check_action(action_dict[name], game.action_mask[0], game.views[0], game.game)
        game.step(np.array([number]))
        self._acted.add(name)
        terminated, truncated = game.terminated.item(), game.truncated.item()
        rewards = self._pay(terminated or truncated)
        ends = {"__all__": terminated}, {"__all__": truncated}
        return self._observations(), rewards, *ends, {}

    def _pay(self, over: bool) -> dict[str, float]:
        """What is due to the agents that have acted, at the end to all."""
        for name, reward in zip(self.agents, self._game.rewards[0].tolist(), strict=True):
            self._due[name] += reward
        paid = {name: due for name, due in self._due.items() if over or name in self._acted}
        self._due |= dict.fromkeys(paid, 0.0)
        return paid

    def _observations(self) -> dict[str, Any]:
        """Of the agent to move, or of all once the episode has ended."""
        game, seat = self._game, self._game.current_player.item()
        if seat >= 0:
            return {self.agents[seat]: self._observation(game.observation[0])}
        views = np.array([game.view(0, seat) for seat in range(len(self.agents))])
        rows = zip(self.agents, encode(views), strict=True)
        return {name: self._observation(row) for name, row in rows}

    def _observation(self, row: Any) -> dict[str, Any]:
        mask = self._game.action_mask[0].astype(np.float32)
        return {"observations": row.copy(), "action_mask": mask}
