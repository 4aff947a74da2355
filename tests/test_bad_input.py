"""Bad rules, tables and packs are refused with a message that says what would be right."""

import numpy as np
import pytest

import thousand_env as te
from tests.rules.helpers import SWEEP, lay, new_game
from thousand_env.games.thousand import load_rules

NINE_SPADES_TWICE = ["9S TS KS QS JS 9S AC", *SWEEP[1:3]]


# --- rules


def refused_rules(**options):
    """The message for options that are refused."""
    with pytest.raises(te.RulesError) as caught:
        te.rules("thousand", "classic", **options)
    return str(caught.value)


def test_an_unknown_preset_names_the_presets():
    with pytest.raises(te.RulesError, match=r"'klassik'.*classic, online, polish, pagat"):
        te.rules("thousand", "klassik")


def test_an_unknown_game_names_the_games():
    with pytest.raises(te.RulesError, match=r"'bridge'.*thousand"):
        te.rules("bridge")


def test_an_unknown_option_names_the_options():
    message = refused_rules(goldn=True)
    assert "goldn" in message and "golden" in message and "dump_truck" in message


@pytest.mark.parametrize(
    ("option", "value", "allowed"),
    [
        ("golden", "yes", "true | false"),
        ("golden", 1, "true | false"),
        ("doubled", "both", "tricks | all | declarer"),
        ("bid_cap", 150, "marriages | pair | 120 | none"),
        ("bid_step", 7, "5 to 10 in steps of 5"),
        ("round_to", 0, "5 to 10 in steps of 5"),
        ("bolts", None, "off | any | row"),
        ("ace_marriage", 100, "off | 200 | 200_trump"),
        ("redeal_weak_hand", [14, "always"], "optional | mandatory"),
        ("redeal_weak_hand", [14, "optional", 1], "optional | mandatory"),
        ("redeal_talon_nines", 5, "0 to 3"),
        ("redeal_limit", -1, "0 to 99"),
        ("redeal_limit", 2.0, "0 to 99"),
        ("redeal_penalty", 122, "steps of 5"),
        ("silence_below", "low", "off"),
        ("players", 5, "2 to 4"),
        ("barrel_at", 881, "steps of 5"),
        ("barrel_deals", True, "0 to 99"),
        ("goal", "1000", "5 to 10000"),
        ("concede", float("nan"), "off | sixty | half"),
    ],
)
def test_a_wrong_value_names_the_option_and_what_is_allowed(option, value, allowed):
    message = refused_rules(**{option: value})
    assert message.startswith(f"{option} = ") and allowed in message


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"ace_marriage": "200"}, ["ace_marriage", "redeal_four_aces", "four_aces_with_talon"]),
        ({"barrel_at": 1000}, ["barrel_at = 1000", "goal = 1000"]),
        ({"barrel_at": 100}, ["barrel_at = 100", "120"]),
        ({"goal": 880}, ["barrel_at = 880", "goal = 880"]),
    ],
)
def test_a_contradictory_pair_names_both_options(options, names):
    message = refused_rules(**options)
    assert all(name in message for name in names)


def test_rules_load_from_toml(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('preset = "online"\nraise = false\nredeal_weak_hand = [12, "mandatory"]\n')
    expected = te.rules("thousand", "online", raise_=False, redeal_weak_hand=[12, "mandatory"])
    assert load_rules(path) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("preset = ", "cannot read rules"),
        ('preset = "classic"\npreset = "online"', "cannot read rules"),
        ("golden = maybe", "cannot read rules"),
        ("goldn = true", "unknown option 'goldn'"),
        ("players = 7", "players = 7 .* 2 to 4"),
        ('preset = "chess"', "unknown preset 'chess'"),
        ("[golden]\nx = 1", "golden = .* true | false"),
    ],
)
def test_broken_toml_is_refused(tmp_path, text, message):
    path = tmp_path / "house.toml"
    path.write_text(text)
    with pytest.raises(te.RulesError, match=message):
        load_rules(path)


def test_a_missing_or_binary_rules_file_is_refused(tmp_path):
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    for name in ("missing.toml", "binary.toml"):
        with pytest.raises(te.RulesError, match=name):
            load_rules(tmp_path / name)


# --- tables and packs


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"score": [3, 0, 0]}, "multiple of 5"),
        ({"score": [0, 880, 0]}, "barrel_deals_used"),
        ({"score": [0, 900, 0]}, "barrel"),
        ({"score": [555, 0, 0]}, "555"),
        ({"score": [0, 0]}, "3 numbers"),
        ({"score": [0, 0, 0, 0]}, "3 numbers"),
        ({"score": [0, 0, 5.0]}, "whole number"),
        ({"score": [0, 0, True]}, "whole number"),
        ({"score": [0, 0, None]}, "whole number"),
        ({"score": "000"}, "3 numbers"),
        ({"score": [0, 0, 10**9]}, "1000000"),
        ({"bolts": [0, 3, 0]}, "3 bolts"),
        ({"bolts": [0, -1, 0]}, "negative"),
        ({"concessions": [0, -1, 0]}, "negative"),
        ({"barrels_used": [3, 0, 0]}, "3 barrels used"),
        ({"barrel_deals_used": [0, None, None]}, "880"),
        ({"score": [880, 0, 0], "barrel_deals_used": [3, None, None]}, "3 barrel deals"),
        ({"score": [880, 0, 0], "barrel_deals_used": [-1, None, None]}, "negative"),
        ({"score": [880, 880, 0], "barrel_deals_used": [1, 0, None]}, "same deal"),
        ({"redeals": 3}, "0 to 2"),
        ({"redeals": -1}, "0 to 2"),
        ({"golden": {"circle": 4, "deal": 0, "made": False}}, "circle 1 to 3"),
        ({"golden": {"circle": 1, "deal": 3, "made": False}}, "deal 0 to 2"),
        ({"golden": {"circle": 1, "deal": 0, "made": True}}, "empty table"),
        ({"golden": {"circle": 1, "deal": 1, "made": 1}}, "true or false"),
        ({"golden": {"circle": 1}}, '"deal"'),
        ({"scores": [0, 0, 0]}, "unknown table key 'scores'"),
        ([0, 0, 0], "a table is an object"),
    ],
)
def test_a_table_that_can_not_be_is_refused(table, message):
    with pytest.raises(te.TableError, match=message):
        te.Game(te.rules(), None, table, 0)


@pytest.mark.parametrize(
    ("options", "table", "message"),
    [
        ({"bolts": "off"}, {"bolts": [1, 0, 0]}, "bolts = off"),
        ({"concede": "off"}, {"concessions": [1, 0, 0]}, "concede = off"),
        ({"golden": False}, {"golden": {"circle": 1, "deal": 1, "made": False}}, "no golden round"),
        ({"barrel_at": 0}, {"score": [1000, 0, 0]}, "goal"),
        ({"barrel_at": 0}, {"barrels_used": [1, 0, 0]}, "without a barrel"),
        ({"reverse_dump_truck": True}, {"score": [-555, 0, 0]}, "-555"),
        ({"redeal_limit": 1}, {"redeals": 1}, "0 to 0"),
        ({"golden_on_fail": "keep"}, {"golden": {"circle": 2, "deal": 1, "made": False}}, "1 to 1"),
    ],
)
def test_a_table_that_these_options_can_not_reach_is_refused(options, table, message):
    with pytest.raises(te.TableError, match=message):
        new_game(table, **options)


@pytest.mark.parametrize("dealer", [3, -1, 1.0, True, "1"])
def test_a_dealer_that_is_no_seat_is_refused(dealer):
    with pytest.raises(te.TableError, match=r"dealer .* 0 to 2"):
        te.Game(te.rules(), None, {}, dealer)
    with pytest.raises(te.TableError, match=r"dealer .* 0 to 2"):
        te.VectorEnv().reset(options={"dealer": dealer})


@pytest.mark.parametrize(
    ("hands", "talon", "message"),
    [
        (NINE_SPADES_TWICE, SWEEP[3], "9S .*twice"),
        ([SWEEP[0], SWEEP[1].replace("TC", "AS"), SWEEP[2]], SWEEP[3], "AS dealt twice"),
        ([SWEEP[0].replace("JS", "10S"), *SWEEP[1:3]], SWEEP[3], "10S .*twice"),
        ([SWEEP[0] + " TC", SWEEP[1][3:], SWEEP[2]], SWEEP[3], r"\[7, 7, 7\] cards .* not \[8, 6"),
        ([SWEEP[0][3:], *SWEEP[1:3]], SWEEP[3], "not \\[6, 7, 7, 3\\]"),
        (SWEEP[:3], SWEEP[3] + " 9H", "not \\[7, 7, 7, 4\\]"),
        (SWEEP[:3], "", "not \\[7, 7, 7, 0\\]"),
        (SWEEP[:2], SWEEP[3], "list of 3"),
        ([SWEEP[0].replace("AS", "XS"), *SWEEP[1:3]], SWEEP[3], "unknown card 'XS'"),
        ([SWEEP[0].replace("AS", "8S"), *SWEEP[1:3]], SWEEP[3], "unknown card '8S'"),
        ([SWEEP[0].split(), *SWEEP[1:3]], SWEEP[3], "a text such as"),
        (SWEEP[:3], [SWEEP[3]], "talon: a text"),
    ],
)
def test_a_pack_that_can_not_be_is_refused(hands, talon, message):
    game = new_game()
    before = bytes(np.array(game.state))
    with pytest.raises(te.TableError, match=message):
        game.deal(list(hands), talon)
    assert bytes(np.array(game.state)) == before


def test_a_hand_for_the_sitter_is_refused():
    with pytest.raises(te.TableError, match=r"\[7, 7, 7, 0\]"):
        new_game(players=4, dealer=3).deal(["", *SWEEP[:3]], SWEEP[3])


def test_a_pack_that_is_not_due_is_refused():
    with pytest.raises(te.TableError, match="no pack is due in phase 'auction'"):
        lay(lay(new_game(), *SWEEP), *SWEEP)
