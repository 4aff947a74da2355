"""What a worker does with a question of the page Ask: the answer's numbers, its text, its plots."""

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from thousand_agents.advice.bid_page import bid_plots, bid_sections
from thousand_agents.advice.bid_question import BidQuestion, answer_bid
from thousand_agents.advice.match import Choice, MatchSample, Players, play_choices
from thousand_agents.dark import agent_spread, ask, make_question
from thousand_agents.dark.page import answer_plots, answer_sections
from thousand_agents.executors.serial import SerialExecutor
from thousand_agents.web import jobs
from thousand_agents.web.ask_form import DarkForm, Question
from thousand_env.errors import ThousandError

_NICE: Final = 10  # questions leave the processor to tables that want it


@dataclass(frozen=True)
class AskJob:
    """A question, and the file where the number of deals done is written."""

    question: Question
    pulse: str

    def report(self, done: int) -> None:
        """Tell how many are done."""
        Path(self.pulse).write_text(str(done))


def warm(worker: None) -> None:
    """Begin a worker that is in no hurry."""
    os.nice(_NICE)
    jobs.warm_search(worker)


def answer(job: AskJob) -> dict[str, Any]:
    """Plain values for JSON: ``found`` as the commands' ``--json``, sections, plots by name (SVG).

    Raises: ThousandError for a question that can't be.
    """
    question = job.question
    try:
        return _dark(job, question) if isinstance(question, DarkForm) else _bid(job, question)
    except ThousandError as error:  # some of its kinds can't be sent from process to process
        raise ThousandError(str(error)) from None


def _dark(job: AskJob, form: DarkForm) -> dict[str, Any]:
    question = make_question(
        form.rules, form.table, form.dealer, form.me, form.others, form.judge, form.seed
    )
    answers = [ask(question, form.deals, report=job.report)]
    sections, plots = answer_sections(answers), answer_plots(answers[0])
    return _told(agent_spread(answers).as_dict(), sections, plots)


def _bid(job: AskJob, question: BidQuestion) -> dict[str, Any]:
    def play(players: Players, choices: Sequence[Choice], worlds: Any) -> MatchSample:
        return play_choices(players, choices, worlds, SerialExecutor(), job.report)

    found = answer_bid(question, play)
    return _told(found.as_dict(), bid_sections(found), bid_plots(found))


def _told(found: dict[str, Any], sections: Sequence[Any], plots: dict[str, str]) -> dict[str, Any]:
    listed = [asdict(section) for section in sections]
    return {"found": found, "sections": listed, "plots": plots}
