"""How an agent is made from a spec string, and what the arena asks of every ``Agent``.

An agent is a player of batches; a single game is a batch of one.  ``act`` answers with one legal
action number for each row: ``views`` are (N,) records of ``VIEW_DTYPE``, what each player to move
knows; ``masks`` bool (N, A) what is legal; ``rng`` is the agent's stream.  Chance is drawn as
``rng.random(N)`` or ``rng.random((N, k))``: in the arena row i of such a draw belongs to the game of
row i alone, so that no result depends on the batch.  An agent keeps nothing from one call to the
next.  An agent that can fail (``outside``) answers -1 in a row that it gives up, and says why in its
``reasons`` (row -> text).
"""

import hashlib
import inspect
import shlex
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from thousand_agents import games
from thousand_agents.games import BIDDER, FILE, OUTSIDE, SHIPPED, Kind
from thousand_agents.networks import (
    advisers,
    bidder_parts,
    is_file,
    load_bidder,
    load_network,
    network_files,
)
from thousand_agents.spec import AgentError, read_options
from thousand_env.games.common.ruleset import BaseRules
from thousand_env.learner import Agent, RandomAgent

DEFAULT_WORLDS, UNIFORM = 20, 0.5  # of a search player: worlds, trust in its belief
MODELS = Path(__file__).parent / "models"
_SOURCES = (".py", ".json", ".safetensors")


def make_agent(spec: str, rules: BaseRules) -> Agent:
    """The agent that a spec names, for these rules.

    Raises: AgentError for a spec that names none of the game's (it lists what there is) or has
        wrong options.
    """
    game = games.of(rules)
    form = _form_of(spec) if isinstance(spec, str) else ""
    if form in game.FORMS:
        return _of_form(form, spec, rules)
    kind = game.AGENTS.get(_name_of(spec)) if isinstance(spec, str) else None
    if kind is None:
        raise AgentError(f"unknown agent {spec!r:.60}; agents: {game.SPECS}")
    return kind.make(rules, **read_options(spec, kind.options))


def _of_form(form: str, spec: str, rules: Any) -> Agent:
    if form == OUTSIDE:
        from thousand_agents.outside import OutsideAgent

        return OutsideAgent(spec, rules)
    return load_bidder(spec, rules, make_agent) if form == BIDDER else load_network(spec, rules)


def _form_of(spec: str) -> str:
    """The family of a spec that isn't known by name, else ""."""
    for form in (OUTSIDE, BIDDER, SHIPPED):
        if spec.startswith(form):
            return form
    return FILE if spec.endswith(FILE) else ""


def _name_of(spec: str) -> str:
    return spec.partition(":")[0]


def notes_on(specs: Iterable[str], rules: BaseRules) -> list[str]:
    """What must be said beside any result of these agents under these rules."""
    game = games.of(rules)
    kinds = (game.AGENTS.get(_name_of(spec)) for spec in dict.fromkeys(specs))
    return [*filter(None, [game.note(rules), *(kind.note(rules) for kind in kinds if kind)])]


def fingerprint(spec: str, game: str = "thousand") -> str:
    """Twelve hex digits that tell one version of an agent of a game from another.

    They cover its code, weights and options; of a network its file, too; of an outside program the
    command and the files that it names.
    """
    digest = hashlib.sha256()
    form, kind = _form_of(spec), games.load(game).AGENTS.get(_name_of(spec))
    if form == OUTSIDE:
        digest.update(spec.encode())
        with suppress(ValueError):  # quotes that don't fit: no agent comes of this spec
            words = shlex.split(spec[len(OUTSIDE) :])
            _add_files(digest, [Path(word) for word in words])
    elif form == BIDDER:
        network, card_play = bidder_parts(spec)
        digest.update(f"{fingerprint(network, game)} {fingerprint(card_play, game)}".encode())
    elif form in (SHIPPED, FILE):
        _add_files(digest, [*network_files(spec), *sorted(MODELS.glob("*.py"))])
        digest.update("".join(fingerprint(name, game) for name in advisers(spec)).encode())
    elif kind is not None:
        _add_kind(digest, spec, kind)
    return digest.hexdigest()[:12]


def _add_kind(digest: Any, spec: str, kind: Kind) -> None:
    digest.update(f"{_name_of(spec)} {read_options(spec, kind.options)}".encode())
    digest.update(inspect.getsource(RandomAgent).encode() if not kind.sources else b"")
    here = Path(__file__).parent
    found = [path for name in kind.sources for path in (here / name, *(here / name).rglob("*"))]
    _add_files(digest, [path for path in sorted(found) if path.suffix in _SOURCES])


def _add_files(digest: Any, paths: Iterable[Path]) -> None:
    for path in paths:
        if is_file(path):
            digest.update(path.read_bytes())


__all__ = ["Agent", "AgentError", "fingerprint", "make_agent", "notes_on"]
