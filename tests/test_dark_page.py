"""The page of one question: self-contained, escaped, and with what the answer says."""

import base64
import html
import json
import re
from dataclasses import replace

import numpy as np
import pytest

import thousand_env as te
from tests.test_report import Tags
from thousand_agents.cli import main
from thousand_agents.dark import DarkJob, ask, make_answer, make_question, play_chunk
from thousand_agents.dark.page import answer_page

CLASSIC = te.rules("thousand", "classic")
COMMAND = ["dark", "ask", "--table", "300 420 180", "--deals", "300"]


@pytest.fixture(scope="module")
def question():
    return make_question(CLASSIC, {"score": [300, 420, 180], "bolts": [0, 2, 1]})


@pytest.fixture(scope="module")
def answer(question):
    return ask(question, 300)


def test_the_page_asks_for_nothing_else(answer):
    page = answer_page([answer])
    tags = Tags()
    tags.feed(page)
    assert not tags.open and len(tags.asked) == 5
    assert all(value.startswith("data:image/svg+xml;base64,") for value in tags.asked)
    assert "url(" not in page and "@import" not in page and "<script" not in page
    for value in tags.asked:  # nor do the plots
        plot = Tags()
        plot.feed(base64.b64decode(value.partition(",")[2]).decode())
        assert all(asked.startswith("#") for asked in plot.asked)


def test_the_page_says_what_the_answer_says(answer):
    page = html.unescape(answer_page([answer]))
    me = answer.question.me
    for share in (answer.win.dark[me], answer.win.look[me], answer.parts["overbid"].share):
        low, high = share.interval
        assert f"<td>{100 * share.mean:.1f}</td><td>[{100 * low:.1f}, {100 * high:.1f}]" in page
    assert f"{100 * answer.gap.mean:+.2f}" in page and f"verdict: {answer.verdict}" in page
    assert f"p* = {100 * answer.break_even.chance.mean:.1f}%" in page
    assert f"then it is made in {100 * answer.makes.mean:.1f}%" in page
    assert "300 deals: as many as asked for" in page and answer.question.hashes[0] in page
    assert "<td>seat 1</td><td>420</td><td>2</td>" in page


def test_points_are_counted_deal_by_deal(question, answer):
    sample = play_chunk(DarkJob(question, 0, 300))
    for pairs, points in (
        (answer.counts.dark, sample.dark_points),
        (answer.counts.look, sample.look_points),
    ):
        assert sum(deals for _, deals in pairs) == 300
        assert all(np.count_nonzero(points[:, 0] == value) == deals for value, deals in pairs)
        assert [value for value, _ in pairs] == sorted({value for value, _ in pairs})


def test_text_of_any_kind_is_shown_as_it_is(answer):
    odd = replace(answer.question, agents=("cmd:a <b> & 'c'", "$x $y", "<script>"))
    page = answer_page([replace(answer, question=odd)])
    assert "cmd:a &lt;b&gt; &amp; &#x27;c&#x27;" in page and "$x $y" in page
    assert "<script" not in page and "<b>" not in page


def test_one_deal_is_enough_for_a_page(question):
    page = answer_page([make_answer(question, play_chunk(DarkJob(question, 0, 1)), "as asked")])
    assert "too close to call" in page and "there is no break-even chance" in page


def test_the_same_answer_makes_the_same_page(answer):
    assert answer_page([answer]) == answer_page([answer])


def test_the_command_writes_the_page_beside_its_answer(tmp_path, capsys):
    file = tmp_path / "dark.html"
    assert (
        main([*COMMAND, "--html", str(file), "--json", "--others", "greedy", "--others", "maniac"])
        == 0
    )
    printed, told = capsys.readouterr()
    found = json.loads(printed)
    assert told.strip().endswith(f"written: {file}")
    page = file.read_text(encoding="utf-8")
    assert "With other players" in page and "greedy, maniac, maniac" in page
    assert f"{100 * found['agents_spread']:.2f}" in page
    assert len(re.findall("<h1>", page)) == 1 and not [*tmp_path.glob("*.part")]


@pytest.mark.parametrize("name", [".", ""])
def test_a_page_that_cannot_be_written_is_told_after_the_answer(name, capsys):
    assert main([*COMMAND, "--html", name]) == 1
    printed, told = capsys.readouterr()
    assert "verdict:" in printed and "folder" in told and "Traceback" not in told
