"""The core against the independent referee, decision by decision."""

import sys
import time

import pytest

from tests.crosscheck import cross_check

EVENTS = ("ordinary", "dark", "golden", "obligatory", "redealt", "conceded", "wins")
CHUNKS, CHUNK = 50, 100_000  # the long run: 5,000,000 decisions, in pieces for several processes


def test_core_and_referee_agree_at_every_decision():
    seen = cross_check(seed=1, decisions=30_000, others=0.1)
    assert all(seen[event] for event in EVENTS), seen  # the run saw every kind of deal


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_core_and_referee_agree_in_a_long_run(chunk, capsys):
    start = time.perf_counter()
    seen = cross_check(seed=1000 + chunk, decisions=CHUNK, others=0.25)
    with capsys.disabled():
        print(
            f"cross-check {chunk + 1} of {CHUNKS}: {seen['decisions']:,} decisions, "
            f"{seen['views']:,} views, {seen['deals']:,} deals, {seen['wins']:,} wins, "
            f"{time.perf_counter() - start:.0f} s",
            file=sys.stderr,
            flush=True,
        )
    assert all(seen[event] for event in EVENTS), seen
