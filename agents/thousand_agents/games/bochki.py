"""Bochki: its agents, the arena's start tables, forfeits and figures."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from thousand_agents.arena.streams import jit, table_key, uniform
from thousand_agents.bochki.agents import ENOUGH, OptimalAgent, ThresholdAgent
from thousand_agents.games import (
    FILE,
    RANDOM,
    Columns,
    Figure,
    Kind,
    mean_of,
    written_of,
)
from thousand_agents.networks import OWN
from thousand_env.games.bochki import RuleSet
from thousand_env.games.bochki.options import HOUSE
from thousand_env.games.bochki.reach import held_scores
from thousand_env.games.bochki.render import TABLE_NOTE
from thousand_env.games.bochki.rules import BARREL_SIZE
from thousand_env.games.bochki.state import NONE, TABLE_DTYPE


def _optimal_note(rules: RuleSet) -> str:
    """What it is away from the rules that it is exact for."""
    what = ["a best response to the others' quickest way"] * (rules.players > 2)
    what += ["a heuristic that takes the turns one by one"] * (rules.turns == "together")
    exact = "exact only with players=2,turns=in_order"
    return f"optimal: {exact}; under these rules {' and '.join(what)}" if what else ""


AGENTS: Final[Mapping[str, Kind]] = {
    **RANDOM,
    "threshold": Kind(ThresholdAgent, ("bochki",), {"points": ENOUGH}),
    "optimal": Kind(OptimalAgent, ("bochki",), note=_optimal_note),
}
FORMS: Final = (FILE,)
SPECS: Final = (
    f"random, threshold:points={ENOUGH}; optimal, exact for two players with turns in order, else a "
    f"best response or a heuristic; networks: {OWN}"
)
OPPONENT: Final = "threshold"
GUIDE: Final = """\
deal (go on) or stop.
After a hand stand its combinations and their points: nY is a run of n cards of one suit, nX n of a
rank, 7Z (9Z) one of every rank. A score in a barrel stands in ( ), with a · for every turn used there."""
READERS: Final[tuple[str, ...]] = ()


def note(rules: RuleSet) -> str:
    """Whose score table it is, as the source's is lost (B4)."""
    return TABLE_NOTE if rules.score_table == HOUSE else ""


# --- start tables: what a game looks like somewhere on its way ---

DESCRIPTION: Final = (
    "sampled: a stage of the game evenly from its beginning to its goal; each player's score evenly from "
    "those that can be reached up to there, nobody with 0 in the game; all turns of a barrel are left"
)


def sample_tables(seed: int, sets: Any, rules: RuleSet) -> Any:
    """A start table for each set (K,), of ``TABLE_DTYPE``, the dealer still to be drawn."""
    tables = np.zeros(len(sets), TABLE_DTYPE)
    tables["dealer"] = tables["first"] = NONE
    _fill_tables(seed, sets, rules.players, np.array(held_scores(rules)), tables)
    tables["entered"] = tables["score"] > 0
    return tables


@jit
def _fill_tables(seed, sets, players, scores, tables):
    for i in range(len(sets)):
        key = table_key(seed, sets[i])
        stage = 1 + int(uniform(key, 0) * len(scores))
        for seat in range(players):
            tables[i].score[seat] = scores[int(uniform(key, seat + 1) * stage)]


# --- forfeits and figures ---

FORFEIT_LOSS = BARREL_SIZE  # what a fall can cost; each of the others gets half


def forfeit_points(state: Any, seat: int, rules: RuleSet) -> Any:
    """What a forfeited game writes by seat (P,)."""
    points = np.full(rules.players, FORFEIT_LOSS // 2)
    points[seat] = -FORFEIT_LOSS
    return points


def figures(rules: RuleSet) -> Mapping[str, Figure]:
    """What its turns, extra ones among them, brought."""
    return _FIGURES


def _turns(deals: Columns, mine: Any) -> Any:
    """What the agent wrote in its turns (n,)."""
    took_part = (deals["alone"] == NONE)[:, None] | (
        deals["alone"][:, None] == np.arange(mine.shape[1])
    )
    return written_of(deals, mine & took_part)


_FIGURES: Final = {
    "turn": Figure(
        "turn",
        ".1f",
        "points that a turn of its own wrote, extra ones among them",
        lambda deals, mine: mean_of(_turns(deals, mine)),
    ),
    "nothing": Figure(
        "nothing", ".1%", "turns without any", lambda deals, mine: mean_of(_turns(deals, mine) == 0)
    ),
    "fell": Figure(
        "fell",
        ".1%",
        "turns that fell from a barrel",
        lambda deals, mine: mean_of(_turns(deals, mine) < 0),
    ),
}
