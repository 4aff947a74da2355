"""What ``thousand bid`` says of an auction, as text and as JSON, but for the chance to win."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import numpy as np

from thousand_agents.advice.adviser import Advice
from thousand_agents.advice.contracts import Chance, ContractChance
from thousand_agents.advice.text import (
    BEFORE_PLAY,
    WIDTH,
    advice_json,
    bid_lines,
    columns,
    explanation,
    verdict_lines,
)
from thousand_env.games.thousand.actions import A_WAIVE
from thousand_env.games.thousand.render import render_view
from thousand_env.games.thousand.seat_record import SeatReplay

BIDS = f"bid 105 means to bid that now and go on as a greedy player would; {BEFORE_PLAY}"
ESTIMATES = (
    "chance to make each contract, the talon not seen yet, the gift as the greedy player gives: with "
    "open cards (exact solver: all see all cards and play best), and if greedy players play it"
)
BID_MEANS = "each bid is made now, then the players named do the rest"
PLAY_MEANS = "keep and contract: these cards are given; the players named do the rest"
REDEAL_MEANS = "; redeal: they play what is dealt next"
NO_BID = "no bid is legal here"
WAIVED = "this hand may claim a re-deal (R4.2); the numbers are for a deal that is played"


def auction_lines(replay: SeatReplay, advice: Advice, chances: list[ContractChance]) -> list[str]:
    """The position, what each bid is worth in points, the chance of each contract."""
    view = replay.view
    lines = [render_view(view, replay.rules, replay.names)]
    lines += [stands_text(replay), ""]
    lines += [WAIVED, ""] if waived(view) else []
    if not chances:
        return [*lines, NO_BID]
    lines += wrap(worth_text(advice), WIDTH)
    lines += [*bid_lines(advice), *verdict_lines(advice), ""]
    lines += [*wrap(explanation(replay.rules.players), WIDTH), "", *wrap(ESTIMATES, WIDTH)]
    return lines + columns(contract_rows(chances), "><<")


def stands_text(replay: SeatReplay) -> str:
    """The bid that stands."""
    return f"{int(replay.view.bid)} by {replay.names[replay.view.declarer]} stands"


def worth_text(advice: Advice) -> str:
    """What the table of the bids counts."""
    return f"what each bid is worth, in {advice.worlds} sampled deals; {BIDS}"


def play_meaning(redeals: bool) -> str:
    """What the declarer's choices mean; ``redeals``: a re-deal is among them."""
    return PLAY_MEANS + (REDEAL_MEANS if redeals else "")


def contract_rows(chances: Sequence[ContractChance]) -> list[Sequence[str]]:
    """A row for each contract, the head first."""
    rows: list[Sequence[str]] = [("contract", "open cards", "greedy players")]
    return rows + [(str(c.contract), _shown(c.open_cards), _shown(c.greedy)) for c in chances]


def waived(view: Any) -> bool:
    """Did the seat waive a re-deal that it may claim?"""
    return bool((view.log_action[: view.log_length] == A_WAIVE).any())


def _shown(chance: Chance) -> str:
    low, high = (100 * end for end in chance.interval)
    return f"{100 * chance.share:3.0f}% [{low:3.0f}, {high:3.0f}]"


def auction_json(
    replay: SeatReplay, hand: str, advice: Advice, chances: list[ContractChance]
) -> dict[str, Any]:
    """The position and every number of it."""
    view = replay.view
    return {
        "cards": hand,
        "rules": replay.rules.short(),
        "table": replay.table,
        "seat": replay.seat,
        "bid_stands": int(view.bid),
        "by": int(view.declarer),
        "passed": np.flatnonzero(view.passed).tolist(),
        "may_claim_redeal": waived(view),
        "note": explanation(replay.rules.players),
        "estimated_by": BIDS,
        "bids": advice_json(advice),
        "contracts_estimated_by": ESTIMATES,
        "contracts": [
            {
                "contract": row.contract,
                "open_cards": vars(row.open_cards),
                "greedy": vars(row.greedy),
            }
            for row in chances
        ],
    }
