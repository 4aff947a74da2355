"""What a sample says of the choices: chances to win with intervals, and which choice is the best."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from scipy.special import stdtrit

from thousand_agents.advice.match import Choice, MatchSample, Players
from thousand_agents.arena.statistics import LEVEL
from thousand_agents.dark.answer import CLOSE, SPREADS
from thousand_agents.dark.figures import FEWEST, Figure, mean_of, share_of, spread_of

_DIGITS: Final = 12  # in which sums of the same numbers in another order agree


@dataclass(frozen=True)
class ChoiceAnswer:
    """One choice; chances from 0 to 1, 95% intervals over the sampled worlds."""

    name: str
    chance: Figure  # to win the match
    less: Figure  # than after the best choice, in the same worlds
    spread: float | None  # of the networks, on ``less``
    worse: bool  # than the best one, beyond the luck of the sample and the networks' spread
    same: bool  # as the best one in every world
    points: Figure  # written in the deal (R16)
    declares: Figure  # the seat is the declarer
    makes: Figure  # of those deals: it makes its contract


@dataclass(frozen=True)
class MatchAnswer:
    """The choices in the order asked, the best of them, and the verdict."""

    players: Players
    worlds: int
    best: str
    verdict: str  # the best choice's name, or ``too close to call``
    close: tuple[
        str, ...
    ]  # choices that may be as good as the best, if not in every world the same
    choices: tuple[ChoiceAnswer, ...]
    cut_off: int  # matches played out without a winner

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        seats = zip(self.players.agents, self.players.hashes, strict=True)
        return {
            "verdict": self.verdict,
            "best": self.best,
            "too_close": list(self.close),
            "worlds": self.worlds,
            "agents": [{"spec": spec, "hash": code} for spec, code in seats],
            "judge": self.players.judge,
            "population": list(self.players.population),
            "cut_off": self.cut_off,
            "choices": [asdict(choice) for choice in self.choices],
        }


def make_match_answer(
    players: Players, choices: Sequence[Choice], sample: MatchSample
) -> MatchAnswer:
    """The answer from a sample of two worlds or more.

    A choice counts as worse only if it is so beyond an interval that holds for all comparisons with
    the best at once (Bonferroni), widened by ``SPREADS`` of the networks' spreads: whatever choice
    is the best in truth, that another is said to be better happens in one sample of forty at most.
    """
    values = sample.chances.mean(axis=2)  # (K, C)
    best = int(np.round(values.mean(axis=0), _DIGITS).argmax())
    less = np.round(sample.chances[:, best, None] - sample.chances, _DIGITS) + 0.0  # no -0.0
    answers = tuple(
        _answer(choice, sample, c, less[:, c], len(choices) - 1) for c, choice in enumerate(choices)
    )
    close = tuple(a.name for c, a in enumerate(answers) if c != best and not (a.worse or a.same))
    name = choices[best].name
    cut_off = int(sample.cut_off.sum())
    return MatchAnswer(
        players, len(values), name, CLOSE if close else name, close, answers, cut_off
    )


def _answer(choice: Choice, sample: MatchSample, c: int, less: Any, others: int) -> ChoiceAnswer:
    """Of choice number ``c``; ``less`` (K, M) by each network."""
    differences, spread = less.mean(axis=1), spread_of(less.mean(axis=0))
    margin = np.hypot(_reach(differences, others), SPREADS * (spread or 0.0))
    declared = sample.declared[:, c]
    return ChoiceAnswer(
        name=choice.name,
        chance=mean_of(sample.chances[:, c].mean(axis=1)),
        less=mean_of(differences),
        spread=spread,
        worse=bool(differences.mean() > margin),
        same=not less.any(),
        points=mean_of(sample.points[:, c]),
        declares=share_of(declared),
        makes=share_of(sample.made[declared, c]),
    )


def _reach(values: Any, others: int) -> float:
    """Half the width of a mean's interval, one of ``others`` that are to hold together."""
    count, level = len(values), 1 - (1 - LEVEL) / 2 / max(others, 1)
    if count < FEWEST:
        return float("inf")
    return float(stdtrit(count - 1, level) * values.std(ddof=1) / count**0.5)
