"""R11.1 to R11.3 and R11.5: what a deal comes to."""

import pytest

import thousand_env as te
from tests.rules.helpers import (
    LOST,
    LOST_GIFTS,
    SWEEP,
    do,
    finish,
    last_trick,
    lay,
    lose,
    new_game,
    play_tricks,
    score_of,
    sweep,
)
from thousand_env.games.thousand.phases.score import least_total
from thousand_env.games.thousand.state import new_states


@pytest.mark.parametrize(
    ("cards", "contract", "made"),
    [
        ("9D JD QD", 115, True),  # 5 points lost: 115
        ("9D JD QD", 120, False),
        ("KD AD 9D", 105, True),  # 15: exactly 105
        ("KD AD JD", 105, False),  # 17: 103
    ],
)
def test_r11_1_made_if_tricks_and_marriages_reach_the_contract(cards, contract, made):
    result = last_trick(new_game(), cards, after=f"contract {contract}")
    assert result["made"] is made
    assert result["entry"][0] == (contract if made else -contract)


def test_r11_1_announced_marriages_count():
    result = last_trick(new_game(), "9D AD TD", after="contract 135", marry="KS")
    assert (result["raw"][0], result["entry"][0]) == (139, 135)  # 99 + 40
    assert last_trick(new_game(), "9D AD TD", after="contract 140", marry="KS")["entry"][0] == -140


def test_r11_1_exactly_the_contract_is_written():
    assert sweep(new_game(), marry="KS")["entry"] == [100, 0, 0]  # of 160 points


@pytest.mark.parametrize(
    ("cards", "round_to", "made"),
    [
        ("9D AD TD", 5, True),  # 99 is 100
        ("JD AD TD", 5, False),  # 97 is 95
        ("QD AD TD", 10, True),  # 96 is 100
        ("KD AD TD", 10, False),  # 95 is 90
    ],
)
def test_r11_1_round_declarer(cards, round_to, made):
    rounded = last_trick(new_game(round_declarer=True, round_to=round_to), cards)
    assert rounded["made"] is made
    assert last_trick(new_game(round_to=round_to), cards)["made"] is False


@pytest.mark.parametrize("round_to", [5, 10])
def test_r11_1_the_least_total_is_what_rounded_tricks_and_marriages_need(round_to):
    """Contracts of five too, where tens are rounded to: 125 needs 130 then, by 126 points."""
    rules = te.rules(round_declarer=True, round_to=round_to).compiled()[0]
    g = new_states(1)[0]
    for contract in range(100, 281, 5):
        g.contract = contract
        least = least_total(g, rules)
        for marriages in (0, 40, 160):
            for tricks in range(121):
                over = tricks % round_to
                rounded = tricks - over + (round_to if 2 * over > round_to else 0)  # halves down
                made = rounded + marriages >= contract
                assert made == (tricks + marriages >= least)


def test_r11_1_round_declarer_leaves_marriages_as_they_are():
    game = new_game(round_declarer=True)
    result = last_trick(game, "9D AD TD", after="contract 140", marry="KS")  # 99 is 100, and 40
    assert (result["raw"][0], result["made"]) == (139, True)


@pytest.mark.parametrize(
    ("cards", "points", "by_5", "by_10"),
    [
        ("JD TD 9D", 12, 10, 10),
        ("QD TD 9D", 13, 15, 10),
        ("KD AD 9D", 15, 15, 10),
        ("KD TD JD", 16, 15, 20),
        ("KD TD QD", 17, 15, 20),
        ("KD AD QD", 18, 20, 20),
        ("9D QD JD", 5, 5, 0),
        ("9D QD KD", 7, 5, 10),
        ("KD AD TD", 25, 25, 20),
    ],
)
def test_r11_2_an_opponents_tricks_are_rounded_halves_down(cards, points, by_5, by_10):
    result = last_trick(new_game(), cards)
    taker = result["raw"].index(points)
    assert result["entry"][taker] == by_5
    assert last_trick(new_game(round_to=10), cards)["entry"][taker] == by_10


def test_r11_2_announced_marriages_are_added():
    game = do(lay(new_game(), *LOST), f"pass, pass, {LOST_GIFTS}, keep")
    play_tricks(game, "TC AC 9S", "+KH")
    assert finish(game)["entry"] == [-100, 220, 0]


@pytest.mark.parametrize("marry", ["", "KS"])
def test_r11_3_raw_points_sum_to_120_plus_the_marriages_announced(marry):
    announced = 40 if marry else 0
    assert sum(sweep(new_game(), marry=marry)["raw"]) == 120 + announced
    assert sum(last_trick(new_game(), "KD AD TD", marry=marry)["raw"]) == 120 + announced


# An ace in the talon; the marriage of diamonds in the talon.
ACES = ("AS TS KS QS JS 9S TC", "KC QC JC 9C AD TD KD", "AH TH KH QH QD JD 9D", "AC JH 9H")
PAIR = ("AS TS KS QS JS 9S AC", "TC KC QC JC TD AD JD", "AH TH KH QH JH 9H 9D", "KD QD 9C")


def four(bonus, pack, **options):
    """What the sitter, seat 3, writes in a conceded deal."""
    game = new_game(players=4, dealer=3, sitter_bonus=bonus, **options)
    do(lay(game, *pack), "pass, pass, concede")
    return game.results[-1]["entry"][3]


@pytest.mark.parametrize(
    ("bonus", "sweep_talon", "aces", "pair"),
    [  # AD 9C JD = 13; AC JH 9H = 13; KD QD 9C = 7 and the marriage 80
        ("none", 0, 0, 0),
        ("talon", 15, 15, 5),
        ("talon_marriage", 15, 15, 85),
        ("aces40", 40, 40, 80),
        ("aces50", 50, 50, 80),
    ],
)
def test_r11_5_sitter_bonus(bonus, sweep_talon, aces, pair):
    assert [four(bonus, pack) for pack in (SWEEP, ACES, PAIR)] == [sweep_talon, aces, pair]


def test_r11_5_two_aces_in_the_talon():
    pack = ("AS TS KS QS JS 9S TC", "KC QC JC 9C TD KD QD", "AH TH KH QH JH JD 9D", "AC AD 9H")
    assert (four("aces40", pack), four("aces50", pack)) == (80, 100)


def test_r11_5_rounded_by_round_to():
    assert four("talon", SWEEP, round_to=10) == 10  # 13
    assert four("talon_marriage", PAIR, round_to=10) == 90  # 7 is 10


def test_r11_5_it_is_written_in_a_played_deal():
    game = new_game(players=4, dealer=3, sitter_bonus="talon")
    assert sweep(game)["entry"] == [100, 0, 0, 15]
    assert score_of(game) == [100, 0, 0, 15]


def test_r11_5_nothing_on_the_barrel():
    table = {"score": [0, 0, 0, 880], "barrel_deals_used": [None, None, None, 1]}
    game = new_game(table, players=4, dealer=3, sitter_bonus="aces50")
    assert sweep(game)["entry"][3] == 0
    assert game.table["score"][3] == 880


@pytest.mark.parametrize("doubled", ["tricks", "all", "declarer"])
def test_r11_5_never_doubled(doubled):
    table = {"score": [300, 0, 0, 0]}
    game = new_game(table, players=4, dealer=3, sitter_bonus="talon", doubled=doubled)
    do(lay(game, *SWEEP), "dark, pass, pass, give 9C, give JD, keep")
    assert finish(game)["entry"] == [240, 0, 0, 15]


def test_r11_5_it_can_bring_him_onto_the_barrel_and_knock_others_off():
    table = {"score": [0, 880, 0, 870], "barrel_deals_used": [None, 0, None, None]}
    game = new_game(table, players=4, dealer=3, sitter_bonus="talon")
    sweep(game)
    assert game.table["score"] == [100, 760, 0, 880]
    assert game.table["barrel_deals_used"] == [None, None, None, 0]


def test_r11_5_with_three_players_nobody_sits_out():
    assert sweep(new_game(sitter_bonus="aces50"))["entry"] == [100, 0, 0]


def test_r11_the_result_names_declarer_contract_and_points():
    result = lose(new_game())
    assert {k: result[k] for k in ("kind", "conceded", "declarer", "contract", "made", "raw")} == {
        "kind": "ordinary", "conceded": False, "declarer": 0, "contract": 100, "made": False,
        "raw": [0, 120, 0],
    }  # fmt: skip
