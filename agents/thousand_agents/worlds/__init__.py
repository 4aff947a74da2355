"""Worlds: complete games that fit everything one seat knows, drawn uniformly (R13).

A view leaves open how the unseen cards were dealt and which cards were given unseen.  A world is one
answer, as a state of the core that can be played on.  It fits if the core, dealt these hands, finds
every action of the log legal and shows the seat the same view bit for bit: by voids, duties to beat,
marriages announced or, under ``announce = auto``, not, bids whose cap proves a marriage (R5.3), an
overbid dark (R7.2), raises on the cards kept (R6.3), aces that had to be given (R4.4), claims, and
mandatory re-deals that didn't happen (R4.1, R4.2).  All such answers are equally likely: whoever
believes that players bid and play by some policy weighs the worlds drawn, not the draw.

Compiled callers draw a view's worlds with ``make_plan`` once and ``sample_world`` for each.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from thousand_agents.worlds.compiled import jit
from thousand_agents.worlds.world import (
    MAX_TRIES,
    make_plan,
    sample_kernel,
    sample_world,
    world_key,
)
from thousand_env.checks import check, check_seed, is_whole
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.actions import DEAL, OVER, PHASES
from thousand_env.games.thousand.rules import RuleSet
from thousand_env.games.thousand.state import new_states
from thousand_env.jit import announce_first_compile


def sample_worlds(view: Any, rules: RuleSet, count: int, seed: int) -> Any:
    """``count`` worlds (count,) of ``STATE_DTYPE`` that fit a view, each drawn uniformly.

    World ``i`` depends on the view, the rules, the seed and ``i`` only.

    The view may be of any seat at any decision, also of another's.  What others are asked unseen
    (R13) is taken as answered: a world stands after the re-deal questions (R4.2) that this seat
    doesn't see and after a ``keep`` (R6.3).  Only where the view itself shows that such a question is
    open, as the talon of a golden or an obligatory deal isn't taken yet, it stands at the first one.

    Of the state's fields that no view tells, ``seed`` is drawn (later packs are none of the real
    game's), ``deck`` and ``match`` are 0, ``paid`` is the score now, the last deal's result is 0, and
    ``start_score`` of a dealer who paid R4.5's penalty in this deal is his score before it unless
    the dump truck or an odd fall changed it.

    Raises: ThousandError for a view between two deals, or one that no deal fits.
    """
    check(is_whole(count, 1), f"count = {count!r:.40}: at least 1 is expected")
    phase = int(view["phase"])
    check(
        phase not in (DEAL, OVER),
        f"a view in phase {PHASES[phase]!r}: worlds are of a deal in progress",
    )
    check(
        int(view["players"]) == rules.players,
        f"a view of {int(view['players'])} players with rules for {rules.players}",
    )
    announce_first_compile(jit.cache_folder)
    states, tries = new_states(count), np.zeros(count, np.int64)
    sample_kernel(view, _compiled(rules), check_seed(seed), states, tries)
    if not tries.all():
        raise ThousandError(
            f"no deal fits this view of seat {int(view['seat'])} in phase {PHASES[phase]!r} "
            f"({MAX_TRIES} tries): were these the rules of its game?"
        )
    return states


@lru_cache(maxsize=64)
def _compiled(rules: RuleSet) -> Any:
    return rules.compiled()


__all__ = ["make_plan", "sample_world", "sample_worlds", "world_key"]
