"""How an agent is made from a spec string, and what the arena asks of every ``Agent``.

An agent is a player of batches; a single game is a batch of one.  ``act`` answers with one legal
action number for each row: ``views`` are (N,) records of ``VIEW_DTYPE``, what each player to move
knows (R13); ``masks`` bool (N, A) what is legal; ``rng`` is the agent's stream.  Chance is drawn as
``rng.random(N)`` or ``rng.random((N, k))``: in the arena row i of such a draw belongs to the game of
row i alone, so that no result depends on the batch.  An agent keeps nothing from one call to the
next.  An agent that can fail (``outside``) answers -1 in a row that it gives up, and says why in its
``reasons`` (row -> text).
"""

import hashlib
import inspect
import shlex
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from thousand_agents.networks import (
    BASE,
    BIDDER,
    FORMS,
    advisers,
    bidder_parts,
    is_file,
    is_network,
    load_bidder,
    load_network,
    network_files,
    shipped,
)
from thousand_agents.spec import AgentError, read_options
from thousand_agents.styles import STYLES, style_agent
from thousand_env.games.thousand import RuleSet
from thousand_env.learner import Agent, RandomAgent

OUTSIDE_PREFIX = "cmd:"
DEFAULT_WORLDS, UNIFORM = 20, 0.5
MODELS = Path(__file__).parent / "models"
_SOURCES = (".py", ".json", ".safetensors")
SPECS = (
    f"random, greedy; networks: {FORMS}; search: pimc:worlds={DEFAULT_WORLDS}, "
    f"net+pimc:worlds={DEFAULT_WORLDS}; "
    f"to test others: "
    f"{', '.join(STYLES)}; an outside program: {OUTSIDE_PREFIX}PROGRAM ARGS"
)


@dataclass(frozen=True)
class Kind:
    """An agent known by name: how it is made, what it takes, what its play depends on."""

    make: Callable[..., Agent]  # (rules, **options)
    sources: tuple[str, ...] = ()  # folders and files beside this one: code and weights
    options: Mapping[str, float] = field(default_factory=dict)  # defaults, see ``read_options``


def _greedy(rules: RuleSet) -> Agent:
    from thousand_agents.greedy import GreedyAgent

    return GreedyAgent(rules)


def _pimc(rules: RuleSet, worlds: int, trust: float) -> Agent:
    from thousand_agents.pimc import PimcAgent, greedy_belief

    return PimcAgent(rules, worlds, greedy_belief(rules, trust))


def _net_pimc(rules: RuleSet, worlds: int) -> Agent:
    path = shipped(BASE, rules)
    from thousand_agents.models.policy_belief import net_pimc

    return net_pimc(path, rules, worlds)


KINDS: Mapping[str, Kind] = {
    RandomAgent.name: Kind(lambda rules: RandomAgent()),
    "greedy": Kind(_greedy, ("greedy",)),
    "pimc": Kind(
        _pimc, ("pimc", "solver", "worlds", "greedy"), {"worlds": DEFAULT_WORLDS, "trust": UNIFORM}
    ),
    "net+pimc": Kind(
        _net_pimc, ("pimc", "solver", "worlds", "greedy", "models"), {"worlds": DEFAULT_WORLDS}
    ),
    **{name: Kind(partial(style_agent, name), ("greedy", "styles.py")) for name in STYLES},
}


def make_agent(spec: str, rules: RuleSet) -> Agent:
    """The agent that a spec names, for these rules.

    Raises: AgentError for a spec that names none (it lists what there is) or has wrong options.
    """
    if isinstance(spec, str):
        if spec.startswith(OUTSIDE_PREFIX):
            from thousand_agents.outside import OutsideAgent

            return OutsideAgent(spec, rules)
        if spec.startswith(BIDDER):
            return load_bidder(spec, rules, make_agent)
        if is_network(spec):
            return load_network(spec, rules)
        kind = _kind_of(spec)
        if kind is not None:
            return kind.make(rules, **read_options(spec, kind.options))
    raise AgentError(f"unknown agent {spec!r:.60}; agents: {SPECS}")


def _kind_of(spec: str) -> Kind | None:
    return KINDS.get(spec.partition(":")[0])


def fingerprint(spec: str) -> str:
    """Twelve hex digits that tell one version of an agent from another.

    They cover its code, weights and options; of a network its file, too; of an outside program the
    command and the files that it names.
    """
    digest = hashlib.sha256()
    kind = _kind_of(spec)
    if spec.startswith(OUTSIDE_PREFIX):
        digest.update(spec.encode())
        with suppress(ValueError):  # quotes that don't fit: no agent comes of this spec
            words = shlex.split(spec[len(OUTSIDE_PREFIX) :])
            _add_files(digest, [Path(word) for word in words])
    elif spec.startswith(BIDDER):
        network, card_play = bidder_parts(spec)
        digest.update(f"{fingerprint(network)} {fingerprint(card_play)}".encode())
    elif is_network(spec):
        _add_files(digest, [*network_files(spec), *sorted(MODELS.glob("*.py"))])
        digest.update("".join(fingerprint(name) for name in advisers(spec)).encode())
    elif kind is not None:
        digest.update(f"{spec.partition(':')[0]} {read_options(spec, kind.options)}".encode())
        digest.update(inspect.getsource(RandomAgent).encode() if not kind.sources else b"")
        here = Path(__file__).parent
        found = [path for name in kind.sources for path in (here / name, *(here / name).rglob("*"))]
        _add_files(digest, [path for path in sorted(found) if path.suffix in _SOURCES])
    return digest.hexdigest()[:12]


def _add_files(digest: Any, paths: Iterable[Path]) -> None:
    for path in paths:
        if is_file(path):
            digest.update(path.read_bytes())


__all__ = ["SPECS", "Agent", "AgentError", "fingerprint", "make_agent"]
