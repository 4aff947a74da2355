"""How many deals an answer is made of: a number fixed beforehand, or looks until it is clear.

Without a number the sample is looked at when it holds 512, 1024, 2048, ... deals, and no more are
played once one of these is true:

- the difference in the chance to win is more than three standard errors from 0.  With at most nine
  looks no more than one question in fifty without any difference ends that way;
- its 95% interval is no wider than 0.5 percentage points to either side;
- 131,072 deals have been played.

An interval of a sample that was stopped by the first rule is a little off: the difference is
likelier to be overstated than understated.  A sample fixed beforehand has no such flaw.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from thousand_agents.arena.progress import Report
from thousand_agents.dark.answer import Answer, make_answer
from thousand_agents.dark.branches import DarkJob, play_chunk
from thousand_agents.dark.figures import mean_of, spread_of
from thousand_agents.dark.question import DarkQuestion
from thousand_agents.dark.sample import Sample, join
from thousand_agents.executors import Executor
from thousand_agents.executors.serial import SerialExecutor
from thousand_env.errors import ThousandError

CHUNK: Final = 64  # deals of a job
FIRST_LOOK: Final = 512
MOST_DEALS: Final = 2**17
BOUND: Final = 3.0  # standard errors
HALF_WIDTH: Final = 0.005  # of the interval of a chance

AS_ASKED, CLEAR, NARROW, MOST = (
    "as many as asked for",
    f"the difference is more than {BOUND:g} standard errors from 0",
    f"the interval is no wider than {100 * HALF_WIDTH:g} percentage points to either side",
    "the most that are played",
)
INTERRUPTED: Final = "interrupted: fewer than were to be played"
DEPENDS: Final = "depends on the others"  # the verdict where sets of players give different ones


@dataclass(frozen=True)
class AgentSpread:
    """How much an answer depends on who plays: one question, asked with several sets of players."""

    answers: tuple[Answer, ...]  # the first one is the question itself
    spread: float | None  # standard deviation of the differences in the chance to win

    @property
    def verdict(self) -> str:
        """The verdict of all answers, ``depends on the others`` if they have more than one."""
        verdicts = {answer.verdict for answer in self.answers}
        return verdicts.pop() if len(verdicts) == 1 else DEPENDS

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON: the first answer's, the others' in a list."""
        first, *others = [answer.as_dict() for answer in self.answers]
        return first | {
            "agents_spread": self.spread,
            "others": others,
            "agents_verdict": self.verdict,
        }


def ask(
    question: DarkQuestion,
    deals: int | None = None,
    executor: Executor | None = None,
    report: Report = lambda done: None,
) -> Answer:
    """Play both branches of as many deals as it takes, and say what they tell.

    The same question and number of deals give the same answer, whatever plays them.

    Args:
        question: as ``make_question`` makes it.
        deals: how many, fixed beforehand; None looks on the way (see the module).
        executor: what plays them; by default this process.
        report: called with the number of deals done.

    Raises: AgentError for an agent that gave up; KeyboardInterrupt only before the first
        ``CHUNK`` deals, else Ctrl-C ends the sample, and ``stopped`` says so.
    """
    if deals is not None:
        check_deals(deals)
    samples: list[Sample] = []
    stopped = MOST if deals is None else AS_ASKED
    results = (executor or SerialExecutor()).run(play_chunk, jobs_of(question, deals or MOST_DEALS))
    with closing(results):
        try:
            for sample in results:
                samples.append(sample)
                done = sum(map(len, samples))
                report(done)
                if deals is None and (reason := _look(question, samples, done)):
                    stopped = reason
                    break
        except KeyboardInterrupt:
            if not samples:
                raise
            stopped = INTERRUPTED
    return make_answer(question, join(samples), stopped)


def check_deals(deals: int) -> int:
    """Raises: ThousandError for a number of deals that nobody could mean."""
    if not 1 <= deals <= 10 * MOST_DEALS:
        raise ThousandError(f"deals = {deals}: 1 to {10 * MOST_DEALS} are possible")
    return deals


def agent_spread(answers: Sequence[Answer]) -> AgentSpread:
    """What answers to one question, with other players each, have in common."""
    return AgentSpread(tuple(answers), spread_of([a.gap.mean for a in answers]))


def jobs_of(question: DarkQuestion, deals: int, chunk: int = CHUNK) -> Iterator[DarkJob]:
    """The packs 0 to ``deals`` of a question; the same answer comes of every chunk."""
    for first in range(0, deals, chunk):
        yield DarkJob(question, first, min(first + chunk, deals))


def _look(question: DarkQuestion, samples: list[Sample], done: int) -> str | None:
    """Why the sample is large enough, if this is a time to look and it is."""
    if done < FIRST_LOOK or done & (done - 1):
        return None
    values = join(samples).gaps(question.me)
    if abs(values.mean()) > BOUND * float(values.std(ddof=1)) / np.sqrt(done):
        return CLEAR
    reach = mean_of(values).reach
    return NARROW if reach is not None and reach <= HALF_WIDTH else None
