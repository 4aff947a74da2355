"""R10.4 to R10.6: announcing marriages and four aces."""

import pytest

from tests.rules.helpers import LOST, LOST_GIFTS, do, finish, lay, new_game, play_tricks, start_play

# The first hand has the marriages of spades and clubs, and their aces.
TWO = ("AS KS QS AC KC QC TS TC", "JS 9S AD TD KD QD JD 9D", "JC 9C AH TH KH QH JH 9H")
# The first hand has a marriage and takes no trick.
POOR = ("KC QC JS QS 9S JD QD 9D", "AC TC AS TS KS AD TD KD", "JC 9C AH TH KH QH JH 9H")
ACES = ("AS AC AD AH KS QS TS JS", "9S TC KC QC JC 9C TD KD", "TH KH QH JH 9H QD JD 9D")
ACES_PLAYED = {"redeal_four_aces": "off", "four_aces_with_talon": "play"}
SPADES, CLUBS, DIAMONDS, HEARTS = range(4)


def played(hands, *tricks, **options):
    return play_tricks(start_play(new_game(**options), *hands), *tricks)


def announcing(game):
    return {text for text in game.legal() if text.startswith("marry")}


def points(game):
    return game.view(1).marriage_points.tolist()[:3]


def test_r10_4_only_by_leading_its_king_or_queen():
    game = played(TWO, "AS JS 9H")
    assert announcing(game) == {"marry KS", "marry QS", "marry KC", "marry QC"}


def test_r10_4_not_when_following():
    game = do(lay(new_game(), *LOST), f"pass, pass, {LOST_GIFTS}, keep, play TC, play AC, play 9S")
    play_tricks(game, "AD 9D")  # the declarer holds both marriages of clubs and diamonds
    assert (game.player, announcing(game)) == (0, set())


def test_r10_4_only_with_the_other_in_hand():
    game = played(TWO, "KS JS 9H", "AS 9S JH")
    assert announcing(game) == {"marry KC", "marry QC"}


def test_r10_4_not_on_the_deals_first_lead():
    assert announcing(start_play(new_game(), *TWO)) == set()


def test_r10_4_marriage_first_lead():
    game = start_play(new_game(marriage_first_lead=True), *TWO)
    assert announcing(game) == {"marry KS", "marry QS", "marry KC", "marry QC"}


def test_r10_4_its_value_counts_at_once_and_its_suit_is_trumps():
    game = played(TWO, "AS JS 9H", "+KC")
    assert (points(game), game.view(1).trump) == ([60, 0, 0], CLUBS)


def test_r10_4_a_later_marriage_replaces_the_trump_suit():
    game = played(TWO, "AS JS 9H", "+QS 9S JH", "+KC")
    assert (points(game), game.view(2).trump) == ([100, 0, 0], CLUBS)
    play_tricks(game, "AD 9C", "TS KD")
    assert game.legal() == ["play JC"]  # void in spades, he trumps with a club


def test_r10_4_trumps_from_this_trick_on():
    # the second hand's last club takes the ace of diamonds, which is led after the marriage
    hands = ("AC KC QC AD TS KS QS AS", "JC TC 9C JS 9S TH KH QH", "TD KD QD JD 9D AH JH 9H")
    game = played(hands, "AC 9C 9D", "+KC TC TD")
    assert game.player == 1  # with the ten of trumps
    assert play_tricks(game, "JS 9H AS", "AD JC JD").player == 1


def test_r10_4_an_opponent_announces_too():
    game = do(lay(new_game(), *LOST), f"pass, pass, {LOST_GIFTS}, keep")
    play_tricks(game, "TC AC 9S", "+QH")
    assert (points(game), game.view(0).trump) == ([0, 100, 0], HEARTS)
    assert finish(game)["entry"] == [-100, 220, 0]


def test_r10_4_it_counts_even_if_its_announcer_takes_no_trick():
    game = played(POOR, "+QC TC JC", "AC 9C KC", marriage_first_lead=True)
    result = finish(game)
    assert (result["raw"], result["bolts"]) == ([60, 120, 0], [1, 0, 1])


def test_r10_5_optional_the_player_chooses():
    game = played(TWO, "AS JS 9H")
    assert {"play KS", "play QS", "marry KS", "marry QS"} <= set(game.legal())
    play_tricks(game, "KS")
    assert (points(game), game.view(0).trump) == ([0, 0, 0], -1)


def test_r10_5_auto_announcing_is_the_only_form():
    game = played(TWO, "AS JS 9H", announce="auto")
    assert set(game.legal()) == {
        "play TS", "play AC", "play TC", "marry KS", "marry QS", "marry KC", "marry QC",
    }  # fmt: skip


def test_r10_5_auto_binds_leads_only_and_not_the_first():
    first = start_play(new_game(announce="auto"), *TWO)
    assert {"play KS", "play QS"} <= set(first.legal())
    game = do(lay(new_game(announce="auto"), *LOST), f"pass, pass, {LOST_GIFTS}, keep, play TC")
    play_tricks(game, "AC 9S", "AD 9D")
    assert {"play KD", "play QD"} <= set(game.legal())


def test_r10_5_auto_binds_the_ace_marriage():
    game = played(ACES, "TS 9S TH", ace_marriage="200", announce="auto", **ACES_PLAYED)
    assert set(game.legal()) == {
        "play JS", "marry KS", "marry QS", "marry AS", "marry AC", "marry AD", "marry AH",
    }  # fmt: skip


FOUR = {"marry AS", "marry AC", "marry AD", "marry AH"}


def test_r10_6_off():
    game = played(ACES, "TS 9S TH", **ACES_PLAYED)
    assert announcing(game) == {"marry KS", "marry QS"}


@pytest.mark.parametrize("suit", "SCDH")
@pytest.mark.parametrize("value", ["200", "200_trump"])
def test_r10_6_an_ace_led_after_the_first_trick_announces_200(value, suit):
    game = played(ACES, "TS 9S TH", ace_marriage=value, **ACES_PLAYED)
    assert announcing(game) >= FOUR
    play_tricks(game, f"+A{suit}")
    trump = "SCDH".index(suit) if value == "200_trump" else -1
    assert (points(game), game.view(1).trump) == ([200, 0, 0], trump)
    assert sum(finish(game)["raw"]) == 320


def test_r10_6_not_on_the_first_lead():
    options = {"ace_marriage": "200", "marriage_first_lead": True}
    game = start_play(new_game(**options, **ACES_PLAYED), *ACES)
    assert announcing(game) == {"marry KS", "marry QS"}


def test_r10_6_only_while_all_four_are_held():
    game = played(ACES, "AS 9S TH", ace_marriage="200", **ACES_PLAYED)
    assert announcing(game) == {"marry KS", "marry QS"}


def test_r10_6_200_leaves_an_earlier_trump_suit_200_trump_replaces_it():
    for value, trump in (("200", SPADES), ("200_trump", DIAMONDS)):
        game = played(ACES, "TS 9S TH", "+KS 9C KH", ace_marriage=value, **ACES_PLAYED)
        play_tricks(game, "+AD")
        assert (points(game), game.view(1).trump) == ([240, 0, 0], trump)
