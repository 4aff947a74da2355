"""``thousand replay --gif``: a written game as a moving picture."""

import random
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from thousand_agents import gif
from thousand_agents.cli import main
from thousand_agents.gif import count_frames, write_gif
from thousand_env import games
from thousand_env.drawing.pixels import rgb_array
from thousand_env.errors import RecordError
from thousand_env.games.king.game import Game as King
from thousand_env.games.thousand.game import Game as Thousand
from thousand_env.record import load_record, save_record

MATCH = Path(__file__).parent.parent / "docs" / "examples" / "match.json"
needs_pixels = pytest.mark.skipif(
    not all(map(find_spec, ("resvg_py", "PIL"))), reason="resvg-py and pillow are an extra"
)


def played(kind, steps):
    game, rng = kind(seed=1), random.Random(1)
    for _ in range(steps):
        game.apply(rng.choice(game.legal()))
    return game


@needs_pixels
def test_a_deal_has_a_frame_a_decision_and_ends_as_the_record_does(tmp_path, capsys):
    from PIL import Image

    file = tmp_path / "deal.gif"
    assert main(["replay", str(MATCH), "--gif", str(file), "--deal", "27"]) == 0
    game = load_record(MATCH)
    frames = 1 + len(game.deals[26]["actions"])
    assert capsys.readouterr().out == f"{file}: {frames} frames\n"
    with Image.open(file) as picture:
        assert picture.n_frames == frames
        durations = []
        for k in range(frames):
            picture.seek(k)
            durations.append(picture.info["duration"])
        last = np.asarray(picture.convert("RGB")).astype(int)
    assert set(durations[:-1]) == {800} and durations[-1] == 2500
    wanted = rgb_array(game._repr_svg_())
    assert last.shape == wanted.shape
    assert np.abs(last - wanted).mean() < 3  # of 255: a palette of few colours


@needs_pixels
@pytest.mark.parametrize("kind", [Thousand, King])
def test_a_game_that_is_not_finished_is_drawn_as_far_as_it_goes(kind, tmp_path):
    from PIL import Image

    game, told = played(kind, 12), []
    names = ["Anna", "Boris", "Vera", "Zoë"][: game.rules.players]
    count = write_gif(game, names, tmp_path / "game.gif", report=told.append)
    assert told == [*range(1, count + 1)] and count == 13
    with Image.open(tmp_path / "game.gif") as picture:
        first = np.asarray(picture.convert("RGB")).astype(int)
    again = kind(game.rules, seed=None, table=game.start, dealer=game.first_dealer)
    again.deal(game.deals[0]["hands"], game.deals[0]["talon"])
    svg = games.picture_of(game.rules).svg_state(again.state, game.rules, names)
    assert np.abs(first - rgb_array(svg)).mean() < 3


def test_a_deal_that_is_not_there_and_too_many_frames_are_refused(monkeypatch):
    game = load_record(MATCH)
    for deal in (0, -1, 28):
        with pytest.raises(RecordError, match="deals 1 to 27"):
            count_frames(game, deal)
    total = count_frames(game)
    assert total == sum(count_frames(game, deal) for deal in range(1, 28))
    monkeypatch.setattr(gif, "MOST_FRAMES", total - 1)
    with pytest.raises(RecordError, match=f"{total} frames.*--deal N takes one"):
        count_frames(game)


@needs_pixels
def test_stopped_on_the_way_it_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "old.gif"
    file.write_bytes(b"old")

    def stop(done):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_gif(played(Thousand, 5), ["A", "B", "C"], file, report=stop)
    assert file.read_bytes() == b"old" and [*tmp_path.iterdir()] == [file]


def test_wrong_uses_end_with_a_message(tmp_path, capsys, monkeypatch):
    record = tmp_path / "game.json"
    save_record(played(Thousand, 3), record)
    for arguments in (["--deal", "1"], ["--gif", "x.gif", "--json"]):
        with pytest.raises(SystemExit):
            main(["replay", str(record), *arguments])
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert main(["replay", str(record), "--gif", str(tmp_path / "x.gif")]) == 2
    assert "thousand-env[render]" in capsys.readouterr().err
    assert not (tmp_path / "x.gif").exists()


@needs_pixels
def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(RecordError, match=r"cannot write .*nowhere"):
        write_gif(played(Thousand, 2), ["A", "B", "C"], tmp_path / "nowhere" / "x.gif")
