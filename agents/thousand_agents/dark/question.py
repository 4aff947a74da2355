"""The question: who is offered the dark at which table, and who plays."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from thousand_agents.arena.batch import Batch
from thousand_agents.arena.games import agent_of
from thousand_agents.base import AgentError, fingerprint
from thousand_agents.models.equity import EquityError, EquityModel, shipped_name
from thousand_agents.models.equity.features import LOWEST
from thousand_agents.models.equity.file import path_of
from thousand_env.checks import check_seed
from thousand_env.errors import ThousandError
from thousand_env.games.common.table import check_dealer
from thousand_env.games.thousand import RuleSet
from thousand_env.games.thousand.actions import DARK
from thousand_env.games.thousand.state import GOLDEN_DEAL, NONE, OBLIGATORY_DEAL
from thousand_env.games.thousand.table import parse_table, table_dict

PLAYOUT: Final = "playout"  # in place of an equity model: every match is played to its end
_TRIED = 64  # packs on which the offer is looked for


class DarkError(ThousandError):
    """A table at which no dark can be said; ``rule`` is the id of what forbids it."""

    def __init__(self, rule: str, message: str) -> None:
        self.rule = rule
        super().__init__(f"no dark bid here: {message} ({rule})")


@dataclass(frozen=True)
class DarkQuestion:
    """A legal question, as ``make_question`` makes it; it can be sent to a worker.

    ``agents`` are specs by seat, ``hashes`` their fingerprints; ``judge`` is a model of
    ``EquityModel.load``, trained on matches of ``population``, or ``PLAYOUT``.
    """

    rules: RuleSet
    table: Mapping[str, Any]  # R16's form, every key there
    dealer: int
    agents: tuple[str, ...]
    hashes: tuple[str, ...]
    judge: str
    population: tuple[str, ...]
    seed: int

    @property
    def me(self) -> int:
        """The first hand, who is offered the dark (R7.1)."""
        return (self.dealer + 1) % self.rules.players

    @property
    def start(self) -> Any:
        """The table and its dealer, a record of ``TABLE_DTYPE``."""
        return parse_table(self.table, self.rules, self.dealer)

    def as_dict(self) -> dict[str, Any]:
        """Plain values."""
        seats = zip(self.agents, self.hashes, strict=True)
        return {
            "rules": self.rules.short(),
            "rules_hash": self.rules.hash,
            "table": dict(self.table),
            "dealer": self.dealer,
            "me": self.me,
            "agents": [{"spec": spec, "hash": code} for spec, code in seats],
            "judge": self.judge,
            "population": list(self.population),
            "seed": self.seed,
        }


def make_question(
    rules: RuleSet,
    table: Mapping[str, Any],
    dealer: int | None = None,
    me: str = "greedy",
    others: Sequence[str] = ("greedy",),
    judge: str | None = None,
    seed: int = 0,
) -> DarkQuestion:
    """The question of the first hand at a table, everything checked that can be.

    Args:
        rules: of the match.
        table: R16's form; keys left out are a new match's, without a golden round.
        dealer: by default the last seat, so that seat 0 is the first hand.
        me: spec of the first hand's player, who plays on after the dark was said or not.
        others: specs of the others clockwise from the first hand, or one for all of them.
        judge: an equity model's path or name, or ``PLAYOUT``; by default the model that comes with
            the package for these rules.
        seed: of cards and agents.

    Raises: DarkError, with the rule, where no dark is offered; TableError, AgentError, EquityError.
    """
    players = rules.players
    dealer = players - 1 if dealer is None else check_dealer(dealer, rules.players)
    start = parse_table(table, rules, dealer)
    _check_offer(start, rules)
    agents = seated(me, others, (dealer + 1) % players, players)
    hashes = tuple(fingerprint(spec) for spec in agents)
    for spec, code in zip(agents, hashes, strict=True):
        agent_of(spec, code, rules)
    form, (judge, population) = table_dict(start, players), judge_of(judge, rules)
    check_scores(judge, form["score"])
    return DarkQuestion(rules, form, dealer, agents, hashes, judge, population, check_seed(seed))


def seated(me: str, others: Sequence[str], seat: int, players: int) -> tuple[str, ...]:
    """Specs by seat: ``me`` at ``seat``, the others clockwise from it, or one for all of them.

    Raises: AgentError for another number of them.
    """
    if len(others) == 1:
        others = [*others] * (players - 1)
    if len(others) != players - 1:
        raise AgentError(f"{len(others)} agents for the others: name one, or {players - 1}")
    clockwise = (me, *others)
    return tuple(clockwise[(s - seat) % players] for s in range(players))


def judge_of(judge: str | None, rules: RuleSet) -> tuple[str, tuple[str, ...]]:
    """What judges the end of a deal, and the specs of the players it was trained on.

    Raises: EquityError if there is no such model, or None and none that comes with the package.
    """
    if judge == PLAYOUT:
        return judge, ()
    name = shipped_name(rules) if judge is None else judge
    try:
        model = EquityModel.load(name, rules)
    except EquityError as error:
        if judge is not None:
            raise
        why = f"; {error}" if path_of(name).is_file() else ""
        raise EquityError(
            f"no equity model comes with the package for the rules {rules.short()}: play matches to "
            "their end instead (--playout), or train a model (python -m thousand_training.equity "
            f"CONFIG) and name its file (--equity FILE){why}"
        ) from None
    return name, tuple(player["spec"] for player in model.metadata["population"])


def check_scores(judge: str, scores: Sequence[int]) -> None:
    """Refuse a table with scores that an equity model doesn't tell apart.

    Raises: EquityError.
    """
    if judge != PLAYOUT and min(scores) < LOWEST:
        raise EquityError(
            f"a score of {min(scores)}: an equity model knows none under {LOWEST}; play matches to "
            "their end instead (--playout)"
        )


def _check_offer(start: Any, rules: RuleSet) -> None:
    """Is the dark offered after every pack?  The core says so, a reason is looked for afterwards.

    A pack that is re-dealt by itself (R4.1, R4.2) was dealt anew already.  Its penalty can throw the
    dealer off the barrel and so make an offer (R4.5), but never takes one away.
    """
    batch = Batch(
        rules,
        0,
        np.arange(_TRIED),
        np.array([start]).repeat(_TRIED),
        np.zeros((_TRIED, rules.players), np.int64),
        "deal",
    )
    denied = np.flatnonzero(batch.states["phase"] != DARK)
    if len(denied):
        raise DarkError(*_reason(batch.states[denied[0]], rules))


def _reason(state: Any, rules: RuleSet) -> tuple[str, str]:
    """The rule that forbids the dark in a deal without the offer, and what would be right."""
    seat, players = int(state.first_hand), rules.players
    score = int(state.score[seat])
    if not rules.dark:
        return (
            "R7.1",
            "these rules have no dark; ask under rules with one, such as classic,dark=true",
        )
    if state.kind == OBLIGATORY_DEAL:
        return "R7.1, R9.7", (
            f"seat {int(state.declarer)} must play its obligatory game; a dark is for ordinary deals"
        )
    if state.kind == GOLDEN_DEAL:
        return "R7.1, R8.1", (
            'this is a deal of the golden round, which has no dark; a table without "golden" comes '
            "after it"
        )
    on_barrel = [s for s in range(players) if state.barrel_deals[s] != NONE]
    if on_barrel:
        return "R7.1", (f"seat {on_barrel[0]} is on the barrel; a dark needs everybody off it")
    if score < rules.dark_min_score:
        return "R7.1", (
            f"the first hand, seat {seat}, has {score}; {rules.dark_min_score} or more are needed"
        )
    return "R7.1, R5.4", (
        f"the first hand, seat {seat}, has {score}; under {rules.silence_below} it is silenced"
    )
