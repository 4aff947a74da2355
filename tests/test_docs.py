"""What the documents promise: they cover every rule and option, their tables are the code's, their
snippets and records run, and the commands they name exist."""

import functools
import importlib.util
import io
import json
import re
import shlex
import shutil
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

import pytest

import thousand_env as te
from thousand_agents import cli
from thousand_env import errors, games
from thousand_env.games.common.ruleset import format_value
from thousand_env.games.thousand.rules import OPTIONS, PRESETS
from thousand_env.games.thousand.seat_record import hide, read_seat_record
from thousand_env.record import read_record, record_text

ROOT = Path(__file__).parent.parent
RULES = (ROOT / "thousand_env" / "RULES.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", ROOT / "thousand_env" / "RULES.md", *sorted(ROOT.glob("docs/**/*.md"))]
GENERATED = ("thousand.md", "king.md", "bochki.md", "glossary.md")

RULE_IDS = re.findall(
    r"R\S+",
    """
    R1.1 R1.2 R1.3 R1.4
    R2.1 R2.2 R2.3 R2.4
    R3.1 R3.2 R3.3 R3.4 R3.5 R3.6 R3.7 R3.8 R3.9
    R4.1 R4.2 R4.3 R4.4 R4.5 R4.6
    R5.1 R5.2 R5.3 R5.4
    R6.1 R6.2 R6.3 R6.4
    R7.1 R7.2 R7.3 R7.4
    R8.1 R8.2 R8.3
    R9.1 R9.2 R9.3 R9.4 R9.5 R9.6 R9.7
    R10.1 R10.2 R10.3 R10.4 R10.5 R10.6
    R11.1 R11.2 R11.3 R11.4 R11.5 R11.6 R11.7
""",
)
SECTIONS = re.findall(r"R\S+", "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15 R16")


def fenced(language: str, text: str) -> list[str]:
    """The code blocks of a language in a page."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [code for name, code in blocks if name == language]


def snippets() -> list[Any]:
    """Every Python block of the pages, named by its page and its place there."""
    return [
        pytest.param(code, id=f"{page.name}-{number}")
        for page in PAGES
        if page.exists()
        for number, code in enumerate(fenced("python", page.read_text(encoding="utf-8")), 1)
    ]


def load_generator() -> Any:
    spec = importlib.util.spec_from_file_location("docs_generate", ROOT / "docs" / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_generated_pages_are_what_the_code_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert load_generator().main(check=True) == 0, capsys.readouterr().out


def test_check_names_the_stale_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    generator = load_generator()
    for name in GENERATED:
        shutil.copy(ROOT / "docs" / name, tmp_path)
    assert generator.main(check=True, folder=tmp_path) == 0
    page = tmp_path / "king.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("| 53 | 56 |", "| 53 | 57 |"), encoding="utf-8")
    assert generator.main(check=True, folder=tmp_path) == 1
    printed = capsys.readouterr().out
    assert "king.md" in printed and "thousand.md" not in printed
    assert generator.main(check=False, folder=tmp_path) == 0
    assert page.read_text(encoding="utf-8") == text


def test_a_page_that_lost_a_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'actions' are there 0 times"):
        load_generator().renewed("# King\n", "actions", "| a |")


@pytest.mark.parametrize("game", games.NAMES)
def test_observation_table_of_a_page_adds_up(game: str) -> None:
    """Every float of an observation stands in exactly one row, by its place."""
    module = games.load(game)
    page = (ROOT / "docs" / f"{game}.md").read_text(encoding="utf-8")
    text = page.split("<!-- begin observation")[1].split("<!-- end observation")[0]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if re.match(r"\| \d", line)]
    spans = [[int(end) for end in row[0].split("-")] for row in rows]
    floats = [place for span in spans for place in range(span[0], span[-1] + 1)]
    assert floats == [*range(module.OBSERVATION_SIZE)]
    assert [row[1] for row in rows] == [block.name for block in module.LAYOUT]
    assert f"({module.OBSERVATION_SIZE},) float32, version {module.OBSERVATION_VERSION}" in page


@pytest.mark.parametrize("rule", RULE_IDS)
def test_rules_page_has_every_rule_once(rule: str) -> None:
    assert RULES.count(f"**{rule}**") == 1


def test_rules_page_has_every_section_in_order() -> None:
    assert re.findall(r"^## (R\d+) ", RULES, re.MULTILINE) == SECTIONS


@pytest.mark.parametrize("name", OPTIONS)
def test_rules_page_has_every_option_with_its_default(name: str) -> None:
    default = format_value(te.rules().as_dict()[name])
    written = re.findall(rf"`{name}`\s+\[([^\]]+)\]", RULES)
    assert [re.sub(r"\s+", " ", value) for value in written] == [default]


@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_stands_in_its_own_rule(name: str) -> None:
    rule = OPTIONS[name].rule
    text = RULES.split(f"**{rule}**")[1].split("\n- **R")[0]
    assert f"`{name}`" in text


@pytest.mark.parametrize("name", [name for name in OPTIONS if OPTIONS[name].choices])
def test_rules_page_names_every_choice(name: str) -> None:
    text = RULES.split(f"**{OPTIONS[name].rule}**")[1].split("\n- **R")[0]
    for choice in OPTIONS[name].choices:
        assert re.search(rf"\b{choice}\b", text), choice


def test_presets_table_lists_every_difference_and_nothing_else() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in RULES.split("## R15")[1].split("## R16")[0].splitlines()
        if line.startswith("| `")
    ]
    values = {preset: te.rules("thousand", preset).as_dict() for preset in PRESETS}
    expected = []
    for name in OPTIONS:
        cells = [
            format_value(values[preset][name]).replace("0, optional", "0") for preset in PRESETS
        ]
        if len(set(cells)) > 1:
            others = [cell if cell != cells[0] else "" for cell in cells[1:]]
            expected.append([f"`{name}`", cells[0], *others])
    assert rows == expected


@pytest.mark.parametrize("code", snippets())
def test_snippet_runs(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "<snippet>", "exec"), {"__name__": "__main__"})


def test_written_game_of_the_rules_page_replays() -> None:
    full, one_seat = fenced("json", RULES)
    game = read_record(full)  # compares the result, too
    assert [entry["kind"] for entry in game.results] == ["ordinary", "redealt", "ordinary"]
    assert read_seat_record(one_seat).table["score"] == game.start["score"]


def test_one_seats_record_of_the_rules_page_is_the_first_deal_of_the_full_one() -> None:
    full, one_seat = (json.loads(text) for text in fenced("json", RULES))
    seen = one_seat["deals"][0]
    known = len(seen["actions"])
    first = full["deals"][0]
    cut = full | {"deals": [first | {"actions": first["actions"][:known]}]}
    del cut["result"]
    assert hide(record_text(cut), one_seat["seat"])["deals"] == [seen]


def shell_lines() -> list[Any]:
    """Every command line of the pages, without its comment, named by its page and its place there."""
    return [
        pytest.param(shlex.split(line, comments=True), id=f"{page.name}-{number}")
        for page in PAGES
        for number, line in enumerate(
            line
            for language in ("sh", "")
            for code in fenced(language, page.read_text(encoding="utf-8"))
            for line in code.splitlines()
            if line.startswith(("thousand ", "make "))
        )
    ]


@functools.cache
def help_of(command: tuple[str, ...]) -> str:
    printed = io.StringIO()
    with redirect_stdout(printed), suppress(SystemExit):
        assert cli.main([*command, "--help"]) == 0
    return printed.getvalue()


SUBCOMMANDS = {"arena": 2, "bench": 2, "dark": 2}  # words that make a command; else one


@pytest.mark.parametrize("words", shell_lines())
def test_command_of_a_page_exists_with_its_options(words: list[str]) -> None:
    if words[0] == "make":
        makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
        targets = [word for word in words[1:] if "=" not in word]
        assert targets and all(
            re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets
        )
        return
    text = help_of(tuple(words[1 : 1 + SUBCOMMANDS.get(words[1], 1)]))
    options = [word.partition("=")[0] for word in words if word.startswith("--")]
    assert [option for option in options if not re.search(rf"(?<!\S){option}\b", text)] == []


@pytest.mark.parametrize("name", te.__all__)
def test_api_pages_have_every_public_name(name: str) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in ROOT.glob("docs/api/*.md"))
    assert re.search(rf"\b{name}\b", pages) or (
        hasattr(errors, name) and "thousand_env.errors" in pages
    )
