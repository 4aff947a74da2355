"""The calibration of the search player: counted right, and played as it says."""

import json

import pytest

import thousand_env as te
from thousand_agents.base import AgentError
from thousand_agents.bench_calibration import _chance, bins, calibrate, main, plot
from thousand_env.errors import ThousandError

ONLINE = te.rules("thousand", "online")
LAST_ON_BARREL = {"barrel_deals_used": [2, None, None]}


def test_contracts_are_counted_by_tenths_of_the_estimate():
    rows = bins([(0.0, False), (0.05, True), (0.51, True), (1.0, True), (1.0, False)])
    assert [row.contracts for row in rows] == [2, 1, 2]
    assert [row.estimated for row in rows] == pytest.approx([0.025, 0.51, 1.0])
    assert [row.made for row in rows] == [0.5, 1.0, 0.5]


def test_the_interval_is_wilsons():
    """Wilson (1927): 8 of 10 is [0.490, 0.943]."""
    (row,) = bins([(0.7, made < 8) for made in range(10)])
    assert (row.low, row.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)


@pytest.mark.parametrize(
    ("options", "table", "aim"),
    [
        ({}, {}, 120),
        ({"round_declarer": True}, {}, 118),
        ({}, {"score": [880, 0, 0], "barrels_used": [2, 0, 0], **LAST_ON_BARREL}, 121),
    ],
)
def test_a_contract_is_reached_as_the_rules_say(options, table, aim):
    """R9.7: an obligatory game is written 125 and needs 121; R11.1: rounded first, 118 is 120."""
    rules = te.rules("thousand", "classic", golden=False, **options)
    game = te.Game(rules, seed=5, table={"score": [0, 0, 0], **table}, dealer=2)
    wanted = ("waive", "pass", "contract 120", "keep")
    while game.phase != "play":
        game.apply(next((text for text in wanted if text in game.legal()), game.legal()[0]))
    asked = set()

    class Asked:
        def reaches(self, state, points):
            asked.add(points)
            return True

    assert _chance(game.view(game.player), rules, Asked(), 0) == 1.0
    assert asked == {aim}


def test_an_agent_that_gives_up_is_named():
    with pytest.raises(AgentError, match="exit code 1"):
        calibrate("cmd:false", 2, ONLINE, seed=0)


def test_wrong_numbers_are_refused():
    with pytest.raises(ThousandError, match="seed -1"):
        calibrate("greedy", 2, ONLINE, seed=-1)
    with pytest.raises(SystemExit):
        main(["--deals", "0"])


def test_a_run_can_be_done_again_and_sees_contracts_of_the_agent_only():
    found = calibrate("pimc:worlds=2", 12, ONLINE, seed=3)
    assert found == calibrate("pimc:worlds=2", 12, ONLINE, seed=3)
    assert 0 < len(found) <= 12
    assert all(0 <= chance <= 1 for chance, _ in found)


def test_the_command_prints_json_and_draws(tmp_path, capsys):
    path = tmp_path / "plot.svg"
    args = ["--deals", "6", "--agent", "pimc:worlds=2", "--rules", "online", "--json"]
    assert main([*args, "--plot", str(path)]) == 0
    form = json.loads(capsys.readouterr().out)
    assert form["contracts"] == sum(row["contracts"] for row in form["bins"])
    assert "<svg" in path.read_text()
    plot(bins([(0.5, True)]), path)  # replaces the file
