"""What a sample says to a question: estimates, intervals, the break-even chance, a verdict."""

from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from thousand_agents.dark.figures import (
    Figure,
    break_even_of,
    mean_of,
    means_of,
    share_of,
    spread_of,
)
from thousand_agents.dark.question import DarkQuestion
from thousand_agents.dark.sample import MADE, OUTCOMES, Sample

DARK, LOOK, CLOSE = "dark", "look", "too close to call"
SPREADS: Final = 2  # of the ensemble, by which the interval is widened for the verdict


@dataclass(frozen=True)
class Compared:
    """The same thing after ``dark`` and after ``look``, by seat, and the paired difference."""

    dark: tuple[Figure, ...]
    look: tuple[Figure, ...]
    difference: tuple[Figure, ...]
    gain: float | None  # variance unpaired / paired, of the first hand's difference


@dataclass(frozen=True)
class PointCounts:
    """How many deals changed the first hand's score by so much: (points, deals), least points first."""

    dark: tuple[tuple[int, int], ...]
    look: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Part:
    """The deals of one outcome of the dark: points by seat, the first hand's chance to win."""

    share: Figure  # of all deals
    points: tuple[Figure, ...]  # after dark
    dark: Figure  # chance to win after dark
    look: Figure  # the same packs after look
    effect: Figure  # what these deals add to the difference: (dark - look) here, 0 in the others


@dataclass(frozen=True)
class BreakEven:
    """p* = (E_look - E_fail) / (E_make - E_fail), all on the deals where the dark stands.

    A dark that would be made more often than that, in such deals, is the better choice there.
    """

    chance: Figure
    spread: float | None  # over the networks
    made: Figure  # E_make, chances to win of the first hand
    failed: Figure  # E_fail
    look: Figure  # E_look


@dataclass(frozen=True)
class Answer:
    """Dark against look; chances from 0 to 1, points by seat, 95% intervals of paired deals."""

    question: DarkQuestion
    deals: int
    stopped: str  # why there are so many, see ``ask``
    verdict: str  # ``dark``, ``look`` or ``too close to call``
    win: Compared
    points: Compared
    counts: PointCounts
    spread: float | None  # of the networks, on the first hand's difference in chance
    members: tuple[float, ...]  # what each of them says the difference is
    stands: Figure  # nobody overbids
    makes: Figure  # of the darks that stand
    concedes: Figure  # of the darks that stand: given up, among those not made
    parts: dict[str, Part]  # by outcome
    break_even: BreakEven
    cut_off: int  # matches played out without a winner, of two a deal

    @property
    def gap(self) -> Figure:
        """The first hand's difference in the chance to win, dark less look."""
        return self.win.difference[self.question.me]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        values = asdict(self) | {"question": self.question.as_dict()}
        return {"verdict": values.pop("verdict")} | values


def make_answer(question: DarkQuestion, sample: Sample, stopped: str) -> Answer:
    """The answer from a sample of at least one deal."""
    me, stands = question.me, sample.stands
    dark, look = sample.dark_chances.mean(axis=1), sample.look_chances.mean(axis=1)
    members = (sample.dark_chances - sample.look_chances)[:, :, me].mean(axis=0)
    win, spread = _compared(dark, look, me), spread_of(members)
    return Answer(
        question=question,
        deals=len(sample),
        stopped=stopped,
        verdict=_verdict(win.difference[me], spread),
        win=win,
        points=_compared(sample.dark_points, sample.look_points, me),
        counts=PointCounts(_counts(sample.dark_points[:, me]), _counts(sample.look_points[:, me])),
        spread=spread,
        members=tuple(map(float, members)),
        stands=share_of(stands),
        makes=share_of(sample.outcome[stands] == MADE),
        concedes=share_of(sample.conceded[stands]),
        parts={
            name: _part(sample, sample.outcome == code, dark[:, me], look[:, me])
            for code, name in enumerate(OUTCOMES)
        },
        break_even=_break_even(sample, me),
        cut_off=int(sample.cut_off.sum()),
    )


def _compared(dark: Any, look: Any, me: int) -> Compared:
    difference = dark - look
    paired = float(difference[:, me].var())
    apart = float(dark[:, me].var() + look[:, me].var())
    return Compared(
        means_of(dark), means_of(look), means_of(difference), apart / paired if paired else None
    )


def _counts(points: Any) -> tuple[tuple[int, int], ...]:
    values, deals = np.unique(points, return_counts=True)
    return tuple(zip(map(int, values), map(int, deals), strict=True))


def _part(sample: Sample, rows: Any, dark: Any, look: Any) -> Part:
    return Part(
        share_of(rows),
        means_of(sample.dark_points[rows]),
        mean_of(dark[rows]),
        mean_of(look[rows]),
        mean_of(np.where(rows, dark - look, 0)),
    )


def _break_even(sample: Sample, me: int) -> BreakEven:
    standing = sample[sample.stands]
    made = standing.outcome == MADE
    darks, looks = standing.dark_chances[:, :, me], standing.look_chances[:, :, me]
    dark, look = darks.mean(axis=1), looks.mean(axis=1)
    by_member = [break_even_of(made, darks[:, m], looks[:, m]).mean for m in range(darks.shape[1])]
    known = [chance for chance in by_member if chance is not None]
    return BreakEven(
        break_even_of(made, dark, look),
        spread_of(known),
        mean_of(dark[made]),
        mean_of(dark[~made]),
        mean_of(look),
    )


def _verdict(gap: Figure, spread: float | None) -> str:
    """Who is ahead beyond the luck of the sample and what training left open, both together."""
    if gap.mean is None or gap.reach is None:
        return CLOSE
    margin = float(np.hypot(gap.reach, SPREADS * (spread or 0.0)))
    if abs(gap.mean) <= margin:
        return CLOSE
    return DARK if gap.mean > 0 else LOOK
