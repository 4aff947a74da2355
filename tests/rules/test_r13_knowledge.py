"""R13: what a player knows, and nothing else."""

import numpy as np
import pytest

from tests.rules.helpers import (
    FOUR_NINES,
    LOST,
    SWEEP,
    WEAK_FIRST,
    barrel,
    do,
    golden_game,
    lay,
    log_of,
    new_game,
    play_tricks,
    seen_hand,
    seen_talon,
    start_play,
)

# SWEEP with cards exchanged that seat 2 can't tell apart: between seats 0, 1 and the talon.
OTHER = ("AS TS KS QS JS 9S TC", "AC KC QC JC TD KD QD", *SWEEP[2:])


def views(pack, actions, seat, table=None, **options):
    """A seat's view after every action."""
    game = lay(new_game(table, **options), *pack)
    seen = [game.view(seat)]
    for action in actions.split(", ") if actions else []:
        game.apply(action)
        seen.append(game.view(seat))
    return seen


def same(first, second):
    return [bytes(np.array(a)) for a in first] == [bytes(np.array(b)) for b in second]


@pytest.mark.parametrize("actions", ["", "pass, pass", "pass, pass, give 9C, give JD, keep"])
def test_r13_other_hands_do_not_show(actions):
    assert same(views(SWEEP, actions, 2), views(OTHER, actions, 2))
    assert not same(views(SWEEP, actions, 0), views(OTHER, actions, 0))


def test_r13_the_hidden_talon_and_gifts_do_not_show():
    other = (*SWEEP[:1], SWEEP[1].replace("TC", "9C"), SWEEP[2], SWEEP[3].replace("9C", "TC"))
    given = "pass, pass, give {}, give JD, keep"
    assert same(views(SWEEP, given.format("9C"), 2), views(other, given.format("TC"), 2))
    assert not same(views(SWEEP, given.format("9C"), 1), views(other, given.format("TC"), 1))


def test_r13_own_cards_but_not_before_the_dark_decision():
    table = {"score": [300, 0, 0]}
    assert same(views(SWEEP, "", 0, table), views(OTHER, "", 0, table))
    assert not same(views(SWEEP, "look", 0, table), views(OTHER, "look", 0, table))


def test_r13_the_talon_if_shown_or_if_he_took_it():
    game = do(lay(new_game(), *SWEEP), "bid 105, pass, pass")
    assert {seen_talon(game, seat) for seat in range(3)} == {"9C AD JD"}
    game = do(lay(new_game(), *SWEEP), "pass, pass")
    assert [seen_talon(game, seat) for seat in range(3)] == ["9C AD JD", "", ""]


def test_r13_every_bid_pass_gift_and_card_in_order():
    game = do(lay(new_game(), *SWEEP), "bid 105, pass, pass, give TC, give TD, contract 120")
    do(game, "play QC, play TC, play AC")
    public = [(1, "bid 105"), (2, "pass"), (0, "pass"), (1, "give ??"), (1, "give ??")]
    public += [(1, "contract 120"), (1, "play QC"), (2, "play TC"), (0, "play AC")]
    own = [(who, {3: "give TC", 4: "give TD"}.get(k, text)) for k, (who, text) in enumerate(public)]
    assert log_of(game, 1) == own
    assert log_of(game, 2) == [*public[:3], own[3], *public[4:]]
    assert log_of(game, 0) == [*public[:4], own[4], *public[5:]]


def test_r13_announcements_claims_and_concessions():
    game = do(
        lay(new_game(), *LOST), "pass, pass, give JH, give JD, keep, play TC, play AC, play 9S"
    )
    do(game, "marry KH")
    assert log_of(game, 2)[-1] == (1, "marry KH")
    game = do(lay(new_game({"redeals": 2}), *WEAK_FIRST), "redeal")
    assert log_of(game, 2) == [(0, "redeal")]


def test_r13_a_waived_redeal_is_known_only_to_himself():
    asked = do(lay(new_game(), *FOUR_NINES), "waive")
    assert log_of(asked, 0) == [(0, "waive")]
    assert log_of(asked, 1) == log_of(asked, 2) == []


@pytest.mark.parametrize("seat", [1, 2])
def test_r13_that_somebody_is_asked_does_not_show(seat):
    # the first hand's four nines against a hand that calls for nothing; seats 1 and 2 can't tell
    plain = ("9S 9C 9D KS AS AC TD", FOUR_NINES[1].replace("KS", "9H"), *FOUR_NINES[2:])
    if seat == 1:
        plain = ("9S 9C 9D AD AS AC TD", FOUR_NINES[1], "9H KD QD JD AH TH KH", FOUR_NINES[3])
    asked = lay(new_game(), *FOUR_NINES)
    assert asked.phase == "redeal"
    before = asked.view(seat)
    assert same([before, do(asked, "waive").view(seat)], [lay(new_game(), *plain).view(seat)] * 2)


def test_r13_that_somebody_is_asked_in_a_golden_deal_does_not_show():
    plain = ("9S 9C 9D KS AS AC TD", FOUR_NINES[1].replace("KS", "9H"), *FOUR_NINES[2:])
    asked, not_asked = lay(golden_game(), *FOUR_NINES), lay(golden_game(), *plain)
    assert (asked.phase, not_asked.phase) == ("redeal", "gift")
    assert same([asked.view(2)], [not_asked.view(2)])


def test_r13_suits_a_player_has_shown_not_to_hold_are_public():
    # clubs are trumps from the second trick on; a bit a suit: spades, clubs, diamonds, hearts
    hands = (
        "KC QC AD TD KD QD JD AS",
        "9C JC AC TS KS QS JS 9S",
        "TC 9D AH TH KH QH JH 9H",
    )
    game = play_tricks(start_play(new_game(), *hands), "AD 9S 9D", "+KC AC TC")
    assert game.view(0).void.tolist()[:3] == [0, 0b100, 0]  # the second hand: diamonds
    play_tricks(game, "TS 9H AS")
    assert game.view(1).void.tolist()[:3] == [0, 0b100, 0b011]  # the third: spades and trumps


def test_r13_an_own_hand_is_seen_whole():
    game = lay(new_game(), *SWEEP)
    assert [seen_hand(game, seat) for seat in range(3)] == [
        "AS TS KS QS JS 9S AC", "TC KC QC JC TD KD QD", "9D AH TH KH QH JH 9H",
    ]  # fmt: skip


def test_r13_the_sitter_sees_what_is_public_only():
    pack = (SWEEP[0].replace("9S", "9C"), *SWEEP[1:3], SWEEP[3].replace("9C", "9S"))
    first = views(SWEEP, "pass, pass", 3, players=4, dealer=3)
    second = views(pack, "pass, pass", 3, players=4, dealer=3)
    assert same(first, second)
    assert first[0].hand == 0


def test_r13_everybody_knows_the_table():
    table = barrel(1, deals=1, used=1, score=[100, 0, -50], bolts=[1, 0, 2])
    for view in (lay(new_game(table), *SWEEP).view(seat) for seat in range(3)):
        assert view.score.tolist()[:3] == [100, 880, -50]
        assert view.bolts.tolist()[:3] == [1, 0, 2]
        assert view.barrel_deals.tolist()[:3] == [-1, 1, -1]
        assert view.barrels_used.tolist()[:3] == [0, 1, 0]
