"""The sequential test: its error rates, where it looks, and that it depends on nothing else."""

import json
import math

import numpy as np
import pytest
from scipy import stats

import thousand_env as te
from thousand_agents.arena import run_arena
from thousand_agents.arena.sequential import (
    LEAST_SETS,
    LOWER,
    UPPER,
    Looks,
    log_likelihood_ratio,
    look,
)
from thousand_agents.executors import make_executor

RULES = te.rules()


def verdict(values, chunk):
    looks = Looks(len(values), chunk)
    looks.add(np.arange(len(values)), values)
    return looks.result


def set_means(rng, mean, shape):
    """Like those of similar agents: sd 26, a third exactly 0, the rest with long tails."""
    noise = rng.laplace(0, 1, shape) * (rng.random(shape) < 2 / 3)
    return mean + 26 * noise / math.sqrt(2 * 2 / 3)


@pytest.mark.parametrize("draw", ["normal", "lopsided"])
@pytest.mark.parametrize("truth", [0, 1])
def test_error_rates_are_as_small_as_they_say(truth, draw):
    rng, wrong, decided, repeats = np.random.default_rng(5), 0, 0, 400
    for _ in range(repeats):
        if draw == "normal":
            values = rng.normal(truth, 8, 3000)
        else:
            values = truth + 8 * (rng.exponential(1, 3000) - 1)
        result = verdict(values, 64)
        decided += result.decided
        wrong += result.accepted == ("H1" if truth == 0 else "H0")
    assert decided > 0.95 * repeats
    assert wrong / repeats <= 0.05 + 2.5 * math.sqrt(0.05 * 0.95 / repeats)
    assert wrong / repeats > 0.005  # the bounds aren't so wide that the test wastes sets


def test_set_means_of_similar_agents_are_decided_within_ten_thousand():
    rng = np.random.default_rng(1)
    found = [verdict(set_means(rng, truth, 10_000), 256) for truth in (0, 1) for _ in range(40)]
    accepted = [r.accepted for r in found]
    assert accepted[:40].count("H0") >= 34 and accepted[40:].count("H1") >= 34
    assert 1000 < np.mean([r.sets for r in found]) < 6000  # fixed N would take more


def test_the_ratio_is_that_of_two_normals_with_the_sample_variance():
    values = np.random.default_rng(2).normal(0.4, 3, 200)
    spread = values.std(ddof=1)
    ratio = stats.norm.logpdf(values, 1, spread) - stats.norm.logpdf(values, 0, spread)
    assert log_likelihood_ratio(values) == pytest.approx(ratio.sum())


def test_bounds_are_walds():
    assert pytest.approx(math.log(19)) == UPPER == -LOWER


def test_values_that_are_all_the_same_are_decided():
    assert look(np.zeros(64)).accepted == "H0" and look(np.ones(64)).accepted == "H1"
    assert look(np.zeros(63)).accepted is None
    assert look(np.full(64, 0.5)).accepted is None  # exactly between


def test_looks_are_taken_in_order_after_whole_chunks_only():
    rng = np.random.default_rng(3)
    values = np.concatenate([rng.normal(0, 20, 100), rng.normal(9, 20, 900)])
    whole = verdict(values, 50)
    assert whole.accepted == "H1" and whole.sets % 50 == 0
    looks = Looks(1000, 50)
    for begin in range(0, 1000, 50)[::-1]:  # handed in backwards
        assert looks.result.sets == 0
        looks.add(np.arange(begin, begin + 50), values[begin : begin + 50])
    assert looks.result == whole
    late = Looks(1000, 50)
    late.add(np.arange(120), values[:120])
    assert late.result.sets == 100
    last = verdict(values[:180], 100)
    assert last.sets in (100, 180)


def test_a_run_stops_when_the_test_decides_and_says_so(tmp_path):
    result = run_arena(["greedy", "random"], 2000, RULES, out=tmp_path, sequential=True, chunk=32)
    assert result.sequential.accepted == "H1" and result.sets == result.sequential.sets == 64
    assert not result.interrupted and "H1 accepted: A is better than B after 64 sets" in str(result)
    assert len([*tmp_path.glob("games-*")]) == 2
    again = run_arena(["greedy", "random"], 2000, RULES, out=tmp_path, sequential=True)
    assert again.sequential == result.sequential and len([*tmp_path.glob("games-*")]) == 2
    with make_executor("process", workers=2) as executor:
        other = run_arena(
            ["greedy", "random"], 2000, RULES, sequential=True, chunk=32, executor=executor
        )
    assert other.sequential == result.sequential and other.estimates == result.estimates


def test_an_endless_ratio_is_written_as_json_knows_it():
    test = look(np.zeros(LEAST_SETS))
    assert test.accepted == "H0" and np.isneginf(test.ratio)
    assert json.loads(json.dumps(test.as_dict(), allow_nan=False))["ratio"] is None


def test_the_same_agent_is_not_better_than_itself():
    result = run_arena(["greedy", "greedy"], 2000, RULES, sequential=True, chunk=32)
    assert result.sequential.accepted == "H0" and result.sets == 64


def test_too_few_sets_leave_it_undecided():
    result = run_arena(["greedy", "random"], 40, RULES, sequential=True)
    assert result.sequential.accepted is None and "undecided" in str(result)
    assert not result.interrupted
