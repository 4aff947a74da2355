"""What each legal action is worth, from what the person knows: a hint, a judged decision."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from thousand_agents.advice.adviser import Advice, Adviser, Option
from thousand_agents.base import DEFAULT_WORLDS, make_agent
from thousand_agents.models.equity import EquityError, EquityModel, shipped_name
from thousand_agents.pimc import PimcAgent
from thousand_agents.pimc.equity import Equity, score_difference
from thousand_agents.web.jobs import Decision
from thousand_env.games.thousand import RuleSet, parse_action

VALUES: Final = "pimc"  # the agent that values actions by itself, as the judge does
SEARCHER: Final = f"pimc:worlds={DEFAULT_WORLDS}"  # values them for all others
WIN, POINTS = "win", "points"  # what a value counts: chances to win the match, or points


@dataclass(frozen=True)
class HintJob:
    """A decision to be judged.

    ``done`` is what was done, None if that is open; ``advised`` what the agent that judges would do,
    None if that is a search player, which ``searcher`` names.
    """

    decision: Decision
    done: str | None = None
    advised: int | None = None
    searcher: str = SEARCHER


class _Judge(Adviser):
    """The search player; it also looks at what was done or advised, whatever it thinks of it."""

    done: int | None = None
    advised: int | None = None

    @classmethod
    def like(cls, searcher: PimcAgent, rules: RuleSet, equity: Equity) -> "_Judge":
        """A judge that samples as many worlds as this search player, and believes the same of others."""
        judge = cls(rules, searcher._worlds, equity=equity)
        judge._belief = searcher._belief
        return judge

    def _candidates(self, view: Any, mask: Any) -> Any:
        asked = [action for action in (self.done, self.advised) if action is not None]
        return np.union1d(super()._candidates(view, mask), asked).astype(np.int64)

    def _choose(self, view: Any, mask: Any, seed: int) -> int:
        best = super()._choose(view, mask, seed)
        return best if self.advised is None else self.advised


def searches(spec: str) -> bool:
    """Does this agent value actions as the judge does, in worlds that it samples?"""
    return spec.partition(":")[0] == VALUES


def make_hint(job: HintJob) -> dict[str, Any]:
    """Values of the actions, the best first, each with its 95% interval; plain values for JSON.

    Where an equity model comes with the package for the rules they are chances to win the match,
    else points of the score's difference (``unit``).  ``cost`` is what was done less than the action
    advised, in the same worlds; it is negative where the search player likes what was done better.
    ``advised``: the action is another agent's, and the values are the search player's.

    Raises: AgentError for a search player that doesn't play these rules.
    """
    rules, (view, mask) = job.decision.rules, job.decision.unpacked()
    model = _model(rules)
    judge = _Judge.like(_searcher(job.searcher, rules), rules, model or score_difference)
    judge.done = None if job.done is None else parse_action(job.done)
    judge.advised = job.advised
    advice = judge.advise(view, mask, job.decision.seed[-1])
    found = hint(advice, WIN if model else POINTS, job.done)
    return found | {"advised": job.advised is not None}


def hint(advice: Advice, unit: str, done: str | None) -> dict[str, Any]:
    """An advice in JSON's values."""
    options = [_option(option, advice.now if unit == WIN else 0.0) for option in advice.options]
    cost = next((o["less"] for o in options if o["action"] == done), None)
    return {
        "unit": unit,
        "action": advice.action,
        "close": advice.close,
        "worlds": advice.worlds,
        "options": options,
        "skipped": advice.skipped,
        "cost": cost,
    }


def _option(option: Option, now: float) -> dict[str, Any]:
    """One action; a chance to win stands for itself, points for their change."""
    low, high = option.interval or (None, None)
    return {
        "action": option.action,
        "value": None if option.value is None else now + option.value,
        "low": None if low is None else now + low,
        "high": None if high is None else now + high,
        "less": option.less,
        "lessLow": option.less_interval and option.less_interval[0],
        "lessHigh": option.less_interval and option.less_interval[1],
    }


def curve(job: tuple[RuleSet, Any]) -> list[list[float]] | None:
    """Chances (N, P) of all seats to win from tables (N,) of some rules; None without a model."""
    rules, tables = job
    model = _model(rules)
    return None if model is None else model.chances(tables).tolist()


@lru_cache(maxsize=8)
def _searcher(spec: str, rules: RuleSet) -> PimcAgent:
    agent = make_agent(spec, rules)
    assert isinstance(agent, PimcAgent)
    return agent


@lru_cache(maxsize=8)
def _model(rules: RuleSet) -> EquityModel | None:
    """The equity model that comes with the package for these rules, if one does."""
    try:
        return EquityModel.load(shipped_name(rules), rules)
    except EquityError:
        return None
