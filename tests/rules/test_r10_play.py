"""R10.1 to R10.3: leading, following, trumping, taking."""

import pytest

from tests.rules.helpers import finish, new_game, play_tricks, start_play
from thousand_env.errors import IllegalActionError

# Diamonds 2 - 2 - 2; the second hand has two spades, the third none, and all hearts.
FOLLOW = (
    "KD 9D AS TS KS QS AC KC",
    "TD JD 9S JS TC QC JC 9C",
    "AD QD AH TH KH QH JH 9H",
)
# First hand: club marriage, no heart.  Second: three clubs, no heart.  Third: one club, one diamond.
TRUMP = (
    "KC QC AD TD KD QD JD AS",
    "9C JC AC TS KS QS JS 9S",
    "TC 9D AH TH KH QH JH 9H",
)
# The same with the ace of clubs in the first hand.
TRUMP_ACE = ("KC QC AC AD TD KD QD JD", "9C JC AS TS KS QS JS 9S", TRUMP[2])
# The same with two hearts in the second hand.
TRUMP_HEARTS = ("KC QC AD TD KD QD JD AS", "9C AH 9H TS KS QS JS 9S", "TC JC AC 9D TH KH QH JH")
# Clubs become trumps, and the third hand leads a heart, of which the first hand has none.
HEART_LED = ("AD 9S 9D", "+KC 9C TC", "KH")


def played(hands, *tricks, **options):
    """The position after some cards."""
    return play_tricks(start_play(new_game(**options), *hands), *tricks)


def cards(game):
    """Cards that may be played now, as a set."""
    return {text[5:] for text in game.legal() if text.startswith("play")}


def test_r10_1_the_declarer_leads():
    game = start_play(new_game(), *FOLLOW)
    assert (game.phase, game.player, cards(game)) == ("play", 0, set(FOLLOW[0].split()))


def test_r10_1_turn_goes_clockwise_and_the_winner_leads_the_next():
    assert played(FOLLOW, "9D").player == 1
    assert played(FOLLOW, "9D TD").player == 2
    assert played(FOLLOW, "9D TD QD").player == 1
    assert played(FOLLOW, "9D TD QD", "JD").player == 2


def test_r10_1_eight_tricks():
    game = start_play(new_game(), *FOLLOW)
    finish(game)
    assert sum(text.startswith("play") for text in game.deals[-1]["actions"]) == 3 * 8


def test_r10_2_follow_suit():
    assert cards(played(FOLLOW, "KD")) == {"TD", "JD"}
    assert cards(played(FOLLOW, "KD JD")) == {"AD", "QD"}
    with pytest.raises(IllegalActionError):
        played(FOLLOW, "KD 9S")


def test_r10_2_void_without_a_trump_suit_any_card():
    assert cards(played(FOLLOW, "AS 9S")) == set(FOLLOW[2].split())


def test_r10_2_void_a_trump():
    assert cards(played(TRUMP, *HEART_LED)) == {"QC"}
    assert cards(played(TRUMP, *HEART_LED, "QC")) == {"JC", "AC"}
    assert cards(played(TRUMP_ACE, *HEART_LED)) == {"AC", "QC"}


def test_r10_2_void_and_out_of_trumps_any_card():
    game = played(TRUMP, *HEART_LED, "QC AC", "TS")  # the third hand: hearts only
    assert cards(game) == {"AH", "TH", "QH", "JH", "9H"}


def test_r10_2_nobody_has_to_beat_by_default():
    assert cards(played(FOLLOW, "9D TD")) == {"AD", "QD"}
    assert cards(played(TRUMP, "AD 9S 9D", "+KC")) == {"9C", "JC", "AC"}


def test_r10_2_must_beat_the_best_card_when_following():
    assert cards(played(FOLLOW, "KD", must_beat=True)) == {"TD"}
    assert cards(played(FOLLOW, "9D", must_beat=True)) == {"TD", "JD"}
    # the queen beats the nine that was led, but not the ten
    assert cards(played(FOLLOW, "9D TD", must_beat=True)) == {"AD"}


def test_r10_2_must_beat_only_if_he_can():
    assert cards(played(FOLLOW, "AS", must_beat=True)) == {"9S", "JS"}


def test_r10_2_must_beat_does_not_bind_a_trick_that_was_trumped():
    game = played(TRUMP_HEARTS, *HEART_LED, "QC", must_beat=True)
    assert cards(game) == {"AH", "9H"}
    no_trump = ("AD 9S 9D", "KC 9C TC", "KH TD")
    assert cards(played(TRUMP_HEARTS, *no_trump, must_beat=True)) == {"AH"}


def test_r10_2_must_beat_binds_who_follows_in_trumps():
    led = ("AD 9S 9D", "+QC")
    assert cards(played(TRUMP, *led, must_beat=True)) == {"AC"}
    assert cards(played(TRUMP, *led, must_overtrump=True)) == {"9C", "JC", "AC"}


def test_r10_2_must_overtrump_when_void_and_trumping():
    assert cards(played(TRUMP, *HEART_LED, "QC", must_overtrump=True)) == {"AC"}


def test_r10_2_must_overtrump_only_if_he_can():
    # the jack can't beat the ace of trumps, but a trump it must be
    assert cards(played(TRUMP_ACE, *HEART_LED, "AC", must_overtrump=True)) == {"JC"}


def test_r10_2_must_overtrump_leaves_the_first_trump_free():
    assert cards(played(TRUMP_ACE, *HEART_LED, must_overtrump=True)) == {"AC", "QC"}


# The second hand draws the king of trumps and leads a spade; both others have none.
OVER = ("KC QC 9C AD TD KD QD JD", "AC AS TS KS QS JS 9S AH", "TC JC 9D TH KH QH JH 9H")
SPADE_LED = ("AD 9S 9D", "+KC AC TC", "TS JC")


def test_r10_2_must_beat_does_not_bind_who_is_void():
    assert cards(played(OVER, *SPADE_LED, must_beat=True)) == {"QC", "9C"}
    assert cards(played(OVER, *SPADE_LED, must_beat=True, must_overtrump=True)) == {"QC"}


def test_r10_3_without_a_trump_suit_the_highest_card_of_the_suit_led_takes_it():
    game = played(FOLLOW, "AS 9S AH")
    assert (game.player, game.view(0).trump) == (0, -1)
    assert played(FOLLOW, "9D TD AD").player == 2


def test_r10_3_the_highest_trump_takes_it():
    assert played(TRUMP, *HEART_LED, "QC JC").player == 0
    assert played(TRUMP, *HEART_LED, "QC AC").player == 1


def test_r10_3_no_trump_suit_until_a_marriage_is_announced():
    silent = ("AD 9S 9D", "KC 9C TC", "KH")  # the same cards, not announced
    assert cards(played(TRUMP, *silent)) == {"QC", "TD", "KD", "QD", "JD", "AS"}
    assert played(TRUMP, *silent, "QC AC").player == 2  # the king of hearts stands
