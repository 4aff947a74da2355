"""``thousand bench speed``, ``solver``, ``calibration``, ``training``: the module that measures each."""

import argparse
from collections.abc import Sequence
from importlib import import_module

MODULES = {
    "speed": "thousand_agents.bench",
    "solver": "thousand_agents.bench_solver",
    "calibration": "thousand_agents.bench_calibration",
    "training": "thousand_training.bench",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one benchmark."""
    parser = argparse.ArgumentParser("thousand bench", description="Measure what is here.")
    parser.add_argument(
        "what",
        choices=list(MODULES),
        help="speed: decisions per second, memory, start; solver: nodes and time by cards left; "
        "calibration: the search player's chances against what happens; "
        "training: decisions per second on one core and two, and where the time goes",
    )
    parser.add_argument("options", nargs=argparse.REMAINDER, help="its own; --help lists them")
    args = parser.parse_args(argv)
    return int(import_module(MODULES[args.what]).main(args.options))
