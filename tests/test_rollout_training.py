"""Training by rollouts: what is played out, what it brings, and that the policy follows it."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te
from thousand_agents.base import make_agent

torch = pytest.importorskip("torch")

from tests.training_runs import PLAIN, learner_of, played  # noqa: E402 - torch is an extra
from thousand_training import rollout  # noqa: E402
from thousand_training.config import ConfigError  # noqa: E402
from thousand_training.margins import TRUSTS, Margins  # noqa: E402
from thousand_training.playouts import MOST, Rollouts, choose_tried  # noqa: E402

ROLLOUT = PLAIN | {
    "algorithm": "rollout", "reward": "lead", "adviser": "greedy", "privileged": "false",
    "belief_weight": "0",
}  # fmt: skip
CLASSIC = te.rules("thousand", "classic")


def some_games(games=30, steps=25):
    env = te.VectorEnv("thousand", games, CLASSIC, seed=2, episode="deal")
    env.reset(options={"table": {"score": [300, 420, 180]}})
    greedy = make_agent("greedy", CLASSIC)
    for k in range(steps):
        env.step(greedy.act(env.views, env.action_mask, None) if k % 5 else env.sample(k))
    return env


@pytest.mark.parametrize("threads", [1, 3])
def test_a_return_is_what_greedy_players_make_of_the_rest_of_the_deal(threads):
    env = some_games(games=150)
    tried = choose_tried(env.action_mask, None, np.random.default_rng(0))
    found = Rollouts(CLASSIC, threads).returns(env.state, tried)
    greedy = make_agent("greedy", CLASSIC)
    assert not found[~tried].any() and found[tried].any()
    for i in np.flatnonzero(tried.any(axis=1))[::9]:
        for action in np.flatnonzero(tried[i]):
            assert found[i, action] == pytest.approx(by_hand(env, i, int(action), greedy))


def by_hand(env, i, action, greedy):
    one = te.VectorEnv("thousand", 1, CLASSIC, episode="deal", autoreset=AutoresetMode.DISABLED)
    one.reset()
    one.state = env.state[i : i + 1]
    seat, before = int(one.current_player[0]), one.state["score"][0, :3].astype(float)
    one.step(np.array([action]))
    while not (one.terminated | one.truncated)[0]:
        one.step(greedy.act(one.views, one.action_mask, None))
    points = one.state["score"][0, :3] - before
    return (points[seat] - np.delete(points, seat).mean()) / 100


def test_all_legal_actions_are_tried_or_so_many_with_the_advised_among_them():
    masks = np.zeros((400, 189), np.bool_)
    rng = np.random.default_rng(1)
    counts = rng.integers(1, 40, len(masks))
    for mask, count in zip(masks, counts):
        mask[rng.choice(189, count, replace=False)] = True
    advice = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
    tried = choose_tried(masks, advice, rng)
    assert not (tried & ~masks).any()
    assert tried.sum(1).tolist() == [0 if n == 1 else min(n, MOST) for n in counts]
    assert tried[np.arange(400), advice][counts > 1].all()


@pytest.mark.parametrize("form", ["flat", "suits"])
def test_the_policy_comes_to_prefer_what_brings_more(form, tmp_path):
    learner = learner_of(ROLLOUT | {"learning_rate": "3e-3", "network": form})
    data = played(learner, tmp_path)
    rows = rollout.learn(learner, data)
    for _ in range(40):  # the same decisions again and again: it must be able to fit them
        last = rollout.learn(learner, data)
    assert last["loss/gains"] < 0.8 * rows["loss/gains"]
    assert last["policy/gain_on_adviser"] > rows["policy/gain_on_adviser"] + 1


def test_of_the_bonuses_for_the_adviser_the_one_that_paid_best_is_taken_in_each_phase():
    margins = Margins()
    assert (margins.best() == TRUSTS[0]).all()  # nothing known: his choice
    gains = torch.zeros(300, len(TRUSTS))
    phase = torch.arange(300) % 3
    gains[phase == 1, 7:] = 0.2
    gains[phase == 2, 3:] = 0.2
    gains[phase == 2, 9:] = -0.1
    margins.note(phase, gains)
    best = margins.best()
    assert best[:3].tolist() == [TRUSTS[0], TRUSTS[7], TRUSTS[3]] and best[6] == TRUSTS[0]


def test_an_unlearned_network_does_what_its_adviser_does(tmp_path):
    learner = learner_of(ROLLOUT | {"learning_rate": "1e-9"})
    data = played(learner, tmp_path)
    assert rollout.learn(learner, data)["policy/gain_on_adviser"] == 0


def test_a_run_needs_the_lead_as_reward():
    with pytest.raises(ConfigError, match='needs reward = "lead"'):
        learner_of(ROLLOUT | {"reward": "points"})
    with pytest.raises(ConfigError, match="only PPO has a critic"):
        learner_of(ROLLOUT | {"privileged": "true"})
