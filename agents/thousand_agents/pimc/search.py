"""What search players have in common, whatever the game: batches, threads, the race of the actions."""

from copy import copy
from typing import Any, Final

import numba
import numpy as np

from thousand_agents.pimc.race import race
from thousand_agents.pimc.threads import share_out
from thousand_agents.spec import AgentError
from thousand_env.checks import is_whole

MOST_WORLDS: Final = 10_000
SEED_RANGE: Final = 2**53


class SearchAgent:
    """Looks in sampled worlds what each action brings and takes the one with the best mean.

    The same view and the same draw of ``rng`` give the same action.  A game's own player says which
    actions are worth a look, draws the worlds and values the actions in them.
    """

    name: str
    _memory: tuple[str, ...] = ()  # attributes to search in, made by ``_allocate``

    def __init__(self, worlds: int) -> None:
        if not is_whole(worlds, 1) or worlds > MOST_WORLDS:
            raise AgentError(
                f"worlds = {worlds!r:.40}: a number from 1 to {MOST_WORLDS} is expected"
            )
        self._worlds = worlds
        self._copies: list[Any] = []

    def __getstate__(self) -> dict[str, Any]:
        """Without the memory to search in: what lies there is of the last search."""
        left_out = (*self._memory, "_copies")
        return {name: value for name, value in vars(self).items() if name not in left_out}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._copies = []
        self._allocate()

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        """One action for each view; a batch keeps as many cores busy as Numba may use.

        Raises: AgentError for views of seats that are not to move, or masks that aren't theirs.
        """
        seeds = (rng.random(len(views)) * SEED_RANGE).astype(np.int64)
        chosen = np.empty(len(views), np.int64)

        def decide(player: "SearchAgent", i: int) -> None:
            chosen[i] = player._choose(views[i], masks[i], int(seeds[i]))

        share_out(decide, self._crew(min(len(views), numba.config.NUMBA_NUM_THREADS)), len(views))
        return chosen

    def values(self, view: Any, mask: Any, seed: int) -> tuple[Any, Any]:
        """The actions worth a look (C,) and their values (C, K), in K independent samples."""
        actions = self._candidates(view, mask)
        if len(actions) == 1:
            return actions, np.zeros((1, 1))
        return actions, self._look(view, self._draw(view, mask, seed), actions)

    def _crew(self, size: int) -> list[Any]:
        """This player and copies of it for other threads, each with memory of its own."""
        while len(self._copies) < size - 1:
            self._copies.append(copy(self))
        return [self, *self._copies[: max(size - 1, 0)]]

    def _choose(self, view: Any, mask: Any, seed: int) -> int:
        actions = self._candidates(view, mask)
        if len(actions) == 1:
            return int(actions[0])
        greedy = self._greedy(view, mask)
        actions = np.array(sorted(actions, key=lambda action: action != greedy))  # first of equals
        worlds = self._draw(view, mask, seed)

        def look(rows: Any, first: int, stop: int) -> Any:
            return self._look(view, worlds[..., first:stop], actions[rows])

        return int(actions[race(len(actions), worlds.shape[-1], look)])

    def _allocate(self) -> None:
        """Make the memory to search in."""
        raise NotImplementedError

    def _candidates(self, view: Any, mask: Any) -> Any:
        """The actions worth a look (C,)."""
        raise NotImplementedError

    def _greedy(self, view: Any, mask: Any) -> int:
        """What the greedy player would do."""
        raise NotImplementedError

    def _draw(self, view: Any, mask: Any, seed: int) -> Any:
        """Worlds, their last axis being the K samples."""
        raise NotImplementedError

    def _look(self, view: Any, worlds: Any, actions: Any) -> Any:
        """Values (C, K) of the actions (C,) in these worlds."""
        raise NotImplementedError


def legal_actions(mask: Any) -> Any:
    """The numbers of the actions that are legal by a mask.

    Raises: AgentError if there are none.
    """
    actions = np.flatnonzero(mask)
    if not len(actions):
        raise AgentError("nothing is legal by this mask: the mask of a player to move is expected")
    return actions


def check_mover(view: Any, mask: Any, legal: Any) -> None:
    """Is it a view of the player to move, and a mask of what is ``legal`` for him?

    Raises: AgentError if not.
    """
    if view["seat"] != view["to_move"] or (mask & ~legal).any():
        raise AgentError(
            "a view of the player to move is expected, and a mask of what is legal for him"
        )
