"""Bochki as text: the table, the score sheet, and which combinations a hand scores."""

import random

import pytest

from thousand_env.games.bochki.cards import RANKS, SUIT_SIZE, mask_text, parse_card
from thousand_env.games.bochki.combinations import hand_points
from thousand_env.games.bochki.division import division
from thousand_env.games.bochki.game import Game
from thousand_env.games.bochki.render import render_state, render_view, score_sheet
from thousand_env.games.bochki.rules import rules

NAMES = ["Anna", "Boris", "Vera"]
HANDS = ["AS KS QS 9C 9D 9H 8D", "AC KC QD JH TS 9S 8C", "JS JC JD TH 8H KH AH"]
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
        "         score  turn  deals  hand\n"
        "> Anna   (210)    55     55  AS KS QS 9C 9D 8D 9H\n"
        "  Boris      -    60     60  TS 9S AC KC 8C QD JH\n"
        "  Vera     120    35     35  JS JC JD AH KH TH 8H\n" + NOTE
    )
    game.apply("stop")
    lines = render_state(game.state, game.rules, NAMES).splitlines()
    assert lines[2] == "  Anna   (265)·    55  55 end  AS KS QS 9C 9D 8D 9H"


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
        texts = {render_view(game.view(seat)) for seat in range(4)}
        assert texts == {render_state(game.state, game.rules)}
        game.apply(rng.choice(game.legal()))


def result(seat, score, barrel_turn=None):
    return {"seat": seat, "score": score, "barrel_turn": barrel_turn}


def test_score_sheet_has_a_line_a_turn_and_extra_turns_in_their_own():
    results = [
        *[result(0, 60), result(1, 0), result(2, 230)],
        *[result(2, 230, 1), result(0, 115), result(1, 75)],
        *[result(2, 250, 2), result(2, 310, 3)],
        *[result(0, 175), result(1, 75), result(2, 345)],
    ]
    assert score_sheet(NAMES, results, {"scores": [0, 0, 0]}) == (
        "          Anna  Boris   Vera\n"
        "1           60      0  (230)\n"
        "2          115     75  (230)\n"
        "3  extra               (250)\n"
        "4  extra                 310\n"
        "5          175     75    345\n" + NOTE
    )


def test_score_sheet_of_a_game_that_goes_on_begins_with_its_table():
    lines = score_sheet(NAMES, [], {"scores": [100, 0, 210]}).splitlines()
    assert lines[1].split() == ["start", "100", "0", "210"] and lines[-1] == NOTE


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
