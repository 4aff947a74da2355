"""``NUMBA_DISABLE_JIT=1`` runs the same source as plain Python and comes to the same."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import hashlib
import thousand_env as te
from thousand_env.jit import INTERPRETED

digest = hashlib.sha256()
for players in (2, 3, 4):
    for preset in ("classic", "polish"):
        rules = te.rules("thousand", preset, players=players)
        env = te.VectorEnv("thousand", 3, rules, seed=7, reward="score")
        env.reset()
        for step in range(70):
            env.step(env.sample(step))
            for array in (env.observation, env.action_mask, env.views, env.rewards):
                digest.update(array.tobytes())
print(INTERPRETED, digest.hexdigest())
"""


def run(disable):
    env = os.environ | {"NUMBA_DISABLE_JIT": disable}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_the_interpreted_core_is_the_compiled_core():
    compiled, interpreted = run("0"), run("1")
    assert compiled[0] == "False" and interpreted[0] == "True"
    assert compiled[1] == interpreted[1]


def test_an_edited_source_file_gets_a_cache_of_its_own(tmp_path):
    from thousand_env.jit import _cache_folder

    (tmp_path / "rule.py").write_text("x = 1\n")
    first = _cache_folder(tmp_path)
    (tmp_path / "rule.py").write_text("x = 2\n")
    assert _cache_folder(tmp_path) != first


def test_an_edited_file_of_any_package_named_gets_a_cache_of_its_own(tmp_path, monkeypatch):
    from thousand_agents import compilers

    monkeypatch.setattr(compilers, "_HERE", tmp_path)
    found = {compilers.compiler("first", "second").cache_folder}
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "play.py").write_text("x = 1\n")
        found.add(compilers.compiler("first", "second").cache_folder)
    assert len(found) == 3


def test_a_switch_names_every_package_that_its_functions_are_compiled_with():
    import thousand_agents

    here = Path(thousand_agents.__file__).parent
    named = {
        path.parent.name: set(re.findall(r'"(\w+)"', path.read_text().split("compiler(")[1]))
        for path in here.glob("*/compiled.py")
    }
    assert named.keys() == {"bochki", "greedy", "king", "pimc", "solver", "worlds"}
    for path in here.rglob("*.py"):
        text = path.read_text()
        for switch in re.findall(r"from thousand_agents\.(\w+)\.compiled import", text):
            imported = set(re.findall(r"thousand_agents\.(\w+)", text))
            assert imported & named.keys() <= named[switch], path


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_the_random_stream_deals_every_card_once(seed):
    import thousand_env as te

    game = te.Game(seed=seed)
    cards = " ".join([*game.deals[0]["hands"], game.deals[0]["talon"]]).split()
    assert len(set(cards)) == len(cards) == 24


def test_shuffles_are_even():
    """Each card lies in each place of the pack equally often, within five standard deviations."""
    import numpy as np

    from thousand_env.games.common.stream import shuffle

    packs, counts = 24000, np.zeros((24, 24))
    for key in range(packs):
        cards = np.arange(24, dtype=np.int32)
        shuffle(np.uint64(key * 0x9E3779B97F4A7C15 % 2**64), cards, 24)
        counts[np.arange(24), cards] += 1
    assert np.abs(counts - packs / 24).max() < 5 * (packs / 24) ** 0.5
