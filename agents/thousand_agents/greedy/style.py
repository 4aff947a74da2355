"""The numbers of the greedy player's taste, in one record; tuned by arena runs against itself.

All are in card points unless they are shares.  Another style is a copy with some fields changed:
``GreedyAgent(rules, style(pass_bid=-40.0))``.
"""

from typing import Any, Final

import numpy as np

STYLE: Final[tuple[tuple[str, float, str], ...]] = (
    # name, value, meaning
    # -- bidding and contract
    ("pass_forced", 22.944, "worth of a pass that leaves the first hand at the forced 100"),
    ("pass_bid", -17.12, "worth of a pass over a real bid"),
    ("block", 20.0, "less of it if the bid that stands is that of a player on the barrel"),
    ("last_chance", 80.0, "less of it in the last deal on the own barrel: a fall anyway (R9.3)"),
    ("win", 400.0, "worth of winning the match"),
    ("raise_margin", 4.844, "caution with a raise"),
    ("dark_behind", 560.0, "go dark only if so far behind the best opponent"),
    ("hopeless", 0.03, "concede below this chance ..."),
    ("hopeless_points", 7.332, "... and this estimate"),
    ("redeal_below", -20.0, "claim a talon's re-deal (R4.3) if play is worth less than this"),
    # -- gift
    ("gift_points", -0.55, "cost of a point given away"),
    (
        "gift_marriage",
        0.036,
        "cost of a marriage that the card given may complete, share of its value",
    ),
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
