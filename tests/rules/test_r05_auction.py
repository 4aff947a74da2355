"""R5: the auction."""

import pytest

from tests.rules.helpers import SWEEP, bids, do, finish, lay, new_game
from thousand_env.errors import IllegalActionError

# Second hand: no marriage.  Third hand: hearts.  First hand: spades and clubs.
PACK = ("KS QS KC QC AS AC 9S", "TS JS TC JC AD TD KD", "KH QH AH TH QD JD 9H", "JH 9C 9D")
# The second hand holds the marriages of hearts, diamonds and clubs.
THREE_MARRIAGES = (
    "AS TS KS QS JS 9S AC",
    "KC QC KD QD KH QH TC",
    "AD TD AH TH JC 9C JD",
    "9D 9H JH",
)
# The second hand holds all aces, and no marriage.
ACES = ("TS KS QS JS 9S TC KC", "AS AC AD AH QC JC 9C", "TD KD QD JD TH KH QH", "9D JH 9H")
ACES_PLAYED = {"redeal_four_aces": "off", "four_aces_with_talon": "play"}


def overbid_by(seat_bids, **options):
    """The pack above, bids in turn: the game at the next decision."""
    return do(lay(new_game(**options), *PACK), seat_bids)


def test_r5_1_the_first_hand_is_bound_to_100_and_the_second_is_asked_first():
    game = lay(new_game(), *PACK)
    view = game.view(1)
    assert (game.phase, game.player) == ("auction", 1)
    assert (view.bid, view.declarer, view.bids.tolist()) == (100, 0, [100, 0, 0, 0])


def test_r5_1_when_all_pass_the_first_hand_plays_100():
    game = overbid_by("pass, pass")
    assert (game.phase, game.player, game.view(0).contract) == ("gift", 0, 100)


def test_r5_1_the_first_hand_is_asked_when_overbid():
    assert overbid_by("pass, bid 105").player == 0
    assert overbid_by("bid 105, pass").player == 0


def test_r5_1_a_pass_is_final():
    game = overbid_by("pass, bid 105, bid 110")
    assert game.player == 2
    assert (do(game, "pass").phase, game.player, game.view(0).contract) == ("gift", 0, 110)


def test_r5_1_bids_go_up():
    game = overbid_by("bid 110")
    assert min(bids(game)) == 115
    with pytest.raises(IllegalActionError):
        game.apply("bid 110")


def test_r5_1_the_last_one_left_is_the_declarer():
    game = overbid_by("bid 105, bid 150, pass, pass")
    assert (game.phase, game.player, game.view(0).contract) == ("gift", 2, 150)


def test_r5_2_steps_of_5_with_jumps():
    assert bids(overbid_by("pass")) == [*range(105, 221, 5)]


def test_r5_2_steps_of_10_with_jumps():
    assert bids(overbid_by("pass", bid_step=10)) == [*range(110, 221, 10)]


@pytest.mark.parametrize(
    ("cap", "first", "second", "third"),
    [
        ("marriages", 220, 120, 220),  # 120 + 40 + 60; 120; 120 + 100
        ("pair", 400, 120, 400),
        ("120", 120, 120, 120),
        (120, 120, 120, 120),
        ("none", 400, 400, 400),
    ],
)
def test_r5_3_bid_cap(cap, first, second, third):
    game = lay(new_game(bid_cap=cap), *PACK)
    tops = [max(bids(game))]
    for action in ("pass", "bid 105"):
        game.apply(action)
        tops.append(max(bids(game)))
    assert tops == [second, third, first]


def test_r5_3_over_his_cap_a_player_can_only_pass():
    game = overbid_by("bid 105, bid 200, pass")
    assert (game.player, game.legal()) == (1, ["pass"])  # his cap is 120


def test_r5_3_pair_needs_a_marriage_above_120():
    game = lay(new_game(bid_cap="pair"), *PACK)
    with pytest.raises(IllegalActionError):
        game.apply("bid 125")
    assert do(game, "pass, bid 125").player == 0


@pytest.mark.parametrize("step", [5, 10])
def test_r5_3_no_bid_over_400(step):
    # 120 + 60 + 80 + 100 = 360; with the cap none, 400 at most
    game = lay(new_game(bid_step=step), *THREE_MARRIAGES)
    assert max(bids(game)) == 360
    assert max(bids(lay(new_game(bid_step=step, bid_cap="none"), *THREE_MARRIAGES))) == 400


def test_r5_3_four_marriages_and_the_ace_marriage_stop_at_400():
    pack = ("AS TS KS QS JS 9S TC", "AC AD AH KD QD KH QH", "TD JD TH JH KC QC JC", "9D 9C 9H")
    game = lay(new_game(ace_marriage="200", **ACES_PLAYED), *pack)
    assert max(bids(game)) == 300  # three aces only: 120 + 80 + 100
    pack = ("TS KS QS JS 9S TC TD", "AS AC AD AH KH QH 9H", "JD TH JH KC QC JC KD", "9D 9C QD")
    assert max(bids(lay(new_game(ace_marriage="200", **ACES_PLAYED), *pack))) == 400  # not 420


@pytest.mark.parametrize("value", ["200", 200, "200_trump"])
def test_r5_3_four_aces_add_200_to_the_cap_with_ace_marriage(value):
    assert max(bids(lay(new_game(ace_marriage=value, **ACES_PLAYED), *ACES))) == 320


def test_r5_3_four_aces_are_no_marriage_for_pair():
    game = lay(new_game(ace_marriage="200", bid_cap="pair", **ACES_PLAYED), *ACES)
    assert max(bids(game)) == 120


def test_r5_3_four_aces_add_nothing_without_ace_marriage():
    assert max(bids(lay(new_game(**ACES_PLAYED), *ACES))) == 120


def test_r5_4_a_silenced_player_may_only_pass():
    table = {"score": [0, -5, 0]}
    assert lay(new_game(table, silence_below=0), *PACK).legal() == ["pass"]
    assert bids(lay(new_game(table, silence_below=-5), *PACK))
    assert bids(lay(new_game(table, silence_below="off"), *PACK))


def test_r5_4_a_silenced_first_hand_keeps_its_forced_100_and_may_raise_after_the_talon():
    game = do(lay(new_game({"score": [-5, 0, 0]}, silence_below=0), *SWEEP), "pass, pass")
    assert game.player == 0
    assert bids(do(game, "give 9C, give JD")) == [*range(105, 161, 5)]
    assert finish(do(game, "contract 120"))["entry"] == [120, 0, 0]


def test_r5_4_a_silenced_first_hand_can_not_answer_a_bid():
    game = do(lay(new_game({"score": [-5, 0, 0]}, silence_below=0), *PACK), "bid 105, pass")
    assert (game.player, game.legal()) == (0, ["pass"])


def test_r5_4_a_silenced_player_may_not_go_dark():
    table = {"score": [300, 0, 0]}
    assert lay(new_game(table, silence_below=300), *PACK).phase == "dark"
    assert lay(new_game(table, silence_below=305), *PACK).phase == "auction"
