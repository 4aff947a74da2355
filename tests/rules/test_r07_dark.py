"""R7: the dark."""

import pytest

from tests.rules.helpers import (
    LOST,
    LOST_GIFTS,
    SWEEP,
    SWEEP_GIFTS,
    barrel,
    bids,
    do,
    finish,
    golden_game,
    last_trick,
    lay,
    log_of,
    new_game,
    play_tricks,
    seen_hand,
    seen_talon,
)

DARK = "dark, pass, pass"
# Second hand: no marriage.  Third hand: hearts.  First hand: spades and clubs.
PACK = ("KS QS KC QC AS AC 9S", "TS JS TC JC AD TD KD", "KH QH AH TH QD JD 9H", "JH 9C 9D")


def dark_game(score=240, **options):
    """The first hand has the score for a dark."""
    return new_game({"score": [score, 0, 0]}, **options)


@pytest.mark.parametrize(
    ("score", "least", "offered"), [(240, 240, 1), (235, 240, 0), (235, 235, 1)]
)
def test_r7_1_offered_from_240_on(score, least, offered):
    game = lay(dark_game(score, dark_min_score=least), *PACK)
    assert (game.phase == "dark") is bool(offered)


def test_r7_1_only_to_the_first_hand():
    assert lay(new_game({"score": [0, 500, 500]}), *PACK).phase == "auction"


def test_r7_1_off():
    assert lay(dark_game(dark=False), *PACK).phase == "auction"


def test_r7_1_only_before_it_sees_its_cards():
    game = lay(dark_game(), *PACK)
    assert (seen_hand(game, 0), game.view(0).hand_seen) == ("", 0)
    assert seen_hand(game, 1) == "TS JS TC JC AD TD KD"
    assert seen_hand(do(game, "look"), 0) == "AS KS QS 9S AC KC QC"


@pytest.mark.parametrize("seat", [1, 2])
def test_r7_1_never_while_anybody_is_on_the_barrel(seat):
    assert lay(new_game(barrel(seat, score=[500, 0, 0])), *PACK).phase == "auction"


def test_r7_1_never_while_the_sitter_is_on_the_barrel():
    table = {"score": [500, 0, 0, 880], "barrel_deals_used": [None, None, None, 0]}
    assert lay(new_game(table, players=4, dealer=3), *PACK).phase == "auction"


def test_r7_1_never_in_golden_or_obligatory_deals():
    golden = golden_game(dark_min_score=0)
    assert lay(golden, *PACK).phase == "gift"
    obliged = new_game(barrel(1, deals=2, used=2, score=[500, 0, 0]))
    assert lay(obliged, *PACK).phase == "gift"


def test_r7_2_a_dark_stands_at_120_and_shows_the_cards():
    game = do(lay(dark_game(), *PACK), "dark")
    assert (game.view(1).bid, game.player) == (120, 1)
    assert seen_hand(game, 0) == "AS KS QS 9S AC KC QC"


@pytest.mark.parametrize("cap", ["marriages", "pair", "none"])
def test_r7_2_overbid_only_with_a_marriage_in_hand(cap):
    game = do(lay(dark_game(bid_cap=cap), *PACK), "dark")
    assert game.legal() == ["pass"]
    assert min(bids(do(game, "pass"))) == 125


def test_r7_2_with_the_cap_120_nobody_can_overbid():
    game = do(lay(dark_game(bid_cap="120"), *PACK), "dark, pass")
    assert game.legal() == ["pass"]


def test_r7_2_four_aces_are_no_marriage():
    aces = ("TS KS QS JS 9S TC KC", "AS AC AD AH QC JC 9C", "TD KD QD JD TH KH QH", "9D JH 9H")
    options = {"redeal_four_aces": "off", "four_aces_with_talon": "play"}
    game = lay(dark_game(ace_marriage="200", **options), *aces)
    assert do(game, "dark").legal() == ["pass"]


def test_r7_2_an_overbid_dark_goes_on_as_an_ordinary_deal():
    game = do(lay(dark_game(), *PACK), "dark, pass, bid 125")
    assert (game.player, bids(game)) == (0, [*range(130, 221, 5)])
    do(game, "pass, concede")
    result = game.results[-1]
    assert (result["kind"], result["entry"]) == ("ordinary", [60, 60, -125])


def test_r7_2_the_dark_bidder_may_bid_on():
    game = do(lay(dark_game(), *PACK), "dark, pass, bid 125, bid 130, pass")
    assert (game.phase, game.player) == ("gift", 0)
    assert seen_talon(game, 1) == "9C 9D JH"  # as in any overbid deal (R6.1)
    assert do(game, "concede").results[-1]["entry"] == [-130, 60, 60]


def test_r7_2_a_hand_for_an_optional_redeal_may_claim_after_the_dark():
    weak = ("9S JS QS 9C JC QC 9D", "AS TS KS AC TC KC JD", "TD KD QD AH TH KH 9H", "AD QH JH")
    game = do(lay(dark_game(), *weak), "dark")
    assert (game.phase, game.player) == ("redeal", 0)


def test_r7_3_left_alone_he_plays_120_with_the_talon_unseen():
    game = do(lay(dark_game(), *SWEEP), DARK)
    assert (game.player, game.view(0).contract) == (0, 120)
    assert [seen_talon(game, seat) for seat in range(3)] == ["9C AD JD", "", ""]


def test_r7_3_no_raise_by_default():
    game = do(lay(dark_game(), *SWEEP), f"{DARK}, {SWEEP_GIFTS}")
    assert set(game.legal()) == {"keep", "concede"}


def test_r7_3_dark_raise():
    game = do(lay(dark_game(dark_raise=True, raise_=False), *SWEEP), f"{DARK}, {SWEEP_GIFTS}")
    assert bids(game) == [*range(125, 161, 5)]
    result = finish(do(game, "contract 160"), marry="KS")
    assert (result["made"], result["contract"], result["entry"]) == (True, 160, [320, 0, 0])


def test_r7_3_dark_concede_off():
    game = do(lay(dark_game(dark_concede=False), *SWEEP), DARK)
    assert "concede" not in game.legal()
    assert do(game, SWEEP_GIFTS).phase == "play"


def dark_result(pack, gifts, **options):
    game = do(lay(dark_game(**options), *pack), f"{DARK}, {gifts}, keep")
    return finish(game)


def test_r7_4_a_dark_made_is_written_doubled_and_a_bolt_is_two():
    result = dark_result(SWEEP, SWEEP_GIFTS)
    assert (result["kind"], result["made"], result["contract"]) == ("dark", True, 120)
    assert (result["raw"], result["entry"]) == ([120, 0, 0], [240, 0, 0])
    assert result["bolts"] == [0, 2, 2]


def test_r7_4_a_dark_lost_is_written_doubled():
    result = dark_result(LOST, LOST_GIFTS)
    assert (result["entry"], result["bolts"]) == ([-240, 240, 0], [2, 0, 2])


def test_r7_4_it_is_judged_on_plain_points():
    result = last_trick(dark_game(), "JD QD 9D", auction=DARK)
    assert (result["raw"], result["made"]) == ([115, 5, 0], False)
    assert result["entry"] == [-240, 10, 0]


@pytest.mark.parametrize(("doubled", "points"), [("tricks", 20), ("all", 20), ("declarer", 10)])
def test_r7_4_opponents_tricks_are_first_rounded_then_doubled(doubled, points):
    result = last_trick(dark_game(doubled=doubled), "JD TD 9D", auction=DARK)  # 12
    assert result["entry"] == [-240, points, 0]


@pytest.mark.parametrize(
    ("doubled", "points"),
    [("tricks", 2 * 120 + 100), ("all", 2 * 120 + 2 * 100), ("declarer", 120 + 100)],
)
def test_r7_4_opponents_marriages_are_doubled_only_by_all(doubled, points):
    game = do(lay(dark_game(doubled=doubled), *LOST), f"{DARK}, {LOST_GIFTS}, keep")
    play_tricks(game, "TC AC 9S", "+KH")
    assert finish(game)["entry"] == [-240, points, 0]


@pytest.mark.parametrize(
    ("concede", "doubled", "each"),
    [
        ("sixty", "tricks", 120),
        ("sixty", "all", 120),
        ("sixty", "declarer", 60),
        ("half", "tricks", 120),
        ("half", "all", 120),
        ("half", "declarer", 60),
    ],
)
def test_r7_4_a_dark_concession(concede, doubled, each):
    game = lay(dark_game(concede=concede, doubled=doubled), *LOST)
    assert do(game, f"{DARK}, concede").results[-1]["entry"] == [-240, each, each]


def test_r7_everybody_knows_of_the_dark():
    game = do(lay(dark_game(), *SWEEP), "dark")
    assert [log_of(game, seat) for seat in range(3)] == [[(0, "dark")]] * 3
