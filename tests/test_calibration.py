"""The calibration of the search player: counted right, and played as it says."""

import json

import pytest

import thousand_env as te
from thousand_agents.bench_calibration import bins, calibrate, main, plot

ONLINE = te.rules("thousand", "online")


def test_contracts_are_counted_by_tenths_of_the_estimate():
    rows = bins([(0.0, False), (0.05, True), (0.51, True), (1.0, True), (1.0, False)])
    assert [row.contracts for row in rows] == [2, 1, 2]
    assert [row.estimated for row in rows] == pytest.approx([0.025, 0.51, 1.0])
    assert [row.made for row in rows] == [0.5, 1.0, 0.5]


def test_the_interval_is_wilsons():
    """Wilson (1927): 8 of 10 is [0.490, 0.943]."""
    (row,) = bins([(0.7, made < 8) for made in range(10)])
    assert (row.low, row.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)


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
