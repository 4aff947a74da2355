"""The compiled functions that every game brings, called by the kind of record they are given.

The shared loops call ``core.apply(g, r, action)``; a state of King goes to King's ``apply``, one of
Thousand to Thousand's.  Compiled, the choice is made by the type of ``g`` when the loop is compiled,
so that it costs nothing; interpreted, at every call.  A game ``register``s its functions under the
names below, with the same arguments.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, Final

import numba
from numba.extending import overload

from thousand_env.games.common.types import Array, Rules, State, Table, View, Word

NONE = -1  # no seat, no card
DEAL = 0  # the phase of every game that waits for cards

_NAMES: Final[list[str]] = []
_BROUGHT: Final[dict[Any, dict[str, Any]]] = {}  # by the dtype of a record, and by Numba's type
_SIZES: Final[dict[Any, int]] = {}  # of observations, by the dtype of views


def register(states: Any, views: Any, observation_size: int, **functions: Any) -> None:
    """Make known what a game brings: dtypes of states and views, floats of an observation, functions."""
    if set(functions) != set(_NAMES):
        raise TypeError(f"a game brings {', '.join(_NAMES)}, not {', '.join(functions)}")
    for dtype in (states, views):
        _BROUGHT[dtype] = _BROUGHT[numba.from_dtype(dtype)] = functions
    _SIZES[views] = observation_size


def observation_size(views: Any) -> int:
    """Floats of an observation, by the dtype of the views that it is made of."""
    return _SIZES[views]


def _by_game(function: Callable[..., Any]) -> Any:
    name = function.__name__
    _NAMES.append(name)

    @wraps(function)
    def called(*arguments: Any) -> Any:
        return _BROUGHT[arguments[0].dtype][name](*arguments)

    def typed(*types: Any) -> Any:
        brought = _BROUGHT.get(types[0])
        return brought and brought[name].py_func

    typed.__signature__ = inspect.signature(function)  # type: ignore[attr-defined]
    overload(called, jit_options={"error_model": "numpy", "nogil": True})(typed)
    return called


@_by_game
def start_match(g: State, r: Rules, start: Table) -> None:
    """A match from a start table, its dealer drawn by lot unless given; no cards yet."""


@_by_game
def deal(g: State, r: Rules) -> None:
    """Shuffle the next pack and go on to the first decision, the next pack or the end."""


@_by_game
def deal_given(g: State, r: Rules, hands: Array, talon: Array) -> None:
    """The same with given cards, as ``parse_hands`` of the game returns them."""


@_by_game
def apply(g: State, r: Rules, action: int) -> Any:
    """Carry out an action up to the next decision, pack or the end; False, and nothing, if illegal."""


@_by_game
def renew(g: State, r: Rules) -> None:
    """Work out anew who is to move and what is legal, whatever the state says of it."""


@_by_game
def played(g: State) -> Any:
    """Deals played since the match began from its start table."""


@_by_game
def write_mask(g: State, mask: Array, row: int) -> None:
    """The legal actions as a row of truth values (A,)."""


@_by_game
def random_action(g: State, key: Word, counter: int) -> Any:
    """A uniformly random legal action, by draw ``counter`` of a stream."""


@_by_game
def pay(g: State, r: Rules, kind: int, rewards: Array, row: int) -> None:
    """Rewards (P,) of a step, by seat; ``kind`` is a number of the game's ``REWARDS``, -1 pays 0."""


@_by_game
def fill_view(
    g: State, r: Rules, seat: int, g_words: Array, g_row: int, v: View, v_words: Array, v_row: int
) -> None:
    """Write into ``v`` what ``seat`` knows of ``g``, rows of the arrays that ``words`` gives."""


@_by_game
def new_scratch(v: View) -> Any:
    """Room that ``encode_view`` needs; one serves a whole loop."""


@_by_game
def encode_view(v: View, out: Array, row: int, scratch: tuple[Array, ...]) -> None:
    """Write one view as a row of floats."""
