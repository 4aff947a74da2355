"""Bochki's core: against the independent referee, and rule by rule (B1 to B10)."""

import random
import sys
import time

import pytest

from tests.bochki_crosscheck import cross_check
from tests.bochki_games import alone, run, scores, side_by_side
from thousand_env.errors import ActionError, IllegalActionError, TableError
from thousand_env.games.bochki import ACTION_TEXTS, Game, action_text, parse_action, rules

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
