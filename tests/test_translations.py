"""The rules pages in Russian say the same as the English ones, as far as a program can tell: the
same rules, options, values, numbers and decisions, rule by rule."""

import re
from collections import Counter
from pathlib import Path

import pytest

from thousand_env import games

FOLDER = Path(__file__).parent.parent / "thousand_env" / "games"
PAGES = {  # game: its folder of rules
    "thousand": FOLDER.parent,
    "king": FOLDER / "king",
    "bochki": FOLDER / "bochki",
}


def english(game: str) -> str:
    return (PAGES[game] / "RULES.md").read_text(encoding="utf-8")


def russian(game: str) -> str:
    return (PAGES[game] / "RULES.ru.md").read_text(encoding="utf-8")


def units(page: str) -> dict[str, str]:
    """The page without its blocks of code, cut at rules (R5.1) and sections (K5), by their ids."""
    page = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    parts = re.split(r"(?=^## )|(?=\*\*[A-Z]\d+\.\d+\*\*)", page, flags=re.MULTILINE)
    named = {}
    for part in parts[1:]:
        name = re.match(r"(?:## |\*\*)([A-Z]\d+(?:\.\d+)?)\b", part)
        named[name[1] if name else f"section {len(named)}"] = part
    return named


def rules_of(page: str) -> dict[str, str]:
    return {name: text for name, text in units(page).items() if not name.startswith("section")}


def codes(text: str) -> Counter[str]:
    return Counter(re.sub(r"\s+", " ", code) for code in re.findall(r"`([^`]+)`", text))


def numbers(text: str) -> Counter[str]:
    text = re.sub(r"\]\([^)]*\)", "", text)  # links
    return Counter(re.findall(r"\d+(?:\.\d+)?", text))


def defaults(text: str) -> list[tuple[str, str]]:
    """Options with their defaults, a Russian "с" for "with" aside."""
    found = re.findall(r"`(\w+)`\s+\[([^\]]+)\](?!\()", text)
    return [(name, re.sub(r"\s+", " ", value).replace("; с ", "; with ")) for name, value in found]


RULES = [(game, rule) for game in PAGES for rule in rules_of(english(game))]


@pytest.mark.parametrize("game", PAGES)
def test_the_same_rules_and_sections_stand_in_the_same_order(game: str) -> None:
    assert [*units(russian(game))] == [*units(english(game))]


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_a_rule_has_the_same_options_with_the_same_defaults(game: str, rule: str) -> None:
    assert defaults(rules_of(russian(game))[rule]) == defaults(rules_of(english(game))[rule])


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_a_rule_has_the_same_names_and_texts_of_the_program(game: str, rule: str) -> None:
    assert codes(rules_of(russian(game))[rule]) == codes(rules_of(english(game))[rule])


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_a_rule_has_the_same_numbers_and_cites_the_same_rules(game: str, rule: str) -> None:
    assert numbers(rules_of(russian(game))[rule]) == numbers(rules_of(english(game))[rule])


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_a_rule_has_as_many_decisions_and_gaps_filled_in(game: str, rule: str) -> None:
    here, there = rules_of(russian(game))[rule], rules_of(english(game))[rule]
    assert here.count("**Решение:**") == there.count("**Decision:**")
    assert here.count("восполнено") == there.count("filled in")


@pytest.mark.parametrize("game", PAGES)
def test_every_option_stands_in_its_rule_with_all_its_values(game: str) -> None:
    text = rules_of(russian(game))
    for name, option in games.load(game).RuleSet.options().items():
        assert f"`{name}`" in text[option.rule], name
        for choice in option.choices or ():
            if len(choice) > 1:  # a rank of K9 is any card's
                assert re.search(rf"\b{choice}\b", text[option.rule]), (name, choice)


@pytest.mark.parametrize("game", PAGES)
def test_the_glossary_of_the_translation_has_every_russian_word_of_the_original(game: str) -> None:
    rows = re.findall(r"^\| (.*) \|$", english(game).split("## Glossary")[1], re.MULTILINE)
    glossary = russian(game).split("## Словарь")[1]
    words = {word for row in rows for word in re.findall(r"[а-яё]+", row)}
    assert words and {word for word in words if word not in glossary} == set()
