"""The numbers of the greedy player's taste, in one record; tuned by arena runs against itself.

All are in card points unless they are shares.  Another style is a copy with some fields changed:
``GreedyAgent(rules, style(block=40.0))``.
"""

from typing import Any, Final

import numpy as np

STYLE: Final[tuple[tuple[str, float, str], ...]] = (
    # name, value, meaning
    ("pass_worth", 20.0, "worth of leaving the contract to the others, who often fail"),
    ("usual_contract", 118.0, "what a lower bid will cost in the end"),
    ("against_marriage", 8.307, "less of the estimate when another has bid more than 120"),
    ("block", 20.0, "less of it if the bid that stands is that of a player on the barrel"),
    ("last_chance", 120.0, "less of it in the last deal on the own barrel: a fall anyway (R9.3)"),
    ("win", 400.0, "worth of winning the match"),
    ("raise_margin", 4.754, "caution with a raise"),
    ("dark_behind", 560.0, "go dark only if so far behind the best opponent"),
    ("their_marriages", 20.0, "points of marriages that opponents announce in a deal"),
    ("redeal_below", -20.0, "claim a talon's re-deal (R4.3) if play is worth less than this"),
)

STYLE_DTYPE: Final = np.dtype((np.record, [(name, np.float64) for name, _, _ in STYLE]))


def style(**changes: float) -> Any:
    """The default style with some numbers changed: a record array of one."""
    record = np.zeros(1, STYLE_DTYPE)
    for name, value, _ in STYLE:
        record[name] = changes.pop(name, value)
    if changes:
        raise ValueError(f"unknown style {[*changes]}; known: {[name for name, _, _ in STYLE]}")
    return record
