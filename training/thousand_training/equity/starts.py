"""Where the matches of the training data begin: over the whole range, and thickly near its edges.

Every table is one that a match can reach, as far as ``thousand_env`` can tell (R16).
"""

from typing import Any, Final

import numpy as np

from thousand_agents.games.thousand import sample_tables
from thousand_agents.models.equity.features import LOWEST, MOST_COUNTED, edges, top_score
from thousand_env.errors import TableError
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.rules import BOLTS_FOR_PENALTY, DUMP_TRUCK_SCORE, SCORE_UNIT
from thousand_env.games.thousand.state import NONE
from thousand_env.games.thousand.table import new_table, parse_table

NEW, ARENA, EDGE, GOLDEN = range(4)
KINDS: Final = ("new match", "arena table", "edges", "golden round")
SHARES: Final = (0.2, 0.2, 0.45, 0.15)  # a game without a golden round has more near the edges
ON_BARREL: Final = (0.5, 0.3, 0.15, 0.05)  # so many players on it
NEAR_AN_EDGE: Final = 0.5  # of the scores; the others lie evenly over the range
REDEALS: Final = 0.15  # of the tables have re-deals in a row
BELOW, ABOVE = 150, 40  # how far from an edge a score near it may lie
GOLDEN_DEAL_MOST: Final = 240  # what one golden deal brings or costs its declarer (R8.1)


def start_tables(rng: np.random.Generator, count: int, rules: RuleSet) -> tuple[Any, Any]:
    """Tables (count,) of ``TABLE_DTYPE``, the dealer still to be drawn, and their kinds (count,)."""
    shares = np.array(SHARES)
    if not rules.golden:
        shares[[EDGE, GOLDEN]] = SHARES[EDGE] + SHARES[GOLDEN], 0
    kinds = rng.choice(len(KINDS), count, p=shares)
    tables = np.repeat(np.array([new_table(rules)]), count)
    arena = kinds == ARENA
    sets = np.arange(arena.sum())
    tables[arena] = sample_tables(int(rng.integers(2**62)), sets, rules)
    tables[kinds == EDGE] = _near_edges(rng, int((kinds == EDGE).sum()), rules)
    if rules.golden:
        tables[kinds == GOLDEN] = _golden(rng, int((kinds == GOLDEN).sum()), rules)
    elsewhere = kinds != NEW
    again = elsewhere & (rng.random(count) < REDEALS)
    tables["redeals"][again] = rng.integers(0, _most_redeals(rules) + 1, again.sum())
    return tables, kinds


def _near_edges(rng: np.random.Generator, count: int, rules: RuleSet) -> Any:
    tables = np.repeat(np.array([new_table(rules)]), count)
    tables["golden_circle"] = 0
    n, top = rules.players, top_score(rules)
    near = rng.choice([*edges(rules), top + SCORE_UNIT], (count, n))
    near += rng.integers(-BELOW, ABOVE, (count, n))
    scores = np.where(
        rng.random((count, n)) < NEAR_AN_EDGE, near, rng.integers(LOWEST, top + 1, (count, n))
    )
    tables["score"][:, :n] = _allowed(scores, rules)
    if rules.bolts != "off":
        tables["bolts"][:, :n] = rng.integers(0, BOLTS_FOR_PENALTY, (count, n))
    if rules.concede != "off":
        tables["concessions"][:, :n] = rng.integers(0, 6, (count, n))
    if rules.barrel_at:
        _put_on_barrel(rng, tables, rules)
    return tables


def _allowed(scores: Any, rules: RuleSet) -> Any:
    """The scores below that a player off the barrel can have (R2.3, R11.7)."""
    scores = np.minimum(scores // SCORE_UNIT * SCORE_UNIT, top_score(rules))
    return np.where(np.abs(scores) == DUMP_TRUCK_SCORE, scores - SCORE_UNIT, scores)


def _put_on_barrel(rng: np.random.Generator, tables: Any, rules: RuleSet) -> None:
    """Some players to the barrel; several have used equal deals, as if they came together (R9.4)."""
    count, n = len(tables), rules.players
    many = rng.choice(len(ON_BARREL), count, p=ON_BARREL)
    on = rng.random((count, n)).argsort(axis=1) < np.minimum(many, n)[:, None]
    used = rng.integers(0, rules.barrel_deals or MOST_COUNTED, (count, 1))
    tables["score"][:, :n][on] = rules.barrel_at
    tables["barrel_deals"][:, :n] = np.where(on, used, NONE)
    tables["barrels_used"][:, :n] = rng.integers(
        0, rules.barrels_to_zero or MOST_COUNTED + 1, (count, n)
    )


def _golden(rng: np.random.Generator, count: int, rules: RuleSet) -> Any:
    """On the way through a golden circle (R8); each begins from an empty table."""
    tables = np.repeat(np.array([new_table(rules)]), count)
    n = rules.players
    circles = rules.golden_circles if rules.golden_on_fail == "replay" else 1
    tables["golden_circle"] = rng.integers(1, circles + 1, count)
    deal = rng.integers(0, n, count)
    tables["golden_deal"] = deal
    spread = GOLDEN_DEAL_MOST * deal[:, None]
    scores = rng.uniform(-1, 1, (count, n)) * spread
    tables["score"][:, :n] = _allowed(scores.astype(int), rules)
    tables["golden_made"] = (deal > 0) & (rng.random(count) < 0.5)
    if rules.bolts != "off":
        bolts = rng.integers(0, BOLTS_FOR_PENALTY, (count, n))
        tables["bolts"][:, :n] = np.minimum(bolts, deal[:, None])
    return tables


def _most_redeals(rules: RuleSet) -> int:
    """The most re-deals in a row that a table can hold, up to three (R4.5)."""
    for most in (3, 2, 1):
        try:
            parse_table({"redeals": most}, rules)
        except TableError:
            continue
        return most
    return 0
