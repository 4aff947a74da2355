"""The numbers of the greedy player's taste, in one record; tuned by arena runs against itself.

All are in card points unless they are shares.  Another style is a copy with some fields changed:
``GreedyAgent(rules, style(pass_bid=-40.0))``.
"""

from typing import Any, Final

import numpy as np

STYLE: Final[tuple[tuple[str, float, str], ...]] = (
    # name, value, meaning
    # -- bidding and contract
    ("pass_forced", -20.0, "worth of a pass that leaves the first hand at the forced 100"),
    ("pass_bid", -20.0, "worth of a pass over a real bid"),
    ("block", 20.0, "less of it if the bid that stands is that of a player on the barrel"),
    ("last_chance", 80.0, "less of it in the last deal on the own barrel: a fall anyway (R9.3)"),
    ("win", 400.0, "worth of winning the match"),
    ("raise_margin", 5.0, "caution with a raise"),
    ("dark_behind", 400.0, "go dark only if so far behind the best opponent"),
    ("hopeless", 0.03, "concede below this chance ..."),
    ("hopeless_points", 30.0, "... and this estimate"),
    ("redeal_below", -20.0, "claim a talon's re-deal (R4.3) if play is worth less than this"),
    # -- gift
    ("gift_points", 1.0, "cost of a point given away"),
    ("gift_marriage", 0.3, "cost of a marriage that the card given may complete, share of its value"),
    # -- play: what a trick is worth beside its points, to whom
    ("late_points", 3.0, "points each player after us will add to a trick"),
    ("to_declarer", -0.7, "an opponent's loss by a point the declarer takes, contract open"),
    ("to_opponent", -0.3, "the declarer's loss by a point an opponent takes, contract open"),
    ("to_partner", 0.2, "an opponent's gain by a point the other takes, contract open"),
    ("to_rival", -0.3, "gain by a point another takes when the contract is decided"),
    ("friendly", 0.4, "chance that the other opponent beats our trick though he need not"),
    ("lead", 4.0, "worth of the next lead"),
    ("entry", 0.3, "and of a lead with a marriage in hand, share of its value"),
    ("announce", 0.3, "worth of announcing now and not later, share of the value"),
    ("bolt", 20.0, "worth of a first trick (R11.4)"),
    # -- play: what a card is worth if kept
    ("keep_marriage", 0.7, "half of a marriage still to be announced, share of its value"),
    ("keep_master", 0.5, "the highest card left of its suit, share of what it may take"),
    ("keep_guarded", 0.4, "the second highest with another beside it, the same"),
    ("keep_loose", 0.1, "any other card, share of its points"),
    ("keep_trump", 6.0, "a trump"),
    ("keep_guard", 2.0, "a small card that guards the second highest"),
    ("capture", 6.0, "points that a winning card takes of others'"),
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
