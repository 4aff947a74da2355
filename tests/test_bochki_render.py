"""Bochki as text: the table, the score sheet, and which combinations a hand scores."""

import random

import pytest

from thousand_env.drawing.theme import Style
from thousand_env.errors import IllegalActionError
from thousand_env.games.bochki import picture
from thousand_env.games.bochki.cards import RANKS, SUIT_SIZE, mask_text, parse_card
from thousand_env.games.bochki.combinations import hand_points
from thousand_env.games.bochki.division import division
from thousand_env.games.bochki.game import Game
from thousand_env.games.bochki.render import render_state, render_view, result_line, score_sheet
from thousand_env.games.bochki.rules import rules

NAMES = ["Anna", "Boris", "Vera"]
HANDS = ["AS KS QS 9C 9D 9H 8D", "AC KC QD JH TS 9S 8C", "JS JC JD TH 8H KH AH"]
NEW = {"scores": [0, 0, 0], "entered": [False] * 3}
NOTE = "the default score table, `house`, is this project's own (B4)"


def mask(text):
    return sum(1 << parse_card(card) for card in text.split())


def scored(hand, **options):
    return [(name, mask_text(cards)) for name, cards in division(rules(**options), mask(hand))]


def test_b3_the_division_names_runs_and_groups():
    assert scored("AS KS QS 9C 9D 9H 8D") == [("3X", "9C 9D 9H"), ("3Y", "AS KS QS")]
    assert scored("AS KS QS JS TS 9S 8S") == [("7Y", "AS KS QS JS TS 9S 8S")]
    assert scored("AS AC AD AH KS QS 8C") == [("4X", "AS AC AD AH"), ("2Y", "KS QS")]
    assert scored("AS KC QD JH TS 9C 8D") == [("7Z", "AS TS KC 9C QD 8D JH")]
    assert scored("AS QS TS 8S AC QC TC") == []


def is_combination(name, cards):
    ranks = sorted({RANKS.index(card[0]) for card in cards})
    suits = {card[1] for card in cards}
    size, kind = int(name[0]), name[1]
    if len(cards) != size:
        return False
    if kind == "Y":
        return len(suits) == 1 and ranks == [*range(ranks[0], ranks[0] + size)]
    return len(ranks) == (1 if kind == "X" else size)


@pytest.mark.parametrize("options", [{}, {"cards": "36"}, {"score_table": {"2Y": 10, "3X": 35}}])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_b3_the_division_makes_up_the_points_of_any_hand(options):
    rule_set, rng = rules(**options), random.Random(7)
    compiled = rule_set.compiled()[0]
    pack = [card for card in range(4 * SUIT_SIZE) if rule_set.pack >> card & 1]
    for _ in range(400):
        hand = sum(1 << card for card in rng.sample(pack, rule_set.hand_size))
        parts = division(rule_set, hand)
        assert sum(rule_set.values[name] for name, _ in parts) == hand_points(compiled, hand)
        left = hand
        for name, cards in parts:
            assert left & cards == cards and is_combination(name, mask_text(cards).split())
            left ^= cards


def at_turn(scores, hands, **options):
    game = Game(rules(**options), seed=None, table={"scores": scores}, dealer=2)
    game.deal(hands)
    return game


def test_the_table_is_told_with_turns_and_barrels():
    game = at_turn([210, 0, 120], HANDS)
    assert render_state(game.state, game.rules, NAMES) == (
        "turn 1 of 200, deal 1 of 3, dealt by Vera; decide: Anna to move\n"
        "         score  turn  deals  hand, and what it scores by this project's table (B4)\n"
        "> Anna   (210)    55     55  AS KS QS 9C 9D 8D 9H: 3X 30 + 3Y 25\n"
        "  Boris      -    60     60  TS 9S AC KC 8C QD JH: 7Z 60\n"
        "  Vera     120    35     35  JS JC JD AH KH TH 8H: 3X 30 + 2Y 5\n"
        "not in the game, nor free to stop, before a turn of 60 points: Boris (B5)"
    )
    game.apply("stop")
    lines = render_state(game.state, game.rules, NAMES).splitlines()
    assert lines[2] == "  Anna   (265)·    55  55 end  AS KS QS 9C 9D 8D 9H: 3X 30 + 3Y 25"


def test_a_deal_without_him_is_none_of_his():
    game = at_turn([300, 0, 120], HANDS)
    for action in ("stop", "deal", "deal"):
        game.apply(action)
    game.deal(["", HANDS[0], HANDS[2]])
    lines = render_state(game.state, game.rules, NAMES).splitlines()
    assert lines[2].split() == ["Anna", "355", "55", "55", "end"]
    assert lines[3].split()[1:6] == ["Boris", "-", "115", "60", "55"]


def test_everything_is_open_to_all():
    game, rng = Game(rules(players=4), seed=1), random.Random(1)
    for _ in range(60):
        texts = {render_view(game.view(seat), game.rules) for seat in range(4)}
        assert texts == {render_state(game.state, game.rules)}
        game.apply(rng.choice(game.legal()))


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_a_table_of_the_players_own_is_not_called_the_projects():
    game = Game(rules(score_table={"2Y": 10, "3X": 35}), seed=1)
    assert "scores\n" in render_state(game.state, game.rules)
    assert "project" not in render_state(game.state, game.rules)


def test_a_deal_that_burnt_a_turn_is_told_when_the_others_go_on():
    """B8: nothing in a barrel ends his turn, and the third deal is dealt without him."""
    others = ["KS JS 9S KC JC 9C 8C", "AD QD TD 8D AH QH TH"]
    game = at_turn([210, 300, 120], HANDS)
    for hands in (["AS QS TS 8S AC QC TC", *others], ["", *others]):
        for _ in range(len(game.playing)):
            game.apply("deal")
        game.deal(hands)
    anna = render_state(game.state, game.rules, NAMES).splitlines()[2]
    assert anna.split() == ["Anna", "(210)·", "0", "55", "0", "end"]


def test_b5_stop_is_refused_with_the_reason():
    game = at_turn([0, 0, 120], HANDS[1:] + HANDS[:1])
    game.apply("stop")  # 60 points brought him in
    with pytest.raises(IllegalActionError, match=r"needs 60 points .* has 35 \(B5\); legal: deal"):
        game.apply("stop")


def told(deals, points, written, score, **more):
    result = {"seat": 0, "deals": deals, "points": points, "written": written, "score": score}
    return result_line(result | {"fell": False, "barrel": None} | more, NAMES)


def test_a_result_says_why_it_writes_something_else_than_its_deals():
    """The examples of B6, and B5, B7, B9."""
    assert told([35, 80, 55], 170, 170, 170) == "Anna: 35 80 55; written: +170; score 170"
    assert "; written: +120, 40 burnt by a deal" in told([40, 0, 120], 120, 120, 320)
    assert "+0, 15 is not enough to come into the game (B5)" in told([5, 5, 5], 15, 0, 0)
    assert told([0, 0, 0], 0, 0, 0) == "Anna: 0 0 0; written: +0; score 0"
    assert "+0, 60 would pass 1000 (B9)" in told([60], 60, 0, 960)
    assert told([60], 60, 60, 1020) == "Anna: 60; written: +60; score 1020"  # overshoot allowed
    fell = told([5], 5, -185, 100, fell=True, barrel=200)
    assert fell == "Anna: 5; written: -185, falls from the barrel at 200 (B7); score 100"


@pytest.mark.parametrize("options", [{}, {"cards": "36", "turns": "in_order"}, {"players": 2}])
def test_the_reason_is_given_for_every_difference_and_only_there(options):
    game, rng = Game(rules(**options), seed=5), random.Random(5)
    while not game.over and len(game.results) < 400:
        game.apply(rng.choice(game.legal()))
    names, reasons = ["A", "B", "C"][: game.rules.players], 0
    for result in game.results:
        reason = "," in result_line(result, names)
        assert reason == (sum(result["deals"]) != result["written"])
        reasons += reason
    assert 0 < reasons < len(game.results)


def picture_after(game):
    return picture._table(game.state, game.rules, NAMES, Style(), "")


def test_the_picture_between_two_deals_is_headed_by_the_one_it_shows():
    game = at_turn([300, 0, 120], HANDS)
    assert picture_after(game).piles[0].label == "Anna: 3X · 30"
    for action in ("deal", "deal", "deal"):
        game.apply(action)
    table = picture_after(game)
    assert table.title == "Turn 1 · deal 1/3" and table.dealer == 2 and not table.piles
    assert table.status == "Dealer: Vera" and [len(seat.cards) for seat in table.seats] == [7] * 3
    game.deal(HANDS)
    assert picture_after(game).title == "Turn 1 · deal 2/3" and picture_after(game).dealer == 0


def test_the_picture_of_finished_turns_shows_what_they_brought():
    game = at_turn([300, 0, 120], HANDS)
    game.apply("stop")
    for hands in (["", HANDS[1], HANDS[2]], ["", HANDS[1], HANDS[2]]):
        game.apply("deal")
        game.apply("deal")
        game.deal(hands)
    table = picture_after(game)
    assert game.needs_deal and table.title == "Turn over" and table.dealer == 1
    assert [seat.notes for seat in table.seats] == [
        ("turn 55 (55)", "turn over"),
        ("turn 180 (60 + 60 + 60)", "turn over"),
        ("turn 105 (35 + 35 + 35)", "turn over"),
    ]


def result(seat, score, barrel_turn=None):
    return {"seat": seat, "score": score, "barrel_turn": barrel_turn, "points": score}


def test_score_sheet_has_a_line_a_turn_and_extra_turns_in_their_own():
    results = [
        *[result(0, 60), result(1, 0), result(2, 230)],
        *[result(2, 230, 1), result(0, 115), result(1, 75)],
        *[result(2, 250, 2), result(2, 310, 3)],
        *[result(0, 175), result(1, 75), result(2, 345)],
    ]
    assert score_sheet(NAMES, results, NEW) == (
        "          Anna  Boris   Vera\n"
        "1           60      -  (230)\n"
        "2          115     75  (230)\n"
        "3  extra               (250)\n"
        "4  extra                 310\n"
        "5          175     75    345\n"
        "-: not in the game (B5); ( ): in a barrel; extra: one more turn, alone, to leave it (B7)\n"
        + NOTE
    )


def test_score_sheet_of_a_game_that_goes_on_begins_with_its_table():
    start = {"scores": [100, 0, 210], "entered": [True, False, True]}
    lines = score_sheet(NAMES, [], start).splitlines()
    assert lines[1].split() == ["start", "100", "-", "(210)"] and lines[-1] == NOTE


def test_who_came_in_by_a_turn_that_wrote_nothing_is_in_the_game():
    """B5, B9: he had the points to enter, but they would have passed 1000."""
    void = {"seat": 0, "score": 0, "barrel_turn": None, "points": 1050}
    assert score_sheet(NAMES, [void], NEW).splitlines()[1].split() == ["1", "0"]


def test_the_end_names_the_winner_or_who_leads_when_it_is_cut():
    game, rng = Game(rules(max_turns=2), seed=5), random.Random(5)
    while not game.over:
        game.apply(rng.choice(game.legal()))
    best = " and ".join(NAMES[seat] for seat in game.winners)
    first = render_state(game.state, game.rules, NAMES).splitlines()[0]
    assert game.cut and first == f"cut after 2 turns, {best} in front"
    game = at_turn([945, 0, 0], HANDS)
    game.apply("stop")
    assert render_state(game.state, game.rules, NAMES).startswith("game over, won by Anna\n")
