"""Who plays on, and what judges the end, on the command line."""

import argparse
from collections.abc import Iterable
from typing import Final

from thousand_agents.dark.question import PLAYOUT
from thousand_agents.games.thousand import SPECS
from thousand_agents.styles import STYLES

_QUICK: Final = {"greedy", "random", *STYLES}


def add_players(parser: argparse.ArgumentParser) -> None:
    """``--me`` and ``--others``."""
    parser.add_argument(
        "--me", default="greedy", metavar="AGENT", help=f"who plays the seat to the end; {SPECS}"
    )
    parser.add_argument(
        "--others",
        default="greedy",
        metavar="AGENT,AGENT",
        help="the other players, clockwise from the seat, or one for all; by default greedy",
    )


def add_judge(parser: argparse.ArgumentParser) -> None:
    """``--equity`` and ``--playout``: what the end of a deal is worth."""
    judges = parser.add_mutually_exclusive_group()
    judges.add_argument(
        "--equity",
        metavar="MODEL",
        help="equity model, a .safetensors file or the name of one that comes with the package; by "
        "default the one for the rules",
    )
    judges.add_argument(
        "--playout",
        action="store_const",
        const=PLAYOUT,
        help="play every match to its end instead of asking an equity model",
    )


def split_specs(text: str) -> list[str]:
    """Specs between commas; an option of a spec (``pimc:worlds=5,trust=0.6``) stays with it."""
    specs: list[str] = []
    for part in text.split(","):
        if specs and "=" in part.partition(":")[0]:
            specs[-1] += f",{part}"
        else:
            specs.append(part.strip())
    return specs


def are_quick(specs: Iterable[str]) -> bool:
    """Does a deal of these players take less than a worker process needs to start?"""
    return set(specs) <= _QUICK
