"""One match in the terminal: agents decide, somebody shows."""

from collections.abc import Sequence

import numpy as np

import thousand_env as te
from thousand_agents.base import Agent, AgentError, make_agent
from thousand_env.games.thousand import RuleSet, action_text


def seat_agents(specs: Sequence[str], seats: int, rules: RuleSet) -> list[Agent]:
    """An agent for every seat; a single spec serves all.

    Raises: AgentError if their number doesn't fit.
    """
    if len(specs) == 1:
        specs = [*specs] * seats
    if len(specs) != seats:
        raise AgentError(f"{len(specs)} agents for {seats} seats: name one, or {seats}")
    return [make_agent(spec, rules) for spec in specs]


def decide(game: te.Game, agent: Agent, rng: np.random.Generator) -> str:
    """The agent's action for the player to move, as text."""
    if game.player is None:
        raise AgentError("nobody is to move")
    view = np.array([game.view(game.player)])
    action = int(agent.act(view, game.action_mask[None], rng)[0])
    if action < 0:  # an outside player that failed
        raise AgentError(f"{agent.name}: {getattr(agent, 'reasons', {}).get(0, 'gave up')}")
    return action_text(action)
