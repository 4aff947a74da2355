"""The points of a hand: its best division into combinations (B3)."""

from itertools import combinations

from .cards import SUITS


class Scorer:
    """Values hands under one score table.

    A hand is four masks of ranks, one for each suit. Whatever sets (3X, 4X) are taken out, the
    suits no longer meet, and each is cut into runs by itself.
    """

    def __init__(self, ranks: str, values: dict):
        self.ranks = ranks
        self.values = values
        self.by_length = self._best_by_length()
        self.by_mask = [self._runs(mask) for mask in range(1 << len(ranks))]

    def hand(self, cards) -> int:
        """The points of a set of cards."""
        masks = [0] * len(SUITS)
        for card in cards:
            masks[SUITS.index(card[1])] |= 1 << self.ranks.index(card[0])
        return self.points(masks)

    def points(self, masks) -> int:
        """The points of four masks: the division that scores most counts (B3)."""
        many = [rank for rank in range(len(self.ranks)) if len(holders(masks, rank)) >= 3]
        return max(self._one_of_each(masks), self._sets_and_runs(list(masks), many))

    def _one_of_each(self, masks) -> int:
        """7Z or 9Z, one card of every rank; it takes the whole hand. 7Z is none of 36 (B3)."""
        n = len(self.ranks)
        ranks_held = masks[0] | masks[1] | masks[2] | masks[3]
        if sum(mask.bit_count() for mask in masks) == n == ranks_held.bit_count():
            return self.values[f"{n}Z"]
        return 0

    def _sets_and_runs(self, masks: list, many: list) -> int:
        """The best of leaving the next rank of three or four alone, or taking any set of it."""
        if not many:
            return sum(self.by_mask[mask] for mask in masks)
        rank, rest = many[0], many[1:]
        best = self._sets_and_runs(masks, rest)
        held = holders(masks, rank)
        for size in (3, 4):
            for suits in combinations(held, size):
                left = [m & ~(1 << rank) if k in suits else m for k, m in enumerate(masks)]
                best = max(best, self.values[f"{size}X"] + self._sets_and_runs(left, rest))
        return best

    def _best_by_length(self) -> list:
        """Of n neighbours of one suit: the best cut into runs, single cards worth nothing."""
        best = [0, 0]
        for n in range(2, len(self.ranks) + 1):
            cuts = [best[first] + best[n - first] for first in range(1, n)]
            best.append(max(self.values[f"{n}Y"], *cuts))
        return best

    def _runs(self, mask: int) -> int:
        """The points of one suit as runs; the ace and the lowest card are no neighbours."""
        together = "".join("x" if mask >> k & 1 else " " for k in range(len(self.ranks)))
        return sum(self.by_length[len(run)] for run in together.split())


def holders(masks, rank: int) -> list:
    """The suits in which a rank is held."""
    return [suit for suit, mask in enumerate(masks) if mask >> rank & 1]
