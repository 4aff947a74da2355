"""King's core: against the independent referee, and rule by rule (K1 to K12)."""

import random
import sys
import time
from itertools import product

import pytest

from tests.king_crosscheck import cross_check
from tests.referee.king.positions import fill, suits_apart
from tests.referee.king.rules import Rules
from thousand_env.errors import IllegalActionError, TableError
from thousand_env.games.king import ACTION_TEXTS, action_text, parse_action, rules_from
from thousand_env.games.king.cards import RANKS
from thousand_env.games.king.game import Game
from thousand_env.games.king.rules import KINDS

MISERES = {4: (260, 260, 240, 240, 150, 150), 3: (255, 260, 240, 240, 140, 140)}  # K3
FULL = {4: 1300, 3: 1275}
ROUND = {4: 325, 3: 425}  # K7, K8
EVENTS = (*KINDS, "sales", "passes", "lowered")
CHUNKS, CHUNK = 50, 20_000  # the long run: 1,000,000 decisions, in pieces for several processes


def test_core_and_referee_agree_at_every_decision():
    seen = cross_check(seed=2, decisions=8_000, others=0.2)
    assert all(seen[event] for event in EVENTS), seen


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_core_and_referee_agree_in_a_long_run(chunk, capsys):
    start = time.perf_counter()
    seen = cross_check(seed=1000 + chunk, decisions=CHUNK, others=0.25)
    with capsys.disabled():
        print(
            f"King, cross-check {chunk + 1} of {CHUNKS}: {seen['decisions']:,} decisions, "
            f"{seen['views']:,} views, {seen['games']:,} games, {time.perf_counter() - start:.0f} s",
            file=sys.stderr,
            flush=True,
        )
    assert all(seen[event] for event in EVENTS), seen


def at_deal(kind, wanted=None, talon="", **options):
    """A game in its first deal of the kind; dealer 0, first hand seat 1."""
    rules = rules_from(options)
    game = Game(rules, seed=None, table={"deals": rules.plan.index(kind)}, dealer=0)
    hands, open_cards = fill(Rules(options), kind, wanted or {}, talon)
    game.deal([" ".join(hand) for hand in hands], " ".join(open_cards))
    return game


def apply_all(game, *texts):
    for text in texts:
        game.apply(text)
    return game


def play_out(game, rng, until=None):
    """Random decisions to the end of the deal, or of the game."""
    done = len(game.results)
    while not game.over and (until is None or len(game.results) < done + until):
        legal = game.legal()
        game.apply("pass" if "pass" in legal and rng.random() < 0.5 else rng.choice(legal))
    return game


# ---- K1, K2


@pytest.mark.parametrize("players", [3, 4])
def test_k1_the_deal_passes_clockwise_and_every_deal_uses_the_whole_pack(players):
    game = play_out(Game(rules_from({"players": players}), seed=3), random.Random(0))
    dealers = [result["dealer"] for result in game.results]
    assert dealers == [(game.first_dealer + k) % players for k in range(6 + players)]
    for deal in game.deals:
        cards = " ".join(deal["hands"]).split()
        assert len(cards) == len(set(cards)) == 51 + (players == 4)
        assert ("2C" in cards) == (players == 4)


def test_k1_the_same_seed_deals_the_same_cards():
    first, second, other = (Game(seed=seed, deck=deck) for seed, deck in ((5, 2), (5, 2), (5, 3)))
    assert first.deals == second.deals != other.deals


@pytest.mark.parametrize("change", ["twice", "short", "foreign", "open"])
def test_k1_wrong_cards_are_refused_and_change_nothing(change):
    game = Game(seed=None, dealer=0)
    hands, _ = fill(Rules(), "no_tricks", {})
    if change in ("short", "open"):
        hands[0] = hands[0][1:]
    else:
        hands[0][0] = hands[1][0] if change == "twice" else "XX"
    with pytest.raises(TableError):
        game.deal([" ".join(hand) for hand in hands], "2S" if change == "open" else "")
    assert game.needs_deal and not game.deals


def test_k2_follow_suit_else_any_card_and_no_duty_to_trump():
    hands = {1: "AS", 2: "2S 3S", 3: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"}
    game = apply_all(at_deal("trump", hands), "trump H", "play AS")
    assert {text[-1] for text in game.legal()} == {"S"}
    assert len(apply_all(game, "play 2S").legal()) == 13


# ---- K3, K5, K11


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("last", ["last", "last_two", "seventh_and_last"])
def test_k3_k5_penalties_of_every_deal(players, swap, last):
    options = {"players": players, "swap_queens_and_men": swap, "last": last, "robber": True}
    game = Game(rules_from(options), seed=1)
    play_out(game, random.Random(last), until=7)
    written = [sum(result["written"]) for result in game.results]
    assert written == [-cost for cost in MISERES[players]] + [-FULL[players]]
    kinds = [result["kind"] for result in game.results]
    order = ["no_queens", "no_men"]
    assert kinds[2:4] == (order[::-1] if swap else order) and kinds[6] == "robber"


@pytest.mark.parametrize(
    ("kind", "cost"),
    [("no_tricks", 20), ("no_hearts", 40), ("no_queens", 60), ("no_men", 90), ("no_king", 150)],
)
def test_k3_costs_of_one_trick(kind, cost):
    clubs = " ".join(rank + "C" for rank in RANKS)  # the others are void
    game = at_deal(kind, {1: clubs, 2: "KH", 3: "QH", 0: "JS"})
    apply_all(game, "play KC", "play KH", "play QH", "play JS")
    assert game.view(0).points.tolist() == [0, -cost, 0, 0]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("last", ["last_two", "seventh_and_last"])
def test_k3_the_costly_tricks_of_deal_6(players, last):
    game = at_deal("no_last", suits_apart(players), players=players, last=last)
    costs, tricks = [], {3: 17, 4: 13}[players]
    for _ in range(tricks * players):
        before, done = game._g.points[1], game._g.tricks_played
        game.apply(game.legal()[-1])  # seat 1 leads from the top and takes every trick
        if game.needs_deal or game._g.tricks_played > done:
            costs.append(int(before - game._g.points[1]))
    half = {3: 70, 4: 75}[players]
    costly = (tricks - 1, tricks) if last == "last_two" else (7, tricks)
    assert costs == [half if k + 1 in costly else 0 for k in range(tricks)]


ROUNDS = ["trump", "auction", "lottery"]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("plus", [[a] for a in ROUNDS] + [list(p) for p in product(ROUNDS, ROUNDS)])
def test_k11_a_whole_game_sums_to_zero_but_for_the_source(players, plus):
    for prizes, each in product(["source", "balanced"], ["once", "each"]):
        options = {"lottery_prizes": prizes, "lottery_deals": each, "robber": len(plus) == 2}
        rules = rules_from({"players": players, "plus": plus} | options)
        game = play_out(Game(rules, seed=len(plus)), random.Random(0))
        odd = players == 3 and (prizes, each) == ("source", "once")
        assert sum(game.table["totals"]) == -90 * odd * plus.count("lottery")
        for result in game.results[6 + (len(plus) == 2) :]:
            if result["kind"] != "lottery":
                assert sum(result["written"]) == ROUND[players]


def test_k11_k12_equal_totals_share_the_place():
    rules = rules_from({"variant": "joker"})
    game = Game(rules, seed=0, table={"totals": [-5, 7, 7, -9], "deals": 3})
    assert game.places == [3, 1, 1, 4] and game.winners == []


# ---- K4


@pytest.mark.parametrize("kind", ["no_hearts", "no_king", "robber"])
def test_k4_no_heart_lead_while_another_suit_is_held(kind):
    game = at_deal(kind, {1: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2C"}, robber=True)
    assert game.legal() == ["play 2C"]
    hearts = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    assert len(at_deal(kind, {1: hearts}, robber=True).legal()) == 13


@pytest.mark.parametrize("kind", ["no_tricks", "no_queens", "no_men", "no_last", "joker"])
def test_k4_k10_elsewhere_hearts_may_be_led(kind):
    assert (
        len(at_deal(kind, {1: "AH 3S"}, variant="joker" if kind == "joker" else "king").legal())
        == 13
    )


@pytest.mark.parametrize("kind", KINDS[:7])
@pytest.mark.parametrize("discard", ["free", "forced"])
def test_k4_the_king_of_hearts_is_thrown_when_void(kind, discard):
    hands = {1: "2S", 2: "KH AH AD KD QD JD TD 9D 8D 7D 6D 5D 4D"}
    game = apply_all(at_deal(kind, hands, robber=True, discard_king=discard), "play 2S")
    forced = discard == "forced" and kind in ("no_king", "robber")
    assert game.legal() == ["play KH"] if forced else len(game.legal()) == 13


HEARTS_BEHIND_SPADES = "AS KS QS QH JH TH 9H 8H 7H 6H 5H 4H 3H"  # after three tricks hearts only


@pytest.mark.parametrize("discard", ["free", "forced"])
@pytest.mark.parametrize(("king", "ace"), [(0, 3), (2, 3)])
def test_k4_the_king_of_hearts_goes_under_the_ace_that_lies_already(discard, king, ace):
    spades = {2: "JS TS 9S", 3: "8S 7S 6S", 0: "5S 4S 3S"}
    hands = {1: HEARTS_BEHIND_SPADES} | spades
    hands[king] += " KH 2H"
    hands[ace] += " AH"
    game = at_deal("no_king", hands, discard_king=discard)
    for _ in range(12):
        game.apply(max(game.legal(), key=lambda text: text[-1] == "S"))
    game.apply("play QH")
    while game.player != king:
        game.apply(game.legal()[-1])
    forced = discard == "forced" and king == 0  # seat 2 plays before the ace
    assert game.legal() == (["play KH"] if forced else ["play 2H", "play KH"])


def test_an_illegal_action_says_what_is_legal_and_changes_nothing():
    game = at_deal("no_tricks", {1: "AS"})
    before = game.state
    with pytest.raises(IllegalActionError, match=r"trump S.*by player 1 in phase 'play'.*play AS"):
        game.apply("trump S")
    assert game.state == before


# ---- K12


def test_k12_texts_and_numbers_are_one_to_one():
    assert len(set(ACTION_TEXTS)) == len(ACTION_TEXTS) == 324
    assert all(parse_action(action_text(k)) == k for k in range(len(ACTION_TEXTS)))
    same = {"play 10♥": "play TH", "LAY 8s": "lay 8S", "Play xx": "play XX", "trump s": "trump S"}
    assert all(parse_action(text) == parse_action(form) for text, form in same.items())
