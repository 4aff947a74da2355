"""Self-play training: advantages, checkpoints, resuming, bad input."""

import json
import signal
from dataclasses import replace

import numpy as np
import pytest
import torch

import thousand_env as te
from thousand_agents.models.net import NetAgent, PolicyNet
from thousand_agents.models.tensors import ModelError, load_tensors, save_tensors
from thousand_training.chances import DARK, explore_dark
from thousand_training.checkpoint import load_checkpoint, save_checkpoint
from thousand_training.config import ConfigError, load_config
from thousand_training.learner import Learner
from thousand_training.metrics import Metrics
from thousand_training.ppo import advantages, learn
from thousand_training.selfplay import play
from thousand_training.train import iterate, main, only_run, train

SMALL = {
    "minutes": "1e6", "iterations": "4", "num_games": "16", "steps": "40",
    "minibatch": "128", "width": "32", "value_width": "16", "threads": "1", "save_every": "1000",
    "warm_decisions": "1000",
}  # fmt: skip


@pytest.fixture
def config():
    return load_config("smoke", SMALL)


def chain_of(data, game, seat):
    """One seat's own decisions in one match by the definition: (step, reward until the next, over)."""
    chain, reward, current = [], 0.0, None
    for t in range(len(data["reward"])):
        if data["player"][t, game] == seat and data["mine"][t, game]:
            if current is not None:
                chain.append((current, reward, False))
            current, reward = t, 0.0
        if current is not None:
            reward += data["reward"][t, game, seat]
        if data["deal_over"][t, game]:
            if current is not None:
                chain.append((current, reward, True))
            current = None
    return chain, current


@pytest.mark.parametrize("own_share", [1.0, 0.6])
def test_advantages_follow_each_player_alone_over_the_decisions_of_others(own_share):
    rng = np.random.default_rng(1)
    steps, games, seats, lam = 60, 5, 3, 0.9
    data = {
        "reward": rng.normal(size=(steps, games, seats)).astype(np.float32),
        "value": rng.normal(size=(steps, games)).astype(np.float32),
        "player": rng.integers(0, seats, (steps, games)),
        "mine": rng.random((steps, games)) < own_share,
        "deal_over": rng.random((steps, games)) < 0.1,
    }
    advantage, known = advantages(data, lam)
    expected_known = np.zeros((steps, games), bool)
    for game in range(games):
        for seat in range(seats):
            chain, open_end = chain_of(data, game, seat)
            following = None if open_end is None else (data["value"][open_end, game], 0.0)
            for t, reward, over in reversed(chain):
                next_value, next_advantage = (0.0, 0.0) if over else following
                own = reward + next_value - data["value"][t, game] + lam * next_advantage
                assert advantage[t, game] == pytest.approx(own, abs=1e-4)
                expected_known[t, game] = True
                following = (data["value"][t, game], own)
    assert np.array_equal(known, expected_known)
    assert known.mean() > 0.75 * own_share


def test_dark_offers_are_forced_with_the_stated_share():
    mask = torch.zeros(2, 189, dtype=torch.bool)
    mask[0, [DARK, DARK + 1]] = True
    mask[1, [128, 129]] = True
    chances = mask / mask.sum(1, keepdim=True)
    explored = explore_dark(chances, mask, 0.2)
    assert explored[0, DARK] == pytest.approx(0.8 * 0.5 + 0.2)
    assert torch.equal(explored[1], chances[1])
    assert torch.allclose(explored.sum(1), torch.ones(2))


def test_only_legal_actions_are_played_and_learning_changes_the_policy(config, tmp_path):
    learner = Learner(config)
    before = [p.clone() for p in learner.policy.parameters()]
    with Metrics(tmp_path) as metrics:
        data = play(learner, metrics)
    taken = np.take_along_axis(data["mask"], data["action"][..., None], 2)
    assert taken.all()
    losses = learn(learner, data)
    assert all(np.isfinite(value) for value in losses.values())
    assert any(not torch.equal(a, b) for a, b in zip(before, learner.policy.parameters()))


@pytest.mark.parametrize("stop", [1, 9, 11])  # in the warm start, between two tables, after both
def test_a_resumed_run_ends_as_one_that_was_never_stopped(config, tmp_path, stop):
    config = replace(config, iterations=13, pool_size=3)
    whole = Learner(config)
    train(whole, tmp_path / "whole")
    half = Learner(config)
    path = tmp_path / "half" / "checkpoint.safetensors"
    with Metrics(tmp_path / "half") as metrics:
        for _ in range(stop):
            metrics.write(half, iterate(half, metrics))
    save_checkpoint(half, path)
    resumed = Learner(config)
    load_checkpoint(resumed, path)
    assert (resumed.iteration, resumed.decisions) == (stop, half.decisions)
    train(resumed, tmp_path / "half")
    for a, b in zip(whole.nets.parameters(), resumed.nets.parameters()):
        assert torch.equal(a, b)
    assert np.array_equal(whole.games.state, resumed.games.state)
    assert len(whole.pool) == len(resumed.pool) == 3
    for past, also in zip(whole.pool, resumed.pool):
        assert all(torch.equal(past[name], also[name]) for name in past)


def test_ctrl_c_ends_the_iteration_and_the_resumed_run_is_as_one_never_stopped(
    config, tmp_path, monkeypatch, capsys
):
    whole = Learner(config)
    train(whole, tmp_path / "whole")
    halves = iter([False, True, False, False])

    def interrupted(learner, metrics):
        if next(halves):
            signal.raise_signal(signal.SIGINT)
        return play(learner, metrics)

    monkeypatch.setattr("thousand_training.train.play", interrupted)
    path = train(Learner(config), tmp_path / "half")
    assert "--resume" in capsys.readouterr().err
    resumed = Learner(config)
    load_checkpoint(resumed, path)
    assert resumed.iteration == 2
    train(resumed, tmp_path / "half")
    for a, b in zip(whole.nets.parameters(), resumed.nets.parameters()):
        assert torch.equal(a, b)
    rows = (tmp_path / "half" / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(row)["iteration"] for row in rows] == [1, 2, 3, 4]


def test_a_run_that_diverges_stops_and_keeps_its_last_checkpoint(config, tmp_path, monkeypatch):
    def diverged(learner, metrics):
        learner.policy.body[-1].bias.data.fill_(float("nan"))
        return {"loss/policy": float("nan")}

    monkeypatch.setattr("thousand_training.train.iterate", diverged)
    with pytest.raises(ConfigError, match="diverged: lower learning_rate"):
        train(Learner(config), tmp_path)
    load_checkpoint(
        Learner(config), tmp_path / "checkpoint.safetensors"
    )  # which checks its numbers


def test_metrics_are_json_lines_with_the_counters(config, tmp_path):
    train(Learner(config), tmp_path)
    rows = [json.loads(line) for line in (tmp_path / "metrics.jsonl").read_text().splitlines()]
    assert [row["iteration"] for row in rows] == [1, 2, 3, 4]
    assert rows[-1]["decisions"] == 4 * 16 * 40
    assert {"loss/policy", "deals/made", "deals/dark_taken", "policy/entropy"} <= set(rows[-1])


def test_checkpoint_plays_and_names_its_rules_and_observation(config, tmp_path):
    learner = Learner(config)
    path = tmp_path / "p.safetensors"
    save_checkpoint(learner, path)
    _, metadata = load_tensors(path)
    assert metadata["rules_hash"] == te.rules().hash
    assert metadata["observation_version"] == 1
    agent = NetAgent.load(path, te.rules())
    env = te.VectorEnv(num_games=8)
    env.reset()
    for _ in range(60):
        actions = agent.act(env.views, env.action_mask, np.random.default_rng(0))
        logits = learner.policy(
            torch.from_numpy(env.observation), torch.from_numpy(env.action_mask)
        )
        assert np.array_equal(actions, logits.argmax(1).numpy())
        env.step(actions)
        assert not env.illegal.any()


def test_a_checkpoint_of_other_rules_is_refused(config, tmp_path):
    path = tmp_path / "p.safetensors"
    save_checkpoint(Learner(config), path)
    with pytest.raises(ModelError, match="trained under"):
        NetAgent.load(path, te.rules(preset="online"))


@pytest.mark.parametrize("cut", [0, 7, 100, 5000, -1])
def test_a_truncated_checkpoint_is_refused_and_the_learner_unchanged(config, tmp_path, cut):
    path = tmp_path / "p.safetensors"
    learner = Learner(config)
    save_checkpoint(learner, path)
    path.write_bytes(path.read_bytes()[:cut])
    before = [p.clone() for p in learner.nets.parameters()]
    with pytest.raises(ModelError, match="cannot read"):
        load_checkpoint(learner, path)
    assert all(torch.equal(a, b) for a, b in zip(before, learner.nets.parameters()))


def test_wrong_sizes_other_formats_and_missing_parts_are_refused(config, tmp_path):
    learner, path = Learner(config), tmp_path / "p.safetensors"
    save_checkpoint(learner, path)
    tensors, metadata = load_tensors(path)
    save_tensors(path, tensors, metadata | {"width": 64})
    with pytest.raises(ModelError, match="don't fit"):
        NetAgent.load(path, te.rules())
    save_tensors(path, tensors, metadata | {"observation_version": 99})
    with pytest.raises(ModelError, match="observation version 99"):
        NetAgent.load(path, te.rules())
    save_tensors(path, {"x": torch.zeros(1)}, {"format": "else"})
    with pytest.raises(ModelError, match="no checkpoint of this project"):
        NetAgent.load(path, te.rules())
    del tensors["matches"]
    save_tensors(path, tensors, metadata)
    with pytest.raises(ModelError, match="no complete checkpoint"):
        load_checkpoint(learner, path)
    with pytest.raises(ModelError, match="cannot read"):
        NetAgent.load(tmp_path / "none.safetensors", te.rules())


def test_illegal_actions_get_no_chance():
    mask = torch.zeros(3, 189, dtype=torch.bool)
    mask[:, 5] = True
    net = PolicyNet(8, 1)
    assert net(torch.randn(3, 318), mask).softmax(1)[:, 5].tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"unknown": "1"}, "unknown setting 'unknown'"),
        ({"steps": "0"}, "steps = 0 is out of range"),
        ({"steps": "1.5"}, "steps = 1.5: int is expected"),
        ({"learning_rate": "nan"}, "out of range"),
        ({"rules": "3"}, "rules = 3: str is expected"),
        ({"dark_exploration": "1.0"}, "a share below 1"),
    ],
)
def test_wrong_settings_are_named(changes, message):
    with pytest.raises(ConfigError, match=message):
        load_config("smoke", changes)


def test_unknown_config_lists_what_is_shipped():
    with pytest.raises(
        ConfigError,
        match="base, bidding, bochki, collusion, demo, dmc, exploiter, king, rollout, smoke",
    ):
        load_config("nothing")


def test_train_refuses_to_overwrite_a_run(tmp_path, capsys):
    (tmp_path / "checkpoint.safetensors").write_bytes(b"x")
    with pytest.raises(SystemExit):
        main(["smoke", "--out", str(tmp_path)])
    assert "--resume" in capsys.readouterr().err


def test_a_damaged_checkpoint_is_refused_and_the_learner_unchanged(config, tmp_path):
    learner, path = Learner(config), tmp_path / "p.safetensors"
    learner.optimizer.zero_grad()
    sum(p.sum() for p in learner.nets.parameters()).backward()
    learner.optimizer.step()
    save_checkpoint(learner, path)
    tensors, metadata = load_tensors(path)
    before = [p.clone() for p in learner.nets.parameters()]
    weights = tensors["policy.body.0.weight"]
    damaged = [
        ({"matches": torch.full_like(tensors["matches"], 127)}, {}),
        ({"matches": tensors["matches"][:0]}, {}),
        ({"hello": torch.zeros(1)}, {}),
        ({"policy.body.0.weight": weights * float("nan")}, {}),
        ({"optimizer.0.exp_avg": torch.zeros(3)}, {}),
        ({"optimizer.99.step": torch.zeros(())}, {}),
        ({"optimizer.-1.step": torch.zeros(())}, {}),
        ({}, {"iteration": float("inf")}),
        ({}, {"iteration": -5}),
        ({}, {"seconds": float("nan")}),
    ]
    for change, counters in damaged:
        save_tensors(path, tensors | change, metadata | counters)
        with pytest.raises(ModelError, match="no complete checkpoint"):
            load_checkpoint(learner, path)
        assert all(torch.equal(a, b) for a, b in zip(before, learner.nets.parameters()))
        assert learner.iteration == 0
    for dtype in (torch.float64, torch.complex64):
        save_tensors(path, tensors | {"policy.body.0.weight": weights.to(dtype)}, metadata)
        with pytest.raises(ModelError, match="finite float32"):
            NetAgent.load(path, te.rules())


def test_two_runs_in_one_folder_are_refused(tmp_path):
    with (
        only_run(tmp_path),
        pytest.raises(ConfigError, match="another process"),
        only_run(tmp_path),
    ):
        pass
    with only_run(tmp_path):
        pass
