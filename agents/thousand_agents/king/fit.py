"""Fits the greedy player's numbers to its own deals: ``python -m thousand_agents.king.fit``.

``play`` and ``lay``: in positions of self-play every choice is played out by the player itself, the
hidden cards being the same for all; the new weights are those whose softmax over the scores has the
best mean outcome.  Only the view goes into a score, so that hidden cards average out.
``hand``: least squares of the tricks taken on the cards held.
A round fits all kinds of deal, each to the deals of the player that the round before has made.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from thousand_agents.greedy.fit import best_choices, write_numbers
from thousand_agents.king.fit_data import choices, fitting_rules, played_deals, positions
from thousand_agents.king.laying import LOTTERY_EACH
from thousand_agents.king.playing import EACH_KIND, first_situation
from thousand_agents.king.values import (
    BUYER_TRUMP,
    DEFENDER_SUIT,
    HOLDINGS,
    TRUMP_SUIT,
    best_trump,
    holding_terms,
)
from thousand_agents.king.weights import PATH, read_numbers, weights
from thousand_env.games.king.cards import SUIT_SIZE
from thousand_env.games.king.rules import KINDS, TRICK_PRIZE

POSITIONS, DEALS = 30_000, 20_000  # of one fit
UNIT = 5.0  # points that the search for weights counts as one
RIDGE = 20.0

Numbers = dict[str, Any]


def fit_choices(numbers: Numbers, kind: str, players: int, seed: int) -> None:
    """New weights for the plays of one kind of deal."""
    variants = fitting_rules(kind, players)
    count = POSITIONS // len(variants)
    parts = []
    for k, options in enumerate(variants):
        w = weights(options, numbers)
        part = choices(options, w, positions(options, w, kind, count, seed + k))
        parts.append((*part[:2], part[2] + k * count, part[3]))
    terms, points, position, situations = (np.concatenate(p) for p in zip(*parts, strict=True))
    if kind == "lottery":
        name, first, each = "lay", (players - 3) * LOTTERY_EACH, LOTTERY_EACH
    else:
        name, first, each = "play", int(first_situation(KINDS.index(kind), players)), EACH_KIND
    rows = numbers[name][first : first + each]
    rows[:] = best_choices(rows, terms, points / UNIT, position, situations - first)


def fit_hands(numbers: Numbers, kind: str, players: int, seed: int) -> None:
    """New values of hands that play with a trump suit of their own, and of those against them."""
    (options,) = fitting_rules(kind, players)
    w = weights(options, numbers)
    hands, dealt, first, tricks = played_deals(options, w, kind, DEALS, seed)
    deal, row = np.arange(DEALS), numbers["hand"][players - 3]
    suits = hands[deal, :, first][:, :, None] >> SUIT_SIZE * np.arange(4) & HOLDINGS - 1
    terms = holding_terms()
    of_trump = terms[suits[deal, 0]]  # (deals, suits, terms): the hand is the same for all trumps
    of_sides = of_trump.sum(axis=1, keepdims=True) - of_trump
    both = np.concatenate([of_trump, of_sides], axis=2).reshape(4 * DEALS, -1)
    found = ridge(both, tricks[deal, :, first].reshape(-1))
    part = BUYER_TRUMP if kind == "auction" else TRUMP_SUIT
    row[part : part + 2] = found.reshape(2, -1)
    if kind == "auction":
        tables = w.hand[players - 3]
        chosen = [best_trump(tables, hands[i, 0, first[i]], KINDS.index(kind)) for i in deal]
        others = [(deal, (first + k) % players) for k in range(1, players)]
        held = np.concatenate([dealt[i, 0, seat] for i, seat in others])
        taken = np.concatenate([tricks[i, chosen, seat] for i, seat in others])
        suits = held[:, None] >> SUIT_SIZE * np.arange(4) & HOLDINGS - 1
        row[DEFENDER_SUIT] = ridge(terms[suits].sum(axis=1), taken)


def ridge(terms: Any, points: Any) -> Any:
    """Numbers of the terms that give the tricks of these points, by least squares."""
    square = terms.T @ terms + RIDGE * np.eye(terms.shape[1])
    return np.linalg.solve(square, terms.T @ (points / TRICK_PRIZE))


def main() -> None:
    """Fit in rounds; ``weights.json`` is replaced after each kind of deal."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--out", type=Path, default=PATH)
    args = parser.parse_args()
    numbers = read_numbers()
    for number in range(args.rounds):
        for kind in args.kinds:
            for players in (3, 4):
                fit_choices(numbers, kind, players, args.seed + 100 * number)
                if kind in ("trump", "auction"):
                    fit_hands(numbers, kind, players, args.seed + 100 * number)
                print(f"round {number + 1}, {kind}, {players} players", flush=True)
                write_numbers(numbers, args.out)


if __name__ == "__main__":
    main()
