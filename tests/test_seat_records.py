"""R16, R13: one seat's record yields that seat's view of the full game, bit for bit."""

import copy
import json
import random
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thousand_env as te
from tests.random_records import cut, random_record, redeal_keys
from tests.referee.randoms import random_deal
from thousand_env.games.thousand.seat_record import hide, read_seat_record
from thousand_env.record import read_record, record_text, write_record

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


def example(name):
    return json.loads((EXAMPLES / name).read_text(encoding="utf-8"))


def refused(record, *words):
    with pytest.raises(te.RecordError) as caught:
        read_seat_record(record)
    for word in words:
        assert word in str(caught.value)


def compare(record, seen):
    """Hide and replay a record for every seat; its views must be those of the full game."""
    game = read_record(record)
    for seat in range(game.rules.players):
        hidden = hide(record, seat)
        replayed = read_seat_record(record_text(hidden))
        assert replayed.view.tobytes() == game.view(seat).tobytes(), (seat, json.dumps(record))
        assert (replayed.table, replayed.results) == (game.table, game.results)
        assert (replayed.winner, replayed.settlement) == (game.winner, game.settlement)
        if game.player == seat:
            assert (replayed.phase, replayed.player) == (game.phase, seat)
            assert replayed.legal == game.legal()
            assert replayed.action_mask.tolist() == game.action_mask.tolist()
        seen["positions"] += 1
        seen[game.phase] += 1
        seen.update(redeal_keys(hidden))


def compare_random_positions(seed, players, positions):
    rng, seen = random.Random(f"{seed} {players}"), Counter()
    while seen["positions"] < positions:
        record = random_record(rng, players, deals=rng.choice((1, 1, 2, 4)))
        for _ in range(5):
            compare(cut(rng, record), seen)
    return seen


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r16_a_hidden_record_yields_the_seats_view_at_random_positions(players):
    seen = compare_random_positions(0, players, positions=1200)
    phases = {"deal", "dark", "redeal", "auction", "gift", "contract", "play"}
    keys = {f"redeal: {key}" for key in ("hand", "talon", "a seat")}
    assert phases | keys <= set(seen)
    assert players > 2 or seen["talon"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_r16_a_hidden_record_yields_the_seats_view_at_very_many_positions(players):
    assert compare_random_positions(1, players, positions=15_000)["over"]


@pytest.mark.parametrize("name", ["match.json", "from_a_table.json"])
def test_r16_every_position_of_a_played_match_is_seen_alike(name):
    record, seen = example(name), Counter()
    del record["result"]
    deals = record["deals"]
    for last in (0, len(deals) // 2, len(deals) - 1):
        for done in range(0, len(deals[last]["actions"]) + 1, 1 + last // 3):
            here = deals[last] | {"actions": deals[last]["actions"][:done]}
            compare(record | {"deals": [*deals[:last], here]}, seen)
    assert seen["positions"] > 100


@pytest.mark.parametrize("seed", range(40))
def test_r16_the_key_redeal_may_be_missing_where_the_next_deal_tells(seed):
    rng = random.Random(seed)
    record = random_record(rng, 2 + seed % 3, deals=4)
    for seat in range(len(record["players"])):
        hidden = hide(record, seat)
        view = read_seat_record(hidden).view
        for deal, result in zip(hidden["deals"][:-1], hidden["result"]["deals"]):
            if result["kind"] == "redealt" and deal.get("redeal") in ("hand", "talon"):
                del deal["redeal"]
        assert read_seat_record(hidden).view.tobytes() == view.tobytes()


# --- what a record shows ----------------------------------------------------------------------------


def test_r13_hide_shows_no_card_of_another_hand_and_no_unseen_gift():
    record = example("match.json")
    for seat in range(3):
        hidden = hide(record, seat)
        for deal, full in zip(hidden["deals"], record["deals"]):
            others = [text for s, text in enumerate(deal["hands"]) if s != seat]
            assert others == ["?", "?"] and deal["hands"][seat] == full["hands"][seat]
            gifts = [text for text in deal["actions"] if text.startswith("give")]
            giver_or_not = {gifts.count("give ??")} <= {0, 1}
            assert len(gifts) in (0, 2) and giver_or_not
            assert "waive" not in deal["actions"] or "waive" in full["actions"]


def test_r13_records_that_differ_in_what_a_seat_cannot_know_are_hidden_alike():
    rng, compared = random.Random(5), 0
    base = {
        "format": "thousand-record/1",
        "rules": {"golden": False},
        "players": list("ABC"),
        "dealer": 2,
    }
    while compared < 40:
        hands, talon = random_deal(rng, 3, 2)
        cards = " ".join([*hands[1:], talon]).split()
        rng.shuffle(cards)
        other = [hands[0], " ".join(cards[:7]), " ".join(cards[7:14])], " ".join(cards[14:])
        views, hidden = [], []
        for pack in ((hands, talon), other):
            record = base | {"deals": [{"hands": pack[0], "talon": pack[1], "actions": []}]}
            game = read_record(record)
            views.append(game.view(0).tobytes())
            hidden.append(hide(record, 0))
        if views[0] == views[1]:  # not so if one of them is a mandatory re-deal
            assert hidden[0] == hidden[1]
            compared += 1


def test_r13_others_waives_and_keeps_are_left_out():
    rules = {"golden": False, "redeal_weak_hand": [120, "optional"]}
    game = te.Game(te.rules(**rules), seed=0, dealer=2)
    while game.phase != "play":
        calm = [text for text in game.legal() if text in ("waive", "pass", "keep")]
        game.apply((calm or game.legal())[0])
    record = write_record(game)
    assert record["deals"][-1]["actions"].count("waive") == 3
    declarer = int(game.view(0).declarer)
    for seat in range(3):
        actions = hide(record, seat)["deals"][-1]["actions"]
        assert actions.count("waive") == 1
        assert ("keep" in actions) == (seat == declarer)


def test_r6_2_the_sitter_of_four_sees_no_gift_after_the_deal_either():
    """Found by these tests: the receivers were counted from the next deal's dealer."""
    record = {
        "format": "thousand-record/1",
        "rules": {"preset": "online"},
        "players": list("ABCD"),
        "dealer": 2,
        "deals": [
            {
                "hands": [
                    "AS TS 9C AD KD QD TH",
                    "AC TC KC QC 9D AH KH",
                    "",
                    "KS QS JS 9S JC TD JD",
                ],
                "talon": "QH JH 9H",
                "actions": ["bid 105", "pass", "pass", "give QH", "give JH"],
            }
        ],
    }
    game = read_record(record)
    while not game.needs_deal:
        calm = [text for text in game.legal() if text == "keep"]
        game.apply((calm or game.legal())[0])
    assert [sorted(game.view(seat).gifts.tolist()) for seat in range(4)] == [
        [19, 20],  # JH and QH: the declarer
        [-1, 20],
        [-1, -1],
        [-1, 19],
    ]


def test_r7_1_the_own_hand_is_hidden_before_the_decision_on_a_dark():
    game = te.Game(te.rules(golden=False, dark_min_score=0, redeal_four_aces="off"), 1, dealer=0)
    assert game.phase == "dark"
    hidden = hide(write_record(game), 1)
    assert hidden["deals"][0]["hands"] == ["?", "?", "?"]
    replayed = read_seat_record(hidden)
    assert replayed.legal == ["dark", "look"] and not replayed.view.hand_seen
    refused(hidden | {"deals": [hidden["deals"][0] | {"actions": ["look"]}]}, "deal 1", "its cards")


def test_r16_the_example_is_a_turn_of_its_seat():
    replayed = read_seat_record((EXAMPLES / "one_seat.json").read_bytes())
    assert (replayed.phase, replayed.player) == ("play", replayed.seat)
    assert "play AS" in replayed.legal and replayed.names[replayed.seat] == "Gleb"
    assert hide(example("from_a_table.json"), replayed.seat) == example("one_seat.json")


def test_r16_the_spec_example_without_a_key_redeal_is_read():
    deal = {
        "hands": ["?", "?", "KC AD TD 9D KH QH 9H"],
        "talon": "TS JS JH",
        "actions": ["pass", "bid 105", "pass", "give ??", "give QD", "play AC"],
    }
    record = {
        "format": "thousand-record/1",
        "rules": {"preset": "classic", "golden": False},
        "players": ["Olga", "Pavel", "Rita"],
        "dealer": 0,
        "seat": 2,
        "deals": [{"hands": ["?", "?", "?? ?? ??"], "talon": "?", "actions": []}, deal],
    }
    assert read_seat_record(record).phase == "play"


# --- what is refused --------------------------------------------------------------------------------


def in_play(seat=0):
    """One seat's record of an ordinary deal in play with an overbid, so that the talon is shown."""
    deal = {
        "hands": ["AS TS KS QS 9S AC TC", "KC QC JC AD TD KD QD", "JS 9C JD 9D AH TH KH"],
        "talon": "QH JH 9H",
        "actions": ["bid 105", "pass", "bid 110", "pass", "give 9S", "give JH", "keep"],
    }
    deal["actions"] += ["play AS", "play 9S"]
    record = {
        "format": "thousand-record/1",
        "rules": {"preset": "classic", "golden": False},
        "players": ["A", "B", "C"],
        "dealer": 2,
        "deals": [deal],
    }
    return record if seat is None else hide(record, seat)


def test_the_record_used_below_is_read_by_every_seat():
    compare(in_play(None), Counter())


@pytest.mark.parametrize(
    ("seat", "place", "text", "words"),
    [
        (1, 6, "play KC", ("action 7", "illegal")),  # the seat's own card, played by another
        (0, 8, "play AS", ("action 9", "illegal")),  # played already
        (1, 2, "bid 105", ("action 3", "illegal")),  # not above the bid that stands
        (0, 0, "bid 400", ("action 1", "illegal")),  # the seat's own KS QS leave no such marriages
        (0, 1, "give ??", ("action 2", "illegal")),
        (0, 1, "bid 115", ("action 3", "illegal")),  # another's bid counts
        (1, 4, "give ??", ("action 5", "name it")),
        (2, 4, "give 9S", ("action 5", "give ??")),
        (1, 6, "keep", ("action 7", "leave it out")),
        (0, 4, "give KC", ("action 5", "illegal")),  # not in the seat's own hand
        (0, 4, "give ??", ("action 5", "unknown card")),
    ],
)
def test_r16_an_impossible_action_is_refused_with_deal_and_number(seat, place, text, words):
    record = in_play(seat)
    record["deals"][0]["actions"][place] = text
    refused(record, "deal 1", *words)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"hands": ["?", "?", "?"]}, "its cards"),
        ({"hands": ["AS TS KS QS 9S AC", "?", "?"]}, "7 cards"),
        ({"hands": ["AS TS KS QS 9S AC TC", "KC QC JC AD TD KD QD", "?"]}, "seat 1"),
        ({"hands": ["AS TS KS QS 9S AC TC", "", "?"]}, "seat 1"),
        ({"hands": "?"}, "list of 3"),
        ({"talon": "?"}, "seen it"),
        ({"talon": "QH JH"}, "3 cards"),
        ({"talon": "AS JH 9H"}, "twice"),
        ({"talon": ["QH JH", "9H"]}, "talon"),
        ({"redeal": "hand"}, "re-deal"),
        ({"redeal": "talon"}, "redeal"),
        ({"redeal": 1}, "redeal"),
        ({"redeal": "asking"}, "redeal"),
        ({"redeal": 3}, "redeal"),
        ({"redeal": True}, "redeal"),
    ],
)
def test_r16_a_deal_the_seat_cannot_have_seen_so_is_refused(change, word):
    record = in_play()
    record["deals"][0].update(change)
    refused(record, "deal 1", word)


def test_r6_1_a_talon_that_was_not_shown_is_refused_in_anothers_record():
    record = in_play(1)
    record["deals"][0]["actions"] = ["pass", "pass", "give 9S", "give ??", "play AS"]
    record["deals"][0]["talon"] = "?"
    assert read_seat_record(record).view.talon_seen == 0
    record["deals"][0]["talon"] = "QH JH 9H"
    refused(record, "deal 1", "hasn't seen")


def test_r11_5_the_sitters_bonus_of_a_hidden_talon_needs_the_result():
    hidden = example("one_seat.json")
    del hidden["result"]
    refused(hidden, "R11.5", "result")


def test_r16_full_and_one_seats_records_are_told_apart():
    refused(example("match.json"), "read_record")
    for seat in (-1, 3, True, "0", None, 0.0):
        refused(hide(example("match.json"), 0) | {"seat": seat}, "seat")
        with pytest.raises(te.RecordError):
            hide(example("match.json"), seat)


def test_r16_a_result_that_differs_is_refused_in_one_seats_record():
    hidden = hide(example("match.json"), 1)
    hidden["result"]["deals"][2]["written"][0] += 5
    refused(hidden, "result.deals[2].written[0]")


HIDDEN = in_play(1)
TEXT = record_text(HIDDEN).encode()


@given(st.integers(0, len(TEXT) - 1), st.integers(0, 255), st.booleans())
@settings(max_examples=300, deadline=None)
def test_one_wrong_byte_or_a_cut_gives_a_record_error_or_a_replay(place, byte, cut_off):
    data = TEXT[:place] + (b"" if cut_off else bytes([byte]) + TEXT[place + 1 :])
    with suppress(te.RecordError):
        read_seat_record(data)


JUNK = st.sampled_from(
    [None, True, -1, 0, 2, 9, 10**12, 1.5, "", "?", "??", "give ??", "redeal", "waive", "keep", "pass",
     "play AS", "marry KH", "concede", "talon 1", "hand", "talon", "asking", [], ["?"], {}, {"a": 1}]
)  # fmt: skip


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_wrong_value_anywhere_gives_a_record_error_or_a_replay(data):
    record = copy.deepcopy(HIDDEN)
    place = data.draw(
        st.sampled_from([record, record["rules"], record["deals"], record["deals"][0]])
    )
    key = data.draw(
        st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place)))
    )
    if isinstance(place[key], list) and place[key] and data.draw(st.booleans()):
        place = place[key]
        key = data.draw(st.integers(0, len(place) - 1))
    place[key] = data.draw(JUNK)
    with suppress(te.RecordError):
        read_seat_record(record)
