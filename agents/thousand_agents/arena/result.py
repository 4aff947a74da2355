"""What the arena found, as numbers; ``text`` prints it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np

from thousand_agents.arena.games import Part
from thousand_agents.arena.scores import Scores
from thousand_agents.arena.sequential import SequentialResult
from thousand_agents.arena.statistics import Estimate, estimate
from thousand_agents.games import Figure
from thousand_env.games.common.core import NONE

POINTS, SHARE = "points per deal", "percentage points"


@dataclass(frozen=True)
class AgentSummary:
    """One agent over all its games: means over its seats; shares run from 0 to 1."""

    label: str
    spec: str
    hash: str
    points_per_game: float  # change of score from the start table, per seat
    win_share: float  # a match cut off, or forfeited by another, counts in parts (``Scores``)
    fair_share: float
    figures: dict[str, float | None]  # how it played its deals, as the game counts it
    decisions: int
    ms_per_decision: float
    forfeits: int  # games lost by no action or an illegal one
    forfeit_reason: str  # of the first of them in order of time


@dataclass(frozen=True)
class ArenaResult:
    """The outcome of ``run_arena``; ``as_dict`` is what ``--json`` prints."""

    unit: str
    agents: tuple[AgentSummary, ...]
    estimates: tuple[Estimate, ...]
    sequential: SequentialResult | None
    sets: int  # finished
    sets_asked: int  # at most, in a sequential test
    games_per_set: int
    deals: int
    sets_found: int  # of these sets and deals, those that an earlier run left in the folder
    deals_found: int
    cut_off: int  # matches without a winner after the most deals allowed
    forfeits: int
    seed: int
    game: str
    rules: dict[str, Any]
    rules_hash: str
    start: str
    seconds: float  # of this run, without what an earlier one left in the folder

    @property
    def interrupted(self) -> bool:
        """Was the run stopped before all sets were played, or the sequential test decided?"""
        decided = self.sequential is not None and self.sequential.decided
        return self.sets < self.sets_asked and not decided

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers and texts."""
        form = asdict(self) | {"interrupted": self.interrupted}
        form["estimates"] = [
            asdict(e) | {"distinguishable": e.distinguishable} for e in self.estimates
        ]
        return form | {"sequential": self.sequential and self.sequential.as_dict()}

    def __str__(self) -> str:
        from thousand_agents.arena.text import result_text

        return result_text(self)


def summarize(
    spec: str,
    label: str,
    code: str,
    agent: int,
    part: Part,
    scores: Scores,
    figures: Mapping[str, Figure],
) -> AgentSummary:
    """Means of one agent over all its seats."""
    games = part.games
    players = scores.plan.seats.shape[1]
    who = np.stack([games[f"agent_{seat}"] for seat in range(players)], axis=1)
    in_deals = who[np.repeat(np.arange(len(who)), games["deals"])] == agent
    lost = np.flatnonzero(games["forfeit_seat"] != NONE)
    lost = lost[who[lost, games["forfeit_seat"][lost]] == agent]
    mine = part.timing["agent"] == agent
    decisions = int(part.timing["decisions"][mine].sum())
    return AgentSummary(
        label=label,
        spec=spec,
        hash=code,
        points_per_game=float(scores.points_of(agent).mean()),
        win_share=float(scores.shares_of(agent).mean()),
        fair_share=scores.fair_share(agent),
        figures={name: figure.value(part.deals, in_deals) for name, figure in figures.items()},
        decisions=decisions,
        ms_per_decision=float(1000 * part.timing["seconds"][mine].sum() / max(decisions, 1)),
        forfeits=len(lost),
        forfeit_reason=_first_reason(part.timing["first_forfeit"][mine], games, lost),
    )


def _first_reason(told: Any, games: Any, lost: Any) -> str:
    """The reason of the first forfeit: in order of time, or of games where that isn't told."""
    return str(next(filter(None, [*told, *games["forfeit_reason"][lost]]), ""))


def differences(scores: Scores, unit: str, a: int, b: int) -> Any:
    """Agent a less agent b in each set (K,): mean points, or win shares in percentage points."""
    if unit == "deal":
        return scores.points_of(a) - scores.points_of(b)
    return 100 * (scores.shares_of(a) - scores.shares_of(b))


def compare_pairs(labels: list[str], unit: str, scores: Scores, seed: int) -> list[Estimate]:
    """One agent less another: A - B, A - C, ..., B - C, ...; of two, twice A's lead over the fair half."""
    of, measure = ("", POINTS) if unit == "deal" else ("win share: ", SHARE)
    return [
        estimate(f"{of}{labels[a]} - {labels[b]}", measure, differences(scores, unit, a, b), seed)
        for a, b in combinations(range(len(labels)), 2)
    ]


def compare(labels: list[str], unit: str, scores: Scores, seed: int) -> list[Estimate]:
    """What the unit is about, each with its interval over sets: of matches, win shares come first."""
    found = []
    if unit == "match":
        for k in range(1 if len(labels) == 2 else len(labels)):  # of two, B's is A's turned round
            fair = 100 * scores.fair_share(k)
            label = f"win share of {labels[k]} ({fair:.1f} is fair) - {fair:.1f}"
            found.append(estimate(label, SHARE, 100 * scores.shares_of(k) - fair, seed))
    return found + compare_pairs(labels, unit, scores, seed)
