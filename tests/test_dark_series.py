"""``thousand dark map``, ``options``, ``agents``: cases, folder, data, pictures."""

import json
import re
import shutil
from contextlib import closing

import numpy as np
import polars
import pytest

import thousand_env as te
from tests.test_report import Tags
from thousand_agents.arena.parts import ArenaError
from thousand_agents.base import AgentError
from thousand_agents.cli import main
from thousand_agents.dark import DarkError, ask, make_question
from thousand_agents.dark.answer import CLOSE
from thousand_agents.dark.cases import VARIED, agent_series, map_series, option_series
from thousand_agents.dark.pictures import break_even_map, difference_map
from thousand_agents.dark.plots import draw_heat_map
from thousand_agents.dark.question import PLAYOUT
from thousand_agents.dark.rows import judge_hash
from thousand_agents.dark.series import CHUNK, play_series
from thousand_agents.executors.serial import SerialExecutor
from thousand_env.errors import ThousandError
from thousand_env.games.thousand.rules import OPTIONS

CLASSIC = te.rules("thousand", "classic")
TABLE = {"score": [300, 420, 180]}
DEALS = 96


class Counting(SerialExecutor):
    """Counts jobs; after ``stop`` of them it is as if Ctrl-C was pressed."""

    def __init__(self, stop=None):
        self.done, self.stop = 0, stop

    def run(self, function, jobs):
        with closing(super().run(function, jobs)) as results:
            for result in results:
                if self.done == self.stop:
                    raise KeyboardInterrupt
                self.done += 1
                yield result


def small_map(seed=0, deals=DEALS, **options):
    return map_series(CLASSIC, (235, 240, 700), (300, 555, 880), deals=deals, seed=seed, **options)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("map")
    return folder, play_series(small_map(), folder, SerialExecutor())


def rows_of(folder, kind="map"):
    return polars.read_parquet(folder / f"{kind}.parquet").to_dicts()


# --- which questions ----------------------------------------------------------------------------------


def test_a_map_asks_for_every_pair_of_scores_and_says_why_some_have_no_dark():
    series = small_map()
    assert [(c.keys["mine"], c.keys["theirs"]) for c in series.cases] == [
        (mine, theirs) for mine in (235, 240, 700) for theirs in (300, 555, 880)
    ]
    assert [*series.questions] == [3, 6]
    reasons = [case.reason for case in series.cases]
    assert "240 or more are needed (R7.1)" in reasons[0] and "R11.7" in reasons[1]
    assert "barrel_deals_used" in reasons[2] and reasons[3] is None
    assert series.questions[6].table["score"] == [700, 300, 300] and series.questions[6].me == 0


def test_fixed_scores_are_those_of_the_last_opponents():
    series = map_series(CLASSIC, (300,), (0, 600), fixed=(420,), deals=1)
    assert [q.table["score"] for q in series.questions.values()] == [[300, 0, 420], [300, 600, 420]]
    with pytest.raises(ThousandError, match="one at least has a score that varies"):
        map_series(CLASSIC, (300,), (0,), fixed=(420, 300), deals=1)


def test_all_questions_of_a_series_play_the_same_packs():
    for question in small_map(seed=7).questions.values():
        assert question.seed == 7


def test_a_map_without_a_single_legal_question_is_refused_with_the_reason():
    with pytest.raises(ThousandError, match=r"none of the 2 questions is a legal one: .*R7.1"):
        map_series(CLASSIC, (0, 100), (300,), deals=10)


def test_options_change_one_rule_at_a_time_and_play_matches_out():
    series = option_series(CLASSIC, TABLE, deals=10)
    base, *changed = series.cases
    assert base.keys == {"option": "", "value": ""} and base.question.rules == CLASSIC
    own = CLASSIC.as_dict()
    for case in changed:
        assert case.question.judge == PLAYOUT
        found = case.question.rules.as_dict()
        assert [name for name in own if found[name] != own[name]] == [case.keys["option"]]
    assert {case.keys["option"] for case in changed} == set(VARIED) <= set(OPTIONS)
    values = [case.keys["value"] for case in changed if case.keys["option"] == "doubled"]
    assert values == ["all", "declarer"]


def test_options_that_contradict_the_rules_are_told_and_not_asked():
    rules = te.rules("thousand", "classic", barrel_at=0, goal=600, golden=False)
    reasons = {
        case.keys["option"]: case.reason
        for case in option_series(rules, TABLE, deals=10).cases
        if case.reason
    }
    assert [*reasons] == ["barrel_at"] and "below goal = 600" in reasons["barrel_at"]


def test_an_illegal_table_has_no_options_and_no_agents():
    illegal = {"score": [200, 300, 300]}
    with pytest.raises(DarkError, match=r"R7\.1"):
        option_series(CLASSIC, illegal, deals=10)
    with pytest.raises(DarkError, match=r"R7\.1"):
        agent_series(CLASSIC, illegal, [["greedy"]], deals=10)


def test_agents_are_asked_for_by_opponents():
    series = agent_series(CLASSIC, TABLE, [["greedy"], ["maniac", "timid"]], deals=10)
    assert [q.agents for q in series.questions.values()] == [
        ("greedy",) * 3,
        ("greedy", "maniac", "timid"),
    ]
    with pytest.raises(AgentError, match="named twice"):
        agent_series(CLASSIC, TABLE, [["greedy"], ["greedy"]], deals=10)


# --- the folder ---------------------------------------------------------------------------------------


def test_each_cell_is_the_answer_to_its_question(played):
    folder, _ = played
    row = rows_of(folder)[6]
    answer = ask(make_question(CLASSIC, {"score": [700, 300, 300]}), DEALS)
    assert (row["mine"], row["theirs"], row["scores"]) == (700, 300, [700, 300, 300])
    assert row["verdict"] == answer.verdict and row["deals"] == DEALS
    found = answer.break_even
    for name, figure in {
        "difference": answer.gap,
        "dark": answer.win.dark[0],
        "look": answer.win.look[0],
        "stands": answer.stands,
        "makes": answer.makes,
        "break_even": found.chance,
        "if_failed": found.failed,
        "points_look": answer.points.look[0],
    }.items():
        assert (row[name], (row[f"{name}_low"], row[f"{name}_high"])) == (
            figure.mean,
            figure.interval,
        )
    assert (row["spread"], row["break_even_spread"]) == (answer.spread, found.spread)
    assert json.loads(row["table"]) == answer.question.table
    assert row["agent_hashes"] == [*answer.question.hashes]
    assert row["rules_hash"] == CLASSIC.hash and row["judge_hash"] == judge_hash(row["judge"])


def test_cells_without_a_dark_are_in_the_data_with_their_reason(played):
    rows = rows_of(played[0])
    assert [row["number"] for row in rows] == [*range(9)]
    blank = [row for row in rows if row["reason"]]
    assert len(blank) == 7 and {row["deals"] for row in blank} == {0}
    assert all(row["difference"] is None and row["verdict"] is None for row in blank)


def test_a_finished_folder_is_not_played_again(played):
    folder, before = played
    data = {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}
    executor = Counting()
    again = play_series(small_map(), folder, executor)
    assert executor.done == 0 and again.rows == before.rows
    assert data == {p.name: p.read_bytes() for p in folder.iterdir() if p.suffix != ".lock"}


def test_after_ctrl_c_the_same_call_plays_what_is_left_and_no_more(played, tmp_path):
    deals = 2 * CHUNK  # of each of two questions
    stopped = play_series(small_map(deals=deals), tmp_path, Counting(stop=3))
    assert stopped.left == 1 and len(stopped.rows) == 8
    assert (tmp_path / "map-difference.png").exists()
    executor = Counting()
    whole = play_series(small_map(deals=deals), tmp_path, executor)
    assert executor.done == 2 and whole.left == 0
    unbroken = play_series(small_map(deals=deals), tmp_path / "other", SerialExecutor())
    assert rows_of(tmp_path) == rows_of(tmp_path / "other") and whole.rows == unbroken.rows


def test_what_a_killed_process_left_is_cleared_away(tmp_path):
    left = [tmp_path / f"{name}.0a1b.part" for name in ("cell-000003.parquet", "map.parquet")]
    for path in (*left, tmp_path / "mapping.part"):
        path.write_bytes(b"half")
    play_series(small_map(deals=8), tmp_path, SerialExecutor())
    assert [path.name for path in tmp_path.glob("*.part")] == ["mapping.part"]


def test_ctrl_c_before_the_first_question_leaves_nothing_half_done(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        play_series(small_map(), tmp_path, Counting(stop=0))
    assert not [*tmp_path.glob("*.parquet")] and not [*tmp_path.glob("*.part")]
    assert play_series(small_map(), tmp_path, Counting()).left == 0


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (small_map(seed=1), "seed was 0, now it is 1"),
        (small_map(deals=97), "deals was 96, now it is 97"),
        (small_map(others=["maniac"]), 'others was ["greedy"], now it is ["maniac"]'),
        (map_series(CLASSIC, (240,), (300,), deals=DEALS), "mine was [235, 240, 700]"),
        (agent_series(CLASSIC, TABLE, [["greedy"]], deals=DEALS), 'kind was "map"'),
    ],
)
def test_a_folder_of_another_question_is_refused(played, other, difference):
    with pytest.raises(ArenaError, match=re.escape(f"is another question: {difference}")):
        play_series(other, played[0], Counting(stop=0))


def test_a_changed_equity_model_is_another_question(played, monkeypatch):
    monkeypatch.setattr("thousand_agents.dark.series.judge_hash", lambda judge: "0" * 12)
    with pytest.raises(ArenaError, match="judges was"):
        play_series(small_map(), played[0], Counting(stop=0))


def test_a_cell_that_cannot_be_read_is_named(tmp_path):
    play_series(small_map(), tmp_path, SerialExecutor())
    (tmp_path / "cell-000003.parquet").write_bytes(b"PAR1")
    with pytest.raises(ArenaError, match=r"cannot read .*cell-000003.*plays it again"):
        play_series(small_map(), tmp_path, Counting(stop=0))
    other = (tmp_path / "cell-000006.parquet").read_bytes()
    (tmp_path / "cell-000003.parquet").write_bytes(other)
    with pytest.raises(ArenaError, match="no result of this question"):
        play_series(small_map(), tmp_path, Counting(stop=0))


def test_a_cell_of_another_seed_or_number_of_deals_is_refused(tmp_path):
    play_series(small_map(), tmp_path, SerialExecutor())
    for name, other in (("seed", small_map(seed=1)), ("deals", small_map(deals=DEALS // 2))):
        play_series(other, tmp_path / name, SerialExecutor())
        shutil.copy(tmp_path / name / "cell-000003.parquet", tmp_path)
        with pytest.raises(ArenaError, match="no result of this question"):
            play_series(small_map(), tmp_path, Counting(stop=0))


def test_a_cell_over_which_polars_panics_is_named(played, monkeypatch):
    def panic(source):
        raise polars.exceptions.PanicException("called unwrap on an Err")

    monkeypatch.setattr("polars.read_parquet", panic)
    with pytest.raises(ArenaError, match=r"cannot read .*cell-000003.*plays it again"):
        play_series(small_map(), played[0], Counting(stop=0))


def test_a_folder_with_other_things_in_it_is_refused(tmp_path):
    (tmp_path / "games-000000.parquet").write_bytes(b"")
    with pytest.raises(ArenaError, match="without a manifest"):
        play_series(small_map(), tmp_path, Counting(stop=0))
    (tmp_path / "manifest.json").write_text('{"format": "thousand-arena/1"}')
    with pytest.raises(ArenaError, match="holds other results"):
        play_series(small_map(), tmp_path, Counting(stop=0))


# --- changes against the first question -----------------------------------------------------------------


def test_changes_are_paired_with_the_first_question(tmp_path):
    opponents = [["greedy"], ["dark-never"], ["maniac"]]
    series = agent_series(CLASSIC, TABLE, opponents, deals=DEALS)
    play_series(series, tmp_path, SerialExecutor())
    first, same, other = rows_of(tmp_path, "agents")
    assert first["change"] is None and first["opponents"] == "greedy"
    assert other["change"] == pytest.approx(other["difference"] - first["difference"])
    assert other["change_low"] < other["change"] < other["change_high"]
    assert same["change"] == 0  # in this deal nobody else is offered a dark
    reach = (other["change_high"] - other["change_low"]) / 2
    apart = np.hypot(*((row["difference_high"] - row["difference"]) for row in (first, other)))
    assert reach < apart  # what the same packs bring
    assert (tmp_path / "agents.svg").exists() and (tmp_path / "agents.png").exists()


# --- pictures -----------------------------------------------------------------------------------------


def test_pictures_are_svg_and_png_that_ask_for_nothing(played):
    found = played[1]
    names = {path.name for path in found.files}
    kinds = {f"map-{what}.{end}" for what in ("difference", "break-even") for end in ("svg", "png")}
    assert names == {"map.parquet"} | kinds
    for path in found.files:
        if path.suffix == ".svg":
            tags = Tags()
            tags.feed(path.read_text(encoding="utf-8"))
            assert all(value.startswith("#") for value in tags.asked)
        elif path.suffix == ".png":
            assert path.read_bytes().startswith(b"\x89PNG")


def test_a_heat_map_shows_what_the_rows_say(played):
    rows = played[1].rows
    heat = difference_map(rows, "")
    assert (heat.mine, heat.theirs) == ([235, 240, 700], [300, 555, 880])
    assert np.isfinite(heat.values).sum() == 2 and not heat.close[np.isnan(heat.values)].any()
    assert heat.values[0, 1] == pytest.approx(100 * rows[3]["difference"])
    assert heat.close[0, 2] == (rows[6]["verdict"] == CLOSE)
    assert heat.centre == 0 and heat.low == -heat.high
    stars = break_even_map(rows, "")
    assert stars.values[0, 2] == pytest.approx(100 * rows[6]["break_even"])
    assert stars.low < stars.centre < stars.high


def test_the_colours_of_a_heat_map_are_centred(played):
    for heat in (difference_map(played[1].rows, ""), break_even_map(played[1].rows, "")):
        mesh = draw_heat_map(heat).axes[0].collections[0]
        assert mesh.norm(heat.centre) == 0.5


# --- the commands -------------------------------------------------------------------------------------


def test_the_map_command_says_what_it_found_and_wrote(tmp_path, capsys):
    command = ["dark", "map", "--mine", "235:245:5", "--theirs", "300:300:5", "--deals", "64"]
    command += ["--out", str(tmp_path / "map"), "--executor", "serial"]
    assert main(command) == 0
    text, told = capsys.readouterr()
    assert text.startswith("3 questions: ") and "no dark possible 1" in text
    assert "map-break-even.png" in told
    assert [row["mine"] for row in rows_of(tmp_path / "map")] == [235, 240, 245]


def test_the_options_command_draws_a_tornado(tmp_path, capsys):
    command = ["dark", "options", "--table", "300 420 180", "--deals", "4"]
    assert main([*command, "--out", str(tmp_path), "--executor", "serial"]) == 0
    rows = rows_of(tmp_path, "options")
    assert rows[0]["option"] == "" and {r["option"] for r in rows[1:]} == set(VARIED)
    assert (tmp_path / "options.svg").read_text(encoding="utf-8").count("<svg") == 1


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["map", "--mine", "240:840"], "LOW:HIGH:STEP"),
        (["map", "--mine", "a:b:c"], "LOW:HIGH:STEP"),
        (["map", "--theirs", "0:600:0"], "from low to high"),
        (["map", "--theirs", "600:0:60"], "from low to high"),
        (["map", "--fixed", "many"], "--fixed 'many'"),
        (["map", "--deals", "0"], "deals = 0"),
        (["map", "--rules", "pagat"], "none of the"),
        (["map", "--others", "nobody"], "unknown agent"),
        (["options", "--table", "100 420 180"], "240 or more are needed (R7.1)"),
        (["agents", "greedy", "nobody", "--table", "300 420 180"], "unknown agent 'nobody'"),
    ],
)
def test_bad_requests_end_with_a_message_and_no_folder(argv, message, tmp_path, capsys):
    assert main(["dark", *argv, "--out", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err
    assert message in error and "Traceback" not in error
    assert not (tmp_path / "out").exists()
