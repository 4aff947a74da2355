"""``--table``: one form everywhere."""

import json

import pytest

import thousand_env as te
from thousand_agents.table_option import parse_table

CLASSIC = te.rules("thousand", "classic")
BARREL = {"score": [880, -40, 0], "barrel_deals_used": [2, None, None], "barrels_used": [1, 0, 0]}


def test_the_three_forms_of_a_table_are_read_alike(tmp_path):
    wanted = te.Game(CLASSIC, table={"score": [300, 420, -180]}, dealer=0, seed=None).table
    path = tmp_path / "table.json"
    path.write_text('\ufeff{"score": [300, 420, -180]}', encoding="utf-8")
    for text in (
        "300 420 -180",
        "300,420, -180",
        "  +300\t420 -180 ",
        '{"score": [300, 420, -180]}',
        str(path),
    ):
        assert parse_table(text, CLASSIC) == wanted
    assert wanted["golden"] is None  # R16: without the key there is no golden round


def test_r16_every_key_of_a_table_is_kept_and_a_game_takes_it():
    table = parse_table(json.dumps(BARREL), CLASSIC)
    assert {key: table[key] for key in BARREL} == BARREL
    assert te.Game(CLASSIC, table=table, dealer=1, seed=None).table == table


def test_r2_2_as_many_scores_as_players():
    four = te.rules("thousand", "classic", players=4)
    assert parse_table("5 10 15 20", four)["score"] == [5, 10, 15, 20]
    with pytest.raises(te.TableError, match="3 scores for 4 players"):
        parse_table("5 10 15", four)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("301 0 0", "not a multiple of 5 (R2.3)"),
        ("555 0 0", "drops to 0 (R11.7)"),
        ("880 0 0", 'give barrel_deals_used for it (R9.1); a table is scores by seat ("300'),
        ("0 0", "2 scores for 3 players: one a seat"),
        ("0 0 zero", "no list of scores and no file"),
        ("0 0 9999999999", "no list of scores and no file"),
        ("0 0 \u0663", "no list of scores and no file"),
        ("no/such/file.json", "no list of scores and no file"),
        ("a\0b", "no list of scores and no file"),
        ('{"score": [1, 2', "no JSON: Expecting"),
        ('{"scores": [0, 0, 0]}', "unknown table key 'scores'; keys: score, bolts"),
        ('{"score": [NaN, 0, 0]}', "a whole number is expected"),
        ('{"score": [1e400, 0, 0]}', "a whole number is expected"),
        ('{"score": [' + "1" * 5000 + ", 0, 0]}", "no JSON"),
        ('{"bolts": [3, 0, 0]}', "3 bolts are never kept"),
        ('{"x": ' + "[" * 9000, "no JSON"),
        ('{"score": [0, 0, 0]}' + " " * 20_000, "larger than 20000 characters"),
    ],
)
def test_what_is_no_table_is_refused_and_the_message_says_why(text, message):
    with pytest.raises(te.TableError) as caught:
        parse_table(text, CLASSIC)
    assert message in str(caught.value) and len(str(caught.value)) < 600


def test_a_file_that_holds_no_table_is_refused(tmp_path):
    path = tmp_path / "table.json"
    for text, message in (
        ("300 420 180", "no JSON"),
        ("[300, 420, 180]", "a table is an object with keys"),
        (" " * 30_000, "larger than"),
    ):
        path.write_text(text)
        with pytest.raises(te.TableError, match=message):
            parse_table(str(path), CLASSIC)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(te.TableError, match="no file"):
        parse_table(str(path), CLASSIC)
    with pytest.raises(te.TableError, match="no file"):
        parse_table(str(tmp_path), CLASSIC)
