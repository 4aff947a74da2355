"""Start tables of the deal level: what a match looks like somewhere on its way."""

from typing import Any

import numpy as np

from thousand_agents.arena.streams import jit, stream_key, uniform
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.rules import DUMP_TRUCK_SCORE, SCORE_UNIT
from thousand_env.games.thousand.state import NONE, TABLE_DTYPE

SPREAD = 130  # standard deviation of the scores around the stage of the match
LOWEST = -300
MOST_BOLTS = 2
BARREL_CHANCE = 0.3  # at the end of a match; less before
DESCRIPTION = (
    "sampled: a stage of the match evenly from 0 to the barrel, scores about normal around it "
    f"(sd {SPREAD}), bolts evenly 0 to {MOST_BOLTS}, one player on the barrel in up to "
    f"{BARREL_CHANCE:.0%} of late tables; no golden round"
)
NORMAL_PARTS = 12  # so many uniform draws have variance 1, and sum to the same bits everywhere
_TABLE = -1  # stands for game and agent in the key of a set's table


def sample_tables(seed: int, sets: Any, rules: RuleSet) -> Any:
    """A start table for each set (K,), of ``TABLE_DTYPE``, the dealer still to be drawn.

    A match under these rules can reach every one of them.
    """
    tables = np.zeros(len(sets), TABLE_DTYPE)
    _fill_tables(seed, sets, rules.compiled(), rules.bolts != "off", tables)
    return tables


@jit
def _fill_tables(seed, sets, rules, bolts, tables):
    r = rules[0]
    top = (r.barrel_at if r.barrel_at else r.goal) - SCORE_UNIT
    for i in range(len(sets)):
        key = stream_key(seed, sets[i], _TABLE, _TABLE)
        table = tables[i]
        table.dealer = NONE
        stage, count = uniform(key, 0), 1
        for seat in range(len(table.barrel_deals)):
            table.barrel_deals[seat] = NONE
        for seat in range(r.players):
            table.score[seat] = _score(stage * top + SPREAD * _normal(key, count), top)
            count += NORMAL_PARTS
            if bolts:
                table.bolts[seat] = int(uniform(key, count) * (MOST_BOLTS + 1))
            count += 1
        if r.barrel_at and uniform(key, count) < BARREL_CHANCE * stage:
            seat = int(uniform(key, count + 1) * r.players)
            table.score[seat] = r.barrel_at
            table.barrel_deals[seat] = int(uniform(key, count + 2) * max(r.barrel_deals, 1))
            table.barrels_used[seat] = int(uniform(key, count + 3) * max(r.barrels_to_zero, 1))


@jit
def _normal(key, count):
    total = -NORMAL_PARTS / 2
    for k in range(NORMAL_PARTS):
        total += uniform(key, count + k)
    return total


@jit
def _score(points, top):
    low, high = -(-LOWEST // SCORE_UNIT), top // SCORE_UNIT
    score = min(max(int(np.rint(points / SCORE_UNIT)), low), high) * SCORE_UNIT
    return score - SCORE_UNIT if abs(score) == DUMP_TRUCK_SCORE else score
