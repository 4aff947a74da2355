"""A bidder: one agent decides on bids, darks, re-deals, raises and concessions, another on cards.

A concession (R6.4) is the bidder's, and offered again after the gift: the card player, who is asked
first, isn't offered it.
"""

from typing import Any

import numpy as np

from thousand_agents.arena.streams import GameStreams
from thousand_env.games.thousand.actions import A_CONCEDE, AUCTION, CONTRACT, DARK, GIFT, REDEAL
from thousand_env.learner import Agent

SEED_RANGE = 2**53  # a float's bits
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
        self.reasons: dict[int, str] = {}  # as the card player gives them (``base``)

    def act(self, views: Any, masks: Any, rng: Any) -> Any:
        """Action numbers (N,) for views (N,) and masks (N, A)."""
        bidding = is_bidding(views)
        seeds = (rng.random(len(views)) * SEED_RANGE).astype(np.int64)  # of all: see ``base``
        actions, self.reasons = np.empty(len(views), np.int64), {}
        for agent, rows in (
            (self.bidder, np.flatnonzero(bidding)),
            (self.card_play, np.flatnonzero(~bidding)),
        ):
            if len(rows):
                own, allowed = views[rows], masks[rows]
                allowed = allowed if agent is self.bidder else card_masks(own, allowed)
                streams = GameStreams(0, seeds[rows], np.zeros(len(rows), np.int64), agent=0)
                actions[rows] = agent.act(own, allowed, streams)
                told = getattr(agent, "reasons", {})
                self.reasons |= {int(rows[place]): text for place, text in told.items()}
        return actions
