"""R16: a written game is read with every check, or refused; writing and reading agree."""

import copy
import json
import random
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thousand_env as te
from tests.random_records import PRESETS, random_record
from tests.referee.selfcheck import choose
from thousand_env.games.thousand.seat_record import hide
from thousand_env.record import load_record, read_record, record_text, save_record, write_record
from thousand_env.record_form import MOST_BYTES

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
FULL = ("match.json", "from_a_table.json")
WEAK = "redeal_weak_hand"


def example(name):
    return json.loads((EXAMPLES / name).read_text(encoding="utf-8"))


def played_match(preset="classic", players=3, seed=0, deals=3):
    """A match dealt by a seed, with a few deals done."""
    rng = random.Random(f"{preset} {players} {seed}")
    game = te.Game(te.rules("thousand", preset, players=players), seed)
    while not game.over and len(game.deals) <= deals:
        game.apply(choose(rng, set(game.legal())))
    return game


def refused(record, *words):
    """The record is refused, with a message that has all these words."""
    with pytest.raises(te.RecordError) as caught:
        read_record(record)
    for word in words:
        assert word in str(caught.value)


def broken(change):
    """The match of the example, changed in place by a function."""
    record = example("match.json")
    change(record)
    return record


# --- writing and reading ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_r16_a_match_dealt_by_a_seed_reads_back_as_it_was(preset, players):
    game = played_match(preset, players)
    record = write_record(game)
    for source in (record, record_text(record), record_text(record).encode()):
        again = read_record(source)
        assert write_record(again) == record
        assert (again.phase, again.player, again.legal()) == (game.phase, game.player, game.legal())
        for seat in range(players):
            assert again.view(seat).tobytes() == game.view(seat).tobytes()


@pytest.mark.parametrize("seed", range(60))
def test_r16_write_read_write_is_the_identity_under_random_rules_and_tables(seed):
    rng = random.Random(seed)
    record = random_record(rng, 2 + seed % 3, deals=3)
    assert write_record(read_record(record_text(record))) == record


@pytest.mark.parametrize("name", FULL)
def test_r16_the_examples_are_what_their_replay_writes(name):
    game = load_record(EXAMPLES / name)
    assert record_text(write_record(game)) == (EXAMPLES / name).read_text(encoding="utf-8")


def test_r16_the_example_match_is_complete_and_settled():
    game = load_record(EXAMPLES / "match.json")
    assert game.over and sum(game.settlement) == 0
    assert {"golden", "dark", "redealt"} <= {result["kind"] for result in game.results}


def test_r16_the_example_from_a_table_stops_in_the_middle_of_a_deal():
    game = load_record(EXAMPLES / "from_a_table.json")
    assert game.phase == "play" and len(game.results) == len(game.deals) - 1


def test_r16_a_later_move_changes_no_record_written_before():
    game = played_match()
    record = write_record(game)
    kept = copy.deepcopy(record)
    game.apply(game.legal()[0])
    assert record == kept


def test_r16_the_table_is_left_out_of_a_new_match_only():
    assert "table" not in write_record(te.Game(te.rules(), seed=0))
    assert "table" in write_record(te.Game(te.rules(), seed=0, table={"score": [5, 0, 0]}))
    without_golden = write_record(te.Game(te.rules(), seed=0, table={}))
    assert without_golden["table"]["golden"] is None
    assert write_record(read_record(without_golden)) == without_golden


def test_r16_names_are_kept_or_given():
    game = load_record(EXAMPLES / "match.json")
    assert write_record(game)["players"] == ["Anna", "Boris", "Vera"]
    assert write_record(game, ["A", "B", "Ж"])["players"] == ["A", "B", "Ж"]
    for names in (["A", "B"], ["A", "B", ""], ["A", "B", "C\n"], ["A", "B", "\ud800"], "ABC"):
        with pytest.raises(te.RecordError):
            write_record(game, names)


def test_r16_spellings_of_cards_and_case_are_read_and_written_in_one_form():
    record = example("match.json")
    other = copy.deepcopy(record)
    for deal in other["deals"]:
        deal["actions"] = [text.upper().replace("TH", "10♥") for text in deal["actions"]]
        deal["hands"] = [text.replace("T", "10") for text in deal["hands"]]
    assert write_record(read_record(other)) == record


def test_r16_a_file_is_replaced_as_a_whole_and_leaves_nothing_else(tmp_path):
    path = tmp_path / "match.json"
    path.write_text("old")
    game = load_record(EXAMPLES / "match.json")
    save_record(game, path, ["Анна", "Борис", "Вера"])
    assert json.loads(path.read_text(encoding="utf-8"))["players"][1] == "Борис"
    assert load_record(path).over
    assert [file.name for file in tmp_path.iterdir()] == ["match.json"]


def test_r16_a_file_that_cannot_be_written_or_read_is_a_record_error(tmp_path):
    game = played_match()
    for path in (tmp_path / "none" / "x.json", tmp_path, "a\0b"):
        with pytest.raises(te.RecordError, match="cannot write"):
            save_record(game, path)
        with pytest.raises(te.RecordError, match="cannot read"):
            load_record(path)
    assert list(tmp_path.iterdir()) == []


# --- what is refused --------------------------------------------------------------------------------


def test_r16_the_first_illegal_action_is_named_with_deal_number_text_and_what_was_legal():
    record = example("match.json")
    del record["result"]
    record["deals"] = [record["deals"][0], record["deals"][1] | {"actions": []}]
    legal = read_record(record).legal()
    record["deals"][1]["actions"] = ["bid 300", "fly"]
    refused(record, "deal 2, action 1: 'bid 300'", "; legal: " + ", ".join(legal))
    record["deals"][1]["actions"] = [legal[0], "fly"]
    refused(record, "deal 2, action 2: 'fly'", "unknown action", "; legal: ")


def test_r16_the_names_decide_the_players_and_other_rules_are_refused():
    refused(broken(lambda r: r["rules"].update(players=4)), "players")
    assert read_record(broken(lambda r: r["rules"].update(players=3))).rules.players == 3
    refused(broken(lambda r: r["players"].append("Gleb")), "hands", "deal 1")
    for names in ([], ["A"], list("ABCDE"), ["A", "B", 3], ["A", "B", "x" * 41], "ABC", None):
        refused(broken(lambda r, n=names: r.update(players=n)), "players")


def test_r16_an_unfinished_deal_can_only_be_the_last():
    def stop_early(record):
        record["deals"][0]["actions"].pop()

    refused(broken(stop_early), "deal 1 stops in phase 'play'", "not the last")


def test_r16_nothing_follows_the_end_of_a_deal_or_of_the_match():
    last = len(example("match.json")["deals"])
    refused(broken(lambda r: r["deals"][0]["actions"].append("pass")), "deal 1, action", "over")
    refused(
        broken(lambda r: r["deals"].append(r["deals"][0])), f"deal {last + 1}", "match was over"
    )


def redealt_record(mode):
    """One deal that is thrown away: a first hand worth 0 points, called by hand or by rule."""
    return {
        "format": "thousand-record/1",
        "rules": {"golden": False, WEAK: [14, mode]},
        "players": ["A", "B", "C"],
        "dealer": 2,
        "deals": [
            {
                "hands": ["9S 9C 9D JS JC JD QS", "AS TS KS AC TC KC QC", "AD TD KD QD AH TH KH"],
                "talon": "QH JH 9H",
                "actions": ["redeal"] if mode == "optional" else [],
            }
        ],
    }


@pytest.mark.parametrize("mode", ["optional", "mandatory"])
def test_r16_a_redealt_deal_is_an_entry_of_its_own_without_more_actions(mode):
    record = redealt_record(mode)
    game = read_record(record)
    assert game.needs_deal and game.results[0]["kind"] == "redealt"
    record["deals"][0]["actions"].append("pass")
    refused(record, "deal 1, action", "thrown away by a re-deal")


@pytest.mark.parametrize(
    ("hands", "talon", "word"),
    [
        (
            ["9S 9C 9D JS JC JD QS", "AS TS KS AC TC KC QC", "AD TD KD QD AH TH KH"],
            "QH JH 9S",
            "twice",
        ),
        (
            ["9S 9C 9D JS JC JD", "AS TS KS AC TC KC QC", "AD TD KD QD AH TH KH"],
            "QH JH 9H",
            "cards",
        ),
        (
            ["9S 9C 9D JS JC JD 1S", "AS TS KS AC TC KC QC", "AD TD KD QD AH TH KH"],
            "QH JH 9H",
            "1S",
        ),
        (["9S 9C 9D JS JC JD QS", "AS TS KS AC TC KC QC"], "QH JH 9H", "list of 3"),
        (["9S 9C 9D JS JC JD QS", "?", "?"], "?", "deal 1"),
        (["9S 9C 9D JS JC JD QS", 7, None], ["QH"], "deal 1"),
    ],
)
def test_r16_an_impossible_pack_is_refused(hands, talon, word):
    record = redealt_record("mandatory")
    record["deals"][0].update(hands=hands, talon=talon)
    refused(record, "deal 1", word)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("deals", 0, "kind"), "ordinary"),
        (("deals", 0, "made"), 1),
        (("deals", 0, "raw", 1), 7),
        (("deals", 0, "entry", 0), None),
        (("deals", 0, "written", 2), 5),
        (("deals", 0, "table", "score", 0), 5),
        (("deals", 0, "table"), {}),
        (("deals",), []),
        (("winner",), None),
        (("settlement", 0), 0.0),
    ],
)
def test_r16_a_result_that_differs_from_the_replay_is_refused_by_its_key(path, value):
    record = example("match.json")
    place = record["result"]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    name = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    refused(record, "float" if value == 0.0 else f"result{name}: ")


def test_r16_a_table_no_match_can_reach_is_refused():
    refused(broken(lambda r: r.update(table={"score": [555, 0, 0]})), "table", "555")
    refused(broken(lambda r: r.update(table={"scores": [0, 0, 0]})), "table", "scores")


def test_r16_one_seats_record_is_refused_with_the_name_of_its_reader():
    refused(example("one_seat.json"), "read_seat_record")


WRONG_VALUES = (
    None,
    True,
    -1,
    3,
    10**12,
    1.5,
    float("nan"),
    "",
    "x",
    "\ud800",
    [],
    [1],
    {},
    {"a": 1},
)


@pytest.mark.parametrize("value", WRONG_VALUES, ids=repr)
def test_a_wrong_value_anywhere_at_the_top_is_a_record_error(value):
    for key in ("format", "rules", "players", "dealer", "table", "deals", "result", "odd"):
        record = example("match.json")
        if record.get(key) != value and (key, value) not in (("table", {}), ("rules", {})):
            refused(record | {key: value})
    for key in ("hands", "talon", "actions", "odd"):
        refused(broken(lambda r, k=key: r["deals"][0].update({k: value})), "deal")
    refused(value)


@pytest.mark.parametrize("key", ["format", "rules", "players", "dealer", "deals"])
def test_a_missing_key_is_a_record_error(key):
    refused(broken(lambda r: r.pop(key)), key)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "JSON"),
        ("[" * 100_000, "JSON"),
        ('{"deals": ' * 3000 + "1" + "}" * 3000, "JSON"),
        ("[" * 100 + "]" * 100, "nested"),
        ('{"format": ' + "9" * 5000 + "}", "JSON"),
        ('{"format": NaN}', "float"),
        ('{"format": -Infinity}', "float"),
        ('{"format": "thousand-record/2"}', "thousand-record/1"),
        ('{"format": 1, "format": 1}', "twice"),
        (b"\xff\xfe", "JSON"),
        (b"\xef\xbb\xbf[]", "object"),
        (" " * (MOST_BYTES + 1), "larger"),
    ],
    ids=lambda value: str(value[:12]),
)
def test_text_that_is_no_record_is_a_record_error(text, word):
    refused(text, word)


def test_numbers_too_long_to_print_and_loops_are_record_errors():
    refused(broken(lambda r: r["rules"].update(golden_circles=10**5000)))
    refused(broken(lambda r: r.update(table={"score": [10**5000, 0, 0]})))
    refused(broken(lambda r: r["rules"].update(golden_circles=r)), "nested")


def test_a_file_larger_than_a_record_is_refused_unparsed(tmp_path):
    path = tmp_path / "large.json"
    path.write_bytes(b"[" * (MOST_BYTES + 5))
    with pytest.raises(te.RecordError, match="larger"):
        load_record(path)


SHORT = record_text(write_record(played_match(deals=1))).encode()


@given(st.integers(0, len(SHORT) - 1), st.integers(0, 255), st.sampled_from(["cut", "put", "drop"]))
@settings(max_examples=400, deadline=None)
def test_one_wrong_byte_or_a_cut_gives_a_record_error_or_a_legal_match(place, byte, how):
    after = {"cut": b"", "put": bytes([byte]) + SHORT[place + 1 :], "drop": SHORT[place + 1 :]}
    data = SHORT[:place] + after[how]
    try:
        game = read_record(data)
    except te.RecordError:
        return
    record = write_record(game)
    assert write_record(read_record(record)) == record


# --- the command ------------------------------------------------------------------------------------


def replay(files, **options):
    from thousand_agents.commands.replay import replay

    return replay([str(file) for file in files], **options)


def test_replay_prints_score_sheet_and_every_deal(capsys):
    assert replay([EXAMPLES / "match.json"]) == 0
    text = capsys.readouterr().out
    record = example("match.json")
    assert "Anna" in text and "(880)" in text and "wins the match" in text
    assert all(f"deal {k}, " in text for k in range(1, len(record["deals"]) + 1))
    assert all(deal["hands"][0] in text for deal in record["deals"])


def test_replay_json_goes_on_after_a_refused_file_and_exits_with_1(capsys, tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text('{"format"')
    files = [
        EXAMPLES / "match.json",
        bad,
        EXAMPLES / "one_seat.json",
        EXAMPLES / "from_a_table.json",
    ]
    assert replay(files, json=True) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == [str(file) for file in files]
    assert [line["ok"] for line in lines] == [True, False, False, True]
    assert lines[0]["record"] == example("match.json")
    assert "JSON" in lines[1]["error"] and "seat" in lines[2]["error"]
    assert replay([bad, EXAMPLES / "match.json"]) == 1
    output = capsys.readouterr()
    assert "bad.json is refused" in output.err and "Anna" in output.out


def test_replay_works_the_result_out_anew(capsys, tmp_path):
    path = tmp_path / "match.json"
    record = example("match.json")
    result = record.pop("result")
    path.write_text(json.dumps(record))
    assert replay([path], json=True) == 0
    assert json.loads(capsys.readouterr().out)["record"]["result"] == result


def test_replay_reads_the_standard_input(capsys, monkeypatch):
    data = (EXAMPLES / "match.json").read_bytes()
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(data)))
    assert replay(["-"]) == 0
    assert "Anna" in capsys.readouterr().out


def test_hide_refuses_what_read_record_refuses():
    for record in (
        broken(lambda r: r["deals"][0]["actions"].append("pass")),
        example("one_seat.json"),
    ):
        with pytest.raises(te.RecordError):
            hide(record, 0)
