"""King as text: the table, what a seat knows of it, the score sheet."""

import random
import re

import pytest

from thousand_env.drawing.theme import Style
from thousand_env.games.king import picture
from thousand_env.games.king.cards import mask_text
from thousand_env.games.king.game import Game
from thousand_env.games.king.render import render_state, render_view, score_sheet, worth
from thousand_env.games.king.rules import KINDS, rules

NAMES = ["Anna", "Boris", "Vera", "Zoë"]
CARD = re.compile(r"\b(?:[2-9TJQKA][SCDH]|XX)\b")
HANDS = [
    "KS 9S AC KC JC AD KD QD JD AH KH QH",
    "QS JS TS QC TC 9C TD 9D 8D JH TH 9H",
    "8S 7S 6S 8C 7C 6C 7D 6D 5D 8H 7H 6H",
    "5S 4S 3S 5C 4C 3C 4D 3D 2D 5H 4H 3H",
]
OPEN_CARDS = "AS 2S 2C 2H"


def sale():
    """The first auction deal: Zoë deals, Anna owns the open cards."""
    game = Game(rules(plus=["auction"]), seed=None, table={"deals": 6}, dealer=3)
    game.deal(HANDS, OPEN_CARDS)
    return game


def apply_all(game, *actions):
    for action in actions:
        game.apply(action)
    return game


def test_a_sale_is_told_with_its_reserve_and_bids():
    game = apply_all(sale(), "open 50", "bid 60", "pass")
    assert render_state(game.state, game.rules, NAMES) == (
        "deal 7 of 10, auction: a trick brings 25\n"
        "dealt by Zoë; bid: Zoë to move\n"
        "         total   bid  tricks  points  hand\n"
        "  Anna       0             0       0  KS 9S AC KC JC AD KD QD JD AH KH QH\n"
        "  Boris      0    60       0       0  QS JS TS QC TC 9C TD 9D 8D JH TH 9H\n"
        "  Vera       0  pass       0       0  8S 7S 6S 8C 7C 6C 7D 6D 5D 8H 7H 6H\n"
        "> Zoë        0             0       0  5S 4S 3S 5C 4C 3C 4D 3D 2D 5H 4H 3H\n"
        "open cards: AS 2S 2C 2H\n"
        "offered for 50"
    )


def test_a_view_tells_gifts_to_giver_and_receiver_only():
    game = apply_all(
        sale(), "open 0", "bid 60", "pass", "pass", "give 2S", "give 2C", "give 2H", "trump S"
    )
    game.apply("play AS")
    texts = [render_view(game.view(seat), game.rules, NAMES) for seat in range(4)]
    assert "given: 2H to Anna, 2S to Vera, 2C to Zoë" in texts[1]
    assert "given: 2H to Anna" in texts[0] and "given: 2S to Vera" in texts[2]
    for text in texts:
        assert "offered for any price\ndeclarer Boris, trump spades\n" in text
        assert text.endswith("trick: Boris AS")


@pytest.mark.parametrize(
    "options", [{"robber": True}, {"players": 3, "variant": "joker"}, {"plus": ["lottery"]}]
)
def test_a_view_shows_the_cards_the_seat_knows_and_no_others(options):
    """K13: own hand, open cards, gifts seen, cards played."""
    game, rng = Game(rules(**options), seed=4), random.Random(4)
    for _ in range(250):
        if game.over:
            break
        for seat in range(game.rules.players):
            view = game.view(seat)
            known = int(view.hand) | int(view.talon)
            for mask in view.played:
                known |= int(mask)
            known |= sum(1 << int(card) for card in view.gifts if card >= 0)
            text = render_view(view, game.rules)
            assert {*CARD.findall(text)} <= {*mask_text(known).split()}
            assert mask_text(int(view.hand)) in text
        game.apply(rng.choice(game.legal()))


PENALTIES = (  # K3, K5: what all pieces of a deal come to
    ("no_tricks", r"a trick costs (\d+)", lambda cards: cards),
    ("no_hearts", r"a heart costs (\d+)", lambda cards: 13),
    ("no_queens", r"a queen costs (\d+)", lambda cards: 4),
    ("no_men", r"a king or jack costs (\d+)", lambda cards: 8),
    ("no_king", r"the king of hearts costs (\d+)", lambda cards: 1),
    ("no_last", r"the last trick costs? (\d+)", lambda cards: 1),
)


@pytest.mark.parametrize(("players", "cards", "total"), [(4, 13, 1300), (3, 17, 1275)])
@pytest.mark.parametrize("last", ["last", "last_two", "seventh_and_last"])
def test_the_text_says_what_a_deal_costs(players, cards, total, last):
    """K3: the pieces told sum to the deals' totals; K5: the robber tells all of them."""
    rule_set, cost, told = rules(players=players, last=last), 0, []
    for kind, pattern, pieces in PENALTIES:
        told.append(worth(KINDS.index(kind), rule_set))
        each = int(re.search(pattern, told[-1])[1])
        cost += each * (2 if told[-1].endswith(" each") else pieces(cards))
    assert cost == total
    assert worth(KINDS.index("robber"), rule_set) == ", ".join(told)


def test_the_text_says_what_a_deal_brings():
    """K7 to K10."""
    for players, once in ((4, "800, the second 500"), (3, "700, the second 485")):
        rule_set = rules(players=players, plus=["lottery"])
        assert worth(KINDS.index("lottery"), rule_set) == f"the first out gets {once}"
    game = Game(rules(variant="joker"), seed=1)
    first = render_state(game.state, game.rules).splitlines()[0]
    assert first == "deal 1 of 4, joker: a heart costs its rank, 2 to 14, the joker 20"


def shown_at_the_end_of(kind, **options):
    """The picture's parts after the last decision of a deal: title, dealer, rows, piles, notes."""
    game, rng = Game(rules(plus=["lottery"], **options), seed=2), random.Random(3)
    while not game.results or game.results[-1]["kind"] != kind:
        dealer = game.dealer
        game.apply(rng.choice(game.legal()))
    again = Game(game.rules, seed=None, table=game.start, dealer=game.first_dealer)
    for deal in game.deals[: len(game.results)]:
        again.deal(deal["hands"], deal["talon"])
        apply_all(again, *deal["actions"])
    assert again.needs_deal or again.over
    hands = [()] * game.rules.players
    return game, dealer, picture._table(again.state, again.rules, None, Style(), hands, "")


def test_the_picture_of_a_finished_deal_is_headed_by_that_deal():
    game, dealer, table = shown_at_the_end_of("no_hearts")
    assert table.title == "Deal 2/7 · no hearts" and table.status == f"Dealer: player_{dealer}"
    assert table.dealer == dealer and table.to_move is None
    written = [f"{points:+}" for points in game.results[1]["written"]]
    assert [note for seat in table.seats for note in seat.notes] == written
    (last,) = table.piles
    plays = [action.split()[1] for action in game.deals[1]["actions"]]
    assert last.label == "last trick" and [*last.cards] == plays[-4:]


def test_the_picture_of_a_finished_lottery_keeps_what_was_laid():
    game, _, table = shown_at_the_end_of("lottery")
    laid = {action.split()[1] for action in game.deals[6]["actions"] if action != "pass"}
    assert {card for row in table.rows for card in row if card} == laid and len(laid) > 26


def test_the_picture_before_the_first_deal_tells_no_result():
    game = Game(rules(), seed=None, table={"deals": 4}, dealer=1)
    table = picture._table(game.state, game.rules, None, Style(), [()] * 4, "")
    assert table.title == "Deal 5/10 · no king" and table.dealer == 1
    assert not table.piles and not any(seat.notes for seat in table.seats)


def test_the_lottery_is_told_by_suit():
    game, rng = Game(rules(plus=["lottery"]), seed=2, table={"deals": 6}), random.Random(2)
    for _ in range(20):
        game.apply(rng.choice(game.legal()))
    lines = render_state(game.state, game.rules).splitlines()
    told = {line.split(":")[0]: CARD.findall(line) for line in lines if "s: " in line[:10]}
    laid = 0
    for mask in game.state.played:
        laid |= int(mask)
    assert sum(map(len, told.values())) == laid.bit_count() > 8
    for suit, cards in told.items():
        ranks = ["23456789TJQKA".index(card[0]) for card in cards]
        assert ranks == [*range(ranks[0], ranks[0] + len(ranks))], suit


def test_the_end_names_all_who_share_the_highest_total():
    game, rng = Game(rules(), seed=0), random.Random(0)
    while not game.over:
        game.apply(rng.choice(game.legal()))
    first = render_state(game.state, game.rules, NAMES).splitlines()[0]
    winners = " and ".join(NAMES[seat] for seat in game.winners)
    assert first == f"game over after 10 deals, won by {winners}"


def test_score_sheet_has_a_line_a_deal_and_the_totals():
    def result(kind, written, totals):
        return {"kind": kind, "written": written, "totals": totals}

    results = [
        result("no_tricks", [-40, -140, -80], [-40, -140, -80]),
        result("trump", [200, 0, 225], [160, -140, 145]),
    ]
    start = {"totals": [0, 0, 0], "deals": 0}
    assert score_sheet(["Anna", "Boris", "Vera"], results, start) == (
        "              Anna  Boris  Vera\n"
        "1  no tricks   -40   -140   -80\n"
        "2  trump       200      0   225\n"
        "   total       160   -140   145"
    )


def test_score_sheet_of_a_game_that_goes_on_begins_with_its_table():
    start = {"totals": [10, -20, 10], "deals": 3}
    lines = score_sheet(["A", "B", "C"], [], start).splitlines()
    assert lines[1].split() == ["start", "10", "-20", "10"]
    assert lines[-1].split() == ["total", "10", "-20", "10"]
