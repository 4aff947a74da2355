"""Bochki's options: what they may be, and that page, files and records say the same (B1 to B9)."""

import random
import re
import warnings
from pathlib import Path

import pytest

from tests.referee.bochki.randoms import random_options
from thousand_env.errors import RulesError, RulesWarning
from thousand_env.games import bochki
from thousand_env.games.bochki import PRESETS, load_rules, rules, rules_from


def test_rules_go_out_and_in_again_with_the_same_hash():
    rng = random.Random(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RulesWarning)
        for _ in range(60):
            made = rules_from(random_options(rng))
            assert made == rules_from(made.as_dict()) == rules_from(made.short())
            assert made.hash == rules_from(made.short()).hash and made.short()["preset"] in PRESETS


def test_the_rules_page_has_every_option_with_its_default():
    page = Path(bochki.__file__).with_name("RULES.md").read_text(encoding="utf-8")
    for name, value in rules().as_dict().items():
        assert re.search(rf"`{name}` \[{value}\b", page), name
    assert re.findall(r"^## (B\d+) ", page, re.MULTILINE) == [f"B{k}" for k in range(1, 11)]
    names, values = (
        re.findall(rf"^\| {start} .*$", page, re.MULTILINE)[0] for start in ("2Y", "5")
    )
    shown = zip(re.findall(r"\w+", names), map(int, re.findall(r"\d+", values)))
    assert dict(shown) == rules().values


@pytest.mark.parametrize(
    "options",
    [
        {"players": 5},
        {"cards": 32},
        {"turns": "both"},
        {"barrel_zero": "off"},
        {"overshoot": "burn"},
        {"max_turns": 0},
        {"max_turns": True},
        {"preset": "house"},
        {"trumps": True},
    ],
)
def test_wrong_options_are_refused(options):
    with pytest.raises(RulesError):
        rules(**options)


def test_rules_are_read_from_a_file(tmp_path):
    path = tmp_path / "ours.toml"
    path.write_text('players = 2\ncards = 36\n[score_table]\n2Y = 10\n"3X" = 50\n')
    made = load_rules(path)
    assert (made.players, made.cards, made.values["2Y"]) == (2, "36", 10)
    assert load_rules(path).hash == made.hash
    assert "score_table  {'2Y': 10, '3X': 50}" in str(made)
    path.write_text("players = ")
    with pytest.raises(RulesError, match="cannot read rules from"):
        load_rules(path)
