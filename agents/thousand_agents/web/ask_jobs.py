"""What a worker does with a question of the page Ask: the answer's numbers, its text, its plots."""

import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from thousand_agents.advice.bid_page import bid_plots, bid_sections
from thousand_agents.advice.bid_question import BidQuestion, answer_bid
from thousand_agents.advice.match import Choice, MatchSample, Players, play_choices
from thousand_agents.arena.pages import Section
from thousand_agents.dark import agent_spread, ask, make_question
from thousand_agents.dark.page import answer_plots, answer_sections
from thousand_agents.executors.serial import SerialExecutor
from thousand_agents.web import jobs
from thousand_agents.web.ask_form import DarkForm, Question
from thousand_agents.web.picture import Look, picture
from thousand_agents.web.sentences import say
from thousand_env.errors import ThousandError

_NICE: Final = 10  # questions leave the processor to tables that want it


@dataclass(frozen=True)
class AskJob:
    """A question, the file where the number of deals done is written, and the reader's language."""

    question: Question
    pulse: str
    language: str

    def report(self, done: int) -> None:
        """Tell how many are done."""
        Path(self.pulse).write_text(str(done))

    def say(self, text: str) -> str:
        """A text of the commands as the page says it."""
        return say(text, self.language)


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
    plots = answer_plots(answers[0], job.say)
    return _told(job, agent_spread(answers).as_dict(), answer_sections(answers), plots)


def _bid(job: AskJob, question: BidQuestion) -> dict[str, Any]:
    def play(players: Players, choices: Sequence[Choice], worlds: Any) -> MatchSample:
        return play_choices(players, choices, worlds, SerialExecutor(), job.report)

    found = answer_bid(question, play)
    told = _told(job, found.as_dict(), bid_sections(found), bid_plots(found, job.say))
    replay = found.replay
    names = [job.say(name) for name in replay.names]
    seen = picture(replay.view, replay.rules, names, Look(job.language))
    told["sections"][0] |= {"picture": seen, "listing": ""}  # the picture tells it in any language
    return told


def _told(
    job: AskJob, found: dict[str, Any], sections: Sequence[Section], plots: dict[str, str]
) -> dict[str, Any]:
    return {"found": found, "sections": [_said(job, one) for one in sections], "plots": plots}


def _said(job: AskJob, section: Section) -> dict[str, Any]:
    """A section in the reader's language; ``best`` is the row of its table that is marked so."""
    marks = [row[-1] for row in section.table[1:]]
    return asdict(section) | {
        "title": job.say(section.title),
        "paragraphs": [job.say(text) for text in section.paragraphs],
        "table": [[job.say(cell) for cell in row] for row in section.table],
        "best": marks.index("best") if "best" in marks else None,
    }
