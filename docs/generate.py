"""Write the pages of docs/ that come from the code; with --check, name the stale ones and exit 1."""

import sys
from itertools import groupby
from pathlib import Path

from thousand_env.games.common.ruleset import format_value
from thousand_env.games.thousand import rules
from thousand_env.games.thousand.actions import ACTION_TEXTS, NUM_ACTIONS
from thousand_env.games.thousand.observe import LAYOUT, OBSERVATION_SIZE, OBSERVATION_VERSION
from thousand_env.games.thousand.rules import OPTIONS, PRESETS

WARNING = "<!-- Written by docs/generate.py from the code; don't edit. -->\n\n"
OBSERVATION = f"""# The observation

Version {OBSERVATION_VERSION}: {OBSERVATION_SIZE} floats (float32), relative to the player who looks.
Slot 0 is himself, 1 and 2 are the players after him in this deal, 3 is the dealer who sits out of
four. `thousand_env.encode(views)` writes it, `thousand_env.decode(row)` reads it back.
"""
ACTIONS = f"""# The actions

{NUM_ACTIONS} numbers for every decision and player count, part of the version of `thousand_v0`.
R14 in [RULES.md](../thousand_env/RULES.md) says what is asked when.
"""
RULE_OPTIONS = """# The options of the rules

[RULES.md](../thousand_env/RULES.md) explains them. What a preset changes of `classic` is bold.
"""


def table(*rows: tuple[str, ...]) -> str:
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def actions_table() -> str:
    rows = []
    for _, group in groupby(enumerate(ACTION_TEXTS), key=lambda item: item[1].split()[0]):
        numbers, texts = zip(*group, strict=True)
        listed = [f"`{text}`" for text in texts]
        if len(listed) > 24:  # bids and contracts, in equal steps
            listed[2:-1] = ["…"]
        rows.append((f"{numbers[0]}", f"{numbers[-1]}", ", ".join(listed)))
    return table(("first", "last", "texts, in order"), *rows)


def options_table() -> str:
    rows = []
    for name, option in OPTIONS.items():
        values = [format_value(rules(preset).as_dict()[name]) for preset in PRESETS]
        values = [value if value == values[0] else f"**{value}**" for value in values]
        values += [option.allowed.replace("|", "or"), option.meaning, option.rule]
        rows.append((f"`{name}`", *values))
    return table(("option", *PRESETS, "allowed", "meaning", "rule"), *rows)


def main(check: bool, folder: Path = Path(__file__).parent) -> int:
    """Check the pages or write those that are stale; the exit status."""
    pages = {
        "observation.md": f"{OBSERVATION}\n{LAYOUT.table()}",
        "actions.md": f"{ACTIONS}\n{actions_table()}",
        "rules-options.md": f"{RULE_OPTIONS}\n{options_table()}",
    }
    stale = 0
    for name, page in pages.items():
        path, text = folder / name, f"{WARNING}{page}\n"
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if check:
            print(f"{path} is stale: run python docs/generate.py")
            continue
        unfinished = path.with_suffix(".tmp")
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(path)
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
