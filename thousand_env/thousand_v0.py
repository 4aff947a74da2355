"""Thousand for PettingZoo (AEC).

>>> from thousand_env import thousand_v0
>>> env = thousand_v0.env(rules="classic", reward="score")
>>> env.reset(seed=42)
>>> for agent in env.agent_iter(max_iter=10):
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     mask = observation["action_mask"]
...     env.step(None if done else env.action_space(agent).sample(mask))

| | |
|---|---|
| Agents | ``player_0`` .. ``player_3``, by seat, clockwise; as many as ``rules.players`` |
| Action space | ``Discrete(189)``: ``thousand_env.games.thousand.ACTION_TEXTS`` names them |
| Observation space | ``Dict``: ``observation`` float32, ``action_mask`` int8 (189,) |
| Rewards | ``win``, ``score``, ``settlement`` or a function, see ``thousand_env.VectorEnv`` |
| Parallel API | no: one agent acts at a time |

The match is the episode (``episode="deal"``: a single deal) and ends for all agents together; it is
truncated after 200 played deals.  An agent sees its own side only (``thousand_env.decode`` names
the facts in an observation); off its turn, and once the match is over, observation and mask are
zeros.  A reward counts at the step it falls due, for every agent.  ``infos`` hold two numbers:
``deals`` played in the match and the agent's ``score``.

An action outside the mask raises ``IllegalActionError`` and changes nothing: a learner that samples
without the mask has a bug.  Who wants PettingZoo's way of losing by it wraps ``raw_env`` in
``TerminateIllegalWrapper``.
"""

from typing import Any, ClassVar

from thousand_env.aec import GameAEC, Ordered


class raw_env(GameAEC):
    """Thousand without PettingZoo's wrappers; the arguments are those of ``GameAEC``."""

    game = "thousand"
    metadata: ClassVar[dict[str, Any]] = GameAEC.metadata | {"name": "thousand_v0"}  # type: ignore[misc]


def env(**kwargs: Any) -> Ordered:
    """Thousand as PettingZoo users expect it: ``raw_env`` that must be reset before use.

    ``AssertOutOfBoundsWrapper`` isn't needed: ``raw_env`` checks every action, and says more.
    """
    return Ordered(raw_env(**kwargs))


__all__ = ["env", "raw_env"]
