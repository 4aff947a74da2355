"""Bochki's core: against the independent referee, and rule by rule (B1 to B10)."""

import random
import sys
import time

import pytest

from tests.bochki_crosscheck import cross_check
from tests.bochki_games import alone, run, scores, side_by_side, written
from thousand_env.errors import ActionError, IllegalActionError, TableError
from thousand_env.games.bochki import ACTION_TEXTS, Game, action_text, parse_action, rules

BARRELS = [(200, 299), (500, 599), (800, 899)]
EVENTS = (
    "entry", "plain", "barrel", "extra", "fell", "void", "above 1000", "kept", "burnt", "forced",
    "stops", "alone", "warned", "won", "cut",
)  # fmt: skip
CHUNKS, CHUNK = 50, 20_000  # the long run: 1,000,000 decisions, in pieces for several processes


def test_core_and_referee_agree_at_every_decision():
    seen = cross_check(seed=2, decisions=20_000, others=0.1)
    assert all(seen[event] for event in EVENTS), seen


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_core_and_referee_agree_in_a_long_run(chunk, capsys):
    start = time.perf_counter()
    seen = cross_check(seed=1000 + chunk, decisions=CHUNK, others=0.1)
    with capsys.disabled():
        print(
            f"Bochki, cross-check {chunk + 1} of {CHUNKS}: {seen['decisions']:,} decisions, "
            f"{seen['views']:,} views, {seen['games']:,} games, {time.perf_counter() - start:.0f} s",
            file=sys.stderr,
            flush=True,
        )
    assert all(seen[event] for event in EVENTS), seen


# ---- B1


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("cards", "size", "first"), [(28, 7, "8"), (36, 9, "6")])
@pytest.mark.parametrize("turns", ["together", "in_order"])
def test_b1_hands_are_apart_and_the_deal_passes_after_every_deal(
    players, cards, size, first, turns
):
    game = Game(rules(players=players, cards=cards, turns=turns, max_turns=6), seed=3)
    rng, dealers = random.Random(0), [game.first_dealer]
    while not game.over:
        dealt = len(game.deals)
        game.apply(rng.choice(game.legal()))
        dealers += [game.dealer] * (len(game.deals) == dealt + 1)
    for deal in game.deals:
        hands = [hand.split() for hand in deal["hands"]]
        together = [card for hand in hands for card in hand]
        assert len(together) == len(set(together)) and {len(hand) for hand in hands} <= {0, size}
        assert min("6789TJQKA".index(card[0]) for card in together) >= "6789TJQKA".index(first)
    assert game.results[-1]["dealer"] == (game.first_dealer + len(game.deals) - 1) % players


def test_b1_the_same_seed_deals_the_same_cards_and_draws_the_same_dealer():
    first, second, other = (Game(seed=seed, deck=deck) for seed, deck in ((5, 2), (5, 2), (5, 3)))
    assert first.deals == second.deals != other.deals
    assert first.first_dealer == second.first_dealer
    assert {Game(seed=seed).first_dealer for seed in range(20)} == {0, 1, 2}


@pytest.mark.parametrize("change", ["twice", "short", "foreign", "missing", "not playing"])
def test_b1_wrong_cards_are_refused_and_change_nothing(change):
    game = run(side_by_side(100, 100, 100, dealer=2), (30, 30, 5), "stop", "deal", "deal")
    before, hands = game.state, ["", "8S 9S QS 8C TC QC AD", "8D 9D QD 8H TH QH AC"]
    if change == "not playing":
        hands[0] = "KS KC KD KH AS AH JH"
    else:
        new = {"twice": "8D", "short": "", "foreign": "6S", "missing": "8S"}[change]
        hands[1] = hands[1].replace("8S", new)
    with pytest.raises(TableError):
        game.deal(hands, "AS" if change == "missing" else "")
    assert game.needs_deal and game.state == before and len(game.deals) == 1


def test_b1_the_cards_left_out_may_be_named():
    game = alone(100, 100)
    hand = "8S 9S QS 8C TC QC AD"
    rest = [r + s for r in "89TJQKA" for s in "SCDH" if r + s not in hand.split()]
    game.deal([hand, ""], " ".join(rest))
    assert game.view(0).points.tolist() == [5, 0, 0, 0]


# ---- B2


def test_b2_together_all_are_dealt_to_and_decide_from_the_dealers_left():
    game = run(side_by_side(100, 100, 100, dealer=0), (5, 5, 30))
    asked = [game.player]
    for action in ("deal", "stop", "deal"):
        game.apply(action)
        asked.append(game.player)
    assert asked == [1, 2, 0, None] and game.needs_deal and game.playing == [0, 1]
    assert game.dealer == 1 and scores(game) == [100, 100, 130]
    run(game, (5, 5, None), "deal", "deal", (5, 5, None))  # after the third deal nobody decides
    assert (
        scores(game) == [115, 115, 130] and game.playing == [0, 1, 2] and game.table["turns"] == 1
    )


def test_b2_in_order_each_takes_his_turn_alone():
    game = Game(rules(players=3, turns="in_order"), None, {"scores": [100] * 3}, dealer=1)
    seats = []
    for _ in range(4):
        seats.append(game.playing)
        run(game, 5, "deal", 5, "stop")
    assert seats == [[2], [0], [1], [2]] and scores(game) == [110, 110, 120]
    assert game.table["turns"] == 1 and game.table["first"] == 2  # the deal has passed 8 times


def test_b2_a_turn_that_stops_is_written_before_the_others_decide():
    game = run(side_by_side(100, 990, dealer=1), (50, 5), "stop")
    assert game.player == 1 and scores(game) == [150, 990]


# ---- B5


@pytest.mark.parametrize(
    ("cards", "low", "high"),
    [
        (28, "8S 9S TS JS KC AC 8D", "8S 8C 8D 8H TS TC QS"),  # 55 and 60
        (36, "6S 7S 8S 9S JS QS 6D 8D TD", "6S 7S 8S 9S TS QS 6D 8D TD"),  # 55 and 80
    ],
)
def test_b5_nobody_may_stop_below_the_entry(cards, low, high):
    for hand, actions in ((low, ["deal"]), (high, ["deal", "stop"])):
        game = alone(0, 0, cards=cards)
        game.deal([hand, ""])
        assert game.legal() == actions
    assert (game.rules.entry, game.rules.hand_size) == {28: (60, 7), 36: (75, 9)}[cards]


def test_b5_nothing_burns_before_the_entry_is_written():
    game = run(alone(), 30, "deal", 0, "deal", 30)
    assert written(game) == [60] and game.table["entered"] == [True, False]
    game = run(alone(), 60, "deal", 0)  # nor after 60 points are reached
    assert game.legal() == ["deal", "stop"]
    assert written(run(game, "stop")) == [60]


def test_b5_less_than_the_entry_is_lost():
    game = run(alone(), 50, "deal", 5, "deal", 0)
    assert written(game) == [0] and game.table["entered"] == [False, False]


# ---- B6


@pytest.mark.parametrize(
    ("deals", "total"),
    [((35, 80, 55), 170), ((40, 0, 120), 120), ((40, 30, 0), 0), ((0, 5, 0), 0), ((0, 0, 5), 5)],
)
def test_b6_a_deal_without_points_burns_what_came_before(deals, total):
    first, second, third = deals
    assert written(run(alone(100, 0), first, "deal", second, "deal", third)) == [total]


def test_b6_after_a_deal_but_the_last_he_may_stop_with_what_he_has():
    assert written(run(alone(100, 0), 35, "stop")) == [35]
    assert written(run(alone(100, 0), 35, "deal", 80, "stop")) == [115]
    assert written(run(alone(100, 0), 35, "deal", 0, "stop")) == [0]


# ---- B7


@pytest.mark.parametrize(("low", "high"), BARRELS)
def test_b7_whoever_ends_a_turn_in_a_barrel_has_three_turns_to_leave_it(low, high):
    game = run(alone(low - 60, 100), 65, "stop")
    assert scores(game)[0] == low + 5 and game.playing == [1]  # his next turn is in its order
    run(game, 5, "stop", 5, "stop")
    assert game.playing == [0] and game.results[-1]["barrel_turn"] == 1  # the second one at once
    run(game, 10, "stop", 25, "stop")
    assert [r["barrel_turn"] for r in game.results if r["seat"] == 0] == [None, 1, 2, 3]
    assert game.results[-1]["fell"] and written(game)[-1] == 100 - (low + 20)
    assert scores(game)[0] == 100 and game.playing == [1]


@pytest.mark.parametrize(("low", "high"), BARRELS)
@pytest.mark.parametrize("used", range(3))
def test_b7_leaving_ends_the_right_to_the_rest(low, high, used):
    game = run(alone(high // 5 * 5, 100), *[0] * used)  # turns that end at once (B8)
    assert game.playing == [0]
    run(game, 5, "stop")
    assert scores(game)[0] == high + 1 and game.playing == [1]
    assert not game.view(0).barrel_turns.any()


@pytest.mark.parametrize(("low", "high"), BARRELS)
def test_b7_edges(low, high):
    for score, turns in ((low - 5, 0), (low, 1), (high // 5 * 5, 1), (high + 1, 0)):
        game = Game(rules(players=2, turns="in_order", barrel_zero="keep"), None,
                    {"scores": [score, 0]}, dealer=1)  # fmt: skip
        run(game, 0, "stop")
        assert game.view(0).barrel_turns[0] == turns and game.playing == [0 if turns else 1]


def test_b7_landing_in_another_barrel_starts_three_turns_with_the_next_one():
    game = run(alone(295, 100), 200, "stop", 5, "stop")
    assert scores(game) == [495, 105]
    game = run(game, 5, "stop", 5, "stop")  # 500: his next three
    run(game, 0)
    assert game.playing == [0] and game.view(0).barrel_turns[0] == 1
    run(game, 200, "deal", 90, "stop", 5, "stop")  # 790
    assert scores(game)[0] == 790
    deep = run(alone(590, 100), 0)
    run(deep, 200, "deal", 55, "stop")  # 845 in an extra turn of the barrel of 500
    assert scores(deep)[0] == 845 and deep.playing == [1]


def test_b7_together_extra_turns_follow_when_all_turns_have_ended():
    game = run(side_by_side(200, 200, 100, dealer=2), (0, 5, 30))
    assert game.player == 1 and game.playing == [1, 2]  # seat 0's turn has ended (B8)
    run(game, "stop", "deal", (None, None, 5), "stop")  # dealt by seat 0: from his left then
    assert game.playing == [1] and game.state.alone == 1
    run(game, 0)
    assert game.playing == [1]
    run(game, 90, "deal", 5, "stop")
    assert scores(game) == [200, 300, 135] and game.playing == [0]
    run(game, 0, 0)  # both of his
    assert scores(game) == [100, 300, 135] and game.playing == [0, 1, 2]
    assert game.state.alone == -1 and game.table["turns"] == 1


# ---- B8


@pytest.mark.parametrize("zero", ["burn", "keep"])
def test_b8_a_deal_without_points_in_a_barrel(zero):
    game = run(alone(205, 100, barrel_zero=zero), 60, "deal", 0)
    if zero == "burn":
        assert written(game) == [0] and game.playing == [0]  # the first of three is used
    else:
        assert game.player == 0 and game.view(0).points[0] == 60
        assert written(run(game, "deal", 35)) == [95] and scores(game)[0] == 300


# ---- B9


@pytest.mark.parametrize("overshoot", ["void", "allowed"])
def test_b9_a_turn_that_would_pass_1000(overshoot):
    game = run(alone(990, 100, overshoot=overshoot), 30, "stop")
    if overshoot == "void":
        assert written(game) == [0] and not game.over and game.winners == []
    else:
        assert game.over and game.winners == [0] and scores(game) == [1020, 100] and not game.cut


def test_b9_a_void_turn_of_a_barrel_is_used_and_a_void_entry_brings_in():
    game = run(alone(890, 100), 120, "stop")
    assert game.view(0).barrel_turns[0] == 1 and scores(game)[0] == 890
    table = {"2Y": 1000, "3Y": 25}
    game = Game(rules(players=2, turns="in_order", score_table=table), None, None, dealer=1)
    game.deal(["8S 9S JS QS 8C TC QC", ""])  # twice 2Y
    game.apply("stop")
    assert game.table["entered"] == [True, False] and scores(game) == [0, 0]


def test_b9_the_first_to_write_1000_wins_and_the_others_write_nothing():
    game = run(side_by_side(990, 990, dealer=1), (5, 5), "deal", "deal", (0, 0), "deal", "deal")
    run(game, (10, 10))
    assert game.winners == [0] and scores(game) == [1000, 990] and game.places == [1, 2]
    assert len(game.results) == 1 and game.phase == "over" and game.legal() == []


def test_b9_after_max_turns_the_highest_score_leads():
    game = run(alone(100, 130, max_turns=2), 30, "stop", 5, "stop", 5, "stop", 0, "stop")
    assert game.over and game.cut and game.winners == [0, 1] and game.places == [1, 1]
    assert game.outcome == {"scores": [135, 135], "winners": [0, 1]}


def test_b9_extra_turns_of_the_last_circle_are_played():
    game = run(alone(100, 205, max_turns=1), 5, "stop", 0)
    assert not game.over and game.playing == [1]
    run(game, 0, 0)
    assert game.cut and scores(game) == [105, 100]


# ---- B10


def test_b10_everything_is_open_but_the_cards_left_out():
    game = run(side_by_side(100, 250, 0, dealer=1), (5, 30, 10), "deal", "deal")
    views = [game.view(seat) for seat in range(3)]
    for seat, view in enumerate(views):
        assert view.seat == seat
        view.seat = 0
    assert views[0] == views[1] == views[2] and (views[0].hand[:3] == game.state.hand[:3]).all()


def test_b10_texts_and_numbers():
    assert ACTION_TEXTS == ("deal", "stop") and [action_text(k) for k in range(2)] == [
        "deal",
        "stop",
    ]
    assert parse_action(" Stop ") == 1
    with pytest.raises(ActionError, match="0 to 1"):
        action_text(2)
    for text in ("pass", "", 5):
        with pytest.raises(ActionError, match="'deal' and 'stop'"):
            parse_action(text)


def test_an_illegal_action_says_what_is_legal_and_changes_nothing():
    game = run(alone(), 5)
    before = game.state
    with pytest.raises(IllegalActionError, match=r"'stop' by player 0 in phase 'decide'.*deal"):
        game.apply("stop")
    assert game.state == before
