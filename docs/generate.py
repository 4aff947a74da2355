"""Write the tables of docs/ that come from the code; with --check, name the stale ones and exit 1.

A table stands between two marks, ``<!-- begin NAME: ... -->`` and ``<!-- end NAME -->``; the text
around it is written by hand.
"""

import re
import sys
from itertools import groupby
from pathlib import Path
from typing import Any

from thousand_env import games
from thousand_env.games.common.ruleset import format_value

ROOT = Path(__file__).parents[1]
RULES = {  # game, with a page of its name: its rules
    "thousand": "thousand_env/RULES.md",
    "king": "thousand_env/games/king/RULES.md",
    "bochki": "thousand_env/games/bochki/RULES.md",
}
WARNING = "written by docs/generate.py, not by hand"
MOST_LISTED = 24  # actions of a kind; of more, in equal steps, only the ends are shown
MARKED = r"<!-- begin {0}: [^>]* -->\n.*?<!-- end {0} -->"


def table(*rows: tuple[str, ...]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def specs_table(game: Any) -> str:
    """What a learner must know of the environment, in numbers."""
    rules = game.RuleSet
    return table(
        ("what", "value"),
        ("players", rules.options()["players"].allowed),
        ("actions", f"`Discrete({game.NUM_ACTIONS})`"),
        ("action mask", f"({game.NUM_ACTIONS},) bool; in PettingZoo int8"),
        ("observation", f"({game.OBSERVATION_SIZE},) float32, version {game.OBSERVATION_VERSION}"),
        ("rewards", ", ".join(f"`{reward}`" for reward in game.REWARDS)),
        ("a `score` reward of 1", f"{game.SCORE_REWARD_UNIT} points"),
        ("presets of the rules", ", ".join(f"`{preset}`" for preset in rules.presets)),
        (
            "a game's state, what its player sees",
            f"{size(game.STATE_DTYPE)}, {size(game.VIEW_DTYPE)}",
        ),
    )


def size(dtype: Any) -> str:
    return f"{dtype.itemsize:,} bytes"


def actions_table(game: Any) -> str:
    rows = []
    for _, group in groupby(enumerate(game.ACTION_TEXTS), key=lambda item: item[1].split()[0]):
        numbers, names = zip(*group, strict=True)
        listed = [f"`{name}`" for name in names]
        if len(listed) > MOST_LISTED:
            listed[2:-1] = ["…"]
        rows.append((f"{numbers[0]}", f"{numbers[-1]}", ", ".join(listed)))
    return table(("first", "last", "texts, in order"), *rows)


def observation_table(game: Any) -> str:
    return game.LAYOUT.table()


def options_table(game: Any) -> str:
    rules = game.RuleSet
    presets = [rules.preset(name).as_dict() for name in rules.presets]
    rows = []
    for name, option in rules.options().items():
        values = [format_value(preset[name]) for preset in presets]
        values = [value if value == values[0] else f"**{value}**" for value in values]
        values += [option.allowed.replace("|", "or"), option.meaning, option.rule]
        rows.append((f"`{name}`", *values))
    return table(("option", *rules.presets, "allowed", "meaning", "rule"), *rows)


TABLES = {
    "specs": specs_table,
    "actions": actions_table,
    "observation": observation_table,
    "options": options_table,
}


def glossary(game: str) -> str:
    """The glossary at the end of a game's rules."""
    text = (ROOT / RULES[game]).read_text(encoding="utf-8")
    return text.split("\n## Glossary\n")[1].strip()


def renewed(page: str, name: str, text: str) -> str:
    """The page with the table of that name replaced.

    Raises: ValueError where the page doesn't have the marks of this table exactly once.
    """
    marked = f"<!-- begin {name}: {WARNING} -->\n\n{text}\n\n<!-- end {name} -->"
    page, times = re.subn(MARKED.format(name), lambda _: marked, page, flags=re.DOTALL)
    if times != 1:
        raise ValueError(f"the marks of the table {name!r} are there {times} times, not once")
    return page


def tables_of(page: str) -> dict[str, str]:
    """The tables of a page by name."""
    if page == "glossary":
        return {game: glossary(game) for game in RULES}
    return {name: make(games.load(page)) for name, make in TABLES.items()}


def main(check: bool, folder: Path = Path(__file__).parent) -> int:
    """Check the pages or write those that are stale; the exit status."""
    stale = 0
    for name in (*RULES, "glossary"):
        path = folder / f"{name}.md"
        page = text = path.read_text(encoding="utf-8")
        for kind, made in tables_of(name).items():
            page = renewed(page, kind, made)
        if page == text:
            continue
        stale += 1
        if check:
            print(f"{path} is stale: run python docs/generate.py")
            continue
        unfinished = path.with_suffix(".tmp")
        unfinished.write_text(page, encoding="utf-8")
        unfinished.replace(path)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
