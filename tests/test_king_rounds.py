"""King's options, plus rounds and joker, rule by rule (K6 to K10)."""

import random
import re
from pathlib import Path

import pytest

from tests.referee.king.randoms import random_options
from tests.test_king_core import apply_all, at_deal, play_out
from thousand_env.errors import RulesError
from thousand_env.games import king
from thousand_env.games.king import PRESETS, load_rules, rules, rules_from
from thousand_env.games.king.cards import HEARTS, RANKS, beats, mask_cards, mask_text, parse_card
from thousand_env.games.king.game import Game

# ---- K6, K10: options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"plus": []}, "exactly one round"),
        ({"plus": ["trump", "lottery"]}, "exactly one round, two with robber"),
        ({"plus": "trump"}, "a list of trump, auction, lottery"),
        ({"plus": ["skat"]}, "a list of trump"),
        ({"plus": [["trump"]]}, "a list of trump"),
        ({"robber": True, "plus": ["trump"]}, "two with robber"),
        ({"variant": "joker", "plus": ["trump"]}, r"plus = \[\], robber = false"),
        ({"variant": "joker", "robber": True}, "variant = joker"),
        ({"variant": "joker", "last": "last_two"}, "variant = joker"),
        ({"players": 2}, "3 to 4"),
        ({"preset": "modern"}, "presets: classic, balanced"),
        ({"robber": 1}, "true | false"),
        ({"lottery_start": "1"}, "2 | 3"),
        ({"lottery_start": 2, "players": 3}, "three play without 2C"),
        ({"trumps": True}, "unknown option 'trumps'"),
    ],
)
def test_k6_k10_refused_options_say_what_is_allowed(options, message):
    with pytest.raises(RulesError, match=message):
        rules_from(options)


def test_k6_plus_left_out_goes_by_the_other_options():
    assert rules().plus == ("trump",) and rules(variant="joker").plus == ()
    assert rules(robber=True).plus == ("lottery", "auction")
    assert rules(lottery_start=10) == rules(lottery_start="T")
    assert rules(robber=True, players=3, lottery_deals="each").plan[6:] == [
        "robber", *["lottery"] * 3, *["auction"] * 3
    ]  # fmt: skip


def test_rules_are_written_and_read_back(tmp_path):
    rng = random.Random(1)
    for _ in range(200):
        made = rules_from(random_options(rng))
        assert made == rules_from(made.as_dict()) == rules_from(made.short())
        assert made.hash == rules_from(made.short()).hash and made.short()["preset"] in PRESETS
    path = tmp_path / "house.toml"
    path.write_text('players = 3\nplus = ["lottery"]\nlottery_start = 10\n')
    assert load_rules(path) == rules(players=3, plus=["lottery"], lottery_start="T")
    assert "lottery_start" in str(load_rules(path))


def test_the_rules_page_has_every_option_with_its_default():
    page = Path(king.__file__).with_name("RULES.md").read_text(encoding="utf-8")
    for name, value in rules().as_dict().items():
        default = value[0] if name == "plus" else str(value).lower()
        assert re.search(rf"`{name}` \[{default}\b", page), name
    assert re.findall(r"^## (K\d+) ", page, re.MULTILINE) == [f"K{k}" for k in range(1, 14)]


# ---- K7, K8


def test_k7_the_first_hand_names_trumps_and_leads():
    game = at_deal("trump", {1: "2S"})
    assert game.player == 1 and game.legal() == ["trump S", "trump C", "trump D", "trump H"]
    assert apply_all(game, "trump D").player == 1 and game.phase == "play"


def auction(**options):
    return at_deal("auction", plus=["auction"], **options)


@pytest.mark.parametrize(("players", "each", "talon"), [(3, 16, 3), (4, 12, 4)])
def test_k8_owner_keeps_gives_one_card_to_each_and_leads(players, each, talon):
    game = auction(players=players)
    assert game.view(0).hand_size[:players].tolist() == [each] * players
    assert len(mask_cards(int(game.view(0).talon))) == talon  # open to all
    game.apply("keep")
    for receiver in (2, 3 % players, 0)[: players - 1]:
        assert (game.phase, game.player) == ("give", 1)
        game.apply(game.legal()[0])
        assert game.view(1).gifts[receiver] == game.view(receiver).gifts[receiver] >= 0
    assert game.view(0).hand_size[:players].tolist() == [each + 1] * players
    assert game.phase == "trump" and apply_all(game, "trump C").player == 1


def test_k8_bids_from_the_reserve_in_fives_to_400():
    game = auction()
    assert game.legal() == ["keep", *(f"open {price}" for price in range(0, 401, 5))]
    game.apply("open 150")
    assert game.player == 2
    assert game.legal() == ["pass", *(f"bid {price}" for price in range(150, 401, 5))]
    apply_all(game, "bid 160", "pass")
    assert game.legal() == ["pass", *(f"bid {price}" for price in range(165, 401, 5))]
    game.apply("bid 400")
    assert (game.player, game.legal()) == (2, ["pass"])
    assert (apply_all(game, "pass").phase, game.player) == ("give", 0)


def test_k8_an_open_sale_starts_at_five_and_a_pass_is_final():
    game = apply_all(auction(), "open 0")
    assert game.legal()[:2] == ["pass", "bid 5"]
    apply_all(game, "pass", "bid 5", "pass")
    assert (game.phase, game.player) == ("give", 3)


def test_k8_the_last_one_left_is_asked_while_there_is_no_bid():
    game = apply_all(auction(), "open 100", "pass", "pass")
    assert (game.phase, game.player, game.legal()[1]) == ("bid", 0, "bid 100")
    assert (apply_all(game, "bid 100").phase, game.player) == ("give", 0)


def test_k8_a_reserve_that_fails_is_lowered_or_played():
    game = apply_all(auction(), "open 150", "pass", "pass", "pass")
    assert (game.phase, game.player) == ("open", 1)
    assert game.legal() == ["keep", *(f"open {price}" for price in range(0, 150, 5))]
    apply_all(game, "open 5", "pass", "pass", "pass")
    assert game.legal() == ["keep", "open 0"]
    apply_all(game, "open 0", "pass", "pass")
    assert game.legal()[:2] == ["pass", "bid 5"]  # all are asked again
    assert (apply_all(game, "pass").phase, game.player) == ("give", 1)  # unsold: his own play


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("price", [5, 150, 400])
def test_k8_the_price_goes_from_buyer_to_seller_and_the_deal_sums(players, price):
    game = apply_all(auction(players=players), f"open {price}", f"bid {price}")
    apply_all(game, *["pass"] * (players - 2))
    play_out(game, random.Random(price), until=1)
    result = game.results[0]
    points = [25 * tricks for tricks in result["tricks"]]
    points[1] += price
    points[2] -= price  # a shortfall is inside the price, not paid twice
    assert (result["written"], result["declarer"], result["price"]) == (points, 2, price)
    assert sum(points) == {3: 425, 4: 325}[players]


# ---- K9


def test_k9_suits_start_at_one_rank_and_grow_both_ways():
    game = at_deal("lottery", {1: "8S 8H 9S TS 7S", 2: "2S"}, plus=["lottery"])
    assert game.legal() == ["lay 8S", "lay 8H"]
    game.apply("lay 8S")
    while game.player != 1:
        game.apply(game.legal()[0])
    assert {"lay 7S", "lay 9S", "lay 8H"} <= set(game.legal()) and "lay TS" not in game.legal()


def test_k9_a_first_hand_without_a_start_card_passes():
    game = at_deal("lottery", {2: "8S 8C 8D 8H"}, plus=["lottery"])
    assert game.legal() == ["pass"]
    assert game.view(2).hand != 0 and apply_all(game, "pass").player == 2
    shown = mask_text(int(game.view(0).lacks[1]))
    assert shown == "8S 8C 8D 8H"  # K13


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("deals", ["once", "each"])
@pytest.mark.parametrize("start", ["8", "3", "A"])
def test_k9_no_pass_while_a_card_can_be_laid_and_prizes(players, deals, start):
    options = {"players": players, "plus": ["lottery"], "lottery_deals": deals}
    made = rules_from(options | {"lottery_start": start})
    game = Game(made, seed=7, table={"deals": 6})
    rng = random.Random(7)
    laid, holders = set(), {seat: set() for seat in range(players)}
    for seat, hand in enumerate(game.deals[0]["hands"]):
        holders[seat] = set(hand.split())
    order = []
    while not game.results:
        seat = game.player
        fits = {card for card in holders[seat] if _fits(card, laid, start)}
        assert set(game.legal()) == ({f"lay {card}" for card in fits} or {"pass"})
        text = rng.choice(game.legal())
        game.apply(text)
        laid |= {text[4:]} - {""}
        holders[seat].discard(text[4:])
        order += [seat] if not holders[seat] else []
    prizes = {(4, "once"): (800, 500), (4, "each"): (200, 125)}
    prizes |= {(3, "once"): (700, 485), (3, "each"): (250, 175)}
    written = [0] * players
    written[order[0]], written[order[1]] = prizes[players, deals]
    assert len(order) == 2 and game.results[0]["out"] == order
    assert game.results[0]["written"] == written


def _fits(card, laid, start):
    rank = RANKS.index(card[0])
    beside = {RANKS[k] + card[1] for k in (rank - 1, rank + 1) if 0 <= k < 13}
    return card[0] == start or bool(beside & laid)


# ---- K10


def test_k10_the_joker_ranks_between_ten_and_jack_of_hearts():
    assert mask_text(HEARTS) == "AH KH QH JH XX TH 9H 8H 7H 6H 5H 4H 3H 2H"
    hearts = [parse_card(text) for text in mask_text(HEARTS).split()]
    for k, better in enumerate(hearts):
        for worse in hearts[k + 1 :]:
            assert beats(better, worse, 3, -1) and not beats(worse, better, 3, -1)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("thrown", ["AH", "TH"])
def test_k10_the_joker_takes_a_plain_trick_from_the_ace_of_hearts_too(players, thrown):
    spades = " ".join(rank + "S" for rank in RANKS)
    hands = {1: spades, 2: "XX", 3 % players: thrown}  # seat 1 leads, the others are void
    if players == 3:
        hands[1] += " AC KC QC JC"
    game = apply_all(at_deal("joker", hands, variant="joker", players=players), "play 2S")
    apply_all(game, "play XX", f"play {thrown}")
    if players == 4:
        game.apply(game.legal()[0])  # no heart: the lowest club or diamond
    assert game.player == 2 and game.view(0).tricks[2] == 1
    assert game.view(0).points[2] == -20 - {"AH": 14, "TH": 10}[thrown]


def test_k10_who_can_follow_may_not_play_the_joker_but_a_heart_led_asks_for_it():
    hands = {1: "AS KS", 2: "XX 2S", 3: "AH KH"}
    game = apply_all(at_deal("joker", hands, variant="joker"), "play AS")
    assert "play 2S" in game.legal() and "play XX" not in game.legal()
    hands = {1: "2H", 2: "XX AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D"}
    assert apply_all(at_deal("joker", hands, variant="joker"), "play 2H").legal() == ["play XX"]


@pytest.mark.parametrize("players", [3, 4])
def test_k10_every_deal_costs_124(players):
    game = play_out(Game(rules(variant="joker", players=players), seed=2), random.Random(2))
    assert [sum(result["written"]) for result in game.results] == [-124] * players
    cards = " ".join(game.deals[0]["hands"]).split()
    assert "XX" in cards and "2C" not in cards and ("3C" in cards) == (players == 4)


def test_k10_what_each_heart_costs():
    hands = {1: "AH", 2: "XX AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D", 3: "JH", 0: "TH"}
    game = apply_all(at_deal("joker", hands, variant="joker"), "play AH", "play XX")
    apply_all(game, "play JH", "play TH")
    assert game.view(0).points.tolist() == [0, -(14 + 20 + 11 + 10), 0, 0]
    assert parse_card("xx") == parse_card("XX")
