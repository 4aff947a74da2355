"""What worker processes do: functions of one job, which stands for itself."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from thousand_agents.base import Agent, AgentError, make_agent
from thousand_env.games.thousand import NUM_ACTIONS, RuleSet
from thousand_env.games.thousand.view import VIEW_DTYPE


@dataclass(frozen=True)
class Decision:
    """A decision: rules, a view's bytes, the legal actions, and what an agent's stream is drawn from."""

    rules: RuleSet
    view: bytes
    legal: tuple[int, ...]
    seed: tuple[int, ...]

    def unpacked(self) -> tuple[Any, Any]:
        """The view, a record, and the mask, bool (A,)."""
        mask = np.zeros(NUM_ACTIONS, np.bool_)
        mask[list(self.legal)] = True
        return np.frombuffer(self.view, VIEW_DTYPE).copy()[0], mask


@dataclass(frozen=True)
class Turn:
    """An agent's turn."""

    spec: str
    decision: Decision


def act(job: Turn) -> int:
    """The agent's action.

    Raises: AgentError if it gives up or answers with what isn't legal.
    """
    agent, (view, mask) = _agent(job.spec, job.decision.rules), job.decision.unpacked()
    found = agent.act(np.array([view]), mask[None], np.random.default_rng(job.decision.seed))
    action = int(found[0])
    if action not in job.decision.legal:
        raise AgentError(f"{job.spec:.60}: {getattr(agent, 'reasons', {}).get(0, 'illegal action')}")
    return action


def make(job: tuple[str, RuleSet]) -> None:
    """Make an agent, to see whether it can be.

    Raises: AgentError.
    """
    _agent(*job)


def ready(job: Callable[..., Any]) -> int:
    """The process's number; a worker that answers has imported what the job needs."""
    return os.getpid()


@lru_cache(maxsize=32)
def _agent(spec: str, rules: RuleSet) -> Agent:
    return make_agent(spec, rules)
