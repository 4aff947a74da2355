"""Fits the greedy player's numbers to its own games: ``python -m thousand_agents.greedy.fit``.

``hand``: least squares of the points that declarers took on the cards they held.
``play`` and ``gift``: in positions of self-play every choice is played out by the player itself, the
hidden cards being the same for all; the new weights are those whose softmax over the scores has the
best mean outcome.  Only the view goes into a score, so that hidden cards average out.
A round fits all of them in turn, each to the games of the player that the one before has made, and
shows what the arena says to the new player against the one it began with.
"""

import argparse
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from thousand_agents.arena import run_arena
from thousand_agents.greedy import GreedyAgent
from thousand_agents.greedy.fit_data import (
    fitting_rules,
    forced_deals,
    gift_choices,
    hand_terms,
    play_choices,
)
from thousand_agents.greedy.values import BEST_RATE, hand_kind
from thousand_agents.greedy.weights import PATH, read_numbers

DEALS, PLAYS, GIFTS = 400_000, 120_000, 20_000  # deals and positions of one fit
ARENA_SETS = 5000
RATE_PRIOR, PRIOR_WEIGHT = 0.8, 100.0  # of a marriage's points, where data are few
HOLDING_WEIGHT = 3.0
STEPS, STEP_SIZE, HALVED_EVERY = 300, 0.3, 100
TEMPERATURE = 3.0  # of the softmax, in points
ENTROPY = 0.3  # keeps choices apart that the data can't tell apart
TO_OLD = 1e-4  # pull towards the weights before

Numbers = dict[str, Any]


def player(numbers: Numbers, players: int) -> GreedyAgent:
    """The greedy player with these numbers, for a table of so many."""
    return GreedyAgent(fitting_rules(players), numbers=numbers)


def fit_hands(numbers: Numbers, players: int, seed: int) -> None:
    """New ``hand`` and ``spread`` for dealt cards and for the cards kept."""
    dealt, kept, points = forced_deals(player(numbers, players), players, DEALS, seed)
    for whole, hands in ((False, dealt), (True, kept)):
        kind = hand_kind(players, whole)
        numbers["hand"][kind], numbers["spread"][kind] = least_squares(hand_terms(hands), points)


def least_squares(terms: Any, points: Any) -> tuple[Any, float]:
    """Ridge regression; the numbers and the standard deviation of what they leave."""
    weight = np.full(terms.shape[1], HOLDING_WEIGHT)
    prior = np.zeros(terms.shape[1])
    weight[BEST_RATE:], prior[BEST_RATE:] = PRIOR_WEIGHT, RATE_PRIOR
    found = np.linalg.solve(terms.T @ terms + np.diag(weight), terms.T @ points + weight * prior)
    return found, float(np.std(points - terms @ found))


def best_choices(weights: Any, terms: Any, outcome: Any, position: Any, situations: Any) -> Any:
    """Weights (situations, terms) with the best mean outcome of a softmax, from ``weights`` on."""
    scale = np.maximum(np.abs(terms).mean(axis=0), 1e-3)  # Adam's steps suit terms of one size
    terms = (terms / scale).astype(np.float32)
    start = weights * scale
    found, mean, square = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, STEPS + 1):
        slope = _slope(found, terms, outcome, position, situations) - 2 * TO_OLD * (found - start)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        size = STEP_SIZE * 0.5 ** (step // HALVED_EVERY)
        found += size * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return found / scale


def _slope(weights: Any, terms: Any, outcome: Any, position: Any, situations: Any) -> Any:
    """Gradient of the mean outcome, with the entropy, in the weights."""
    first = np.flatnonzero(np.r_[True, np.diff(position) > 0])
    scores = np.einsum("ij,ij->i", terms, weights[situations]) / TEMPERATURE
    odds = np.exp(scores - np.maximum.reduceat(scores, first)[position])
    odds /= np.add.reduceat(odds, first)[position]
    worth = outcome - ENTROPY * np.log(odds + 1e-9)
    pull = odds * (worth - np.add.reduceat(odds * worth, first)[position])
    pull /= TEMPERATURE * len(first)
    slope = np.zeros_like(weights)
    for situation in np.unique(situations):
        rows = situations == situation
        slope[situation] = pull[rows] @ terms[rows]
    return slope


def fit_round(numbers: Numbers, players: int, seed: int) -> None:
    """All numbers of one table size, in turn."""
    agent = player(numbers, players)
    numbers["play"] = best_choices(numbers["play"], *play_choices(agent, players, PLAYS, seed))
    fit_hands(numbers, players, seed)
    agent, row = player(numbers, players), hand_kind(players, False) // 2
    choices = gift_choices(agent, players, GIFTS, seed)
    numbers["gift"][row] = best_choices(numbers["gift"][row : row + 1], *choices)[0]


def write_numbers(numbers: Numbers, path: Path) -> None:
    """The numbers as JSON, two digits each."""
    form = {name: np.round(array, 2).tolist() for name, array in numbers.items()}
    part = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    part.write_text(json.dumps(form), encoding="utf-8")
    part.replace(path)


def main() -> None:
    """Fit in rounds; ``weights.json`` is replaced after each."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=PATH)
    args = parser.parse_args()
    numbers = read_numbers()
    for number in range(args.rounds):
        for players in (3, 2):
            before = {name: array.copy() for name, array in numbers.items()}
            fit_round(numbers, players, args.seed + number)
            both = [player(numbers, players), player(before, players)]
            result = run_arena(both, ARENA_SETS, fitting_rules(players), seed=args.seed + number)
            print(f"round {number + 1}, {players} players, A new, B old\n{result}", flush=True)
            write_numbers(numbers, args.out)


if __name__ == "__main__":
    main()
