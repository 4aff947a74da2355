"""What the arena found, as numbers and as text."""

from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from thousand_agents.arena.games import NOBODY, Games
from thousand_agents.arena.statistics import LEVEL, Estimate, estimate

POINTS, SHARE = "points per deal", "percentage points"


@dataclass(frozen=True)
class AgentSummary:
    """One agent over all games: means over its seats; shares run from 0 to 1."""

    label: str
    spec: str
    hash: str
    points_per_game: float  # change of score from the start table, per seat
    win_share: float | None  # of the matches; a match cut off counts for every seat alike
    fair_share: float
    declarer_share: float  # deal level: of its seat-deals; match level: of the last deals
    made_share: float | None  # of the contracts it played
    mean_contract: float | None
    decisions: int
    ms_per_decision: float


@dataclass(frozen=True)
class ArenaResult:
    """The outcome of ``run_arena``; ``as_dict`` is what ``--json`` prints."""

    unit: str
    agents: tuple[AgentSummary, ...]
    estimates: tuple[Estimate, ...]
    sets: int  # finished
    sets_asked: int
    games_per_set: int
    deals: int
    cut_off: int  # matches without a winner after the most deals allowed
    seed: int
    rules: dict[str, Any]
    rules_hash: str
    start: str
    seconds: float

    @property
    def interrupted(self) -> bool:
        """Was the run stopped before all sets were played?"""
        return self.sets < self.sets_asked

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers and texts."""
        form = asdict(self) | {"interrupted": self.interrupted}
        form["estimates"] = [
            asdict(e) | {"distinguishable": e.distinguishable} for e in self.estimates
        ]
        return form

    def __str__(self) -> str:
        return "\n".join([*_head(self), "", *_agent_table(self), "", *map(_line, self.estimates)])


def summarize(
    spec: str, label: str, code: str, agent: int, agents: int, games: Games, seats: Any
) -> AgentSummary:
    """Means of one agent over all its seats."""
    mine = seats == agent  # (G, P)
    last = np.where(games.declarer == NOBODY, NOBODY, _agent_at(games.declarer, seats))
    declared = last == agent
    contracts = int(declared.sum())
    decisions = int(games.decisions[agent])
    return AgentSummary(
        label=label,
        spec=spec,
        hash=code,
        points_per_game=float(games.points[:, mine].mean()),
        win_share=float(_set_shares(games, seats, agent).mean()),
        fair_share=1 / agents,
        declarer_share=float(declared.sum() / (mine.sum() * len(games.points))),
        made_share=float(games.made[declared].mean()) if contracts else None,
        mean_contract=float(games.contract[declared].mean()) if contracts else None,
        decisions=decisions,
        ms_per_decision=float(1000 * games.seconds[agent] / max(decisions, 1)),
    )


def compare(labels: list[str], unit: str, games: Games, seats: Any, seed: int) -> list[Estimate]:
    """The differences that the unit is about, each with its interval over sets."""
    pairs = list(combinations(range(len(labels)), 2))
    if unit == "deal":
        means = [games.points[:, seats == k].mean(axis=1) for k in range(len(labels))]
        return [
            estimate(f"{labels[a]} - {labels[b]}", POINTS, means[a] - means[b], seed)
            for a, b in pairs
        ]
    shares = [100 * _set_shares(games, seats, k) for k in range(len(labels))]
    fair = 100 / len(labels)
    against_fair = range(1 if len(labels) == 2 else len(labels))  # of two, B's is A's turned round
    found = [
        estimate(
            f"win share of {labels[k]} ({fair:.1f} is fair) - {fair:.1f}",
            SHARE,
            shares[k] - fair,
            seed,
        )
        for k in against_fair
    ]
    if len(labels) > 2:
        found += [
            estimate(f"win share: {labels[a]} - {labels[b]}", SHARE, shares[a] - shares[b], seed)
            for a, b in pairs
        ]
    return found


def _agent_at(seat: Any, seats: Any) -> Any:
    """Agent numbers at seats (K, G)."""
    return seats[np.arange(len(seats)), seat]


def _set_shares(games: Games, seats: Any, agent: int) -> Any:
    """Share of each set's matches that an agent's seats won (K,)."""
    won = _agent_at(games.winner, seats) == agent
    of_seats = (seats == agent).mean(axis=1)
    return np.where(games.winner == NOBODY, of_seats, won).mean(axis=1)


def _head(result: ArenaResult) -> list[str]:
    stopped = f" of {result.sets_asked} asked for: stopped early" if result.interrupted else ""
    cut_off = f", {result.cut_off} cut off" if result.cut_off else ""
    return [
        f"{result.sets} sets{stopped}, {result.games_per_set} {result.unit}es a set"
        if result.unit == "match"
        else f"{result.sets} sets{stopped}, {result.games_per_set} deals a set",
        f"{result.deals} deals played{cut_off} in {result.seconds:.1f} s; seed {result.seed}",
        f"rules {_rules_text(result.rules)} (hash {result.rules_hash}); start tables: {result.start}",
    ]


def _rules_text(rules: dict[str, Any]) -> str:
    return ", ".join(v if k == "preset" else f"{k}={v}" for k, v in rules.items())


def _agent_table(result: ArenaResult) -> list[str]:
    def percent(share: float | None) -> str:
        return "-" if share is None else f"{100 * share:.1f}%"

    rows = [("", "agent", "hash", "points", "declarer", "made", "contract", "wins", "ms/decision")]
    for a in result.agents:
        contract = "-" if a.mean_contract is None else f"{a.mean_contract:.1f}"
        wins = percent(a.win_share) if result.unit == "match" else "-"
        bidding = (percent(a.declarer_share), percent(a.made_share), contract)
        if result.unit == "match":  # known of the last deals only, which says little
            bidding = ("-", "-", "-")
        rows.append(
            (a.label, a.spec, a.hash, f"{a.points_per_game:.2f}", *bidding, wins)
            + (f"{a.ms_per_decision:.4f}",)
        )
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _line(e: Estimate) -> str:
    if e.interval is None or e.bootstrap is None:
        return f"{e.label}: {e.mean:+.2f} {e.unit}, one set: no interval, not distinguishable"
    verdict = "" if e.distinguishable else "  -> not distinguishable"
    return (
        f"{e.label}: {e.mean:+.2f} {e.unit}, standard error {e.standard_error:.2f}, {LEVEL:.0%} interval "
        f"[{e.interval[0]:+.2f}, {e.interval[1]:+.2f}] (bootstrap [{e.bootstrap[0]:+.2f}, "
        f"{e.bootstrap[1]:+.2f}]), {e.sets} sets{verdict}"
    )
