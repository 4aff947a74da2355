"""One match in the terminal: agents decide, somebody shows."""

from collections.abc import Sequence

import numpy as np

from thousand_agents.base import Agent, AgentError, make_agent
from thousand_env import games
from thousand_env.drawing.text import by_name
from thousand_env.games.common.game import BaseGame
from thousand_env.games.common.ruleset import BaseRules


def seat_agents(specs: Sequence[str], seats: int, rules: BaseRules) -> list[Agent]:
    """An agent for every seat; a single spec serves all.

    Raises: AgentError if their number doesn't fit.
    """
    if len(specs) == 1:
        specs = [*specs] * seats
    if len(specs) != seats:
        raise AgentError(f"{len(specs)} agents for {seats} seats: name one, or {seats}")
    return [make_agent(spec, rules) for spec in specs]


def decide(game: BaseGame, agent: Agent, rng: np.random.Generator) -> str:
    """The agent's action for the player to move, as text."""
    if game.player is None:
        raise AgentError("nobody is to move")
    view = np.array([game.view(game.player)])
    action = int(agent.act(view, game.action_mask[None], rng)[0])
    if action < 0:  # an outside player that failed
        raise AgentError(f"{agent.name}: {getattr(agent, 'reasons', {}).get(0, 'gave up')}")
    return games.of(game.rules).action_text(action)


def ending(game: BaseGame, names: Sequence[str]) -> str:
    """Who has won, and what else is known of the end; or that nobody has yet."""
    if not game.over:
        return f"stopped; deals played: {game.played}"
    *first, last = [names[seat] for seat in game.winners]
    who = f"{', '.join(first)} and {last} win" if first else f"{last} wins"
    rest = [(key, v) for key, v in game.outcome.items() if key not in ("winner", "winners")]
    told = [f"{key}: {by_name(names, numbers)}" for key, numbers in rest]
    return "; ".join([f"{who} the match", *told])
