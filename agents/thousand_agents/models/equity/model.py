"""P(each player wins the match | table): the mean of a few small networks, in plain NumPy."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from thousand_agents.base import fingerprint
from thousand_agents.models.equity.features import Features
from thousand_agents.models.equity.file import EquityError, path_of, read_equity
from thousand_env.foreign import shown
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.state import NONE, TABLE_DTYPE, TABLE_FIELDS

DIGITS: Final = 9  # of a chance
BLOCK: Final = 256  # tables at a time: what lies between two layers stays in the cache
_WEIGHTS: Final = np.random.default_rng(0).integers(
    -(2**62), 2**62, TABLE_DTYPE.itemsize // 4, np.int64
)


def shipped_name(rules: RuleSet) -> str:
    """The name that a model for these rules has if it comes with the package."""
    return f"equity-{rules.short()['preset']}-{rules.players}"


class EquityModel:
    """Chances to win the match, by seat; an equity for ``PimcAgent``, too.

    ``metadata`` is what the file says of its training: ``rules``, ``population`` (spec and
    fingerprint of the players), ``matches``, ``seed``, ``settings`` and more.
    """

    def __init__(
        self, layers: list[tuple[Any, Any]], metadata: dict[str, Any], rules: RuleSet
    ) -> None:
        self.rules, self.metadata = rules, metadata
        self._features, self._layers = Features(rules), _side_by_side(layers)
        self.count = len(layers[0][0])

    @classmethod
    def load(
        cls, name: str | Path, rules: RuleSet, population: Sequence[str] | None = None
    ) -> "EquityModel":
        """From a file, or by the name of one that comes with the package (``equity-classic-3``).

        Args:
            name: a path that ends in .safetensors, or a name.
            rules: the rules it is asked for.
            population: specs of the players it must have been trained on, as they are today; None
                takes whatever it was.

        Raises: EquityError if it can't be read, or was trained under other rules or on others.
        """
        path = path_of(name)
        layers, metadata = read_equity(path)
        if metadata.get("rules_hash") != rules.hash:
            trained = shown(metadata.get("rules"), 200)
            raise EquityError(f"{path} was trained under {trained}, not under {rules.short()}")
        if metadata.get("features") != Features(rules).names:
            raise EquityError(f"{path} was trained on other features of the table: train it again")
        sizes = [layers[0][0].shape[1], layers[-1][0].shape[2]]
        if sizes != [len(metadata["features"]), rules.players]:
            raise EquityError(f"{path}: inputs and outputs {sizes} don't fit these rules")
        if not _tells(metadata):
            raise EquityError(f"{path} doesn't say who played the matches, or how many they were")
        model = cls(layers, metadata, rules)
        if population is not None:
            model._check_population(path, population)
        return model

    def _check_population(self, path: Path, population: Sequence[str]) -> None:
        asked = players_of(population)
        if self.metadata.get("population") != asked:
            trained = shown(self.metadata.get("population"), 200)
            raise EquityError(f"{path} was trained on {trained}, not on {asked}")

    def chances(self, tables: Any) -> Any:
        """The ensemble's mean, float64 (N, P) by seat; a row sums to 1.

        ``tables`` are (N,) records of ``TABLE_DTYPE``, ``STATE_DTYPE`` or ``VIEW_DTYPE``: of a deal
        on its way only the table is looked at.  A dealer of -1 is still to be drawn by lot: the mean
        over all.  Where a record has a ``winner`` he has 1, the others 0.
        """
        distinct, which = _distinct(tables)
        return _with_winners(self._by_seat(distinct).mean(axis=0)[which], tables)

    def members(self, tables: Any) -> Any:
        """What each network says, float64 (members, N, P): their spread is what training left open."""
        return _with_winners(self._by_seat(tables), tables)

    def __call__(self, states: Any, seat: int, players: int) -> Any:
        """The chance of a seat, (N,): an ``Equity`` of ``thousand_agents.pimc.equity``.

        Raises: EquityError for a table of another number of players.
        """
        if players != self.rules.players:
            raise EquityError(f"{players} players; this equity is for {self.rules.players}")
        return self.chances(states)[:, seat]

    def _by_seat(self, tables: Any) -> Any:
        """Chances (members, N, P) as if no match were over; who may deal by lot is averaged (R2.4)."""
        dealers = np.asarray(tables["dealer"])
        if (dealers != NONE).all():
            return self._with_dealers(tables, dealers)
        seats = range(self.rules.players)
        by_dealer = [np.where(dealers == NONE, seat, dealers) for seat in seats]
        return np.mean([self._with_dealers(tables, each) for each in by_dealer], axis=0)

    def _with_dealers(self, tables: Any, dealers: Any) -> Any:
        blocks = [slice(start, start + BLOCK) for start in range(0, len(tables) or 1, BLOCK)]
        features = (self._features.build(tables[block], dealers[block]) for block in blocks)
        by_place = np.concatenate([self.by_place(each) for each in features], axis=1)
        place = (np.arange(self.rules.players) - dealers[:, None] - 1) % self.rules.players
        return np.take_along_axis(by_place, place[None], axis=2).astype(np.float64)

    def by_place(self, features: Any) -> Any:
        """Chances (members, N, P) by place from the first hand, of features (N, F).

        In double precision, rounded: how a product of matrices adds up depends on the machine and on
        how many rows it has, a chance must not.
        """
        logits = self._logits(features.astype(np.float64)).reshape(
            len(features), self.count, self.rules.players
        )
        found = logits.transpose(2, 1, 0).copy()
        found -= found.max(axis=0)
        np.exp(found, out=found)
        found /= found.sum(axis=0)
        return found.transpose(1, 2, 0).round(DIGITS)

    def _logits(self, features: Any) -> Any:
        """Logits (n, members * P): the members' layers lie side by side, in as few products as can be."""
        (first, bias_1), (second, bias_2), (last, bias_3) = self._layers
        hidden = features @ first
        hidden += bias_1
        np.maximum(hidden, 0, out=hidden)
        width_in, width = second.shape[1:]
        deeper = np.empty((len(features), self.count * width))
        for m in range(self.count):
            own = hidden[:, m * width_in : (m + 1) * width_in]
            np.matmul(own, second[m], out=deeper[:, m * width : (m + 1) * width])
        deeper += bias_2
        np.maximum(deeper, 0, out=deeper)
        return deeper @ last + bias_3


def _distinct(tables: Any) -> tuple[Any, Any]:
    """Different tables (K,) of ``TABLE_DTYPE``, and which of them each one is (N,).

    Sampled deals repeat each other.  Tables are told apart by a sum of their numbers under random
    weights of 64 bits: two of 3000 are mistaken for one another once in 10**12 times.
    """
    size = tables.dtype.itemsize // 4
    rows = np.ascontiguousarray(tables).view(np.int32).reshape(len(tables), size)
    start = tables.dtype.fields[TABLE_FIELDS[0][0]][1] // 4
    block = np.ascontiguousarray(rows[:, start : start + len(_WEIGHTS)])
    _, first, which = np.unique(block @ _WEIGHTS, return_index=True, return_inverse=True)
    return block[first].view(TABLE_DTYPE)[:, 0], which


def _with_winners(found: Any, tables: Any) -> Any:
    """Chances (..., N, P) with matches that are over as they ended."""
    if "winner" in tables.dtype.names:
        over = np.flatnonzero(tables["winner"] != NONE)
        found[..., over, :] = 0
        found[..., over, tables["winner"][over]] = 1
    return found


def _side_by_side(layers: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Layers (M, in, out) as ``_logits`` multiplies them: of the last one a block for each member."""
    (first, bias_1), (second, bias_2), (last, bias_3) = (
        (weight.astype(np.float64), bias.astype(np.float64)) for weight, bias in layers
    )
    members, inputs, _ = first.shape
    deeper, players = last.shape[1:]
    blocks = np.zeros((members, deeper, members, players))
    blocks[np.arange(members), :, np.arange(members)] = last
    return [
        (np.ascontiguousarray(first.transpose(1, 0, 2)).reshape(inputs, -1), bias_1.reshape(-1)),
        (second, bias_2.reshape(-1)),
        (blocks.reshape(members * deeper, -1), bias_3.reshape(-1)),
    ]


def _tells(metadata: dict[str, Any]) -> bool:
    players, matches = metadata.get("population"), metadata.get("matches")
    return (
        isinstance(players, list)
        and all(isinstance(p, dict) and {type(v) for v in p.values()} == {str} for p in players)
        and all(set(p) == {"spec", "hash"} for p in players)
        and type(matches) is int
    )


def players_of(population: Sequence[str]) -> list[dict[str, str]]:
    """Spec and fingerprint of the players of a population, as a model stores them."""
    return [{"spec": spec, "hash": fingerprint(spec)} for spec in population]
