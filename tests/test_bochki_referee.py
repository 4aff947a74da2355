"""The referee of Bochki by itself: hands against brute force, the worked examples, the barrels."""

import random
import warnings
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from tests.referee.bochki import (
    HOUSE_TABLE,
    PRESETS,
    BadDeal,
    IllegalMove,
    Referee,
    Rules,
    StuckScores,
)
from tests.referee.bochki.barrels import barrel_of
from tests.referee.bochki.cards import RANKS, pack_of, read_card
from tests.referee.bochki.distribution import exact_distribution, hands_up_to_suits, mean
from tests.referee.bochki.examples import HANDS, alone, run, side_by_side, with_suits
from tests.referee.bochki.partitions import brute_force_points, partitions
from tests.referee.bochki.randoms import (
    play_out,
    random_game,
    random_hand,
    random_pack,
    random_score_table,
)
from tests.referee.bochki.reach import deal_points

BARRELS = ((200, 299), (500, 599), (800, 899))  # B7

#: All 1,184,040 hands of 7 out of 28 under the house's table.
HANDS_BY_POINTS = {
    0: 153492,
    5: 347544,
    10: 175812,
    15: 16920,
    25: 88980,
    30: 236892,
    35: 88308,
    40: 3180,
    50: 21300,
    55: 11304,
    60: 34360,
    65: 2448,
    75: 240,
    80: 2624,
    85: 296,
    90: 168,
    120: 168,
    200: 4,
}


def house(cards: int = 28, **options) -> Rules:
    return Rules({"cards": cards, **options})


def points(hand: str, cards: int = 28, **table: int) -> int:
    """Of a hand, by the house's table with other values for some combinations."""
    rules = quiet_rules(cards=cards, score_table={**HOUSE_TABLE, **table})
    return rules.scorer.hand(hand.split())


def quiet_rules(**options) -> Rules:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", StuckScores)
        return Rules(options)


def last(referee: Referee) -> dict:
    """The turn written last, without the table."""
    return {k: v for k, v in referee.written[-1].items() if k in ("seat", "points", "written")}


def everything(referee: Referee) -> tuple:
    """The whole state, comparable."""
    seats = range(referee.rules["players"])
    inside = (referee._stages, referee._to_decide, referee.written, referee.needs_deal)
    return [referee.view(seat) for seat in seats], repr(inside), referee.result()


# ---- B1, B4: options


def test_defaults_are_the_preset_classic():
    assert Rules() == Rules({"preset": "classic"}) == {**Rules(), **PRESETS["classic"]}
    assert (Rules()["cards"], Rules().hand_size, Rules().entry) == (28, 7, 60)
    assert (house(36).hand_size, house(36).entry) == (9, 75)


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
        {"score_table": "source"},
        {"score_table": {"2Z": 5}},
        {"score_table": {"2Y": 7}},
        {"score_table": {"2Y": -5}},
        {"score_table": {"2Y": 5.0}},
    ],
)
def test_wrong_options_are_refused(options):
    with pytest.raises(ValueError):
        Rules(options)


@pytest.mark.parametrize(
    ("table", "stuck"),
    [
        ({"2Y": 5}, (0,)),  # 45 at most in a turn: nobody enters
        ({"3X": 30, "3Y": 50}, (930, 960, 980, 990)),  # no sum of 30 and 50 is 10, 20, 40, 70
        ({"3Y": 500}, (100, 600)),  # 0, 500, 1000; but who fails in the barrel falls to 100
        ({"3Y": 350}, (0, 350, 700)),
        ({"3Y": 250}, (100, 350, 600, 850)),  # from 850 only the fall to 100, or void turns
    ],
)
def test_a_table_that_leaves_scores_stuck_is_taken_with_a_warning(table, stuck):
    with pytest.warns(StuckScores, match=", ".join(map(str, stuck)) + " "):
        assert house(score_table=table).stuck == stuck


def test_no_score_is_stuck_under_the_houses_table():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert all(house(c, overshoot=o).stuck == () for c in (28, 36) for o in ("void", "allowed"))


def test_results_and_views_say_whose_score_table_it_is():
    own = Referee({})
    assert "project's own" in own.result()["score_table"]["label"]
    assert "project's own" in own.view(1)["score_table"]
    given = Referee({"score_table": dict(HOUSE_TABLE)})
    assert "given by the user" in given.result()["score_table"]["label"]


# ---- B3: combinations


@pytest.mark.parametrize(("number", "hand"), HANDS.items())
def test_hands_of_the_examples(number, hand):
    assert points(hand) == number


def test_no_run_from_the_ace_to_the_lowest_card():
    assert points("AS 8S TC QC 8D TD QH") == 0
    assert points("AS 6S 8C TC QC 6D 8D TD QH", cards=36) == 0


def test_a_card_counts_once():
    assert points("8S 9S 8C 8D TC QC AC") == 30  # 3X, not the 2Y as well
    assert points("8S 9S TS 8C 8D QC AC") == 35  # 3X 2Y, not the 3Y
    assert points("8S 9S TS JS 8C 8D QC") == 55  # 3X 3Y, not 4Y


def test_one_card_of_every_rank():
    assert points("8S 9C TS JC QS KC AS") == 60
    assert points("6S 7C 8S 9C TS JC QS KC AS", cards=36) == 80
    assert points("8S 9C TS JC QS KC AS 8D TD", cards=36) == 0  # 7Z does not score with 36
    assert points("8S 9S TS JS QS KS AS") == 200
    assert points("8S 9S TS JS QS KS AS", **{"7Y": 0, "6Y": 0, "5Y": 0, "7Z": 90}) == 90


def test_the_most_valuable_division_counts():
    assert points("8S 9S TS JS 8C TC QC") == 50
    assert points("8S 9S TS JS 8C TC QC", **{"4Y": 5}) == 25
    assert points("8S 9S TS JS 8C TC QC", **{"2Y": 30}) == 60
    assert points("8S 8C 8D 8H 9S TS QS", **{"4X": 40}) == 55  # 3X 3Y
    assert points("8S 9S 8C 9C 8D 9D AH", **{"2Y": 25}) == 75  # 2Y three times, not 3X twice


@pytest.mark.parametrize(("items", "number"), [(1, 1), (3, 5), (7, 877)])
def test_partitions_are_all_partitions(items, number):
    found = {frozenset(map(tuple, groups)) for groups in partitions(list(range(items)))}
    assert len(found) == len(list(partitions(list(range(items))))) == number


def check_against_brute_force(seed: int, cards: int, hands: int) -> None:
    """Every other hand under the house's table, the others under random ones."""
    rng = random.Random(seed)
    for k in range(hands):
        table = random_score_table(random.Random(rng.randrange(20))) if k % 2 else "house"
        rules = quiet_rules(cards=cards, score_table=table)
        hand = random_hand(rng, cards)
        expected = brute_force_points(hand, rules.ranks, rules.values)
        assert rules.scorer.hand(hand) == expected, (hand, rules.values)


def test_best_division_against_all_partitions():
    check_against_brute_force(seed=1, cards=28, hands=400)
    check_against_brute_force(seed=2, cards=36, hands=12)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_best_division_against_all_partitions_of_many_hands():
    check_against_brute_force(seed=3, cards=28, hands=10_000)
    check_against_brute_force(seed=4, cards=36, hands=1_000)


# ---- the exact distribution of one deal's points


def test_exact_distribution_of_a_deal():
    hands = exact_distribution(house().scorer, 7)
    assert hands.total() == comb(28, 7)
    assert hands == HANDS_BY_POINTS
    assert float(mean(hands)) == pytest.approx(17.3098, abs=1e-4)


@pytest.mark.parametrize(("ranks", "size"), [("TJQ", 5), ("8TJK", 4)])
def test_hands_up_to_suits_stand_for_all_hands(ranks, size):
    pack = [rank + suit for rank in ranks for suit in "SCDH"]
    rules = house()
    plain = Counter(
        brute_force_points(hand, rules.ranks, rules.values) for hand in combinations(pack, size)
    )
    bits = [1 << rules.ranks.index(rank) for rank in ranks]
    grouped = Counter()
    for masks, number in hands_up_to_suits(len(ranks), size):
        spread = [sum(bit for k, bit in enumerate(bits) if mask >> k & 1) for mask in masks]
        grouped[rules.scorer.points(spread)] += number
    assert grouped == plain


def test_random_packs_deal_the_exact_distribution():
    rng, rules, hands = random.Random(5), house(), 20_000
    pack, seen = pack_of(28), Counter()
    for _ in range(hands):
        seen[rules.scorer.hand(rng.sample(pack, 7))] += 1
    for number, ways in HANDS_BY_POINTS.items():
        share = ways / comb(28, 7)
        assert abs(seen[number] / hands - share) < 4.5 * (share * (1 - share) / hands) ** 0.5 + 1e-4


@pytest.mark.parametrize("seed", range(2))
def test_what_a_deal_can_score_under_any_table(seed):
    """The warning of B4 works it out without dealing a hand."""
    rules = quiet_rules(score_table=random_score_table(random.Random(seed)))
    assert deal_points(rules.scorer) == set(exact_distribution(rules.scorer, 7))


def test_a_run_of_a_whole_suit_is_never_worth_less_than_one_of_each():
    rules = house(score_table={**HOUSE_TABLE, "7Y": 155, "7Z": 160})
    assert deal_points(rules.scorer) == set(exact_distribution(rules.scorer, 7))
    assert 155 not in deal_points(rules.scorer)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_exact_distribution_by_every_single_hand():
    scorer = house().scorer
    assert Counter(map(scorer.hand, combinations(pack_of(28), 7))) == HANDS_BY_POINTS


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_exact_distribution_by_brute_force():
    rules, hands = house(), Counter()
    for masks, number in hands_up_to_suits(7, 7):
        hand = [
            r + s
            for s, mask in zip("SCDH", masks)
            for k, r in enumerate(rules.ranks)
            if mask >> k & 1
        ]
        hands[brute_force_points(hand, rules.ranks, rules.values)] += number
    assert hands == HANDS_BY_POINTS


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_exact_distribution_with_36_cards():
    rules = house(36)
    hands = exact_distribution(rules.scorer, 9)
    assert hands.total() == comb(36, 9)
    assert deal_points(rules.scorer) == set(hands)
    assert hands[0] == 5_652_840 and mean(hands) == Fraction(109_587_169, 4_707_164)  # 23.28


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 32))
def test_what_a_deal_can_score_under_many_tables(seed):
    test_what_a_deal_can_score_under_any_table(seed)


# ---- B1, B2, B10: dealing, order, decisions


def test_cards_are_read_as_in_thousand():
    assert [read_card(text) for text in ("th", "10H", "10♥")] == ["TH"] * 3
    with pytest.raises(BadDeal):
        read_card("5S")


@pytest.mark.parametrize("cards", [28, 36])
def test_a_pack_is_dealt_in_packets_from_the_dealers_left(cards):
    referee = Referee({"players": 3, "cards": cards}, dealer=1)
    size, pack = len(RANKS[cards]), pack_of(cards)
    referee.deal_pack(pack)
    packets = [set(pack[size * k : size * (k + 1)]) for k in range(3)]
    assert referee.hands == {2: packets[0], 0: packets[1], 1: packets[2]}


def test_wrong_deals_are_refused_and_change_nothing():
    referee = alone()
    before = everything(referee)
    hand = HANDS[35]
    wrong = [[hand], ["", hand], [hand, HANDS[5]], ["8S 9S", ""], ["8S " + hand[3:-2] + "8S", ""]]
    wrong += [["6S " + hand[3:], ""]]
    for hands in wrong:
        with pytest.raises(BadDeal):
            referee.deal(hands)
    for pack in (pack_of(28)[1:], pack_of(36), pack_of(28)[1:] * 2):
        with pytest.raises(BadDeal):
            referee.deal_pack(pack)
    assert everything(referee) == before
    run(referee, 35)
    before = everything(referee)
    with pytest.raises(BadDeal, match="decide"):
        referee.deal([hand, ""])
    assert everything(referee) == before


def test_in_order_the_turns_go_round_from_the_first_dealers_left():
    referee = Referee({"players": 3, "turns": "in_order"}, dealer=0)
    for _ in range(2 * 9):
        run(referee, 0, *["deal"] * (len(referee.turns[referee.taking_part()[0]].deals) < 2))
    assert [turn["seat"] for turn in referee.written] == [1, 2, 0, 1, 2, 0]
    assert referee.circle == 3


def test_the_deal_passes_after_every_deal():
    referee = side_by_side(100, 100, 100, dealer=2)
    dealers = []
    for _ in range(4):
        dealers.append(referee.dealer)
        run(referee, (0, 0, 0), *["deal"] * 3 * (len(dealers) < 3))
    assert dealers == [2, 0, 1, 2]


def test_together_players_decide_in_order_and_the_stopped_get_no_cards():
    referee = run(side_by_side(100, 100, 100, dealer=0), (5, 25, 0))
    decided = []
    for word in ("stop", "deal", "deal"):
        decided.append(referee.player)
        run(referee, word)
    assert decided == [1, 2, 0]
    assert referee.table()["score"] == [100, 125, 100]  # written at once
    assert referee.taking_part() == [2, 0]  # the deal has passed to seat 1
    run(referee, (5, None, 5))
    assert referee.view(1)["hands"][1] is None


def test_a_new_circle_begins_when_all_have_stopped():
    referee = run(side_by_side(100, 100), (5, 5), "stop", "stop")
    assert referee.circle == 2 and referee.taking_part() == [1, 0]


def test_illegal_decisions_change_nothing():
    referee = alone()
    for text in ("deal", "stop"):
        with pytest.raises(IllegalMove):
            referee.apply(text)
    run(referee, 35)
    before = everything(referee)
    for text in ("stop", "Deal", "", "pass"):
        with pytest.raises(IllegalMove, match="legal"):
            referee.apply(text)
    assert everything(referee) == before


@pytest.mark.parametrize(
    "table",
    [
        {"score": [100, 0, 0]},
        {"score": [103, 0]},
        {"score": [1000, 0]},
        {"score": [-5, 0]},
        {"score": [100, 0], "entered": [False, False]},
        {"score": [200, 0], "barrel_left": [2, None]},
        {"points": [0, 0]},
    ],
)
def test_start_tables_that_no_circle_begins_with_are_refused(table):
    with pytest.raises(ValueError):
        Referee({"players": 2}, table)


def test_a_table_starts_a_game():
    table = {"score": [200, 100], "entered": [True, True], "barrel_left": [3, None]}
    assert Referee({"players": 2}, table).table() == table
    assert Referee({"players": 2}, {"score": [200, 100]}).table() == table
    assert Referee({"players": 2}).dealer in (0, 1)  # by lot


# ---- B5: entry


def test_a_player_not_in_is_asked_with_deal_alone():
    referee = run(alone(), 55)
    assert referee.legal() == {"deal"}
    assert run(referee, "deal", 5).legal() == {"deal", "stop"}
    assert run(referee, "stop").table()["score"] == [60, 0]
    assert referee.table()["entered"] == [True, False]


def test_less_than_60_is_lost():
    referee = run(alone(), 30, "deal", 25, "deal", 0)
    assert last(referee) == {"seat": 0, "points": 55, "written": 0}
    assert referee.table()["entered"] == [False, False]


def test_nothing_burns_in_the_entry_turn():
    assert last(run(alone(), 30, "deal", 0, "deal", 30))["written"] == 60
    assert last(run(alone(), 60, "deal", 0, "deal", 0))["written"] == 60
    assert last(run(alone(), 0, "deal", 0, "deal", 80))["written"] == 80


def test_entry_with_36_cards_is_75():
    hand = "6S 7S 8S 9S 6C 8C TC QC AC"  # 4Y
    other = "6S 7S 8S 6C 8C TC QC AC 6D"  # 3Y
    for cards, legal in ((other, {"deal", "stop"}), (HANDS[0] + " AS AC", {"deal"})):
        referee = alone(cards=36)
        referee.deal([hand, ""])
        run(referee, "deal")
        referee.deal([cards, ""])
        assert referee.legal() == legal


def test_the_entry_turn_can_end_in_a_barrel():
    referee = run(alone(), 200, "stop")
    assert referee.table()["barrel_left"] == [3, None] and referee.taking_part() == [1]


# ---- B6: once in


def test_first_worked_example():
    referee = run(alone((100, 0)), 35, "deal", 80, "deal", 55)
    assert last(referee) == {"seat": 0, "points": 170, "written": 170}


def test_second_worked_example():
    referee = run(alone((600, 0)), 40, "deal", 0)
    assert referee.view(1)["turn_points"] == [0, None]
    run(referee, "deal", 120)
    assert last(referee) == {"seat": 0, "points": 120, "written": 120}


def test_a_player_who_is_in_may_stop_after_the_first_and_second_deal():
    assert last(run(alone((100, 0)), 5, "stop"))["written"] == 5
    assert last(run(alone((100, 0)), 5, "deal", 25, "stop"))["written"] == 30
    assert last(run(alone((100, 0)), 0, "stop"))["written"] == 0
    assert last(run(alone((100, 0)), 35, "deal", 80, "deal", 0))["written"] == 0


# ---- B7, B8: barrels


@pytest.mark.parametrize(("low", "high"), BARRELS)
def test_who_ends_a_turn_in_a_barrel_has_three_turns(low, high):
    assert [barrel_of(score) is not None for score in (low - 5, low, high, high + 1)] == [
        False,
        True,
        True,
        False,
    ]
    referee = run(alone((low - 25, 100)), 25, "stop")
    assert referee.table() == {
        "score": [low, 100],
        "entered": [True, True],
        "barrel_left": [3, None],
    }
    run(referee, 5, "stop")  # seat 1 first: the extra turns follow the next turn
    for left in (2, 1):
        assert referee.taking_part() == [0] and referee.extra == (left == 1)
        run(referee, 5, "stop")
        assert referee.table()["barrel_left"] == [left, None]
    run(referee, 0)
    assert referee.table()["score"] == [100, 105]  # all is lost but 100
    assert referee.table()["barrel_left"] == [None, None]
    assert referee.table()["entered"] == [True, True]
    assert referee.taking_part() == [1] and not referee.extra


@pytest.mark.parametrize(("low", "high"), BARRELS)
@pytest.mark.parametrize("turns_before", [0, 1, 2])
def test_leaving_a_barrel_ends_the_right_to_the_rest(low, high, turns_before):
    referee = alone((high - 29, 100))
    for _ in range(turns_before):
        run(referee, 5, "stop")
    run(referee, 30, "stop")
    assert referee.table()["score"][0] == high + 1 + 5 * turns_before
    assert referee.table()["barrel_left"] == [None, None]
    assert referee.taking_part() == [1]


@pytest.mark.parametrize(("low", "high"), BARRELS)
def test_the_last_score_of_a_barrel_is_inside(low, high):
    referee = run(alone((high - 29, 0)), 25, "stop")
    assert referee.table()["score"][0] == high - 4 and referee.extra


@pytest.mark.parametrize(("low", "high"), BARRELS[:2])
def test_a_barrel_can_be_jumped(low, high):
    referee = run(alone((low - 5, 0)), 120, "stop")
    assert referee.table()["barrel_left"] == [None, None]


@pytest.mark.parametrize(("low", "high"), BARRELS[:2])
def test_landing_in_another_barrel_starts_three_new_turns(low, high):
    referee = run(alone((high - 49, 100)), 5, "stop")
    assert referee.extra and referee.table()["barrel_left"] == [2, None]
    run(referee, 200, "deal", 50, "stop")
    assert referee.table()["score"][0] == high + 206
    assert referee.table()["barrel_left"] == [3, None]
    assert referee.taking_part() == [1] and not referee.extra


def test_points_not_yet_written_do_not_enter_or_leave_a_barrel():
    referee = run(alone((190, 0)), 35, "deal", 0)
    assert referee.phase == "decide"  # B6, not B8: the turn goes on
    referee = run(alone((290, 0)), 35, "deal", 0)
    assert last(referee)["written"] == 0 and referee.extra  # B8: still in it


def test_a_deal_without_points_in_a_barrel():
    burn = run(alone((205, 0)), 35, "deal", 0)
    assert last(burn) == {"seat": 0, "points": 0, "written": 0}
    assert burn.table()["barrel_left"] == [2, None]
    keep = run(alone((205, 0), barrel_zero="keep"), 35, "deal", 0)
    assert keep.legal() == {"deal", "stop"}
    assert last(run(keep, "deal", 5))["written"] == 40


def test_together_a_burnt_turn_in_a_barrel_ends_for_one_player_only():
    referee = run(side_by_side(205, 100, 100), (0, 5, 30))
    assert referee.written[-1]["seat"] == 0 and referee.player == 1
    run(referee, "deal", "stop")
    assert referee.taking_part() == [1]  # seat 0's extra turns come after the others' turns


def test_together_extra_turns_come_one_player_after_the_other():
    referee = run(side_by_side(205, 100, 505), (5, 5, 5), "stop", "stop", "stop")
    alone_now = []
    while referee.extra:
        alone_now.append(referee.taking_part())
        run(referee, 5, "stop")
    assert alone_now == [[0], [0], [2], [2]]
    assert referee.table()["score"] == [100, 105, 100] and referee.circle == 2


# ---- B9: the end


def test_exactly_1000_wins():
    referee = run(alone((940, 0)), 60, "stop")
    assert referee.winner == 0 and referee.phase == "over" and referee.legal() == set()
    result = referee.result()
    assert (result["score"], result["leaders"], result["cut"]) == ([1000, 0], [0], False)
    with pytest.raises(BadDeal, match="over"):
        referee.deal_pack(pack_of(28))
    with pytest.raises(IllegalMove):
        referee.apply("stop")


def test_a_turn_that_would_pass_1000_writes_nothing():
    referee = run(alone((940, 0)), 65, "stop")
    assert last(referee) == {"seat": 0, "points": 65, "written": 0}
    assert referee.winner is None
    burnt = run(alone((940, 0)), 65, "deal", 0, "deal", 60)  # only the end of the turn counts
    assert burnt.winner == 0


def test_overshoot_allowed_wins():
    referee = run(alone((940, 0), overshoot="allowed"), 65, "stop")
    assert referee.winner == 0 and referee.result()["score"] == [1005, 0]


def test_a_void_turn_in_a_barrel_is_one_of_the_three():
    referee = alone((895, 0))
    for _ in range(3):
        run(referee, 120, "stop")
    assert referee.table()["score"] == [100, 0]


def test_a_void_entry_turn_is_an_entry():
    referee = Referee({"players": 2, "score_table": {**HOUSE_TABLE, "7Y": 505}}, dealer=1)
    for words in (["deal", "deal"], ["deal", "deal"], []):
        referee.deal([HANDS[200], with_suits(HANDS[0], "CDHS")])
        for word in words:
            referee.apply(word)
    assert referee.table()["score"] == [0, 0] and referee.table()["entered"] == [True, False]


@pytest.mark.parametrize("first", [0, 1])
def test_together_the_first_from_the_dealers_left_wins(first):
    referee = side_by_side(995, 995, dealer=first)
    run(referee, (0, 0), "deal", "deal", (0, 0), "deal", "deal", (5, 5))
    winner = referee.order()[0]
    assert referee.winner == winner
    assert referee.result()["score"][1 - winner] == 995  # not written any more


def test_together_the_first_to_stop_wins():
    referee = run(side_by_side(995, 995, 100), (0, 5, 5), "deal", "stop")
    assert referee.winner == 1 and referee.player is None
    assert referee.result()["score"] == [995, 1000, 100]


def test_the_game_is_cut_after_max_turns():
    referee = side_by_side(100, 120, 120, max_turns=1)
    run(referee, (5, 5, 5), "stop", "stop", "stop")
    result = referee.result()
    assert (referee.phase, result["cut"], result["winner"]) == ("over", True, None)
    assert result["leaders"] == [1, 2] and result["circles"] == 1


def test_extra_turns_due_are_played_before_the_cut():
    referee = run(alone((205, 100), max_turns=1), 5, "stop")
    assert referee.phase is None and referee.extra
    run(referee, 0, 0, 5, "stop")
    assert referee.result()["cut"] and referee.result()["score"] == [100, 105]


# ---- B10: views; random games


@pytest.mark.filterwarnings("ignore::tests.referee.bochki.StuckScores")
@pytest.mark.parametrize("seed", range(25))
def test_a_view_is_the_same_whatever_the_hidden_cards_are(seed):
    """The cards left out and all packs to come differ; what is seen does not."""
    rng = random.Random(seed)
    options, table, dealer = random_game(rng, most_turns=5)
    one, two = (Referee(options, table, dealer) for _ in range(2))
    seats = range(options["players"])
    while one.phase != "over":
        assert [one.view(seat) for seat in seats] == [two.view(seat) for seat in seats]
        if one.needs_deal:
            pack = random_pack(rng, options["cards"])
            used = len(one.taking_part()) * one.rules.hand_size
            one.deal_pack(pack)
            two.deal_pack(pack[:used] + rng.sample(pack[used:], len(pack) - used))
        else:
            text = rng.choice(sorted(one.legal()))
            one.apply(text)
            two.apply(text)
    assert one.result() == two.result()


def test_seats_see_the_same_but_for_whose_move_it_is():
    referee = run(side_by_side(100, 100, 100), (5, 30, 0))
    views = [referee.view(seat) for seat in range(3)]
    assert [view["to_move"] for view in views] == [True, False, False]
    assert [view["legal"] for view in views] == [{"deal", "stop"}, set(), set()]
    for view in views:
        for name in ("seat", "to_move", "legal"):
            del view[name]
    assert views[0] == views[1] == views[2]
    dealt = set().union(*views[0]["hands"])
    assert len(dealt) == 21 and not set(pack_of(28)) - dealt & set(repr(views[0]).split("'"))


def check_written(rules: Rules, turn: dict) -> None:
    """A written turn once more from its deals, by the letter of B5 to B9."""
    deals, kind, seat = turn["deals"], turn["kind"], turn["seat"]
    zeros = [k for k, number in enumerate(deals) if number == 0]
    kept = sum(deals)
    if kind == "plain" and zeros:
        kept = sum(deals[zeros[-1] :])
    if kind == "barrel" and zeros and rules["barrel_zero"] == "burn":
        assert zeros == [len(deals) - 1]
        kept = 0
    assert turn["points"] == kept
    after = turn["table"]["score"][seat]
    before = after - turn["written"]
    counted = 0 if kind == "entry" and kept < rules.entry else kept
    if rules["overshoot"] == "void" and before + counted > 1000:
        counted = 0
    fell = before + counted != after
    if fell:
        assert after == 100 and kind == "barrel" and barrel_of(before + counted) is not None
    left = turn["table"]["barrel_left"][seat]
    assert (left is None) == (barrel_of(after) is None)
    assert turn["extra"] <= (kind == "barrel")


@pytest.mark.filterwarnings("ignore::tests.referee.bochki.StuckScores")
@pytest.mark.parametrize("seed", range(60))
def test_random_games_play_to_the_end(seed):
    rng = random.Random(1000 + seed)
    options, table, dealer = random_game(rng, most_turns=40)
    referee = Referee(options, table, dealer)
    play_out(rng, referee)
    result = referee.result()
    assert result["cut"] != (result["winner"] is not None)
    assert result["circles"] <= options["max_turns"]
    for turn in referee.written:
        check_written(referee.rules, turn)
    if result["winner"] is not None:
        score = result["score"][result["winner"]]
        assert score == 1000 or (score > 1000 and options["overshoot"] == "allowed")
        assert max(result["score"]) == score


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::tests.referee.bochki.StuckScores")
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_random_games_play_to_the_end(seed):
    for k in range(100):
        test_random_games_play_to_the_end(100 * seed + k)
