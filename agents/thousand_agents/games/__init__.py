"""What agents and the arena know of each game: a module a game, with the names of ``GameAgents``."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

import numpy as np

from thousand_env.learner import Agent, RandomAgent

Columns = dict[str, Any]  # arrays of one length by name

# Families of specs that aren't known by name: by how they begin, networks' files by how they end.
OUTSIDE, BIDDER, SHIPPED, FILE = "cmd:", "bidder:", "net:", ".safetensors"


@dataclass(frozen=True)
class Kind:
    """An agent known by name: how it is made, what it takes, what its play depends on."""

    make: Callable[..., Agent]  # (rules, **options)
    sources: tuple[str, ...] = ()  # folders and files of this package: code and weights
    options: Mapping[str, float] = field(default_factory=dict)  # defaults, see ``read_options``
    note: Callable[[Any], str] = lambda rules: ""  # what must be said of it under these rules


RANDOM = {RandomAgent.name: Kind(lambda rules: RandomAgent())}  # plays every game


@dataclass(frozen=True)
class Figure:
    """A column of the arena's tables: how an agent played its deals.

    ``value`` works it out of the columns of D deals and of which seats were the agent's, bool
    (D, P); None where there is nothing to count.  ``form`` is a format of Python's, ``meaning`` the
    title in more words.
    """

    title: str
    form: str
    meaning: str
    value: Callable[[Columns, Any], float | None]

    def text(self, value: float | None) -> str:
        """A value as the tables show it."""
        return "-" if value is None else format(value, self.form)


def mean_of(values: Any) -> float | None:
    """Their mean, if there are any."""
    return float(values.mean()) if len(values) else None


def written_of(deals: Columns, seats: Any) -> Any:
    """What the deals wrote for these seats, bool (D, P): (n,)."""
    return np.stack([deals[f"written_{seat}"] for seat in range(seats.shape[1])], axis=1)[seats]


class GameAgents(Protocol):
    """What such a module brings."""

    AGENTS: Mapping[str, Kind]  # by name
    FORMS: tuple[str, ...]  # the families of specs that can play it
    SPECS: str  # all of this in words
    OPPONENT: str  # whom a person plays against if he names nobody
    GUIDE: str  # what a person can type, and what is shown
    READERS: tuple[str, ...]  # commands beside replay that read a FILE of it, as the player in SEAT
    DESCRIPTION: str  # of the tables that ``sample_tables`` draws

    @staticmethod
    def note(rules: Any) -> str:
        """What must be said beside any result under these rules, or ""."""

    @staticmethod
    def sample_tables(seed: int, sets: Any, rules: Any) -> Any:
        """A start table for each set (K,), of ``TABLE_DTYPE``, the dealer still to be drawn.

        A match under these rules can reach every one of them.
        """

    @staticmethod
    def forfeit_points(state: Any, seat: int, rules: Any) -> Any:
        """What a game that ``seat`` gives up in ``state`` writes by seat (P,).

        Seats with points above 0 share the win of a match so ended.
        """

    @staticmethod
    def figures(rules: Any) -> Mapping[str, Figure]:
        """The columns of the arena's tables that only this game has, by name."""


def of(rules: Any) -> GameAgents:
    """The module of the game that a rule set is of."""
    return load(rules.game)


def load(game: str) -> GameAgents:
    """The module of a game by its name."""
    return cast("GameAgents", importlib.import_module(f"{__name__}.{game}"))
