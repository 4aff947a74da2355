"""R9.1 to R9.3 and R9.5: onto the barrel, on it, and off it."""

import pytest

from tests.rules.helpers import (
    FOUR_ACES,
    SWEEP,
    SWEEP_GIFTS,
    barrel,
    concede,
    do,
    finish,
    last_trick,
    lay,
    lose,
    new_game,
    score_of,
    sweep,
)


def place(game):
    """Scores, barrel deals used, barrels used up."""
    table = game.table
    return table["score"], table["barrel_deals_used"], table["barrels_used"]


def after(result_of, table, *args, **options):
    """The barrel values after one deal from a table, and its result."""
    game = new_game(table, **options)
    result = result_of(game, *args)
    return place(game), result


OFF = [None, None, None]


@pytest.mark.parametrize(("score", "reached"), [(775, False), (780, True), (875, True)])
def test_r9_1_a_score_of_880_or_more_is_put_on_the_barrel_at_880(score, reached):
    game = new_game({"score": [score, 0, 0]})
    sweep(game)  # + 100
    expected = ([880, 0, 0], [0, None, None]) if reached else ([875, 0, 0], OFF)
    assert place(game)[:2] == expected


def test_r9_1_the_barrel_can_not_be_jumped():
    game = new_game({"score": [875, 0, 0]})
    result = sweep(game, "contract 160", marry="KS")  # 1035
    assert result["made"]
    assert (game.winner, place(game)[0]) == (None, [880, 0, 0])


def test_r9_1_an_opponent_can_enter_it():
    game = new_game({"score": [0, 860, 0]})
    last_trick(game, "9D AD TD")  # 21 points
    assert place(game)[:2] == ([-100, 880, 0], [None, 0, None])


@pytest.mark.parametrize(("score", "total"), [(870, 1030), (840, 1000)])
def test_r9_1_barrel_jump_wins_by_an_own_contract_that_reaches_1000(score, total):
    game = new_game({"score": [score, 0, 0]}, barrel_jump=True)
    sweep(game, "contract 160", marry="KS")
    assert (game.winner, score_of(game)) == (0, [total, 0, 0])


def test_r9_1_barrel_jump_short_of_the_goal_enters_the_barrel():
    game = new_game({"score": [835, 0, 0]}, barrel_jump=True)
    sweep(game, "contract 160", marry="KS")  # 995
    assert (game.winner, place(game)[:2]) == (None, ([880, 0, 0], [0, None, None]))


def test_r9_1_barrel_jump_needs_an_own_contract():
    game = new_game({"score": [0, 875, 0]}, barrel_jump=True, goal=885)
    last_trick(game, "9D AD TD")  # 875 + 20 as an opponent
    assert (game.winner, score_of(game)) == (None, [-100, 880, 0])


def test_r9_1_another_goal_and_barrel():
    game = new_game({"score": [420, 0, 0]}, barrel_at=500, goal=620)
    sweep(game)
    assert place(game)[0] == [500, 0, 0]


def test_r9_2_his_score_stays_880_whatever_he_takes_and_a_deal_is_used():
    (score, used, _), result = after(last_trick, barrel(1), "9D AD TD")
    assert (score, used) == ([-100, 880, 0], [None, 1, None])
    assert (result["entry"], result["written"]) == ([-100, 20, 0], [-100, 0, 0])


@pytest.mark.parametrize(
    ("contract", "least", "winner"),
    [(120, 125, None), (125, 125, 0), (120, 120, 0), (125, 130, None)],
)
def test_r9_2_he_wins_by_making_a_contract_of_at_least_125(contract, least, winner):
    game = new_game(barrel(0), barrel_contract=least)
    sweep(game, f"contract {contract}", marry="KS")
    assert game.winner == winner
    assert score_of(game)[0] == (880 if winner is None else 880 + contract)


def test_r9_2_making_a_smaller_contract_uses_a_deal():
    (score, used, _), result = after(sweep, barrel(0, deals=1))
    assert result["made"]
    assert (score, used) == ([880, 0, 0], [2, None, None])


def test_r9_2_points_beyond_the_contract_do_not_win():
    (score, _, _), result = after(sweep, barrel(0), "keep", "KS")  # 160 points, contract 100
    assert (score, result["raw"]) == ([880, 0, 0], [160, 0, 0])


def test_r9_2_a_deal_he_sits_out_is_not_counted():
    table = {"score": [0, 0, 0, 880], "barrel_deals_used": [None, None, None, 1]}
    game = new_game(table, players=4, dealer=3)
    sweep(game)
    assert game.table["barrel_deals_used"] == [None, None, None, 1]
    sweep(game)
    assert game.table["barrel_deals_used"] == [None, None, None, 2]


def test_r9_2_a_redeal_is_not_counted():
    game = lay(new_game(barrel(0, deals=1)), *FOUR_ACES)
    assert place(game)[1] == [1, None, None]


@pytest.mark.parametrize("deals", [1, 2, 4])
def test_r9_2_barrel_deals(deals):
    (score, used, _), _ = after(
        last_trick, barrel(1, deals=deals - 1), "9D AD TD", barrel_deals=deals
    )
    assert (score[1], used) == (760, OFF)
    if deals > 1:
        before = barrel(1, deals=deals - 2)
        (score, used, _), _ = after(last_trick, before, "9D AD TD", barrel_deals=deals)
        assert (score[1], used[1]) == (880, deals - 1)


def test_r9_2_barrel_deals_0_is_no_limit():
    game = new_game(barrel(1), barrel_deals=0, bolts="off")
    for _ in range(6):
        sweep(game)  # the others make 100 each time, he makes a contract that is too small
    assert place(game)[0] == [200, 880, 200]
    assert place(game)[2] == [0, 0, 0]


def test_r9_3_the_last_deal_without_success_is_a_fall_to_760():
    (score, used, barrels), _ = after(last_trick, barrel(1, deals=2), "9D AD TD")
    assert (score, used, barrels) == ([-100, 760, 0], OFF, [0, 1, 0])


def test_r9_3_a_small_contract_made_on_the_last_deal_is_a_fall_to_760():
    (score, used, barrels), _ = after(sweep, barrel(0, deals=2))
    assert (score, used, barrels) == ([760, 0, 0], OFF, [1, 0, 0])


@pytest.mark.parametrize(("action", "score"), [("keep", 780), ("contract 120", 760)])
def test_r9_3_a_failed_own_contract_costs_the_contract(action, score):
    table, _ = after(lose, barrel(0), action)
    assert table == ([score, 120, 0], OFF, [1, 0, 0])


def test_r9_3_755_after_125():
    game = do(lay(new_game(barrel(0)), *SWEEP), f"pass, pass, {SWEEP_GIFTS}, contract 125")
    finish(game)  # 120 points and no marriage
    assert place(game) == ([755, 0, 0], OFF, [1, 0, 0])


def test_r9_3_a_conceded_own_contract_costs_the_contract():
    assert after(concede, barrel(0))[0] == ([780, 60, 60], OFF, [1, 0, 0])


def test_r9_3_the_third_bolt_comes_on_top_of_a_failed_contract():
    table, _ = after(lose, barrel(0, bolts=[2, 0, 0]))
    assert table == ([660, 120, 0], OFF, [1, 0, 0])  # 880 - 100 - 120


def test_r9_3_a_third_bolt_is_a_fall_to_760_whatever_the_penalty():
    table, _ = after(sweep, barrel(1, bolts=[0, 2, 0]), bolt_penalty=60)
    assert table == ([100, 760, 0], OFF, [0, 1, 0])


def test_r9_3_one_deal_makes_one_fall():
    table, _ = after(lose, barrel(0, deals=2, bolts=[2, 0, 0]))
    assert table == ([660, 120, 0], OFF, [1, 0, 0])
    table, _ = after(sweep, barrel(1, deals=2, bolts=[0, 2, 0]))
    assert table == ([100, 760, 0], OFF, [0, 1, 0])


def test_r9_3_a_failed_own_contract_on_the_last_deal_costs_the_contract_only():
    assert after(lose, barrel(0, deals=2))[0] == ([780, 120, 0], OFF, [1, 0, 0])


def test_r9_3_another_barrel_falls_120_below_itself():
    table = barrel(1, score=[0, 0, 0], bolts=[0, 2, 0])
    table["score"][1] = 500
    assert after(sweep, table, barrel_at=500, bolt_penalty=60)[0][0] == [100, 380, 0]


def test_r9_5_the_third_barrel_used_up_leads_to_0_and_the_count_starts_again():
    table = barrel(0, used=2, bolts=[1, 0, 0], concessions=[4, 0, 0])
    game = new_game(table)
    lose(game)
    assert place(game) == ([0, 120, 0], OFF, [0, 0, 0])
    assert (game.table["bolts"][0], game.table["concessions"][0]) == (2, 4)


@pytest.mark.parametrize(
    ("limit", "used", "expected"),
    [(0, 2, (780, 3)), (0, 3, (780, 4)), (1, 0, (0, 0)), (2, 1, (0, 0)), (3, 1, (780, 2))],
)
def test_r9_5_barrels_to_zero(limit, used, expected):
    game = new_game(barrel(0, used=used), barrels_to_zero=limit)
    lose(game)
    assert (place(game)[0][0], place(game)[2][0]) == expected
