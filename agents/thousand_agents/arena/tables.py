"""Start tables of the deal level: what a match looks like somewhere on its way."""

from typing import Any

from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.rules import DUMP_TRUCK_SCORE, SCORE_UNIT

SPREAD = 130  # standard deviation of the scores around the stage of the match
LOWEST = -300
BARREL_CHANCE = 0.3  # at the end of a match; less before
DESCRIPTION = (
    "sampled: a stage of the match evenly from 0 to the barrel, scores normal around it "
    f"(sd {SPREAD}), bolts evenly 0 to 2, one player on the barrel in up to {BARREL_CHANCE:.0%} of "
    "late tables; no golden round"
)


def sample_table(rng: Any, rules: RuleSet) -> dict[str, Any]:
    """A table that a match under these rules can reach, in R16's form, without golden round."""
    top = (rules.barrel_at or rules.goal) - SCORE_UNIT
    stage = rng.random()
    scores = [
        _score(stage * top + SPREAD * rng.standard_normal(), top) for _ in range(rules.players)
    ]
    bolts = [int(x) if rules.bolts != "off" else 0 for x in rng.integers(0, 3, rules.players)]
    table: dict[str, Any] = {"score": scores, "bolts": bolts}
    if rules.barrel_at and rng.random() < BARREL_CHANCE * stage:
        _put_on_barrel(rng, rules, table)
    return table


def _score(points: float, top: int) -> int:
    low, high = -(-LOWEST // SCORE_UNIT), top // SCORE_UNIT
    score = min(max(round(points / SCORE_UNIT), low), high) * SCORE_UNIT
    return score - SCORE_UNIT if abs(score) == DUMP_TRUCK_SCORE else score


def _put_on_barrel(rng: Any, rules: RuleSet, table: dict[str, Any]) -> None:
    seat = int(rng.integers(rules.players))
    used: list[int | None] = [None] * rules.players
    used[seat] = int(rng.integers(rules.barrel_deals or 1))
    barrels = [0] * rules.players
    barrels[seat] = int(rng.integers(rules.barrels_to_zero or 1))
    table["score"][seat] = rules.barrel_at
    table |= {"barrel_deals_used": used, "barrels_used": barrels}
