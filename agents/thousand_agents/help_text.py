"""What ``--help`` says, laid out for a terminal."""

import argparse
from textwrap import fill
from typing import Any, Final

from thousand_agents import games
from thousand_env.games import NAMES

WIDTH: Final = 80
RAW: Final = argparse.RawDescriptionHelpFormatter  # keeps the lines of ``agents_help``


def plain(doc: str | None) -> str:
    """A docstring for a terminal: one sort of backticks."""
    return (doc or "").replace("``", "`")


def agents_help() -> str:
    """The agents of all games, a paragraph each."""
    return "\n".join(["agents, by game:", *(_line(name, games.load(name).SPECS) for name in NAMES)])


def opponents_help() -> str:
    """Whom a person plays against if he names nobody."""
    return ", ".join(f"{games.load(name).OPPONENT} ({name})" for name in NAMES)


def _line(name: str, text: Any) -> str:
    return fill(f"{name}: {text}", WIDTH, initial_indent="  ", subsequent_indent="    ")
