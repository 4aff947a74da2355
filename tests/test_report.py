"""The report of a results folder: its numbers and its pages."""

import argparse
import html
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest
from scipy import stats

import thousand_env as te
from thousand_agents.arena import run_arena
from thousand_agents.arena.games import Part
from thousand_agents.arena.parts import ArenaError, write_part
from thousand_agents.arena.report import report
from thousand_agents.arena.report_pages import leaderboard, write_report
from thousand_agents.arena.seatings import seatings
from thousand_agents.commands.arena_report import add_report
from thousand_env.games.thousand.state import KINDS, NONE

RULES = te.rules("thousand", "classic", golden=False)
PLAN = seatings(2, 3)  # A with two B in three seatings, two A with B in three


def manifest(specs=("greedy", "timid"), unit="deal", rules=RULES, **changes):
    agents = [
        {"label": "ABCDEFG"[k], "spec": spec, "hash": f"{k:012x}"} for k, spec in enumerate(specs)
    ]
    form = {"format": "thousand-arena/2", "unit": unit, "game": rules.game}
    form |= {"rules": rules.short()}
    form |= {"rules_hash": rules.hash, "seed": 5, "agents": agents, "lineups": [[0, 1]]}
    form |= {"sets": 6, "sequential": None, "chunk": 2, "start": "sampled tables"}
    return form | {"decisions": False, "versions": {"thousand-env": "0.1.0"}} | changes


def part(sets, points, deals=None, plan=PLAN, **games):
    """A chunk: ``points`` (sets, games, seats) and what is given of the other columns."""
    count, seats = len(sets) * len(plan), plan.seats.shape[1]
    points = np.asarray(points).reshape(count, seats)
    blank = {"winners": 0, "deals": 1, "forfeit_seat": NONE}
    keys = {
        "set": np.repeat(sets, len(plan)),
        "lineup": np.tile(plan.lineup, len(sets)),
        "seating": np.tile(plan.seating, len(sets)),
    }
    reasons = np.full(count, "", object)
    who = np.tile(plan.seats, (len(sets), 1))
    table = {
        **keys,
        **{f"agent_{s}": who[:, s] for s in range(seats)},
        **{f"points_{s}": points[:, s] for s in range(seats)},
        **{name: np.full(count, value) for name, value in blank.items()},
        "forfeit_reason": reasons,
    }
    table |= games
    rows = np.repeat(np.arange(count), table["deals"])
    played = {"deal": 0, "dealer": 2, "kind": 0, "declarer": 0, "contract": 100}
    played_table = {
        **{name: key[rows] for name, key in keys.items()},
        **{name: np.full(len(rows), value) for name, value in played.items()},
        "conceded": np.zeros(len(rows), bool),
        "made": np.zeros(len(rows), bool),
        **{
            f"{what}_{s}": np.zeros(len(rows), int)
            for what in ("written", "bolts")
            for s in range(seats)
        },
        **(deals or {}),
    }
    agents = len(plan.lineups[0])
    timing = {
        "agent": np.arange(agents),
        "decisions": np.full(agents, 1000),
        "seconds": 0.002 * (1 + np.arange(agents)),
    }
    return Part(games=table, deals=played_table, timing=timing, decisions=None)


def write(folder, form, *parts):
    folder.mkdir(exist_ok=True)
    (folder / "manifest.json").write_text(json.dumps(form))
    for number, chunk in enumerate(parts):
        write_part(folder, number, chunk)
    return folder


def scattered(sets, lead, seed=0, plan=PLAN):
    """Points by chance, agent A's seats some more."""
    rng = np.random.default_rng(seed)
    noise = rng.integers(-24, 25, (len(sets), *plan.seats.shape)) * 5
    return noise + lead * (plan.seats == 0)


def flat(text):
    """Markdown with single spaces."""
    return re.sub(r"-+", "-", re.sub(" +", " ", text))


# --- numbers --------------------------------------------------------------------------------------


def test_points_and_intervals_are_over_set_means(tmp_path):
    points = scattered(range(6), 40)
    parts = part([0, 1], points[:2]), part([4, 5], points[4:]), part([2, 3], points[2:4])
    found = report(write(tmp_path, manifest(), *parts))
    assert (found.sets, found.games_per_set, found.deals) == (6, 6, 36)
    means = [np.where(PLAN.seats == k, points, 0).sum(axis=(1, 2)) / 9 for k in range(2)]
    for agent, values in zip(found.agents, means):
        assert agent.result.mean == pytest.approx(values.mean())
        expected = stats.t.interval(0.95, 5, values.mean(), stats.sem(values))
        assert agent.result.interval == pytest.approx(expected)
    (pair,) = found.pairs
    assert pair.mean == pytest.approx((means[0] - means[1]).mean()) and pair.sets == 6
    assert pair.bootstrap == pytest.approx(pair.interval, abs=25)


def test_bidding_shares_are_counted_over_deals(tmp_path):
    ordinary, dark = KINDS.index("ordinary"), KINDS.index("dark")
    kinds = np.array([dark, ordinary, dark, ordinary, dark, ordinary])
    made = np.array([True, False, False, True, True, True])
    contract = np.array([120, 100, 120, 130, 120, 145])
    deals = {"kind": kinds, "made": made, "contract": contract}
    found = report(write(tmp_path, manifest(), part([0], scattered([0], 0), deals)))
    at_0 = PLAN.seats[:, 0]
    for k, agent in enumerate(found.agents):
        own, s = at_0 == k, agent.summary
        assert s.figures["declares"] == pytest.approx(own.sum() / 9)
        assert s.figures["contract"] == pytest.approx(contract[own].mean())
        assert s.figures["made"] == pytest.approx(made[own].mean())
        in_dark = own & (kinds == dark)
        assert s.figures["dark"] == pytest.approx(in_dark.sum() / own.sum())
        assert s.figures["dark_made"] == (made[in_dark].mean() if in_dark.any() else None)
        assert s.ms_per_decision == pytest.approx(0.002 * (k + 1))
    assert {agent.summary.figures["dark"] for agent in found.agents} != {0.0}


@pytest.mark.parametrize(("lead", "same"), [(0, True), (200, False)])
def test_who_cannot_be_told_apart_is_called_so(tmp_path, lead, same):
    folder = write(tmp_path, manifest(), part(range(6), scattered(range(6), lead)))
    (pair,) = report(folder).pairs
    assert pair.distinguishable != same
    text = flat(str(report(folder)))
    low, high = pair.interval
    assert (f"{pair.mean:+.2f} [{low:+.2f}, {high:+.2f}]" in text) and (
        f"{-pair.mean:+.2f} [{-high:+.2f}, {-low:+.2f}]" in text
    )
    assert text.count("] not distinguishable |") == (2 if same else 0)  # both halves of the matrix


def test_match_level_compares_win_shares(tmp_path):
    winner = np.array([0, 0, 0, 1, NONE, 2])
    winners = np.where(winner == NONE, 0, 1 << winner.clip(0))
    played = part([0], scattered([0], 0), winners=winners)
    found = report(write(tmp_path, manifest(unit="match"), played))
    rows = zip(winner, PLAN.seats == 0)
    won = [np.mean([row.mean() if w == NONE else row[w] for w, row in rows])]
    won.append(1 - won[0])
    for agent, share in zip(found.agents, won):
        assert agent.result.mean == pytest.approx(100 * share)
        assert agent.result.interval is None
    assert found.pairs[0].mean == pytest.approx(100 * (won[0] - won[1]))
    text = str(found)
    assert "win share in %" in text and "(fair: 50.0)" in text and "one set: no interval" in text


def test_forfeits_are_counted_by_agent_and_reason(tmp_path):
    seats = np.array([NONE, 0, 0, NONE, 1, 0])
    reasons = np.array(["", "late", "late", "", "a | b <i>", "died"], object)
    played = part([0], scattered([0], 0), forfeit_seat=seats, forfeit_reason=reasons)
    found = report(write(tmp_path, manifest(), played))
    expected = [{}, {}]
    for row, (seat, reason) in enumerate(zip(seats, reasons)):
        if seat != NONE:
            agent = PLAN.seats[row, seat]
            expected[agent][reason] = expected[agent].get(reason, 0) + 1
    assert [dict(agent.forfeits) for agent in found.agents] == expected
    assert [a.summary.forfeits for a in found.agents] == [sum(e.values()) for e in expected]
    assert r"a \| b <i>" in str(found)
    write_report(found, tmp_path)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "a | b &lt;i&gt;" in page and "<i>" not in page


def test_the_verdict_of_a_sequential_test_is_told(tmp_path):
    sets = np.arange(400)
    form = manifest(sets=400, chunk=400, sequential={"mu0": 0})
    found = report(write(tmp_path, form, part(sets, scattered(sets, 35))))
    assert found.sequential.accepted == "H1"
    assert "Sequential test of A - B after 400 sets: H1, A is better than B" in str(found)


@pytest.mark.parametrize("unit", ["deal", "match"])
def test_a_report_says_what_the_run_itself_said(tmp_path, unit):
    result = run_arena(["greedy", "random"], 10, RULES, 3, unit, out=tmp_path, chunk=4)
    found = report(tmp_path)
    assert found.pairs == result.estimates[-1:] and str(result).count(" - B: ") == 1
    assert [agent.summary for agent in found.agents] == [*result.agents]
    assert (found.sets, found.deals) == (10, result.deals)


def test_a_run_on_its_way_is_reported_as_far_as_it_is(tmp_path):
    points = scattered(range(4), 0)
    write(tmp_path, manifest(), part([0, 1], points[:2]), part([4, 5], points[2:]))
    (tmp_path / "games-000001.parquet").unlink()  # the last file of a part
    found = report(tmp_path)
    assert found.sets == 2 and "2 sets of 6 asked for" in str(found)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda f: (f / "manifest.json").unlink(), "no results of arena run in "),
        (lambda f: (f / "manifest.json").write_text("{"), "cannot read"),
        (lambda f: (f / "manifest.json").write_text('{"format": "x"}'), "no manifest of this"),
        (
            lambda f: (f / "manifest.json").write_text('{"format": "thousand-arena/2"}'),
            "the manifest lacks unit, game",
        ),
        (lambda f: (f / "games-000000.parquet").unlink(), "no finished part yet"),
        (lambda f: (f / "games-000000.parquet").write_bytes(b"PAR1"), r"cannot read .*games"),
        (lambda f: (f / "deals-000000.parquet").unlink(), r"cannot read .*deals"),
    ],
)
def test_a_folder_that_cannot_be_read_is_refused(tmp_path, spoil, message):
    spoil(write(tmp_path, manifest(), part([0], scattered([0], 0))))
    with pytest.raises(ArenaError, match=message):
        report(tmp_path)
    assert not [*tmp_path.glob("report*")]


# --- pages ----------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """What a page opens and what it asks for."""

    def __init__(self):
        super().__init__()
        self.open, self.asked, self.rows = [], [], []

    def handle_starttag(self, tag, attrs):
        self.asked += [value for name, value in attrs if name in ("src", "href", "data", "action")]
        if tag not in ("img", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def three_agents(tmp_path, specs=("greedy", "timid", "maniac")):
    plan = seatings(3, 3)
    points = scattered(range(6), 60, plan=plan)
    form = manifest(specs, lineups=[[0, 1, 2]])
    return write(tmp_path / "run", form, part(range(6), points, plan=plan))


def test_the_html_page_asks_for_nothing_else(tmp_path):
    folder = three_agents(tmp_path)
    write_report(report(folder), folder)
    page = (folder / "report.html").read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(page)
    assert not tags.open and len(tags.asked) == 3
    assert all(value.startswith("data:image/svg+xml;base64,") for value in tags.asked)
    assert "url(" not in page and "@import" not in page and "<script" not in page
    text = html.unescape(page)
    assert "not distinguishable" in text and '"spec": "maniac"' in text


def test_the_plots_of_the_markdown_lie_beside_it(tmp_path):
    folder = three_agents(tmp_path)
    write_report(report(folder), folder)
    page = (folder / "report.md").read_text(encoding="utf-8")
    plots = re.findall(r"!\[.*\]\((.*)\)", page)
    assert len(plots) == 3
    assert all((folder / plot).read_text(encoding="utf-8").count("<svg") == 1 for plot in plots)
    assert page == str(report(folder))


def test_the_same_results_make_the_same_pages(tmp_path):
    folder = three_agents(tmp_path)
    pages = []
    for _ in range(2):
        write_report(report(folder), folder)
        pages.append({path.name: path.read_bytes() for path in folder.glob("report*")})
    assert pages[0] == pages[1] and len(pages[0]) == 5
    assert not [*folder.glob("*.part")]


def test_names_of_any_kind_are_shown_as_they_are(tmp_path):
    folder = three_agents(tmp_path, ("cmd:sh -c 'a | b'", "cmd:$x $y ü <b>", "cmd:" + "x" * 300))
    write_report(report(folder), folder)
    assert r"cmd:sh -c 'a \| b'" in (folder / "report.md").read_text(encoding="utf-8")
    assert "cmd:$x $y ü &lt;b&gt;" in (folder / "report.html").read_text(encoding="utf-8")


def test_every_table_has_its_columns(tmp_path):
    for block in str(report(three_agents(tmp_path))).split("\n\n"):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        assert len({row.count("|") for row in rows}) <= 1


def test_the_leaderboard_ranks_by_rating_and_tells_its_conditions(tmp_path):
    plan = seatings(3, 3)
    points = scattered(range(6), 0, plan=plan) + 200 * plan.seats
    form = manifest(("greedy", "timid", "maniac"))
    found = report(write(tmp_path, form, part(range(6), points, plan=plan)))
    page = flat(leaderboard(found))
    places = [
        page.index(f"| {place} | {name} |")
        for place, name in enumerate(("C maniac", "B timid", "A greedy"), 1)
    ]
    assert places == sorted(places)
    for fact in ("6 sets of 6", RULES.hash, "Seed 5", "thousand-env 0.1.0", "golden=false"):
        assert fact in page


def command(argv):
    parser = argparse.ArgumentParser()
    add_report(parser.add_subparsers())
    args = parser.parse_args(argv)
    return args.action(args)


def test_the_command_writes_and_prints(tmp_path, capsys):
    folder = three_agents(tmp_path)
    page = tmp_path / "leaderboard.md"
    assert command(["report", str(folder), "--leaderboard", str(page)]) == 0
    printed, told = capsys.readouterr()
    assert printed.strip() == (folder / "report.md").read_text(encoding="utf-8").strip()
    assert page.read_text(encoding="utf-8").startswith("# Leaderboard")
    assert (folder / "report.html").exists()
    names = told.removeprefix("written: ").strip().split(", ")
    plots = sorted(map(str, folder.glob("report-*.svg")))
    assert names[:2] == [str(folder / "report.html"), str(folder / "report.md")]
    assert sorted(names[2:-1]) == plots and len(plots) == 3 and names[-1] == str(page)


def test_help_names_the_files_of_a_report(capsys):
    with pytest.raises(SystemExit):
        command(["report", "--help"])
    text = capsys.readouterr().out
    assert all(name in text for name in ("report.html", "report.md", "report-*.svg"))


def test_a_folder_that_is_not_there_has_no_results(tmp_path):
    with pytest.raises(ArenaError, match=r"no results of arena run in .*nosuch"):
        report(tmp_path / "nosuch")


def test_the_command_prints_json_on_request(tmp_path, capsys):
    assert command(["report", str(three_agents(tmp_path)), "--json"]) == 0
    form = json.loads(capsys.readouterr().out)
    assert [agent["summary"]["spec"] for agent in form["agents"]] == ["greedy", "timid", "maniac"]
    assert all(isinstance(pair["distinguishable"], bool) for pair in form["pairs"])
