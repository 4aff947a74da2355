"""Self-play training of other games than Thousand, by the same code; files of the one and the other."""

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import thousand_env as te

torch = pytest.importorskip("torch")

from tests.training_runs import KING, bochki_of, king_of, learner_of, played  # noqa: E402 - torch is an extra
from thousand_agents.base import make_agent  # noqa: E402
from thousand_agents.models.net import NetAgent, PolicyNet  # noqa: E402
from thousand_agents.models.tensors import ModelError, load_tensors, save_tensors  # noqa: E402
from thousand_agents.networks import WEIGHTS  # noqa: E402
from thousand_env.games import king  # noqa: E402
from thousand_env.games.king.rules import KINDS  # noqa: E402
from thousand_training import dmc, ppo  # noqa: E402
from thousand_training.checkpoint import load_checkpoint, save_checkpoint  # noqa: E402
from thousand_training.config import ConfigError, load_config  # noqa: E402
from thousand_training.evaluate import as_agent  # noqa: E402
from thousand_training.games import Games  # noqa: E402
from thousand_training.metrics import Metrics  # noqa: E402
from thousand_training.seats import LEARNER  # noqa: E402
from thousand_training.selfplay import play, seats_of  # noqa: E402
from thousand_training.ship import ship  # noqa: E402
from thousand_training.train import iterate, train  # noqa: E402

CLASSIC, KINGS = te.rules(), te.rules("king")
PHASES = king.PHASES[1:-1]


def running_king(decisions=30, games=40):
    env = te.VectorEnv("king", games, te.rules("king", robber=True), seed=3)
    env.reset(options={"table": [{"deals": k % 12} for k in range(games)]})
    for key in range(decisions):
        env.step(env.sample(key))
    return env


def lead_over_random(agent, decks):
    """Points a deal more than three random players, by deck: alone in every seat, any deal."""
    n, players = 4 * decks, KINGS.players
    env = te.VectorEnv("king", n, KINGS, seed=99, reward="score", episode="deal")
    plan = range(len(KINGS.plan))
    tables = [{"deals": plan[deck % len(plan)]} for deck in range(decks) for _ in range(players)]
    env.reset(options={"table": tables, "deck_ids": np.arange(n) // players})
    seats, rng, other = (
        np.arange(n) % players,
        np.random.default_rng(0),
        make_agent("random", KINGS),
    )
    total, running = np.zeros((n, players)), np.ones(n, bool)
    while running.any():
        actions = other.act(env.views, env.action_mask, rng)
        own = np.flatnonzero(env.current_player == seats)
        actions[own] = agent.act(env.views[own], env.action_mask[own], rng)
        env.step(actions)
        total += 100 * env.rewards * running[:, None]
        running &= ~env.terminated
    own = total[np.arange(n), seats]
    lead = own - (total.sum(1) - own) / (players - 1)
    return lead.reshape(decks, players).mean(1)


# --- learning


def test_ppo_learns_to_lead_random_players_at_king(tmp_path):
    changes = {
        "num_games": "128", "iterations": "14", "tables_share": "1.0", "width": "64",
        "value_width": "64", "minibatch": "256", "learning_rate": "2e-3", "entropy_play": "0",
    }  # fmt: skip
    learner = king_of(changes)
    before = lead_over_random(as_agent(learner), 400)
    train(learner, tmp_path)
    after = lead_over_random(as_agent(learner), 400)
    gain = after - before  # on the same decks
    assert gain.mean() > 4 * gain.std(ddof=1) / len(gain) ** 0.5
    assert after.mean() > 4 * after.std(ddof=1) / len(after) ** 0.5


def test_ppo_learns_to_win_against_random_players_at_bochki(tmp_path):
    changes = {"num_games": "128", "steps": "64", "iterations": "12", "minibatch": "512"}
    learner = bochki_of(changes | {"entropy_play": "0.05"})
    train(learner, tmp_path)
    n, rules = 400, learner.rules
    env = te.VectorEnv("bochki", n, rules, seed=99, autoreset=AutoresetMode.DISABLED)
    env.reset(options={"deck_ids": np.arange(n) // 2})
    seats, rng, wins = np.arange(n) % 2, np.random.default_rng(0), np.zeros(n)
    while (env.current_player >= 0).any():
        actions = make_agent("random", rules).act(env.views, env.action_mask, rng)
        own = np.flatnonzero(env.current_player == seats)
        actions[own] = as_agent(learner).act(env.views[own], env.action_mask[own], rng)
        env.step(actions)
        wins += env.rewards[np.arange(n), seats]
    wins = wins.reshape(-1, 2).mean(1)
    assert wins.mean() > 4 * wins.std(ddof=1) / len(wins) ** 0.5


@pytest.mark.parametrize("groups", ["1", "2"])
def test_a_resumed_run_of_king_ends_as_one_that_was_never_stopped(tmp_path, groups):
    changes = {"iterations": "11", "pool_share": "0.5", "pool_every": "1", "pool_size": "2"}
    changes |= {"groups": groups, "steps": "24", "opponents": "random", "opponents_share": "0.25"}
    whole, half, resumed = (king_of(changes) for _ in range(3))
    train(whole, tmp_path / "whole")
    with Metrics(tmp_path / "half") as metrics:
        for _ in range(9):  # past the first new tables
            metrics.write(half, iterate(half, metrics))
    save_checkpoint(half, tmp_path / "half.safetensors")
    load_checkpoint(resumed, tmp_path / "half.safetensors")
    train(resumed, tmp_path / "half")
    for a, b in zip(whole.nets.parameters(), resumed.nets.parameters()):
        assert torch.equal(a, b)
    assert np.array_equal(whole.games.state, resumed.games.state)
    for past, also in zip(whole.pool, resumed.pool):
        assert all(torch.equal(past[name], also[name]) for name in past)


def test_deep_monte_carlo_learns_king_too(tmp_path):
    learner = king_of({"algorithm": "dmc", "num_games": "32", "steps": "60"})
    data = played(learner, tmp_path)
    losses = [dmc.learn(learner, data)["loss/value"] for _ in range(20)]
    assert losses[-1] < 0.8 * losses[0]


# --- what a network is told


def test_the_phase_is_read_where_the_layout_has_it():
    env, net, seen = running_king(0), PolicyNet(8, 1, game="king"), set()
    for key in range(60):
        told = net.phases(torch.from_numpy(env.observation)).argmax(1)
        names = [PHASES[k] for k in told]
        assert names == [king.PHASES[phase] for phase in env.views["phase"]]
        seen |= {*names}
        env.step(env.sample(key))
    assert seen == {*PHASES}


def test_a_game_that_asks_in_one_phase_need_not_say_so():
    net = PolicyNet(8, 1, game="bochki", adviser="greedy")
    assert net.phases(torch.rand(3, te.bochki.OBSERVATION_SIZE)).tolist() == [[1]] * 3
    mask, advice = torch.tensor([[True, True], [True, False]]), torch.tensor([1, 0])
    chances = net(torch.zeros(2, te.bochki.OBSERVATION_SIZE), mask, advice).softmax(1)
    assert chances[0, 1] > 0.85 and chances[1, 0] == 1


def test_advantages_and_entropy_go_by_the_games_own_phases(tmp_path):
    learner = king_of({"rules": "classic,plus=['auction']", "tables_share": "1.0"})
    batch = ppo.batch_of(learner, played(learner, tmp_path))
    phase = learner.policy.phases(batch["observation"]).argmax(1)
    assert {PHASES[k] for k in phase.unique()} >= {"open", "bid", "give", "trump", "play"}
    for k in phase.unique():
        own = batch["advantage"][phase == k]
        assert abs(own.mean()) < 1e-4 and (len(own) < 10 or abs(own.std() - 1) < 0.1)
    weight = batch["entropy_weight"]
    play = phase == PHASES.index("play")
    assert torch.allclose(weight[play], torch.tensor(learner.config.entropy_play))
    assert torch.allclose(weight[~play], torch.tensor(learner.config.entropy_bidding))


# --- what is paid and counted


def test_single_deals_begin_at_any_deal_of_the_plan():
    games = Games(KINGS, 400, seed=3, tables_share=0.5)
    games.begin(0)
    deals = games.views["deals"]
    assert not deals[:200].any()
    assert set(deals[200:]) == {*range(len(KINGS.plan))}


def test_wins_are_paid_and_credited_at_the_end_of_the_match():
    rules = te.rules("king", variant="joker")  # four deals
    games, rng = Games(rules, 30, seed=1, reward="win"), np.random.default_rng(0)
    random, ended, deals = make_agent("random", rules), 0, 0
    for _ in range(4 * 52):
        rewards, over = games.step(random.act(games.views, games.action_mask, rng))
        assert np.array_equal(over, games.terminated)
        assert not rewards[~over].any() and np.abs(rewards.sum(1)).max() < 1e-6
        assert (rewards[over].max(1) > 0).all()
        ended, deals = ended + over.sum(), deals + games.deal_over.sum()
    assert (ended, deals) == (30, 120)


def test_the_points_of_a_run_are_its_own_by_kind_of_deal_where_others_sit(tmp_path):
    learner = king_of({
        "num_games": "60", "reward": "points", "tables_share": "1.0", "steps": "120",
        "opponents": "random", "opponents_share": "0.5",
    })  # fmt: skip
    who = seats_of(learner, learner.config).who
    with Metrics(tmp_path) as metrics:
        data = play(learner, metrics)
    start = king.LAYOUT.offsets["kind"]
    points, leads = {}, []
    for t, game in np.argwhere(data["deal_over"]):
        own = who[game] == LEARNER
        if own.all():
            continue
        kind = int(data["observation"][t, game, start : start + len(KINDS)].argmax())
        written = 100 * data["reward"][t, game]
        points.setdefault(f"deals/points_{KINDS[kind]}", []).append(written[own].mean())
        leads.append(written[own].mean() - written[~own].mean())
    expected = {name: np.mean(values) for name, values in points.items()}
    expected |= {"deals/lead": np.mean(leads), "deals/count": data["deal_over"].sum()}
    assert metrics.counts.figures() == pytest.approx(expected, abs=1e-3)
    assert len(points) == 7


# --- files


def test_a_checkpoint_of_king_is_an_agent_of_king_and_says_what_it_plays(tmp_path):
    learner, path = king_of({}), tmp_path / "k.safetensors"
    save_checkpoint(learner, path)
    assert load_tensors(path)[1]["game"] == "king"
    agent, env = make_agent(str(path), KINGS), running_king()
    actions = agent.act(env.views, env.action_mask, np.random.default_rng(0))
    logits = learner.policy(torch.from_numpy(env.observation), torch.from_numpy(env.action_mask))
    assert np.array_equal(actions, logits.argmax(1).numpy())
    assert env.action_mask[np.arange(len(actions)), actions].all()
    shipped = ship(path, "k", tmp_path)
    assert np.array_equal(
        make_agent(str(shipped), KINGS).act(env.views, env.action_mask, None), actions
    )


def test_a_file_of_one_game_is_refused_under_the_rules_of_another(tmp_path):
    kings, thousands = tmp_path / "k.safetensors", tmp_path / "t.safetensors"
    save_checkpoint(king_of({}), kings)
    save_checkpoint(learner_of({}), thousands)
    with pytest.raises(ModelError, match="plays king, not thousand"):
        make_agent(str(kings), CLASSIC)
    with pytest.raises(ModelError, match="plays thousand, not king"):
        make_agent(str(thousands), KINGS)
    with pytest.raises(ModelError, match="plays thousand, not king"):
        load_checkpoint(king_of({}), thousands)
    with pytest.raises(ModelError, match=r"was trained under .*classic.*, not under"):
        make_agent(str(kings), te.rules("king", players=3))


@pytest.mark.parametrize("game", ["chess", 3, [], None])
def test_a_file_of_an_unknown_game_is_refused(tmp_path, game):
    path = tmp_path / "k.safetensors"
    save_checkpoint(king_of({}), path)
    tensors, metadata = load_tensors(path)
    save_tensors(path, tensors, metadata | {"game": game})
    with pytest.raises(ModelError, match="games: thousand, king, bochki"):
        NetAgent.load(path, KINGS)


@pytest.mark.parametrize("name", ["base-v1", "bids-v1"])
def test_files_that_name_no_game_are_of_thousand(name):
    path = WEIGHTS / f"{name}-classic-3.safetensors"
    assert "game" not in load_tensors(path)[1]
    net = NetAgent.load(path, CLASSIC, bids_only=True).net
    assert net.game == "thousand"
    with pytest.raises(ModelError, match="plays thousand, not king"):
        NetAgent.load(path, te.rules("king", players=3))


# --- settings


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": "chess"}, "one of thousand, king, bochki"),
        (
            {"algorithm": "rollout"},
            'algorithm = .rollout. is of Thousand only; .*"king": .ppo., .dmc.',
        ),
        ({"phase": "bidding"}, "phase = .bidding. is of Thousand only"),
        ({"reward": "equity", "equity": "x"}, "reward = .equity. is of Thousand only"),
        (
            {"seating": "team", "opponents": "random", "opponents_share": "1.0"},
            "seating = .team. is",
        ),
        ({"network": "suits"}, "network = .suits. is of Thousand only"),
        ({"privileged": "true"}, "privileged = True is of Thousand only"),
        ({"belief_weight": "0.1"}, "belief_weight = 0.1 is of Thousand only"),
        ({"dark_exploration": "0.2"}, "dark_exploration = 0.2 is of Thousand only"),
        ({"reward": "win", "tables_share": "0.5"}, "tables_share = 0.0 is expected"),
    ],
)
def test_settings_that_king_does_not_know_are_named(changes, message):
    with pytest.raises(ConfigError, match=message):
        load_config("king", KING | changes)


def test_rules_of_another_game_are_refused():
    with pytest.raises(te.RulesError, match="unknown option 'golden'"):
        king_of({"rules": "classic,golden=false"})
