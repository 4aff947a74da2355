"""A little of the cross-check, for ``make coverage``: without the compiler it is a slow thing."""

from tests.crosscheck import cross_check


def test_core_and_referee_agree_without_the_compiler():
    assert cross_check(seed=7, decisions=4000, others=0.1)["decisions"] >= 4000
