"""What each legal action is worth, from what the person knows: a hint, a judged decision."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from thousand_agents.advice.adviser import Advice, Adviser, Option
from thousand_agents.base import DEFAULT_WORLDS
from thousand_agents.models.equity import EquityError, EquityModel, shipped_name
from thousand_agents.pimc.equity import score_difference
from thousand_agents.web.jobs import Decision
from thousand_env.games.thousand import RuleSet, parse_action

WIN, POINTS = "win", "points"  # what a value counts: chances to win the match, or points


@dataclass(frozen=True)
class HintJob:
    """A decision to be judged; ``done`` is what was done, None if that is open."""

    decision: Decision
    done: str | None = None


class _Judge(Adviser):
    """The search player; it also looks at what was done, whatever it thinks of it."""

    done: int | None = None

    def _candidates(self, view: Any, mask: Any) -> Any:
        found = super()._candidates(view, mask)
        return found if self.done is None else np.union1d(found, self.done)


def make_hint(job: HintJob) -> dict[str, Any]:
    """Values of the actions, the best first, each with its 95% interval; plain values for JSON.

    Where an equity model comes with the package for the rules they are chances to win the match,
    else points of the score's difference (``unit``).  ``now`` is that of the table before the deal.
    """
    view, mask = job.decision.unpacked()
    model = _model(job.decision.rules)
    judge = _Judge(job.decision.rules, DEFAULT_WORLDS, equity=model or score_difference)
    judge.done = None if job.done is None else parse_action(job.done)
    advice = judge.advise(view, mask, job.decision.seed[-1])
    return hint(advice, WIN if model else POINTS, job.done)


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
def _model(rules: RuleSet) -> EquityModel | None:
    """The equity model that comes with the package for these rules, if one does."""
    try:
        return EquityModel.load(shipped_name(rules), rules)
    except EquityError:
        return None
