"""Bochki for PettingZoo (AEC).

>>> from thousand_env import bochki_v0
>>> env = bochki_v0.env(rules="classic", reward="score")
>>> env.reset(seed=42)
>>> for agent in env.agent_iter(max_iter=10):
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     mask = observation["action_mask"]
...     env.step(None if done else env.action_space(agent).sample(mask))

| | |
|---|---|
| Agents | ``player_0`` .. ``player_3``, by seat, clockwise; two to four, as ``rules.players`` says |
| Action space | ``Discrete(2)``: ``deal`` and ``stop`` |
| Observation space | ``Dict``: ``observation`` float32 (52,), ``action_mask`` int8 (2,) |
| Rewards | ``win``, ``score`` or a function, see ``thousand_env.VectorEnv`` |
| Parallel API | no: one agent acts at a time |

The game to 1000 is the episode (``episode="deal"``: the next turn alone, of all players where turns
run side by side) and ends for all agents together.  Everything is open
(``thousand_env.bochki.decode`` names the facts in an observation); off its turn, and once the game is
over, an agent's observation and mask are zeros.  A reward counts at the step it falls due, for every
agent.  ``infos`` hold two numbers: ``deals`` dealt in the game and the agent's ``score``.

What combinations score by default is this project's own table, as the source's is lost (B4).  An
action outside the mask raises ``IllegalActionError`` and changes nothing.
"""

from typing import Any, ClassVar

from thousand_env.aec import GameAEC, Ordered


class raw_env(GameAEC):
    """Bochki without PettingZoo's wrappers; the arguments are those of ``GameAEC``."""

    game = "bochki"
    metadata: ClassVar[dict[str, Any]] = GameAEC.metadata | {"name": "bochki_v0"}  # type: ignore[misc]


def env(**kwargs: Any) -> Ordered:
    """Bochki as PettingZoo users expect it: ``raw_env`` that must be reset before use.

    ``AssertOutOfBoundsWrapper`` isn't needed: ``raw_env`` checks every action, and says more.
    """
    return Ordered(raw_env(**kwargs))


__all__ = ["env", "raw_env"]
