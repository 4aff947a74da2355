"""Shall the first hand go dark (R7)?  Both answers played on the same cards, and compared.

    question = make_question(rules, {"score": [300, 420, 180]}, dealer=2)
    answer = ask(question)                 # or deals=5000, executor=make_executor("process")
    answer.verdict, answer.win.difference[answer.question.me].mean, answer.break_even

``question``: what is asked, and whether the rules allow it.  ``branches``: the two branches of many
deals, as jobs for an executor.  ``sample``: what they came to, deal by deal.  ``answer``: estimates
with intervals and the verdict.  ``ask``: how many deals are played.  ``text``: an answer in words;
``page``: the same as HTML.

``cases``: many questions, over tables, rule options or opponents.  ``series``: they are played into a
folder; ``rows``: its data; ``pictures``, ``plots``: what is drawn of them.
"""

from thousand_agents.dark.answer import Answer, make_answer
from thousand_agents.dark.ask import AgentSpread, agent_spread, ask
from thousand_agents.dark.branches import DarkJob, play_chunk
from thousand_agents.dark.question import PLAYOUT, DarkError, DarkQuestion, make_question
from thousand_agents.dark.sample import Sample

__all__ = [
    "PLAYOUT",
    "AgentSpread",
    "Answer",
    "DarkError",
    "DarkJob",
    "DarkQuestion",
    "Sample",
    "agent_spread",
    "ask",
    "make_answer",
    "make_question",
    "play_chunk",
]
