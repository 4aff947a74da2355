"""Simple estimates to compare with: all alike, by the score only, by score and barrel."""

from typing import Any

import numpy as np
import torch

from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.state import NONE
from thousand_training.equity.data import Matches

MOST_TABLES = 500_000  # to fit a dozen numbers on


def uniform(tables: Any, rules: RuleSet) -> Any:
    """All alike, (N, P)."""
    return np.full((len(tables), rules.players), 1 / rules.players)


def _score(tables: Any, rules: RuleSet) -> Any:
    return tables["score"][:, : rules.players, None] / 100


def _score_and_barrel(tables: Any, rules: RuleSet) -> Any:
    deals = tables["barrel_deals"][:, : rules.players]
    last = (deals == rules.barrel_deals - 1) & (rules.barrel_deals > 0)
    used = tables["barrels_used"][:, : rules.players]
    return np.concatenate(
        [_score(tables, rules), np.stack([deals != NONE, last, used], axis=2)], axis=2
    )


SEEN = {"score": _score, "score and barrel": _score_and_barrel}


class Softmax:
    """A softmax over players of a weighted sum of what is seen of each, and of his place."""

    def __init__(self, seen: str, matches: Matches, rules: RuleSet) -> None:
        self._seen, self._rules = SEEN[seen], rules
        rows = np.linspace(0, len(matches.winner) - 1, min(MOST_TABLES, len(matches.winner)))
        part = matches.pick(rows.astype(int))
        inputs = torch.from_numpy(self._inputs(part.tables)).double()
        winner = torch.from_numpy(part.winner)
        self._weights = torch.zeros(inputs.shape[2], dtype=torch.double, requires_grad=True)
        optimizer = torch.optim.LBFGS([self._weights], max_iter=200, line_search_fn="strong_wolfe")

        def closure() -> Any:
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(inputs @ self._weights, winner)
            loss.backward()
            return loss

        optimizer.step(closure)

    def _inputs(self, tables: Any) -> Any:
        seats = np.arange(self._rules.players)
        place = (seats - tables["dealer"][:, None] - 1) % self._rules.players
        return np.concatenate(
            [self._seen(tables, self._rules), place[..., None] == seats[1:]], axis=2
        ).astype(float)

    def chances(self, tables: Any) -> Any:
        """(N, P) by seat."""
        inputs = torch.from_numpy(self._inputs(tables)).double()
        return (inputs @ self._weights.detach()).softmax(1).numpy()
