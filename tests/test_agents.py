"""Agents: legal, the same in any batch, deterministic; greedy is the stronger and quick."""

import inspect
import random
import time
from pathlib import Path

import numpy as np
import pytest

import thousand_env as te
from tests.referee.randoms import random_options
from thousand_agents.arena import run_arena
from thousand_agents.base import AgentError, fingerprint, make_agent
from thousand_agents.games.thousand import SPECS
from thousand_agents.table import decide, seat_agents
from thousand_env.errors import ThousandError
from thousand_env.games.thousand import rules_from
from thousand_env.games.thousand.rules import PRESETS
from thousand_env.learner import RandomAgent

AGENTS = ("random", "greedy")


def rows_to_decide(rules, games, steps, seed=0, mover="random"):
    """Views and masks of random play, some steps into the matches."""
    env = te.VectorEnv("thousand", games, rules, seed)
    env.reset()
    agent, rng = make_agent(mover, rules), np.random.default_rng(seed)
    for _ in range(steps):
        env.step(agent.act(env.views, env.action_mask, rng))
    return env.views.copy(), env.action_mask.copy()


def play_checked(spec, rules, games, steps):
    """Play so many decisions in each game, each of them legal."""
    env = te.VectorEnv("thousand", games, rules, seed=1)
    env.reset()
    agent, rng = make_agent(spec, rules), np.random.default_rng(1)
    for _ in range(steps):
        actions = agent.act(env.views, env.action_mask, rng)
        assert actions.shape == (games,) and actions.dtype == np.int64
        assert env.action_mask[np.arange(games), actions].all(), (spec, rules.short())
        env.step(actions)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("spec", AGENTS)
def test_every_action_is_legal_under_every_preset(spec, preset, players):
    play_checked(spec, te.rules("thousand", preset, players=players), games=40, steps=250)


@pytest.mark.parametrize("spec", AGENTS)
def test_every_action_is_legal_under_random_options(spec):
    rng = random.Random(5)
    for _ in range(40):
        play_checked(spec, rules_from(random_options(rng)), games=8, steps=120)


def test_a_mixed_field_is_played_legally():
    """What random does before puts greedy into places it would never go to itself."""
    rules = te.rules("thousand", "classic", golden=False, dark_min_score=-1000)
    env = te.VectorEnv("thousand", 100, rules, seed=3)
    env.reset()
    agents = [make_agent(name, rules) for name in AGENTS]
    rng = np.random.default_rng(3)
    for turn in range(200):
        actions = agents[turn % 2].act(env.views, env.action_mask, rng)
        env.step(actions)
        assert not env.illegal.any()


@pytest.mark.parametrize("spec", AGENTS)
def test_a_batch_decides_as_its_rows_do_one_by_one(spec):
    rules = te.rules()
    for steps in (3, 11, 20, 47):
        views, masks = rows_to_decide(rules, 60, steps, seed=steps)
        agent = make_agent(spec, rules)
        together = agent.act(views, masks, np.random.default_rng(9))
        rng = np.random.default_rng(9)
        alone = [
            int(agent.act(views[k : k + 1], masks[k : k + 1], rng)[0]) for k in range(len(views))
        ]
        assert together.tolist() == alone


@pytest.mark.parametrize("spec", AGENTS)
def test_the_same_stream_gives_the_same_actions_and_inputs_stay(spec):
    rules = te.rules()
    views, masks = rows_to_decide(rules, 200, 30)
    kept_views, kept_masks = views.copy(), masks.copy()
    first, second = (
        make_agent(spec, rules).act(views, masks, np.random.default_rng(4)) for _ in range(2)
    )
    assert np.array_equal(first, second)
    assert np.array_equal(views, kept_views) and np.array_equal(masks, kept_masks)


def test_greedy_draws_nothing_and_random_does():
    rules = te.rules()
    views, masks = rows_to_decide(rules, 300, 40)
    draws = [
        [make_agent(spec, rules).act(views, masks, np.random.default_rng(k)) for k in range(2)]
        for spec in AGENTS
    ]
    assert not np.array_equal(*draws[0])
    assert np.array_equal(*draws[1])


@pytest.mark.parametrize("spec", AGENTS)
def test_an_agent_is_given_views_masks_and_a_stream_and_no_game(spec):
    agent = make_agent(spec, te.rules())
    assert agent.name == spec
    assert [*inspect.signature(agent.act).parameters] == ["views", "masks", "rng"]


def test_greedy_beats_random_clear_of_chance():
    result = run_arena(["greedy", "random"], 60, te.rules(), seed=2)
    (difference,) = result.estimates
    assert difference.interval[0] > 0 and difference.bootstrap[0] > 0


def test_greedy_wins_more_matches_than_random():
    result = run_arena(["greedy", "random"], 12, te.rules(), seed=2, unit="match")
    share, difference = result.estimates  # of A less what is fair, and A - B
    assert share.interval[0] > 0
    assert difference.interval[0] > 0


def test_greedy_decides_fast_enough_to_be_a_training_partner():
    rules = te.rules()
    views, masks = rows_to_decide(rules, 1024, 40)
    agent, rng = make_agent("greedy", rules), np.random.default_rng(0)
    best = 0.0
    for _ in range(8):
        start = time.perf_counter()
        for _ in range(5):
            agent.act(views, masks, rng)
        best = max(best, 5 * 1024 / (time.perf_counter() - start))
    assert best >= 50_000


@pytest.mark.parametrize("spec", ["nobody", "", "Greedy", "net", "model.onnx", "x" * 500])
def test_an_unknown_spec_is_refused_and_what_exists_is_listed(spec):
    with pytest.raises(
        AgentError, match="random, greedy; networks: net:base-v5, or a path"
    ) as caught:
        make_agent(spec, te.rules())
    assert SPECS in str(caught.value) and len(str(caught.value)) < 400


def test_a_missing_network_is_named(tmp_path):
    path = tmp_path / "none.safetensors"
    with pytest.raises(AgentError, match="no such file") as caught:
        make_agent(str(path), te.rules())
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"x", b"\x08\0\0\0\0\0\0\0{}      ", b"\xff" * 300])
def test_a_corrupt_network_is_refused_with_the_projects_error(tmp_path, content):
    path = tmp_path / "bad.safetensors"
    path.write_bytes(content)
    with pytest.raises(ThousandError, match=r"bad\.safetensors"):
        make_agent(str(path), te.rules())


def test_there_is_one_random_agent():
    assert type(make_agent("random", te.rules())) is RandomAgent


def test_fingerprints_tell_agents_and_networks_apart(tmp_path):
    nets = [tmp_path / f"{name}.safetensors" for name in "ab"]
    for net in nets:
        net.write_bytes(net.name.encode())
    found = [fingerprint(spec) for spec in (*AGENTS, *map(str, nets))]
    assert len({*found}) == 4 and all(len(code) == 12 for code in found)
    nets[0].write_bytes(b"trained further")
    assert fingerprint(str(nets[0])) != found[2]


def test_greedys_fingerprint_covers_its_weights(monkeypatch):
    before, read = fingerprint("greedy"), Path.read_bytes

    def refitted(path):
        return read(path) + (b" " if path.suffix == ".json" else b"")

    monkeypatch.setattr(Path, "read_bytes", refitted)
    assert fingerprint("greedy") != before


def test_one_agent_serves_all_seats_or_each_has_its_own():
    rules = te.rules(players=4)
    assert [a.name for a in seat_agents(["greedy"], 4, rules)] == ["greedy"] * 4
    mixed = ["greedy", "random", "random", "greedy"]
    assert [a.name for a in seat_agents(mixed, 4, rules)] == mixed
    with pytest.raises(AgentError, match="2 agents for 4 seats"):
        seat_agents(["greedy", "random"], 4, rules)


@pytest.mark.parametrize("spec", AGENTS)
def test_a_single_game_is_a_batch_of_one(spec):
    game, rng = te.Game(te.rules(), seed=6), np.random.default_rng(6)
    agent = make_agent(spec, game.rules)
    while not game.over and len(game.results) < 4:
        action = decide(game, agent, rng)
        assert action in game.legal()
        game.apply(action)


def test_nobody_decides_where_nobody_is_to_move():
    game = te.Game(te.rules(), seed=None, dealer=0)
    with pytest.raises(AgentError, match="nobody is to move"):
        decide(game, make_agent("random", game.rules), np.random.default_rng(0))
