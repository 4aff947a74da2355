"""Thousand: its agents, the arena's start tables, forfeits and figures."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from thousand_agents.arena.streams import jit, table_key, uniform
from thousand_agents.base import DEFAULT_WORLDS, UNIFORM
from thousand_agents.games import (
    BIDDER,
    FILE,
    OUTSIDE,
    RANDOM,
    SHIPPED,
    Columns,
    Figure,
    Kind,
    mean_of,
)
from thousand_agents.networks import BASE, BELIEVED, shipped
from thousand_agents.networks import FORMS as NETWORK_FORMS
from thousand_agents.styles import STYLES, style_agent
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.rules import DUMP_TRUCK_SCORE, SCORE_UNIT
from thousand_env.games.thousand.state import DARK_DEAL, NONE, TABLE_DTYPE, sitter
from thousand_env.learner import Agent


def _greedy(rules: RuleSet) -> Agent:
    from thousand_agents.greedy import GreedyAgent

    return GreedyAgent(rules)


def _pimc(rules: RuleSet, worlds: int, trust: float) -> Agent:
    from thousand_agents.pimc import PimcAgent, greedy_belief

    return PimcAgent(rules, worlds, greedy_belief(rules, trust))


def _net_pimc(rules: RuleSet, worlds: int) -> Agent:
    shipped(BELIEVED, rules)  # torch takes a second: not to say that there is none
    from thousand_agents.models.net_search import net_pimc

    return net_pimc(rules, worlds, BELIEVED, BASE)


AGENTS: Final[Mapping[str, Kind]] = {
    **RANDOM,
    "greedy": Kind(_greedy, ("greedy",)),
    "pimc": Kind(
        _pimc, ("pimc", "solver", "worlds", "greedy"), {"worlds": DEFAULT_WORLDS, "trust": UNIFORM}
    ),
    "net+pimc": Kind(
        _net_pimc, ("pimc", "solver", "worlds", "greedy", "models"), {"worlds": DEFAULT_WORLDS}
    ),
    **{name: Kind(partial(style_agent, name), ("greedy", "styles.py")) for name in STYLES},
}
FORMS: Final = (OUTSIDE, BIDDER, SHIPPED, FILE)
SPECS: Final = (
    f"random, greedy; networks: {NETWORK_FORMS}; search: pimc:worlds={DEFAULT_WORLDS}, "
    f"net+pimc:worlds={DEFAULT_WORLDS}; "
    f"to test others: "
    f"{', '.join(STYLES)}; an outside program: {OUTSIDE}PROGRAM ARGS"
)

OPPONENT: Final = "greedy"
GUIDE: Final = """\
bid 105, pass, give 9S, contract 130, keep, play AS, marry KH
(lead the king and announce the marriage), dark or look, concede, redeal or waive.
A card alone (AS, 10h) plays or gives it.
Cards: 9 J Q K T A and S C D H."""
READERS: Final = ("solve FILE", "advise FILE --seat SEAT")


def note(rules: RuleSet) -> str:
    """Nothing has to be said."""
    return ""


# --- start tables: what a match looks like somewhere on its way ---

SPREAD = 130  # standard deviation of the scores around the stage of the match
LOWEST = -300
MOST_BOLTS = 2
BARREL_CHANCE = 0.3  # at the end of a match; less before
DESCRIPTION: Final = (
    "sampled: a stage of the match evenly from 0 to the barrel, scores about normal around it "
    f"(sd {SPREAD}), bolts evenly 0 to {MOST_BOLTS}, one player on the barrel in up to "
    f"{BARREL_CHANCE:.0%} of late tables; no golden round"
)
NORMAL_PARTS = 12  # so many uniform draws have variance 1, and sum to the same bits everywhere


def sample_tables(seed: int, sets: Any, rules: RuleSet) -> Any:
    """A start table for each set (K,), of ``TABLE_DTYPE``, the dealer still to be drawn."""
    tables = np.zeros(len(sets), TABLE_DTYPE)
    _fill_tables(seed, sets, rules.compiled(), rules.bolts != "off", tables)
    return tables


@jit
def _fill_tables(seed, sets, rules, bolts, tables):
    r = rules[0]
    top = (r.barrel_at if r.barrel_at else r.goal) - SCORE_UNIT
    for i in range(len(sets)):
        key = table_key(seed, sets[i])
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


# --- forfeits and figures ---

FORFEIT_LOSS = 120  # as if it had failed the smallest contract; the other active seats share it


def forfeit_points(state: Any, seat: int, rules: RuleSet) -> Any:
    """What a forfeited game writes by seat (P,); one that sits out (R2.2) writes nothing."""
    points = np.full(rules.players, FORFEIT_LOSS // 2)
    points[seat] = -FORFEIT_LOSS
    out = sitter(int(state["first_hand"]), rules.players)
    if out != NONE:
        points[out] = 0
    return points


def figures(rules: RuleSet) -> Mapping[str, Figure]:
    """How often it declared, and what came of it."""
    return _FIGURES


def _declared(deals: Columns, mine: Any) -> Any:
    """In which deals the agent was the declarer, bool (D,)."""
    return mine[np.arange(len(mine)), deals["declarer"]]


def _dark(deals: Columns, mine: Any) -> Any:
    return _declared(deals, mine) & (deals["kind"] == DARK_DEAL)


_FIGURES: Final = {
    "declares": Figure(  # of its seat-deals
        "declarer",
        ".1%",
        "how often it declared",
        lambda deals, mine: float(_declared(deals, mine).sum() / max(mine.sum(), 1)),
    ),
    "contract": Figure(
        "contract",
        ".1f",
        "its mean as declarer",
        lambda deals, mine: mean_of(deals["contract"][_declared(deals, mine)]),
    ),
    "made": Figure(
        "made",
        ".1%",
        "of its contracts",
        lambda deals, mine: mean_of(deals["made"][_declared(deals, mine)]),
    ),
    "dark": Figure(  # of its contracts
        "dark",
        ".1%",
        "contracts bid dark",
        lambda deals, mine: mean_of(_dark(deals, mine)[_declared(deals, mine)]),
    ),
    "dark_made": Figure(
        "dark made",
        ".1%",
        "of those",
        lambda deals, mine: mean_of(deals["made"][_dark(deals, mine)]),
    ),
}
