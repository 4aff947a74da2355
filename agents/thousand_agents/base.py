"""How an agent is made from a spec string, and what the arena asks of every ``Agent``.

An agent is a player of batches; a single game is a batch of one.  ``act`` answers with one legal
action number for each row: ``views`` are (N,) records of ``VIEW_DTYPE``, what each player to move
knows (R13); ``masks`` bool (N, A) what is legal; ``rng`` is the agent's stream.  Chance is drawn as
``rng.random(N)`` or ``rng.random((N, k))``: in the arena row i of such a draw belongs to the game of
row i alone, so that no result depends on the batch.  An agent keeps nothing from one call to the
next.
"""

import hashlib
import inspect
from pathlib import Path

from thousand_env.errors import ThousandError
from thousand_env.games.thousand import RuleSet
from thousand_env.learner import Agent, RandomAgent

NETWORK_SUFFIX = ".safetensors"
SPECS = "random, greedy, or a path that ends in " + NETWORK_SUFFIX


class AgentError(ThousandError):
    """A spec that names no agent, or agents that don't fit the table."""


def make_agent(spec: str, rules: RuleSet) -> Agent:
    """The agent that a spec names, for these rules.

    Raises: AgentError for a spec that names none; it lists what there is.
    """
    if spec == "random":
        return RandomAgent()
    if spec == "greedy":
        from thousand_agents.greedy import GreedyAgent

        return GreedyAgent(rules)
    if isinstance(spec, str) and spec.endswith(NETWORK_SUFFIX):
        return _load_network(spec, rules)
    raise AgentError(f"unknown agent {spec!r:.80}; agents: {SPECS}")


def _load_network(path: str, rules: RuleSet) -> Agent:
    if not Path(path).is_file():
        raise AgentError(f"no such file: {path}; agents: {SPECS}")
    from thousand_agents.models.net import NetAgent  # torch takes a second: only where it is needed

    return NetAgent.load(path, rules)


def fingerprint(spec: str) -> str:
    """Twelve hex digits that tell one version of an agent from another: its weights, or its code."""
    digest = hashlib.sha256()
    if spec == RandomAgent.name:
        digest.update(inspect.getsource(RandomAgent).encode())
    elif spec.endswith(NETWORK_SUFFIX):
        digest.update(Path(spec).read_bytes() if Path(spec).is_file() else b"")
    else:
        for path in sorted((Path(__file__).parent / spec).rglob("*")):
            if path.suffix in (".py", ".json"):  # the code and the weights
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


__all__ = ["SPECS", "Agent", "AgentError", "fingerprint", "make_agent"]
