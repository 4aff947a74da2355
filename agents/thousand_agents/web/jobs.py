"""What worker processes do: functions of one job, which stands for itself."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

import thousand_env as te
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

    def batch(self) -> tuple[Any, Any]:
        """The views (1,) and the masks, bool (1, A)."""
        masks = np.zeros((1, NUM_ACTIONS), np.bool_)
        masks[0, list(self.legal)] = True
        return np.frombuffer(bytearray(self.view), VIEW_DTYPE), masks

    def unpacked(self) -> tuple[Any, Any]:
        """The view, a record, and the mask, bool (A,)."""
        views, masks = self.batch()
        return views[0], masks[0]


@dataclass(frozen=True)
class Turn:
    """An agent's turn."""

    spec: str
    decision: Decision


def act(job: Turn) -> int:
    """The agent's action.

    Raises: AgentError if it gives up or answers with what isn't legal.
    """
    agent = _agent(job.spec, job.decision.rules)
    found = agent.act(*job.decision.batch(), np.random.default_rng(job.decision.seed))
    action = int(found[0])
    if action not in job.decision.legal:
        raise AgentError(
            f"{job.spec:.60}: {getattr(agent, 'reasons', {}).get(0, 'illegal action')}"
        )
    return action


def make(job: tuple[str, RuleSet]) -> None:
    """Make an agent, to see whether it can be.

    Raises: AgentError.
    """
    _agent(*job)


def warm_quick(worker: None) -> None:
    """Load what quick agents need, so that no decision has to wait for it."""
    rules = te.rules()
    game, agent = te.Game(rules), make_agent("greedy", rules)
    _first_decisions(game, agent)


def warm_search(worker: None) -> None:
    """Load what search needs, too: sampled worlds, the solver."""
    warm_quick(worker)
    rules = te.rules()
    _first_decisions(te.Game(rules), make_agent("pimc:worlds=1", rules))


def _first_decisions(game: te.Game, agent: Agent) -> None:
    """Decide until the second trick."""
    rng = np.random.default_rng(0)
    while game.player is not None and not game.state.tricks_played:
        mask = np.zeros((1, NUM_ACTIONS), np.bool_)
        mask[0, game.legal_actions()] = True
        game.apply(int(agent.act(np.array([game.view(game.player)]), mask, rng)[0]))


@lru_cache(maxsize=32)
def _agent(spec: str, rules: RuleSet) -> Agent:
    return make_agent(spec, rules)
