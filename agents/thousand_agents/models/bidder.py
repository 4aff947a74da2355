"""A bidder: one agent decides on bids, darks, re-deals, raises and concessions, another on cards.

A concession (R6.4) is the bidder's, and offered again after the gift: the card player, who is asked
first, isn't offered it.
"""

from typing import Any

import numpy as np

from thousand_agents.base import Agent
from thousand_env.games.thousand.actions import A_CONCEDE, AUCTION, CONTRACT, DARK, GIFT, REDEAL

BIDDING = (DARK, REDEAL, AUCTION, CONTRACT)  # the phases that are the bidder's


def is_bidding(views: Any) -> Any:
    """Which of the views (N,) ask the bidder: bool (N,)."""
    return np.isin(views["phase"], BIDDING)


def card_masks(views: Any, masks: Any) -> Any:
    """What the card player may do: masks (N, A) without a concession before the gift."""
    masks = masks.copy()
    masks[views["phase"] == GIFT, A_CONCEDE] = False
    return masks


class BidderAgent:
    """``bidder`` bids, ``card_play`` gives and plays."""

    def __init__(self, bidder: Agent, card_play: Agent) -> None:
        self.bidder, self.card_play = bidder, card_play
        self.name = f"{bidder.name} with the card play of {card_play.name}"

    def act(self, views: Any, masks: Any, rng: np.random.Generator) -> Any:
        """Action numbers (N,) for views (N,) and masks (N, A)."""
        bidding = is_bidding(views)
        actions = np.empty(len(views), np.int64)
        for which, agent in ((bidding, self.bidder), (~bidding, self.card_play)):
            rows = np.flatnonzero(which)
            if len(rows):
                allowed = (
                    masks[rows] if agent is self.bidder else card_masks(views[rows], masks[rows])
                )
                actions[rows] = agent.act(views[rows], allowed, rng)
        return actions
