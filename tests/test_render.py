"""Thousand as text: the table, what a seat knows of it, the score sheet."""

import random
import re
import sys

import pytest

import thousand_env as te
from thousand_env.drawing.text import show
from thousand_env.games.thousand import render
from thousand_env.games.thousand.cards import card_text, mask_cards, mask_text

CARD = re.compile(r"\b[9JQKTA][SCDH]\b")


def positions(seed=0, steps=400, **options):
    """A random game, yielded before every decision and at the end."""
    game = te.Game(te.rules("thousand", "classic", **options), seed=seed)
    rng = random.Random(seed)
    for _ in range(steps):
        if game.over:
            break
        yield game
        game.apply(rng.choice(game.legal_actions()))
    yield game


def texts(*masks):
    return {card_text(card) for mask in masks for card in mask_cards(int(mask))}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_shows_the_cards_the_seat_knows_and_no_others(players):
    """R13: own hand, cards played, the talon and the gifts it has seen."""
    for game in positions(players=players):
        for seat in range(players):
            view = game.view(seat)
            known = texts(view.hand, view.talon_seen, *view.played)
            known |= {card_text(int(card)) for card in view.gifts if card >= 0}
            text = render.render_view(view, game.rules)
            assert {*CARD.findall(text)} <= known
            assert mask_text(int(view.hand)) in text


def test_a_view_hides_the_hand_before_the_dark_decision():
    table = {"score": [300, 300, 300]}
    game = te.Game(te.rules("thousand", "classic"), seed=1, table=table, dealer=2)
    assert game.phase == "dark"
    text = render.render_view(game.view(0), game.rules)
    assert "(not seen yet)" in text and not CARD.findall(text)
    assert CARD.findall(render.render_view(game.view(1), game.rules))


def test_a_view_tells_the_table_the_bids_and_the_trick():
    table = {"score": [300, 120, 880], "bolts": [0, 2, 0], "barrel_deals_used": [None, None, 1]}
    rules = te.rules("thousand", "online", concede="off", redeal_weak_talon=0, redeal_talon_nines=0)
    game = te.Game(rules, table=table, dealer=2, seed=None)
    hands = ["AS TS KS QS JS 9S AC", "TC KC QC JC 9C AD TD", "KD QD JD 9D AH TH KH"]
    game.deal(hands, "9H JH QH")
    for action in ["bid 105", "pass", "pass", "give 9H", "give JH", "keep", "play TC"]:
        game.apply(action)
    assert render.render_view(game.view(0), rules, ["Anna", "Boris", "Vera"]) == (
        "deal 1, dealt by Vera; play: Vera to move\n"
        "         score       bid  tricks  points  hand\n"
        "  Anna     300  100 pass       0       0  AS TS KS QS JS 9S AC JH\n"
        "  Boris  120··       105       0       0\n"
        "> Vera   (880)      pass       0       0\n"
        "talon: QH JH 9H\n"
        "contract 105 by Boris\n"
        "given: JH to Anna\n"
        "trick: Boris TC"
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_onlookers_see_all_hands(players):
    for game in positions(players=players, steps=120):
        text = render.render_state(game.state, game.rules)
        hands = texts(*game.state.hand[:players])
        assert hands <= {*CARD.findall(text)}
        assert all(f"player_{seat}" in text for seat in range(players))


def test_the_dealer_of_four_sits_out():
    game = te.Game(te.rules("thousand", "classic", players=4), seed=0, dealer=2)
    line = next(
        x for x in render.render_state(game.state, game.rules).splitlines() if "player_2" in x[:10]
    )
    assert "sits out" in line and not CARD.findall(line)


def test_the_end_of_a_match_names_the_winner():
    game = te.Game(te.rules("thousand", "polish"), seed=0, table={"score": [990, 990, 990]})
    rng = random.Random(0)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()))
    assert f"won by player_{game.winner}" in render.render_state(game.state, game.rules)


def result(kind, score, bolts=(0, 0, 0), barrel=(None, None, None)):
    table = {"score": score, "barrel_deals_used": barrel}
    return {"kind": kind, "table": table, "bolts": bolts}


def test_score_sheet_is_kept_as_players_keep_it():
    start = {"score": [0, 0, 0], "barrel_deals_used": [None, None, None]}
    results = [
        result("golden", [240, 30, -15]),
        result("redealt", [240, 30, -15]),
        result("ordinary", [340, 30, 45], bolts=(0, 1, 0)),
        result("dark", [880, 30, 85], bolts=(0, 2, 0), barrel=(0, None, None)),
        result("ordinary", [1005, 60, 85]),
    ]
    assert render.score_sheet(["Anna", "Boris", "Vera"], results, start) == (
        "            Anna  Boris    Vera\n"
        "1  golden    240     30     -15\n"
        "2            340     30·     45\n"
        "3  dark    (880)     30··    85\n"
        "4           1005     60      85"
    )


def test_score_sheet_of_a_match_that_goes_on_begins_with_its_table():
    start = {"score": [300, 880, 0], "barrel_deals_used": [None, 1, None]}
    sheet = render.score_sheet(["A", "B", "C"], [result("ordinary", [305, 760, 15])], start)
    assert sheet.splitlines()[1].split() == ["start", "300", "(880)", "0"]


def test_score_sheet_of_a_played_match_has_a_line_a_played_deal():
    game = [*positions(seed=2, steps=600)][-1]
    played = [r for r in game.results if r["kind"] != "redealt"]
    lines = render.score_sheet(["A", "B", "C"], game.results, game.start).splitlines()
    assert len(lines) == 1 + len(played) > 5
    scores = [int(x.strip("()·")) for x in lines[-1].split()[-3:]]
    assert scores == game.results[-1]["table"]["score"]


@pytest.mark.parametrize("with_rich", [True, False])
def test_show_prints_the_text_with_and_without_rich(monkeypatch, capsys, with_rich):
    if with_rich:
        pytest.importorskip("rich")
    else:
        monkeypatch.setitem(sys.modules, "rich.console", None)
    text = "hand  AS TH [9D]\n" + "x" * 200
    show(text)
    assert capsys.readouterr().out == text + "\n"
