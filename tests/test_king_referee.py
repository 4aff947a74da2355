"""The referee of King against the rules page (K1..K13) and its own invariants."""

import copy
import random
from collections import Counter
from itertools import pairwise, product

import pytest

from tests.referee.king import IllegalMove, Referee, Rules
from tests.referee.king import selfcheck as check
from tests.referee.king.cards import RANKS, pack, strength
from tests.referee.king.positions import (
    all_tricks_to_first_hand,
    apply_all,
    at_deal,
    finish_trick,
)
from tests.referee.king.randoms import choose, other_world, random_deal, random_options
from tests.referee.king.scoring import heart_value, trick_points, written
from tests.referee.king.selfcheck import play_deal, play_game
from tests.referee.king.tricks import best_card

PENALTIES = {4: (260, 260, 240, 240, 150, 150), 3: (255, 260, 240, 240, 140, 140)}  # K3
FULL = {4: 1300, 3: 1275}
ROUND = {4: 325, 3: 425}  # K8: one deal with trumps


# ---- K1, K2


@pytest.mark.parametrize(
    ("players", "joker", "size", "missing"),
    [(4, False, 52, ""), (3, False, 51, "2C"), (4, True, 52, "2C"), (3, True, 51, "2C 3C")],
)
def test_k1_k10_pack(players, joker, size, missing):
    cards = pack(players, joker)
    assert len(cards) == size and ("XX" in cards) == joker
    assert not cards & set(missing.split())
    ranks = Counter(card[0] for card in cards)
    assert (ranks["Q"], ranks["K"], ranks["J"]) == (4, 4, 4)


def test_k1_dealer_passes_clockwise_and_the_first_hand_begins():
    rng = random.Random(1)
    referee = Referee(dealer=2)
    while not referee.over:
        assert referee.dealer == (2 + referee.number) % 4
        play_deal(rng, referee)
        assert referee.current.history[0][0] == (referee.results[-1]["dealer"] + 1) % 4
    assert referee.number == 10 and referee.phase == "over" and not referee.needs_deal


@pytest.mark.parametrize("change", ["twice", "short", "foreign", "talon"])
def test_k1_a_wrong_pack_is_refused_and_changes_nothing(change):
    referee = Referee()
    hands, talon = random_deal(random.Random(3), referee)
    cards = hands[0].split()
    if change == "talon":
        talon, cards = cards[0], cards[1:]
    elif change == "short":
        cards = cards[1:]
    else:
        cards[0] = hands[1].split()[0] if change == "twice" else "XX"
    with pytest.raises(ValueError):
        referee.deal([cards, *hands[1:]], talon)
    assert referee.needs_deal and referee.current is None and referee.legal() == set()


def test_k1_a_given_pack_is_cut_from_seat_0():
    referee = Referee({"plus": ["auction"], "players": 3})
    referee.number = referee.plan.index("auction")
    cards = sorted(pack(3, False))
    referee.deal_pack(cards)
    assert referee.current.hands[1] == set(cards[16:32])
    assert referee.current.talon == set(cards[48:])


@pytest.mark.parametrize(
    ("cards", "led", "trump", "best"),
    [
        ("2S AH KS QS", "S", None, "KS"),
        ("2S AH KS QS", "S", "H", "AH"),
        ("2S 3H 4H AS", "S", "H", "4H"),
        ("2S AH AD AC", "S", None, "2S"),
        ("TS JS 9S", "S", "D", "JS"),
        ("2S XX AS KH", "S", None, "XX"),
        ("TH XX 9H", "H", None, "XX"),
        ("XX TH JH 2S", "H", None, "JH"),
    ],
)
def test_k2_k10_who_takes_the_trick(cards, led, trump, best):
    assert best_card(cards.split(), led, trump) == best


def test_k2_follow_suit_or_any_card():
    hands = {1: "AS", 2: "2S 3S", 3: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"}
    referee = apply_all(at_deal("no_tricks", hands), "play AS")
    assert {text[-1] for text in referee.legal()} == {"S"} and "play 2S" in referee.legal()
    referee.apply("play 2S")
    assert len(referee.legal()) == 13  # void


# ---- K3, K5


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("swap", [False, True])
def test_k3_penalties_of_every_misere_deal(players, swap):
    options = {"players": players, "swap_queens_and_men": swap}
    kinds = Referee(options).plan[:6]
    assert kinds[2:4] == (["no_men", "no_queens"] if swap else ["no_queens", "no_men"])
    assert sum(PENALTIES[players]) == FULL[players]
    for kind, penalty in zip(kinds, PENALTIES[players]):  # deals 3 and 4 both cost 240
        referee = all_tricks_to_first_hand(kind, **options)
        assert referee.totals[1] == sum(referee.totals) == -penalty


@pytest.mark.parametrize(
    ("kind", "cost"),
    [("no_tricks", 20), ("no_hearts", 40), ("no_queens", 60), ("no_men", 90), ("no_king", 150)],
)
def test_k3_costs_of_one_trick(kind, cost):
    referee = at_deal(kind, {1: "QC"})
    referee.current.tricks = [(2, ["KH", "JD", "JS", "QH"])]
    assert trick_points(referee.rules, referee.current) == [0, 0, -cost, 0]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("last", ["last", "last_two", "seventh_and_last"])
def test_k3_last_trick_variants(players, last):
    rng = random.Random(last)
    price = PENALTIES[players][5]
    for _ in range(10):
        referee = Referee({"players": players, "last": last})
        referee.number = 5
        play_deal(rng, referee)
        taken = [winner for winner, _ in referee.current.tricks]
        costly = {
            "last": taken[-1:],
            "last_two": taken[-2:],
            "seventh_and_last": [taken[6], taken[-1]],
        }
        counts = Counter(costly[last])
        each = price // sum(counts.values())
        assert referee.totals == [-each * counts[seat] for seat in range(players)]


@pytest.mark.parametrize("players", [3, 4])
def test_k5_robber_charges_everything_at_once(players):
    referee = all_tricks_to_first_hand("robber", players=players, robber=True)
    assert referee.totals[1] == sum(referee.totals) == -FULL[players]


# ---- K4


@pytest.mark.parametrize("kind", ["no_hearts", "no_king", "robber"])
def test_k4_no_heart_lead_while_another_suit_is_held(kind):
    referee = at_deal(kind, {1: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2C"}, robber=True)
    assert referee.legal() == {"play 2C"}
    hearts = at_deal(kind, {1: " ".join(rank + "H" for rank in RANKS)}, robber=True)
    assert len(hearts.legal()) == 13


@pytest.mark.parametrize("kind", ["no_tricks", "no_queens", "no_men", "no_last", "joker"])
def test_k4_k10_elsewhere_hearts_may_be_led(kind):
    referee = at_deal(kind, {1: "AH 3S"}, variant="joker" if kind == "joker" else "king")
    assert len(referee.legal()) == 13


@pytest.mark.parametrize("kind", ["no_king", "robber"])
@pytest.mark.parametrize("discard", ["free", "forced"])
def test_k4_forced_discard_when_void(kind, discard):
    hands = {1: "2S", 2: "KH AH " + " ".join(rank + "D" for rank in RANKS[:11])}
    referee = at_deal(kind, hands, robber=True, discard_king=discard)
    referee.apply("play 2S")
    legal = referee.legal()
    assert legal == {"play KH"} if discard == "forced" else len(legal) == 13


@pytest.mark.parametrize("discard", ["free", "forced"])
def test_k4_forced_under_the_ace_that_lies_already(discard):
    hearts = "QH JH TH 9H 8H 7H 6H 5H 4H 3H"
    referee = at_deal("no_king", {1: hearts, 2: "KH 2H", 3: "AH"}, discard_king=discard)
    referee.current.hands[1] = set(hearts.split())  # hearts only, so that he may lead one
    apply_all(referee, "play QH")
    assert referee.legal() == {"play KH", "play 2H"}  # the ace is not there yet
    referee.current.trick.append((3, "AH"))
    forced = {"play KH"}
    assert referee.legal() == (forced if discard == "forced" else forced | {"play 2H"})


@pytest.mark.parametrize("kind", ["no_hearts", "no_men", "no_tricks", "no_last"])
def test_k4_no_force_in_other_deals(kind):
    hands = {1: "2S", 2: "KH AH " + " ".join(rank + "D" for rank in RANKS[:11])}
    referee = apply_all(at_deal(kind, hands, discard_king="forced"), "play 2S")
    assert len(referee.legal()) == 13


# ---- K6, K7


@pytest.mark.parametrize(
    "options",
    [
        {"plus": []},
        {"plus": ["trump", "lottery"]},
        {"plus": "trump"},
        {"plus": ["skat"]},
        {"robber": True, "plus": ["trump"]},
        {"robber": True, "plus": ["trump", "lottery", "auction"]},
        {"variant": "joker", "plus": ["trump"]},
        {"variant": "joker", "robber": True},
        {"variant": "joker", "last": "last_two"},
        {"players": 2},
        {"preset": "modern"},
        {"robber": 1},
        {"lottery_start": "1"},
        {"lottery_start": 2, "players": 3},
        {"trumps": True},
    ],
)
def test_k6_k10_refused_options(options):
    with pytest.raises(ValueError):
        Rules(options)


def test_k6_defaults():
    assert Rules()["plus"] == ["trump"]
    assert Rules({"robber": True})["plus"] == ["lottery", "auction"]
    assert Rules({"variant": "joker"})["plus"] == []
    for players, preset in product((3, 4), ("classic", "balanced")):
        rules = Rules({"preset": preset, "players": players})
        assert Rules(dict(rules)) == rules
    assert len(Referee({"robber": True}).plan) == 7 + 1 + 4
    assert len(Referee({"robber": True, "players": 3, "lottery_deals": "each"}).plan) == 7 + 3 + 3


def test_k7_first_hand_names_trumps_and_leads():
    referee = at_deal("trump", {1: "2S", 2: "AH " + " ".join(rank + "D" for rank in RANKS[1:])})
    assert referee.legal() == {"trump S", "trump C", "trump D", "trump H"}
    apply_all(referee, "trump D", "play 2S")
    assert len(referee.legal()) == 13  # void: no duty to trump
    finish_trick(apply_all(referee, "play 3D"))
    assert referee.player == 2 and trick_points(referee.rules, referee.current) == [0, 0, 25, 0]


# ---- K8


def auction(**options) -> Referee:
    return at_deal("auction", plus=["auction"], **options)


def test_k8_sizes():
    for players, hand, talon, gifts in ((4, 12, 4, 3), (3, 16, 3, 2)):
        referee = auction(players=players)
        deal = referee.current
        assert [len(cards) for cards in deal.hands] == [hand] * players
        assert len(deal.talon) == talon
        referee.apply("keep")
        assert len(deal.hands[1]) == hand + talon
        for _ in range(gifts):
            assert referee.phase == "give" and referee.player == 1
            referee.apply(min(referee.legal()))
        assert [gift[1] for gift in deal.gifts] == [(2 + k) % players for k in range(gifts)]
        assert {len(cards) for cards in deal.hands} == {hand + 1}
        assert referee.phase == "trump" and referee.player == 1


def test_k8_bids_from_the_reserve_in_steps_of_five():
    referee = auction()
    assert referee.legal() == {"keep"} | {f"open {price}" for price in range(0, 401, 5)}
    referee.apply("open 150")
    assert referee.player == 2
    assert referee.legal() == {"pass"} | {f"bid {price}" for price in range(150, 401, 5)}
    apply_all(referee, "bid 160", "pass")
    assert referee.player == 0
    assert "bid 160" not in referee.legal() and "bid 165" in referee.legal()
    referee.apply("bid 400")
    assert referee.player == 2 and referee.legal() == {"pass"}
    referee.apply("pass")
    assert (referee.phase, referee.player, referee.current.seller) == ("give", 0, 1)
    referee.apply(min(referee.legal()))
    assert referee.current.gifts[0][:2] == (0, 1)  # the seller too gets a card


def test_k8_a_pass_is_final_and_an_open_sale_starts_at_five():
    referee = apply_all(auction(), "open 0")
    assert "bid 5" in referee.legal() and "bid 0" not in referee.legal()
    apply_all(referee, "pass", "bid 5", "pass")
    assert (referee.phase, referee.player, referee.current.bid) == ("give", 3, 5)


@pytest.mark.parametrize("players", [3, 4])
def test_k8_the_buyer_gives_names_trumps_and_leads(players):
    referee = apply_all(auction(players=players), "open 0", "bid 5", "pass")
    while referee.phase != "play":
        if referee.phase != "bid":
            assert referee.player == 2
        referee.apply("pass" if referee.phase == "bid" else min(referee.legal()))
    assert referee.player == 2 and referee.current.trump == "C"
    assert [gift[1] for gift in referee.current.gifts] == referee.current.others(2)


def test_k8_a_failed_reserve_is_lowered_or_played():
    referee = apply_all(auction(), "open 150", "pass", "pass", "pass")
    assert (referee.phase, referee.player) == ("open", 1)
    assert referee.legal() == {"keep"} | {f"open {price}" for price in range(0, 150, 5)}
    own = apply_all(copy.deepcopy(referee), "keep")
    assert (own.phase, own.player, own.current.seller) == ("give", 1, None)
    referee.apply("open 145")
    assert referee.player == 2 and "bid 145" in referee.legal()  # all are asked again
    apply_all(referee, "pass", "pass", "pass", "open 0", "pass", "pass")
    assert "bid 5" in referee.legal()
    referee.apply("pass")  # nobody wants it: his own play
    assert (referee.phase, referee.player, referee.current.seller) == ("give", 1, None)


@pytest.mark.parametrize(("price", "buyer"), [(125, 25), (200, -50)])
def test_k8_price_goes_from_buyer_to_seller(price, buyer):
    """The source's example, six tricks for 125, and a shortfall; seat 1 sells to seat 0."""
    referee = apply_all(auction(), "open 0", "pass", "pass", f"bid {price}")
    deal = referee.current
    deal.tricks = [(seat, []) for seat, count in enumerate((6, 2, 3, 2)) for _ in range(count)]
    points = written(referee.rules, deal)
    assert points == [buyer, price + 50, 75, 50] and sum(points) == 325


@pytest.mark.parametrize("players", [3, 4])
def test_k8_auction_deals_sum(players):
    rng = random.Random(players)
    sold = Counter()
    for _ in range(25):
        referee = Referee({"players": players, "plus": ["auction"]}, dealer=rng.randrange(players))
        referee.number = 6
        play_deal(rng, referee)
        result = referee.results[-1]
        points = [25 * tricks for tricks in result["tricks"]]
        if result["price"] is not None:
            points[result["declarer"]] -= result["price"]
            points[(result["dealer"] + 1) % players] += result["price"]
        sold[result["price"] is not None] += 1
        assert result["written"] == points and sum(points) == ROUND[players]
    assert sold[True] and sold[False]


# ---- K9


def test_k9_start_neighbours_and_pass():
    referee = at_deal("lottery", {2: "8S 9S TS 7S 8D"}, plus=["lottery"])
    referee.current.hands[1] = {"TS", "2H"}
    assert referee.legal() == {"pass"}  # no start card: the next begins
    referee.apply("pass")
    assert {"lay 8S", "lay 8D"} <= referee.legal() and "pass" not in referee.legal()
    referee.apply("lay 8S")
    referee.current.player = 2
    assert {"lay 9S", "lay 7S", "lay 8D"} <= referee.legal() and "lay TS" not in referee.legal()
    with pytest.raises(IllegalMove):
        referee.apply("pass")


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("deals", ["once", "each"])
@pytest.mark.parametrize("start", ["8", "A", "3"])
def test_k9_never_a_pass_when_a_card_can_be_laid(players, deals, start):
    prizes = {(4, "once"): (800, 500), (3, "once"): (700, 485), (4, "each"): (200, 125)}
    prizes[3, "each"] = (250, 175)
    options = {"plus": ["lottery"], "lottery_deals": deals, "lottery_start": start}
    rng = random.Random(f"{players} {deals} {start}")
    referee = Referee({"players": players, **options})
    referee.number = 6

    def look(game):
        assert game.legal() == check.expected_lays(game)
        assert game.player not in game.current.out and len(game.current.out) < 2

    while not referee.over:
        play_deal(rng, referee, look)
        result = referee.results[-1]
        first, second = result["out"]
        assert (result["written"][first], result["written"][second]) == prizes[players, deals]
        assert sum(result["written"]) == sum(prizes[players, deals])
    assert len(referee.results) == (1 if deals == "once" else players)


# ---- K10


def test_k10_joker_ranks_between_jack_and_ten_of_hearts():
    assert strength("TH") < strength("XX") < strength("JH")
    hearts = [card for card in pack(4, True) if card[1] == "H" or card == "XX"]
    assert sum(map(heart_value, hearts)) == 124
    assert [heart_value(card) for card in ("AH", "JH", "XX", "TH", "2H")] == [14, 11, 20, 10, 2]


def test_k10_joker_follows_hearts_and_is_thrown_when_void():
    referee = at_deal("joker", {1: "2S 2H", 2: "XX AS 5D"}, variant="joker")
    referee.current.hands[2] = {"XX", "AS", "5D"}  # no more, so that all is in sight
    plain = apply_all(copy.deepcopy(referee), "play 2S")
    assert plain.legal() == {"play AS"}  # he can follow
    heart = apply_all(copy.deepcopy(referee), "play 2H")
    assert heart.legal() == {"play XX"}  # it is a heart
    referee.current.hands[2] = {"XX", "5D"}
    apply_all(referee, "play 2S")
    assert referee.legal() == {"play XX", "play 5D"}
    finish_trick(apply_all(referee, "play XX"))
    assert referee.player == 2  # it takes the trick


def test_k10_a_led_joker_is_a_heart():
    referee = at_deal("joker", {1: "XX", 2: "2H AS", 3: "JH"}, variant="joker")
    referee.apply("play XX")
    assert referee.legal() >= {"play 2H"} and "play AS" not in referee.legal()


@pytest.mark.parametrize("players", [3, 4])
def test_k10_joker_game(players):
    def look(game):
        if not game.current.trick:
            assert len(game.legal()) == len(game.current.hands[game.player])  # any lead

    referee = play_game(random.Random(7), {"players": players, "variant": "joker"}, look)
    assert [sum(entry["written"]) for entry in referee.results] == [-124] * players


# ---- K11, K12

GAMES = [(plus, False) for plus in (["trump"], ["auction"], ["lottery"])]
GAMES += [(list(pair), True) for pair in product(("trump", "auction", "lottery"), repeat=2)]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("deals", ["once", "each"])
@pytest.mark.parametrize(("plus", "robber"), GAMES)
def test_k11_a_full_game_sums_to_zero_but_for_the_source_s_700(players, deals, plus, robber):
    options = {"players": players, "plus": plus, "robber": robber, "lottery_deals": deals}
    lotteries = plus.count("lottery") if deals == "once" and players == 3 else 0
    for preset in ("classic", "balanced") if lotteries else ("classic",):
        referee = play_game(random.Random(5), {**options, "preset": preset})
        minus = sum(sum(r["written"]) for r in referee.results if sum(r["written"]) < 0)
        assert minus == -FULL[players] * (1 + robber)  # 1300, 1275; 2600, 2550
        assert sum(referee.totals) == (-90 * lotteries if preset == "classic" else 0)


def test_k11_k12_equal_totals_share_the_place():
    referee = Referee()
    assert referee.places() is None and referee.winners() == []
    referee.number = len(referee.plan)
    referee.totals = [50, -200, 50, 100]
    assert referee.places() == [2, 4, 2, 1] and referee.winners() == [3]
    referee.totals = [100, -200, 0, 100]
    assert referee.places() == [1, 4, 3, 1] and referee.winners() == [0, 3]


@pytest.mark.parametrize("kind", ["no_hearts", "trump", "auction", "lottery"])
def test_k12_an_illegal_decision_changes_nothing(kind):
    robber = kind in ("auction", "lottery")
    referee = at_deal(kind, {}, robber=robber)
    before = copy.deepcopy((vars(referee.current), referee.totals, referee.number))
    held = min(referee.current.hands[2])
    wrong = ["", "pass!", "trump X", "open 3", "open 405", "bid 5"]
    for text in [*wrong, f"play {held}", f"lay {held}"]:
        with pytest.raises(IllegalMove):
            referee.apply(text)
    with pytest.raises(ValueError):
        referee.deal([[], [], [], []])
    assert before == (vars(referee.current), referee.totals, referee.number)


# ---- K13 and everything together


def test_k13_gifts_are_seen_by_giver_and_receiver_only():
    referee = apply_all(auction(), "keep")
    gifts = sorted(referee.current.hands[1])[:3]
    apply_all(referee, *[f"give {card}" for card in gifts], "trump H")
    shown = {seat: [text for _, text in referee.view(seat)["history"][1:4]] for seat in range(4)}
    real = [f"give {card}" for card in gifts]
    assert shown[1] == real
    assert shown[2] == [real[0], "give ??", "give ??"]
    assert shown[3] == ["give ??", real[1], "give ??"]
    assert shown[0] == ["give ??", "give ??", real[2]]
    assert referee.view(3)["gifts"] == [(1, 3, gifts[1])]
    assert referee.view(3)["talon"] == referee.current.talon
    assert referee.view(1)["legal"] and not referee.view(3)["legal"]


VIEWED = [
    {"discard_king": "forced", "robber": True, "plus": ["lottery", "auction"]},
    {"discard_king": "forced", "robber": True, "lottery_deals": "each", "players": 3},
    {"plus": ["trump"]},
    {"variant": "joker"},
    {"variant": "joker", "players": 3},
]


@pytest.mark.parametrize("options", VIEWED)
def test_k13_a_view_is_the_same_whatever_the_hidden_cards_are(options):
    rng = random.Random(11)
    seen = Counter()
    referee = Referee(options)
    while not referee.over:
        start, dealt = copy.deepcopy(referee), random_deal(rng, referee)
        stops = rng.sample(range(50), 4)
        referee.deal(*dealt)
        while referee.player is not None:
            if len(referee.current.history) in stops:
                compare_worlds(rng, start, dealt, referee, seen)
            referee.apply(choose(rng, referee.legal()))
    assert all(seen[kind] > 3 for kind in referee.plan), seen
    assert seen["gift"] > 3 or "auction" not in referee.plan


def compare_worlds(rng, start, dealt, referee, seen) -> None:
    deal = referee.current
    for seat in range(deal.seats):
        for _ in range(3):
            other = other_world(rng, start, dealt, seat, referee)
            if other is None:
                continue
            assert other.view(seat) == referee.view(seat)
            assert other.current.hands != deal.hands
            seen[deal.kind] += 1
            seen["gift"] += other.current.gifts != deal.gifts


def test_random_options_and_seeds_play_to_the_end():
    kinds = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        referee = play_game(rng, random_options(rng), check.check_position)
        kinds.update(referee.plan)
        assert sum(referee.totals) == check.expected_sum(referee.rules)
        lines = [entry["written"] for entry in referee.results]
        assert referee.totals == [sum(column) for column in zip(*lines)]
        assert referee.winners() and referee.player is None and referee.legal() == set()
        assert [entry["kind"] for entry in referee.results] == referee.plan
        dealers = [entry["dealer"] for entry in referee.results]
        assert all((one + 1) % len(lines[0]) == two for one, two in pairwise(dealers))
        with pytest.raises(IllegalMove):
            referee.apply("pass")
    assert len(kinds) == 11  # six misères, robber, trump, auction, lottery, joker
