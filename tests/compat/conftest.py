"""Tests against other people's libraries: each file is skipped where its library is missing."""

import doctest
from importlib.metadata import PackageNotFoundError, version

import pytest

LIBRARIES = (
    "gymnasium",
    "numpy",
    "open-spiel",
    "pettingzoo",
    "ray",
    "sb3-contrib",
    "stable-baselines3",
    "supersuit",
    "tensordict",
    "tianshou",
    "torch",
    "torchrl",
)


def pytest_report_header():
    """The versions that a run stands for."""
    found = []
    for library in LIBRARIES:
        try:
            found.append(f"{library} {version(library)}")
        except PackageNotFoundError:
            continue
    return "libraries: " + ", ".join(found)


@pytest.fixture
def run_example():
    """Runs the example in a docstring, or in its section below a heading; it must go as shown."""

    def run(text, heading=None):
        if heading is not None:
            text = text.split(f"\n{heading}\n---")[1].split("\n---")[0]
        examples = doctest.DocTestParser().get_doctest(text, {}, heading or "module", None, 0)
        results = doctest.DocTestRunner().run(examples)
        assert results.attempted > 5 and results.failed == 0

    return run
