"""The PettingZoo view: one game, agent by agent (AEC)."""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from thousand_env import games
from thousand_env.checks import is_whole
from thousand_env.drawing.text import show
from thousand_env.errors import ThousandError
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.rewards import TableReward
from thousand_env.spaces import as_rules, check_action, observation_box
from thousand_env.vector import VectorEnv

Observation = dict[str, Any]


class GameAEC(AECEnv[str, Observation, Any]):
    """A game of ``VectorEnv`` as a PettingZoo environment; ``thousand_v0`` describes it to users.

    Args:
        rules: a RuleSet, the name of a preset, or None for ``classic``.
        reward, episode: as in ``VectorEnv``.
        render_mode: ``ansi`` (a text), ``human`` (prints it after every step), ``rgb_array`` or None.
        max_cycles: turns an agent may take; the game is truncated when one would take more.

    Raises: ThousandError for an argument that doesn't fit; ActionError and IllegalActionError in
        ``step``; nothing is changed then.
    """

    game: ClassVar[str]
    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: BaseRules | str | None = None,
        reward: str | TableReward = "win",
        episode: str = "match",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **others: Any,
    ) -> None:
        super().__init__()
        if others:
            raise ThousandError(
                f"no argument {', '.join(others):.80}; options of the rules go into the rules: "
                f"rules=thousand_env.rules({self.game!r}, players=3)"
            )
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise ThousandError(f"render_mode = {render_mode!r:.40}: None or one of {modes}")
        if max_cycles is not None and not is_whole(max_cycles, 1):
            raise ThousandError(f"max_cycles = {max_cycles!r:.40}: None or at least 1 is expected")
        self.rules, self.render_mode = as_rules(self.game, rules), render_mode
        self.max_cycles = max_cycles
        mode = AutoresetMode.DISABLED
        self._vector = VectorEnv(
            self.game, rules=self.rules, reward=reward, episode=episode, autoreset=mode
        )
        self._actions = np.zeros(1, np.int64)
        self._seeded = False
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self.agents = []
        self.observation_spaces = {name: self._observation_space() for name in self.possible_agents}
        self.action_spaces = {
            name: spaces.Discrete(self._vector.game.NUM_ACTIONS) for name in self.possible_agents
        }

    def _observation_space(self) -> Any:
        game = self._vector.game
        mask = spaces.Box(0, 1, (game.NUM_ACTIONS,), np.int8)
        return spaces.Dict({"observation": observation_box(game.LAYOUT), "action_mask": mask})

    def observation_space(self, agent: str) -> Any:
        """The space of ``observe(agent)``."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """``Discrete(NUM_ACTIONS)``: one table of actions for all decisions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a match: from the seed's first decks if one is given, else from the next ones.

        Without any seed the first match is drawn at random.  Options: ``table``, ``dealer``,
        ``hands``, ``deck_ids`` as in ``VectorEnv.reset``.
        """
        if seed is None and not self._seeded:
            seed = secrets.randbits(63)
        options = dict(options or {})
        options.pop("options", None)  # PettingZoo's api_test resets with {"options": 1}
        if "reset_mask" in options:
            raise ThousandError(
                "reset_mask is for batches of games; here reset begins the only one"
            )
        self._vector.reset(seed, options)
        self._seeded = True
        names = self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(names, 0.0)
        self._cumulative_rewards = dict.fromkeys(names, 0.0)
        self.terminations = dict.fromkeys(names, False)
        self.truncations = dict.fromkeys(names, False)
        self._paid = self._ended = False
        self._turns = [0] * len(names)
        self._table: tuple[Any, ...] = ()
        self._note_table(self._vector.views)
        self.agent_selection = names[self._vector.current_player.item()]
        if self.render_mode == "human":
            self.render()

    def step(self, action: Any) -> None:
        """Carry out an action number of the agent to move; None for an agent that is done."""
        agent = self.agent_selection
        if self._ended:
            self._was_dead_step(action)
            return
        vector = self._vector
        self._actions[0] = check_action(action, vector.action_mask[0], vector.views[0], vector.game)
        seat = vector.current_player.item()
        vector.step(self._actions)
        self._cumulative_rewards[agent] = 0.0
        self._pay(vector.rewards.tolist()[0])
        self._turns[seat] += 1
        self._go_on(vector.current_player.item())
        if self.render_mode == "human":
            self.render()

    def _pay(self, rewards: list[float]) -> None:
        """Hand out the step's rewards; nearly always there are none, now and before."""
        paid = any(rewards)
        if paid or self._paid:
            for name, reward in zip(self.agents, self._vector.rewards[0], strict=True):
                # float32 1.2 as the decimal 1.2, so that scores add up exactly
                self.rewards[name] = float(str(reward))
                self._cumulative_rewards[name] += self.rewards[name]
        self._paid = paid

    def _go_on(self, seat: int) -> None:
        """Pass the turn on, or end the game for all agents together."""
        vector = self._vector
        if seat < 0:
            self._note_table(vector.finals)
            self._end(vector.terminated.item())
            return
        self._note_table(vector.views)
        self.agent_selection = self.agents[seat]
        if self.max_cycles is not None and self._turns[seat] >= self.max_cycles:
            self._end(False)

    def _end(self, terminated: bool) -> None:
        self._ended = True
        self.terminations = dict.fromkeys(self.agents, terminated)
        self.truncations = dict.fromkeys(self.agents, not terminated)
        self._deads_step_first()

    def _note_table(self, records: Any) -> None:
        """Renew ``infos`` if the table has changed: deals played and the agent's score."""
        table = (records["deals"].item(), *records["score"].tolist()[0])
        if table != self._table:
            self._table = table
            infos = [{"deals": table[0], "score": score} for score in table[1:]]
            self.infos = dict(zip(self.agents, infos, strict=False))

    def observe(self, agent: str) -> Observation:
        """What the agent to move knows, float32 (OBS,), and its mask, int8 (A,); else zeros."""
        if agent != self.agent_selection or self._ended:
            game = self._vector.game
            observation = np.zeros(game.OBSERVATION_SIZE, np.float32)
            return {"observation": observation, "action_mask": np.zeros(game.NUM_ACTIONS, np.int8)}
        vector = self._vector
        mask = vector.action_mask[0].view(np.int8).copy()
        return {"observation": vector.observation[0].copy(), "action_mask": mask}

    def render(self) -> Any:
        """The table with all hands open, by ``render_mode``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render_mode: give one to the constructor")
            return None
        state = self._vector.state[0]
        if self.render_mode == "rgb_array":
            from thousand_env.drawing.pixels import rgb_array

            return rgb_array(games.picture_of(self.rules).svg_state(state, self.rules))
        text = games.text_of(self.rules).render_state(state, self.rules)
        if self.render_mode == "ansi":
            return text
        show(text)
        return None

    def close(self) -> None:
        """Nothing is held open."""


class Ordered(OrderEnforcingWrapper[Any, Any, Any]):
    """PettingZoo's wrapper, but ``last`` doesn't fetch five attributes through it one by one."""

    def last(self, observe: bool = True) -> Any:
        """As ``AECEnv.last``."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def __str__(self) -> str:
        return str(self.env)
