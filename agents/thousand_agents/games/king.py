"""King: its agents, the arena's start tables, forfeits and figures."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from thousand_agents.arena.streams import jit, table_key, uniform
from thousand_agents.base import DEFAULT_WORLDS
from thousand_agents.games import (
    FILE,
    RANDOM,
    Columns,
    Figure,
    Kind,
    mean_of,
    written_of,
)
from thousand_agents.king import DEFAULT_TRUST
from thousand_agents.networks import OWN
from thousand_env.games.king import RuleSet
from thousand_env.games.king.cards import RANKS, SUITS
from thousand_env.games.king.rules import (
    HALF_LAST_COST,
    HAND_SIZE,
    HEART_COST,
    JOKER_COST,
    KINDS,
    KING_COST,
    LAST_COST,
    MAN_COST,
    QUEEN_COST,
    ROBBER,
    TRICK_COST,
    TRICK_PRIZE,
)
from thousand_env.games.king.state import NONE, TABLE_DTYPE
from thousand_env.learner import Agent


def _greedy(rules: RuleSet) -> Agent:
    from thousand_agents.king.greedy import GreedyAgent

    return GreedyAgent(rules)


def _pimc(rules: RuleSet, worlds: int, trust: float) -> Agent:
    from thousand_agents.king.pimc import PimcAgent

    return PimcAgent(rules, worlds, trust)


AGENTS: Final[Mapping[str, Kind]] = {
    **RANDOM,
    "greedy": Kind(_greedy, ("king", "greedy")),
    "pimc": Kind(
        _pimc,
        ("king", "pimc", "worlds", "greedy"),
        {"worlds": DEFAULT_WORLDS, "trust": DEFAULT_TRUST},
    ),
}
FORMS: Final = (FILE,)
SPECS: Final = (
    f"random, greedy; search: pimc:worlds={DEFAULT_WORLDS},trust={DEFAULT_TRUST}; networks: {OWN}"
)

OPPONENT: Final = "greedy"
GUIDE: Final = """\
keep, open 150, open 0, bid 160, pass, give 2D, trump S, play QH, lay 8S.
A card alone (AS, 10h) plays, gives or lays it, a suit alone (h) is the trump.
Cards: 2 to 9 T J Q K A and S C D H, XX the joker."""
READERS: Final[tuple[str, ...]] = ()


def note(rules: RuleSet) -> str:
    """Nothing has to be said."""
    return ""


# --- start tables: what a game looks like somewhere on its way ---

DESCRIPTION: Final = (
    "sampled: the next deal evenly from the plan; of each deal before it every piece (a trick, a heart, "
    "a prize ...) written to a player drawn evenly"
)


def sample_tables(seed: int, sets: Any, rules: RuleSet) -> Any:
    """A start table for each set (K,), of ``TABLE_DTYPE``, the dealer still to be drawn."""
    tables = np.zeros(len(sets), TABLE_DTYPE)
    tables["dealer"] = NONE
    deals = [pieces(kind, rules) for kind in rules.plan]
    written = np.array([points for deal in deals for points in deal], np.int64)
    begins = np.cumsum([0, *map(len, deals)])
    second = np.zeros(len(written), np.bool_)  # the second out is another than the first (K9)
    second[[begins[k] + 1 for k, kind in enumerate(rules.plan) if kind == "lottery"]] = True
    _fill_tables(seed, sets, rules.players, begins, written, second, tables)
    return tables


def pieces(kind: str, rules: RuleSet) -> list[int]:
    """What a deal of a kind writes, piece by piece (K3 to K10)."""
    players, tricks = rules.players, HAND_SIZE[rules.players]
    if kind == "robber":
        return [points for misere in KINDS[:ROBBER] for points in pieces(misere, rules)]
    if kind == "lottery":
        return [int(prize) for prize in rules.compiled()["prizes"][0]]
    last = [LAST_COST[players]] if rules.last == "last" else 2 * [HALF_LAST_COST[players]]
    costs = {
        "no_tricks": tricks * [TRICK_COST[players]],
        "no_hearts": len(RANKS) * [HEART_COST],
        "no_queens": len(SUITS) * [QUEEN_COST],
        "no_men": 2 * len(SUITS) * [MAN_COST],
        "no_king": [KING_COST[players]],
        "no_last": last,
        "joker": [JOKER_COST, *range(2, 2 + len(RANKS))],
    }
    return [-cost for cost in costs[kind]] if kind in costs else tricks * [TRICK_PRIZE]


@jit
def _fill_tables(seed, sets, players, begins, written, second, tables):
    for i in range(len(sets)):
        key = table_key(seed, sets[i])
        tables[i].deals = int(uniform(key, 0) * (len(begins) - 1))
        seat = 0
        for k in range(begins[tables[i].deals]):
            if second[k]:
                seat = (seat + 1 + int(uniform(key, k + 1) * (players - 1))) % players
            else:
                seat = int(uniform(key, k + 1) * players)
            tables[i].score[seat] += written[k]


# --- forfeits and figures ---


def forfeit_points(state: Any, seat: int, rules: RuleSet) -> Any:
    """What a forfeited game writes by seat (P,): the king of hearts, which the others share."""
    loss = KING_COST[rules.players]
    points = np.full(rules.players, loss // (rules.players - 1))
    points[seat] = -loss
    return points


def figures(rules: RuleSet) -> Mapping[str, Figure]:
    """Points written per deal of each kind."""
    return {
        kind: Figure(
            kind.replace("_", " "),
            ".1f",
            "points written in such a deal",
            partial(_mean_written, KINDS.index(kind)),
        )
        for kind in dict.fromkeys(rules.plan)
    }


def _mean_written(kind: int, deals: Columns, mine: Any) -> float | None:
    return mean_of(written_of(deals, mine & (deals["kind"] == kind)[:, None]))
