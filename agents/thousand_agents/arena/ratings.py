"""Plackett-Luce ratings: how strong each agent is, from the order in which games end.

The model (Plackett 1975, Luce 1959) takes an order as choices: the first is chosen from all, the
second from the rest, and so on, each agent with a chance that goes with its strength e^r.  An agent
that holds two seats has two chances.  Deals are ordered by points, equal points count as every order
of them in equal parts; of a match only the winner is known to be first, and where nobody won
alone, those who share the win (``Scores``) are first in equal parts.

No library is used: choix, the one for this model, knows neither weights nor an agent on two seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any

import numpy as np

from thousand_agents.arena.scores import Scores
from thousand_agents.arena.statistics import LEVEL

POINTS_PER_UNIT = 400 / np.log(10)  # as in chess: 400 points more are ten times the chance
RESAMPLES = 300
PRIOR = 0.01  # a weak pull to the middle, so that who never loses has a rating, too


@dataclass(frozen=True)
class Rating:
    """An agent's rating, the mean of all being 0; the 95% interval is by bootstrap over sets."""

    label: str
    rating: float
    interval: tuple[float, float] | None  # None for a single set


@dataclass(frozen=True)
class Choices:
    """All choices of C kinds: who was chosen, from whom, and how often in each of K sets."""

    chosen: Any  # (C,) agents
    members: Any  # (C, agents) seats that were left to choose from
    counts: Any  # (K, C)


def ratings(labels: Sequence[str], scores: Scores, unit: str, seed: int) -> tuple[Rating, ...]:
    """The ratings of all agents, in their order."""
    choices = _choices(len(labels), scores, unit)
    sets = len(choices.counts)
    found = _fit(choices, choices.counts.sum(axis=0))
    intervals: list[tuple[float, float] | None] = [None] * len(labels)
    if sets > 1:
        draws = np.random.default_rng(seed).multinomial(sets, [1 / sets] * sets, RESAMPLES)
        resampled = [_fit(choices, counts, found) for counts in draws @ choices.counts]
        ends = np.quantile(resampled, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=0)
        intervals = [(float(low), float(high)) for low, high in POINTS_PER_UNIT * ends.T]
    return tuple(
        Rating(label, float(POINTS_PER_UNIT * strength), interval)
        for label, strength, interval in zip(labels, found, intervals, strict=True)
    )


def _choices(agents: int, scores: Scores, unit: str) -> Choices:
    values = scores.points if unit == "deal" else scores.shares
    sets, games, players = values.shape
    better = (values[..., None, :] > values[..., :, None]).sum(axis=-1)  # seats ahead of each
    seats = np.broadcast_to(scores.plan.seats, values.shape)
    outcomes = np.concatenate([seats, better], axis=-1).reshape(-1, 2 * players)
    kinds, kind = np.unique(outcomes, axis=0, return_inverse=True)
    by_kind = [_choices_of(row[:players], row[players:], unit == "match") for row in kinds.tolist()]
    known = sorted({choice for weights in by_kind for choice in weights})
    weights = np.array([[weights.get(choice, 0.0) for choice in known] for weights in by_kind])
    number = np.repeat(np.arange(sets), games) * len(kinds) + kind.ravel()
    times = np.bincount(number, minlength=sets * len(kinds)).reshape(sets, len(kinds))
    return Choices(
        chosen=np.array([chosen for chosen, _ in known], np.int64),
        members=np.array([[left.count(k) for k in range(agents)] for _, left in known]),
        counts=times @ weights,
    )


def _choices_of(
    agents: Sequence[int], ahead: Sequence[int], first_only: bool
) -> dict[tuple[int, tuple[int, ...]], float]:
    """(chosen, those it was chosen from) -> weight, of one game; a choice of one agent says nothing."""
    seats = range(len(agents))
    orders = [
        order
        for order in permutations(seats)
        if all(ahead[a] <= ahead[b] for a, b in pairwise(order))
    ]
    weights: dict[tuple[int, tuple[int, ...]], float] = {}
    for order in orders:
        for place in range(1 if first_only else len(seats) - 1):
            left = tuple(sorted(agents[seat] for seat in order[place:]))
            if len({*left}) > 1:
                choice = agents[order[place]], left
                weights[choice] = weights.get(choice, 0.0) + 1 / len(orders)
    return weights


def _fit(choices: Choices, counts: Any, start: Any = None) -> Any:
    """Strengths (agents,) of the highest likelihood for choices made ``counts`` (C,) times."""
    from scipy.optimize import minimize

    agents = choices.members.shape[1]
    won = np.bincount(choices.chosen, counts, agents)

    def loss(strength: Any) -> tuple[float, Any]:
        chances = choices.members * np.exp(strength)
        total = chances.sum(axis=1)
        value = counts @ np.log(total) - won @ strength + PRIOR / 2 * strength @ strength
        return value, (counts / total) @ chances - won + PRIOR * strength

    begin = np.zeros(agents) if start is None else start
    strength = minimize(loss, begin, jac=True, method="L-BFGS-B").x
    return strength - strength.mean()
