"""King for PettingZoo (AEC).

>>> from thousand_env import king_v0
>>> env = king_v0.env(rules="classic", reward="score")
>>> env.reset(seed=42)
>>> for agent in env.agent_iter(max_iter=10):
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     mask = observation["action_mask"]
...     env.step(None if done else env.action_space(agent).sample(mask))

| | |
|---|---|
| Agents | ``player_0`` .. ``player_3``, by seat, clockwise; three or four, as ``rules.players`` says |
| Action space | ``Discrete(324)``: ``thousand_env.games.king.ACTION_TEXTS`` names them |
| Observation space | ``Dict``: ``observation`` float32 (815,), ``action_mask`` int8 (324,) |
| Rewards | ``win``, ``score`` or a function, see ``thousand_env.VectorEnv`` |
| Parallel API | no: one agent acts at a time |

The game of all deals is the episode (``episode="deal"``: the next deal alone) and ends for all agents
together.  An agent sees its own side only (``thousand_env.king.decode`` names the facts in an
observation); off its turn, and once the game is over, observation and mask are zeros.  A reward
counts at the step it falls due, for every agent.  ``infos`` hold two numbers: ``deals`` done in the
game and the agent's ``score``, its total.

An action outside the mask raises ``IllegalActionError`` and changes nothing.
"""

from typing import Any, ClassVar

from thousand_env.aec import GameAEC, Ordered


class raw_env(GameAEC):
    """King without PettingZoo's wrappers; the arguments are those of ``GameAEC``."""

    game = "king"
    metadata: ClassVar[dict[str, Any]] = GameAEC.metadata | {"name": "king_v0"}  # type: ignore[misc]


def env(**kwargs: Any) -> Ordered:
    """King as PettingZoo users expect it: ``raw_env`` that must be reset before use.

    ``AssertOutOfBoundsWrapper`` isn't needed: ``raw_env`` checks every action, and says more.
    """
    return Ordered(raw_env(**kwargs))


__all__ = ["env", "raw_env"]
