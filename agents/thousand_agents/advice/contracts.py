"""The chance to make each contract with a dealt hand, its talon not seen yet."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from thousand_agents.advice.intervals import Interval, chance_interval
from thousand_agents.greedy.giving import best_gift
from thousand_agents.greedy.style import style
from thousand_agents.greedy.weights import Weights, fitted
from thousand_agents.pimc.compiled import jit
from thousand_agents.pimc.rollout import greedy_choice
from thousand_agents.solver.questions import top_of, value_within
from thousand_agents.solver.work import forget, new_work
from thousand_agents.worlds import sample_worlds
from thousand_env.games.common.records import words
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import (
    A_GIVE,
    A_KEEP,
    CONTRACT,
    DEAL,
    GIFT,
    NUM_ACTIONS,
    OVER,
)
from thousand_env.games.thousand.cards import PACK
from thousand_env.games.thousand.compiled import write_mask
from thousand_env.games.thousand.engine import apply, legal
from thousand_env.games.thousand.phases import gift, talon
from thousand_env.games.thousand.phases.auction import cap
from thousand_env.games.thousand.phases.score import least_total
from thousand_env.games.thousand.rules import FORCED_BID
from thousand_env.games.thousand.state import ORDINARY, new_states
from thousand_env.games.thousand.view import fill_view, new_views

_ONE_PERCENT = 0.01


@dataclass(frozen=True)
class Chance:
    """How often something happened in sampled worlds, with the 95 % interval of its chance."""

    share: float
    interval: Interval


@dataclass(frozen=True)
class ContractChance:
    """The chance to make a contract: all cards open, or greedy players playing."""

    contract: int
    open_cards: Chance
    greedy: Chance


def contract_chances(
    view: Any, rules: RuleSet, bid: int, count: int, seed: int
) -> list[ContractChance]:
    """Chances of the view's seat as declarer, from 100 up to the first contract of 0 %.

    In each of ``count`` worlds that fit the view, one in the auction, the seat gets the talon for
    ``bid``, gives as the greedy player does (R6.2), and plays the contract.  Its opponents are
    there to beat it: open cards are the exact solver's total, with best play by all who see
    everything; otherwise all three are greedy players.  No re-deal and no concession.

    Raises: ThousandError for a view that no deal fits.
    """
    worlds = sample_worlds(view, rules, count, seed)
    compiled = rules.compiled()
    highest = int(cap(compiled[0], PACK))
    contracts = np.arange(FORCED_BID, highest + 1, rules.bid_step)
    reached = np.zeros((2, len(contracts), count), np.bool_)
    games, views, (memory, frames) = new_states(2), new_views(1), new_work()
    chances_kernel(
        memory[0], frames, compiled, Weights(style=style(), **fitted()), worlds, int(view["seat"]),
        bid, contracts, games, words(games), views, words(views), reached,
    )  # fmt: skip
    rows = [_row(*pair) for pair in zip(contracts.tolist(), reached.swapaxes(0, 1), strict=True)]
    hopeless = next((number for number, row in enumerate(rows, 1) if _is_hopeless(row)), len(rows))
    return rows[:hopeless]


def _row(contract: int, reached: Any) -> ContractChance:
    return ContractChance(contract, *(_chance(made) for made in reached))


def _chance(made: Any) -> Chance:
    return Chance(float(made.mean()), chance_interval(int(made.sum()), len(made)))


def _is_hopeless(row: ContractChance) -> bool:
    """Is the contract hardly ever made, 0 % in a table?"""
    return max(row.open_cards.share, row.greedy.share) < _ONE_PERCENT / 2


@jit
def chances_kernel(
    w, frames, rules, weights, worlds, seat, bid, contracts, games, game_words, views, view_words,
    reached,
):  # fmt: skip
    """``reached`` (2, C, K): was each contract (C,) made in each world, by the solver, by greedy?"""
    r = rules[0]
    mask = np.zeros((1, NUM_ACTIONS), np.bool_)
    for k in range(len(worlds)):
        games[0] = worlds[k]
        declare(games, game_words, r, weights, seat, bid, views, view_words, mask)
        games[0].contract = contracts[0]
        floor = np.int64(least_total(games[0], r) - 1)
        forget(w)
        total = value_within(w, frames, r, games[0], floor, top_of(w, r, games[0]))
        for c in range(len(contracts)):
            games[1] = games[0]
            g = games[1]
            g.contract = contracts[c]
            reached[0, c, k] = total >= least_total(g, r)
            while g.phase != DEAL and g.phase != OVER:
                action = greedy_choice(
                    games, game_words, 1, r, weights, views, view_words, mask
                )  # fmt: skip
                apply(g, r, action)
            reached[1, c, k] = g.last_made


@jit
def declare(games, game_words, r, weights, seat, bid, views, view_words, mask):
    """Game 0, in its auction: the seat gets the talon for a bid and gives; on to the first lead."""
    g = games[0]
    g.kind = ORDINARY
    g.declarer = seat
    g.bid = bid
    g.bids[seat] = bid
    g.contract = bid
    talon.take(g, r, 0)
    gift.begin(g, r)
    g.legal = legal(g, r)
    while g.phase == GIFT:
        fill_view(g, r, seat, game_words, 0, views[0], view_words, 0)
        write_mask(g, mask, 0)
        card, _ = best_gift(views[0], r, weights, mask[0])
        apply(g, r, A_GIVE + card)
    if g.phase == CONTRACT:
        apply(g, r, A_KEEP)
