"""R15: the presets, value by value from the rules page."""

import pytest

import thousand_env as te
from tests.rules.helpers import LOST, do, lay, new_game, sweep

CLASSIC = {
    "players": 3,
    "redeal_four_aces": "mandatory",
    "redeal_four_nines": "optional",
    "redeal_weak_hand": [14, "optional"],
    "redeal_talon_nines": [2, "optional"],
    "redeal_weak_talon": [5, "optional"],
    "four_aces_with_talon": "give_ace",
    "redeal_limit": 3,
    "redeal_penalty": 120,
    "bid_step": 5,
    "bid_cap": "marriages",
    "silence_below": "off",
    "talon_blind_at_100": True,
    "raise": True,
    "concede": "sixty",
    "concede_third_penalty": 0,
    "dark": True,
    "dark_min_score": 240,
    "dark_raise": False,
    "dark_concede": True,
    "doubled": "tricks",
    "golden": True,
    "golden_double_bolts": False,
    "golden_circles": 3,
    "golden_on_fail": "replay",
    "barrel_at": 880,
    "barrel_jump": False,
    "goal": 1000,
    "barrel_deals": 3,
    "barrel_contract": 125,
    "barrel_collision": "knock_first",
    "barrels_to_zero": 3,
    "obligatory": True,
    "must_beat": False,
    "must_overtrump": False,
    "marriage_first_lead": False,
    "announce": "optional",
    "ace_marriage": "off",
    "round_declarer": False,
    "round_to": 5,
    "bolt_by": "tricks",
    "bolt_declarer": True,
    "bolts": "any",
    "bolt_penalty": 120,
    "sitter_bonus": "none",
    "dump_truck": True,
    "reverse_dump_truck": False,
}
NO_ACES = {"redeal_four_aces": "off", "four_aces_with_talon": "play"}
PRESETS = {
    "classic": {},
    "online": NO_ACES
    | {"golden": False, "talon_blind_at_100": False, "barrel_contract": 120}
    | {"doubled": "declarer", "obligatory": False},
    "polish": NO_ACES
    | {"bid_step": 10, "round_to": 10, "talon_blind_at_100": False}
    | {"must_beat": True, "must_overtrump": True}
    | {"golden": False, "dark": False, "obligatory": False, "dump_truck": False}
    | {"bolts": "off", "barrel_at": 0, "redeal_weak_hand": [0, "optional"]}
    | {"redeal_talon_nines": [0, "optional"], "redeal_weak_talon": [0, "optional"]},
    "pagat": NO_ACES
    | {"talon_blind_at_100": False, "bid_cap": "pair", "barrel_jump": True}
    | {"barrel_contract": 120, "golden": False, "dark": False, "obligatory": False},
}


@pytest.mark.parametrize("preset", PRESETS)
def test_r15_preset(preset):
    assert te.rules("thousand", preset).as_dict() == CLASSIC | PRESETS[preset]


def test_r15_these_are_all_presets_and_classic_is_the_default():
    assert te.rules() == te.rules("thousand", "classic") == te.RuleSet()
    with pytest.raises(te.RulesError, match="classic, online, polish, pagat"):
        te.rules("thousand", "king")


def test_r15_a_preset_with_changes():
    changed = te.rules("thousand", "online", golden=True, raise_=False).as_dict()
    assert changed == CLASSIC | PRESETS["online"] | {"golden": True, "raise": False}


def test_r15_polish_wins_with_1000_and_no_barrel():
    game = new_game({"score": [900, 0, 0]}, preset="polish")
    sweep(game)
    assert (game.winner, game.table["score"]) == (0, [1000, 0, 0])


def test_r15_pagat_jumps_the_barrel():
    game = new_game({"score": [870, 0, 0]}, preset="pagat")
    sweep(game, "contract 160", marry="KS")
    assert game.winner == 0


@pytest.mark.parametrize("preset", ["online", "pagat"])
def test_r15_online_and_pagat_win_from_the_barrel_with_120(preset):
    table = {"score": [880, 0, 0], "barrel_deals_used": [0, None, None]}
    game = new_game(table, preset=preset)
    sweep(game, "contract 120")
    assert (game.winner, game.table["score"]) == (0, [1000, 0, 0])


def test_r15_online_doubles_the_declarers_dark_only():
    game = lay(new_game({"score": [240, 0, 0]}, preset="online"), *LOST)
    assert do(game, "dark, pass, pass, concede").results[-1]["entry"] == [-240, 60, 60]
