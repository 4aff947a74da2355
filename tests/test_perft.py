"""Numbers of lines of play from fixed deals: the core against the referee's counts (tests/perft)."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te
from tests.perft.compute import lines, load, perft_text, start
from thousand_env.games.thousand import rules_from

ENTRIES = {entry["name"]: entry for entry in load()}
BATCH = 1024  # games that take a step together
QUICK = 1500  # lines that the referee counts again in the quick tests, of every deal


def core_counts(entry: dict[str, Any]) -> list[int]:
    """The core's numbers of lines, to the depths of the entry."""
    rules = rules_from(entry["rules"])
    game = te.Game(rules, None, entry["table"], entry["dealer"])
    game.deal(entry["hands"], entry["talon"])
    for text in entry["actions"]:
        game.apply(text)
    env = te.VectorEnv("thousand", BATCH, rules, episode="deal", autoreset=AutoresetMode.DISABLED)
    counts = _count(env, game.state.reshape(1), game.action_mask[None], len(entry["counts"]))
    return [int(count) for count in counts]


def _count(env: te.VectorEnv, states: Any, masks: Any, depth: int) -> Any:
    """Lines of depth 1 .. ``depth`` (depth,) from games (N,) with their legal actions (N, A)."""
    rows, actions = np.nonzero(masks)
    counts = np.zeros(depth, np.int64)
    counts[0] = len(rows)
    for first in range(0, len(rows) if depth > 1 else 0, BATCH):
        piece = slice(first, first + BATCH)
        number = len(rows[piece])
        env.state = np.resize(states[rows[piece]], BATCH)
        env.step(np.resize(actions[piece], BATCH))
        assert not env.illegal.any()
        after = env.state[:number]
        # a pack that was thrown away has been followed by the next, without a decision so far
        on = (env.current_player[:number] >= 0) & (after["log_length"] > 0)
        followers = _count(env, after[on], env.action_mask[:number][on], depth - 1)
        counts[1:] += followers + np.count_nonzero(~on)
    return counts


@pytest.mark.parametrize("name", ENTRIES)
def test_the_core_finds_as_many_lines_as_the_referee(name):
    entry = ENTRIES[name]
    assert core_counts(entry) == entry["counts"], perft_text(entry)


@pytest.mark.parametrize("name", ENTRIES)
def test_the_counts_are_the_referees_to_a_small_depth(name):
    counts = ENTRIES[name]["counts"]
    depth = max(1, sum(count <= QUICK for count in counts))
    assert lines(start(ENTRIES[name]), depth) == counts[:depth]


@pytest.mark.slow
@pytest.mark.parametrize("name", ENTRIES)
def test_the_counts_are_the_referees_to_every_depth(name):
    counts = ENTRIES[name]["counts"]
    assert lines(start(ENTRIES[name]), len(counts)) == counts


def test_the_deals_cover_every_preset_number_of_players_and_phase():
    seen = {(e["rules"]["preset"], e["rules"]["players"]) for e in ENTRIES.values()}
    assert seen >= {(preset, n) for preset in te.thousand.PRESETS for n in (2, 3, 4)}
    phases = {start(entry).phase for entry in ENTRIES.values()}
    assert phases == set(te.thousand.PHASES) - {"deal", "over"}
