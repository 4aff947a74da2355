"""``thousand bench speed``: the command's name stands for the module that measures."""

import argparse
from collections.abc import Sequence

from thousand_agents import bench


def main(argv: Sequence[str] | None = None) -> int:
    """Run one benchmark."""
    parser = argparse.ArgumentParser("thousand bench", description="Measure this environment.")
    parser.add_argument("what", choices=["speed"], help="decisions per second, memory, start")
    args, rest = parser.parse_known_args(argv)
    del args
    return bench.main(rest)
