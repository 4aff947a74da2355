"""Self-play training: tables and rewards, bidding alone, DMC, settings, devices, figures."""

import numpy as np
import pytest
import torch

import thousand_env as te
from tests.training_runs import PLAIN, learner_of, played, running_games
from thousand_agents.base import make_agent
from thousand_agents.models.bidder import card_masks, is_bidding
from thousand_agents.models.net import NetAgent
from thousand_agents.models.tensors import ModelError
from thousand_env.games.thousand.actions import A_CONCEDE, GIFT
from thousand_training import dmc, ppo
from thousand_training.chances import chances_of
from thousand_training.config import ConfigError, load_config
from thousand_training.evaluate import as_agent, evaluate
from thousand_training.games import EQUITY_UNIT, Games
from thousand_training.plots import plot
from thousand_training.train import main, train

# --- tables and rewards


def test_single_deals_start_from_sampled_tables_and_matches_from_nothing():
    games = Games(te.rules(), 40, seed=3, tables_share=0.5)
    games.begin(0)
    tables = games.views["score"][:, :3]
    assert games.matches == 20 and not tables[:20].any()
    assert (tables[20:].any(1)).all()
    before = tables[20:].copy()
    games.begin(1)
    assert np.array_equal(games.views["score"][20:, :3], before)
    games.begin(8)
    assert not np.array_equal(games.views["score"][20:, :3], before)


class Stub:
    """An equity: chances by a softmax of the scores."""

    def chances(self, states):
        odds = np.exp(states["score"][:, :3] / 300)
        return odds / odds.sum(1, keepdims=True)


def test_changes_of_equity_add_up_to_the_result_of_the_match():
    games = Games(te.rules(), 30, seed=1, reward="equity", equity=Stub())
    start, total = Stub().chances(games.state), np.zeros((30, 3))
    rng, greedy, checked = np.random.default_rng(0), make_agent("greedy", te.rules()), 0
    done = np.zeros(30, bool)
    for _ in range(3000):
        rewards, _ = games.step(greedy.act(games.views, games.action_mask, rng))
        total += rewards * ~done[:, None]
        ended = games.terminated & ~done
        for game in np.flatnonzero(ended):
            won = np.arange(3) == games._finals()[game]["winner"]
            assert (total[game] * EQUITY_UNIT).tolist() == pytest.approx(
                (won - start[game]).tolist(), abs=1e-4
            )
            checked += 1
        done |= games.terminated | games.truncated
        if done.all():
            break
    assert checked > 20


def test_a_lead_is_the_own_score_less_the_mean_of_the_others():
    points, lead = (Games(te.rules(), 20, seed=1, reward=name) for name in ("points", "lead"))
    rng, random = np.random.default_rng(0), make_agent("random", te.rules())
    for _ in range(100):
        actions = random.act(points.views, points.action_mask, rng)
        own, over = points.step(actions)
        less, also_over = lead.step(actions)
        expected = [own[:, s] - np.delete(own, s, 1).mean(1) for s in range(3)]
        assert np.allclose(less, np.stack(expected, 1), atol=1e-5)
        assert np.array_equal(over, also_over)


def test_a_run_by_equity_asks_the_model_that_is_handed_in(tmp_path):
    learner = learner_of(PLAIN | {"reward": "equity", "equity": "stub"}, Stub())
    data = played(learner, tmp_path)
    paid = data["reward"][data["deal_over"]]
    assert (paid != 0).any() and np.abs(data["reward"].sum(2)).max() < 1e-4
    assert not data["reward"][~data["deal_over"]].any()


# --- bidding alone


def test_bidding_alone_leaves_every_card_to_the_card_player(tmp_path):
    learner = learner_of(PLAIN | {"phase": "bidding", "steps": "120"})
    greedy, step, cards = make_agent("greedy", learner.rules), learner.games.step, 0

    def checked(actions):
        nonlocal cards
        views, masks = learner.games.views, learner.games.action_mask
        theirs = ~is_bidding(views)
        expected = greedy.act(views, card_masks(views, masks), None)
        assert np.array_equal(actions[theirs], expected[theirs])
        assert not (actions[views["phase"] == GIFT] == A_CONCEDE).any()
        cards += theirs.sum()
        return step(actions)

    learner.games.step = checked
    data = played(learner, tmp_path)
    assert cards > 500 and data["mine"].sum() == data["mine"].size - cards
    row = ppo.learn(learner, data)
    assert np.isfinite(row["loss/policy"])


def test_a_trained_bidder_is_an_agent_with_the_card_play_that_its_spec_names(tmp_path):
    learner = learner_of(PLAIN | {"phase": "bidding", "iterations": "1"})
    path = train(learner, tmp_path)
    rules = learner.rules
    with pytest.raises(ModelError, match="bidder:"):
        make_agent(str(path), rules)
    agent = make_agent(f"bidder:{path},card_play=greedy", rules)
    bidder, greedy = NetAgent.load(path, rules, bids_only=True), make_agent("greedy", rules)
    env = running_games(decisions=12)
    bidding = is_bidding(env.views)
    assert 5 < bidding.sum() < 60
    for each in (agent, as_agent(learner)):
        actions = each.act(env.views, env.action_mask, np.random.default_rng(0))
        for rows, who in ((bidding, bidder), (~bidding, greedy)):
            expected = who.act(env.views[rows], env.action_mask[rows], None)
            assert np.array_equal(actions[rows], expected)


# --- deep Monte Carlo

DMC = PLAIN | {"algorithm": "dmc", "privileged": "false", "belief_weight": "0"}


def test_monte_carlo_returns_are_what_the_player_got_in_the_rest_of_a_finished_deal(tmp_path):
    data = played(learner_of(DMC | {"steps": "80"}), tmp_path)
    total, known = dmc.returns(data)
    assert 0.3 < known.mean() < 1
    for game in range(16):
        for t in range(80):
            ends = np.flatnonzero(data["deal_over"][t:, game])
            assert known[t, game] == bool(len(ends))
            if len(ends):
                seat = data["player"][t, game]
                expected = data["reward"][t : t + ends[0] + 1, game, seat].sum()
                assert total[t, game] == pytest.approx(expected, abs=1e-4)


def test_monte_carlo_learns_the_values_of_actions_and_plays_the_best(tmp_path):
    learner = learner_of(DMC | {"num_games": "64", "learning_rate": "1e-3"})
    data = played(learner, tmp_path)
    losses = [dmc.learn(learner, data)["loss/value"] for _ in range(30)]
    assert losses[-1] < 0.8 * losses[0]
    known = torch.from_numpy(data["observation"][0]), torch.from_numpy(data["mask"][0])
    chances = chances_of("dmc", learner.policy, *known, None, epsilon=0.2)
    best = learner.policy(*known).argmax(1)
    share = 0.8 + 0.2 / known[1].sum(1)
    assert torch.allclose(chances.gather(1, best[:, None])[:, 0], share)
    assert torch.allclose(chances.sum(1), torch.ones(64)) and not chances[~known[1]].any()


def test_monte_carlo_trains_and_its_checkpoint_plays(tmp_path):
    path = train(learner_of(DMC | {"pool_share": "0.5", "pool_every": "1"}), tmp_path)
    assert NetAgent.load(path, te.rules())


# --- settings, device, figures


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"algorithm": "sac"}, "one of ppo, rollout, dmc"),
        ({"phase": "play"}, "one of all, bidding"),
        ({"device": "tpu"}, "one of cpu, cuda"),
        ({"reward": "money"}, "one of points, lead, win, equity"),
        ({"reward": "equity"}, "equity: the name of a model"),
        ({"equity": "x"}, "equity: the name of a model"),
        ({"algorithm": "dmc"}, "only PPO has a critic"),
        (
            {
                "algorithm": "dmc",
                "adviser": "greedy",
                "warm_start": "[]",
                "privileged": "false",
                "belief_weight": "0",
            },
            "an adviser has none of",
        ),
        ({"opponents": '["cmd:false"]'}, "may give a game up"),
        ({"pool_share": "0.9"}, "together at most 1"),
        ({"pool_share": "1.5"}, "out of range: 0 to 1"),
        ({"opponents": "[]"}, "name the opponents"),
        ({"warm_start": "[1]"}, "a list of agents"),
        ({"privileged": "1"}, "bool is expected"),
    ],
)
def test_settings_that_do_not_fit_are_named(changes, message):
    with pytest.raises(ConfigError, match=message):
        load_config("smoke", changes)


def test_an_unknown_teacher_is_named():
    with pytest.raises(te.ThousandError, match="unknown agent 'gredy'"):
        learner_of({"warm_start": "gredy"})


def test_a_gpu_that_is_not_there_is_missed_in_words(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(ConfigError, match="no GPU"):
        learner_of({"device": "cuda"})


@pytest.mark.skipif(not torch.cuda.is_available(), reason="no GPU")
@pytest.mark.parametrize("groups", ["1", "2"])
def test_a_run_learns_on_a_gpu_and_its_checkpoint_plays_without(tmp_path, groups):
    learner = learner_of({"device": "cuda", "groups": groups})
    path = train(learner, tmp_path)
    assert all(p.device.type == "cuda" for p in learner.nets.parameters())
    assert learner.actor().body[0].weight.device.type == "cpu"
    resumed = learner_of({"groups": groups})
    from thousand_training.checkpoint import load_checkpoint

    load_checkpoint(resumed, path)
    assert torch.equal(resumed.policy.body[0].weight, learner.policy.body[0].weight.cpu())


def test_evaluation_meets_every_opponent_on_the_same_decks(tmp_path):
    learner = learner_of(
        PLAIN | {"evaluate_against": '["greedy", "random"]', "evaluate_sets": "8",
                 "evaluate_matches": "1"}
    )  # fmt: skip
    row = evaluate(learner)
    assert {"arena/greedy", "arena/greedy_error", "arena/random_wins"} <= set(row)
    assert row == evaluate(learner)
    assert row["arena/greedy"] < 0


def test_a_run_says_where_its_time_went_and_its_curves_can_be_drawn(tmp_path, capsys):
    learner = learner_of({"evaluate_minutes": "1e-9", "evaluate_sets": "4", "iterations": "3"})
    train(learner, tmp_path)
    assert all(learner.parts.values()) and sum(learner.parts.values()) <= learner.seconds * 1.01
    assert main(["plot", str(tmp_path)]) == 0
    drawing = (tmp_path / "curves.svg").read_text()
    assert "<svg" in drawing and str(tmp_path / "curves.svg") in capsys.readouterr().out
    assert plot(tmp_path) == tmp_path / "curves.svg"


def test_a_folder_without_figures_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="no figures"):
        plot(tmp_path)
    (tmp_path / "metrics.jsonl").write_text("[1]\n")
    with pytest.raises(ConfigError, match="no figures"):
        plot(tmp_path)
