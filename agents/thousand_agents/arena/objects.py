"""Agents given as objects: what an agent has to be, and a hash that tells one from another."""

import hashlib
import inspect
import sys
from typing import Any

from thousand_agents.base import Agent, AgentError

UNTOLD = "unknown"  # in place of the hash of an agent of which it can't be told
OBJECT = " (an object)"  # what its spec ends in: it names nothing that ``make_agent`` could make
_DUTIES = (
    "an agent is a spec, or an object with a text `name` and a method "
    "act(views, masks, rng) -> action numbers"
)
_PLAIN = (type(None), bool, int, float, complex, str)


class _UntoldError(Exception):
    """Nothing is the same in the next process exactly if this is."""


def check_object(agent: Any) -> None:
    """Can it play?

    Raises: AgentError that names what an agent has to have.
    """
    if isinstance(agent, type):
        raise AgentError(f"agent {agent.__name__} is a class: give an object of it; {_DUTIES}")
    lacks = [] if isinstance(getattr(agent, "name", None), str) else ["name"]
    lacks += [] if callable(getattr(agent, "act", None)) else ["act"]
    if lacks:
        raise AgentError(f"agent {agent!r:.80} has no {' and no '.join(lacks)}: {_DUTIES}")


def object_fingerprint(agent: Agent) -> str:
    """Twelve hex digits that tell one version of an agent from another, or ``UNTOLD``.

    They cover what its own method ``fingerprint() -> str`` answers; without one, the files that its
    class and the classes above it are written in, and its attributes (but not ``reasons``, which
    belong to a call).  What else these files import is not covered.

    Raises: AgentError if its own method answers no text.
    """
    digest = hashlib.sha256()
    own = getattr(agent, "fingerprint", None)
    if callable(own):
        text = own()
        if not isinstance(text, str) or not text:
            raise AgentError(f"agent {agent.name}: fingerprint() answers {text!r:.40}, not a text")
        digest.update(text.encode())
        return digest.hexdigest()[:12]
    try:
        for cls in type(agent).__mro__:
            if cls.__module__.partition(".")[0] not in sys.stdlib_module_names:
                _add_class(digest, cls)
        _add_state(digest, agent)
    except Exception:  # foreign code (__reduce__, __getstate__) may raise anything
        return UNTOLD
    return digest.hexdigest()[:12]


def _add_class(digest: Any, cls: type) -> None:
    """A class by its file; one of a notebook has none, but its functions have a source."""
    digest.update(cls.__qualname__.encode())
    try:
        digest.update(inspect.getsource(sys.modules[cls.__module__]).encode())
        return
    except (OSError, TypeError, KeyError):
        functions = {name: v for name, v in vars(cls).items() if inspect.isfunction(v)}
    if not functions:
        raise _UntoldError
    for function in functions.values():
        digest.update(inspect.getsource(function).encode())
    for name, value in vars(cls).items():
        if name not in functions and not name.startswith("__"):
            _add(digest, (name, value))


def _add_state(digest: Any, agent: Any) -> None:
    state = agent.__getstate__()  # a dict, with slots a pair of them
    for part in state if type(state) is tuple else (state,):
        if type(part) is dict:
            part = {name: value for name, value in part.items() if name != "reasons"}
        _add(digest, part)


def _add(digest: Any, value: Any) -> None:
    """A value as its pickle tells it, but the same in every process: by value, sets in order.

    Raises: an error of any kind if it can't be pickled, as a lambda, a lock or a cycle.
    """
    if type(value).__module__.startswith("torch") and hasattr(value, "detach"):
        value = value.detach().cpu().numpy()  # the pickle of a tensor holds an address
    if type(value) in _PLAIN:
        digest.update(f"{type(value).__name__} {value!r};".encode())
    elif type(value) is bytes:  # an array's may be long
        digest.update(b"bytes %d;" % len(value) + value)
    elif isinstance(value, type) or (inspect.isroutine(value) and not inspect.ismethod(value)):
        digest.update(_global_name(value).encode())
    elif isinstance(value, (set, frozenset)):
        _add(digest, (type(value), sorted(map(_digest, value))))
    elif type(value) in (list, tuple, dict):
        digest.update(f"{type(value).__name__} {len(value)};".encode())
        for item in value.items() if type(value) is dict else value:
            _add(digest, item)
    else:
        form = value.__reduce_ex__(4)
        _add(digest, form if isinstance(form, str) else [_listed(part) for part in form])


def _listed(part: Any) -> Any:
    """Items come as iterators."""
    return list(part) if hasattr(part, "__next__") else part


def _digest(value: Any) -> bytes:
    digest = hashlib.sha256()
    _add(digest, value)
    return digest.digest()


def _global_name(value: Any) -> str:
    if "<" in value.__qualname__:  # <lambda>, <locals>: the name doesn't tell what it does
        raise _UntoldError
    return f"{value.__module__}.{value.__qualname__};"
