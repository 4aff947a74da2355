"""The report of a results folder: numbers from the parts, pages and plots from the numbers."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from thousand_agents.arena.folder import read_manifest
from thousand_agents.arena.games import Part
from thousand_agents.arena.parts import ArenaError, join_parts, read_parts
from thousand_agents.arena.ratings import Rating, ratings
from thousand_agents.arena.result import (
    POINTS,
    SHARE,
    AgentSummary,
    compare_pairs,
    differences,
    summarize,
)
from thousand_agents.arena.scores import Scores
from thousand_agents.arena.seatings import Seatings, seatings
from thousand_agents.arena.sequential import Looks, SequentialResult
from thousand_agents.arena.statistics import Estimate, estimate
from thousand_agents.base import notes_on
from thousand_agents.games import Figure
from thousand_agents.games import of as agents_of
from thousand_env import games
from thousand_env.games.common.core import NONE
from thousand_env.games.common.ruleset import BaseRules


@dataclass(frozen=True)
class AgentReport:
    """One agent over all its games."""

    summary: AgentSummary
    result: Estimate  # points per deal, or win share in percent, over sets
    rating: Rating
    forfeits: tuple[tuple[str, int], ...]  # reasons and how often, most frequent first


@dataclass(frozen=True)
class Report:
    """What a results folder says; ``report_pages`` shows it."""

    manifest: dict[str, Any]
    figures: tuple[Figure, ...]  # what the summaries' figures are called
    note: str  # what must be said beside results under these rules, or ""
    sets: int
    games_per_set: int
    deals: int
    agents: tuple[AgentReport, ...]
    pairs: tuple[Estimate, ...]  # A - B, A - C, ..., B - C, ...
    sequential: SequentialResult | None

    def __str__(self) -> str:
        from thousand_agents.arena.report_pages import report_markdown

        return report_markdown(self)

    def pair(self, a: int, b: int) -> Estimate:
        """Agent a less agent b, numbers with a < b."""
        return self.pairs[[*combinations(range(len(self.agents)), 2)].index((a, b))]

    def as_dict(self) -> dict[str, Any]:
        """Plain numbers and texts."""
        form = asdict(self)
        del form["figures"]
        for entry, pair in zip(form["pairs"], self.pairs, strict=True):
            entry["distinguishable"] = pair.distinguishable
        return form | {"sequential": self.sequential and self.sequential.as_dict()}


def report(folder: str | Path) -> Report:
    """Read a results folder, finished or not.

    Raises: ArenaError for a folder without results, or with files that can't be read.
    """
    folder = Path(folder)
    manifest = read_manifest(folder)
    rules = games.load(manifest["game"]).rules_from(manifest["rules"])
    plan = seatings(len(manifest["agents"]), rules.players)
    parts = read_parts(folder, plan, rules)
    if not parts:
        raise ArenaError(f"{folder} has no finished part yet: let thousand arena run finish one")
    return _report(manifest, rules, plan, join_parts(parts))


def _report(manifest: dict[str, Any], rules: BaseRules, plan: Seatings, part: Part) -> Report:
    figures = agents_of(rules).figures(rules)
    agents, unit, seed = manifest["agents"], manifest["unit"], manifest["seed"]
    labels = [agent["label"] for agent in agents]
    scores = Scores(part.games, plan)
    rated = ratings(labels, scores, unit, seed)
    return Report(
        manifest=manifest,
        figures=tuple(figures.values()),
        note="; ".join(notes_on((agent["spec"] for agent in agents), rules)),
        sets=len(scores.points),
        games_per_set=len(plan),
        deals=int(part.games["deals"].sum()),
        agents=tuple(
            _agent(agents[k], k, part, scores, figures, manifest, rated[k])
            for k in range(len(agents))
        ),
        pairs=tuple(compare_pairs(labels, unit, scores, seed)),
        sequential=_sequential(manifest, part, scores),
    )


def _unit_text(unit: str) -> str:
    return POINTS if unit == "deal" else SHARE


def _agent(
    known: dict[str, str],
    k: int,
    part: Part,
    scores: Scores,
    figures: Mapping[str, Figure],
    manifest: dict[str, Any],
    rating: Rating,
) -> AgentReport:
    unit = manifest["unit"]
    values = scores.points_of(k) if unit == "deal" else 100 * scores.shares_of(k)
    name = known["spec"], known["label"], known["hash"]
    return AgentReport(
        summary=summarize(*name, k, part, scores, figures),
        result=estimate(known["label"], _unit_text(unit), values, manifest["seed"]),
        rating=rating,
        forfeits=_forfeits(k, part),
    )


def _at_seat(games: Any, rows: Any, seats: Any) -> Any:
    """Which agents sat at these seats of these games."""
    players = sum(name.startswith("agent_") for name in games)
    who = np.stack([games[f"agent_{seat}"] for seat in range(players)], axis=1)
    return who[rows, seats]


def _forfeits(agent: int, part: Part) -> tuple[tuple[str, int], ...]:
    games = part.games
    lost = np.flatnonzero(games["forfeit_seat"] != NONE)
    mine = lost[_at_seat(games, lost, games["forfeit_seat"][lost]) == agent]
    return tuple(Counter(games["forfeit_reason"][mine].tolist()).most_common())


def _sequential(manifest: dict[str, Any], part: Part, scores: Scores) -> SequentialResult | None:
    """The verdict of a sequential test, from the sets that are there."""
    if not manifest["sequential"]:
        return None
    looks = Looks(manifest["sets"], manifest["chunk"])
    sets = part.games["set"][:: len(scores.plan)]
    looks.add(sets, differences(scores, manifest["unit"], 0, 1))
    return looks.result
