"""Self-play training, part by part: warm start, hidden cards, the adviser, other players."""

from dataclasses import replace

import numpy as np
import pytest
import torch

import thousand_env as te
from tests.training_runs import PLAIN, learner_of, played, running_games
from thousand_agents.base import make_agent
from thousand_agents.models.net import NetAgent
from thousand_env.games.thousand.cards import NUM_CARDS
from thousand_training import ppo
from thousand_training.belief import belief_loss
from thousand_training.chances import draw
from thousand_training.checkpoint import load_checkpoint, save_checkpoint
from thousand_training.clone import clone
from thousand_training.evaluate import as_agent
from thousand_training.hidden import LEFT, OWN, RIGHT, TALON_1, hidden_cards
from thousand_training.learner import Critic
from thousand_training.metrics import Metrics
from thousand_training.seats import LEARNER
from thousand_training.selfplay import seats_of
from thousand_training.train import iterate, train

# --- warm start


def test_a_clone_soon_decides_as_greedy_does_in_four_of_five_auctions(tmp_path):
    learner = learner_of({
        "rules": "classic,golden=false", "phase": "bidding", "num_games": "256", "steps": "128",
        "width": "256", "warm_decisions": "10_000_000",
    })  # fmt: skip
    agreements = []
    for _ in range(9):
        row = clone(learner, played(learner, tmp_path))
        learner.iteration += 1
        agreements.append(row["clone/agreement_auction"])
    assert agreements[0] < 0.3
    assert agreements[-1] > 0.8


def test_the_teachers_decisions_are_greedys_and_all_learned_from(tmp_path):
    learner = learner_of({})
    greedy, found = make_agent("greedy", learner.rules), []
    step = learner.games.step

    def checked(actions):
        expected = greedy.act(learner.games.views, learner.games.action_mask, None)
        found.append(np.array_equal(actions, expected))
        return step(actions)

    learner.games.step = checked
    assert learner.warming and played(learner, tmp_path)["mine"].all()
    assert len(found) == learner.config.steps and all(found)


def test_a_warm_start_ends_after_its_decisions(tmp_path):
    learner, rows = learner_of({}), []
    with Metrics(tmp_path) as metrics:
        for _ in range(3):
            rows.append(iterate(learner, metrics))
    assert ["clone/agreement" in row for row in rows] == [True, True, False]
    assert "loss/policy" in rows[2]


# --- hidden cards


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_critic_is_told_where_every_card_lies(players):
    env = running_games(players)
    blocks = hidden_cards(env.state, players).reshape(64, -1, NUM_CARDS)
    for game, state in zip(blocks, env.state):
        left_lying = sum(bool(t) * int(t) for t in state.talon if t != state.talon_taken)
        out = sum(int(x) for x in state.played[:players])
        seats = [(state.to_move + k) % players for k in range(players)]
        if players == 4:
            seats.remove((state.first_hand + 3) % 4)
        for block, seat in zip((OWN, LEFT, RIGHT), seats):
            assert sum(1 << c for c in np.flatnonzero(game[block])) == state.hand[seat]
        talon = sum(1 << c for c in np.flatnonzero(game[TALON_1:].any(0)))
        assert talon == left_lying
        assert game.sum() + bin(out).count("1") == NUM_CARDS


def test_the_policy_sees_no_hidden_card_and_the_critic_does():
    learner = learner_of({})
    env = running_games(decisions=3)
    states = env.state
    changed = states.copy()
    others = [(states["to_move"] + k) % 3 for k in (1, 2)]
    rows = np.arange(64)
    for name in ("hand", "dealt"):
        for a, b in (others, others[::-1]):
            changed[name][rows, a] = states[name][rows, b]
    same_view = (states["phase"] >= 3) & (states["talon_taken"] == 0)
    assert same_view.sum() > 5
    inputs = []
    for each in (states, changed):
        env.state = each
        inputs.append((env.observation[same_view].copy(), hidden_cards(each, 3)[same_view]))
    (before, hidden), (after, other) = inputs
    assert np.array_equal(before, after)
    assert (hidden != other).any(1).all()
    critic, seen = learner.nets["value"], torch.from_numpy(before)
    values = [critic(seen, torch.from_numpy(cards)) for cards in (hidden, other)]
    assert (values[0] != values[1]).all()
    assert learner.policy.body[0].in_features == te.encode(env.views[:1]).shape[1]
    blind = Critic(replace(learner.config, privileged=False))
    assert torch.equal(*(blind(seen, torch.from_numpy(cards)) for cards in (hidden, other)))


def test_the_belief_loss_is_the_cross_entropy_over_the_cards_elsewhere():
    env = running_games()
    hidden = torch.from_numpy(hidden_cards(env.state, 3))
    logits = torch.randn(64, NUM_CARDS, 3, dtype=torch.float64)
    blocks, losses = hidden.reshape(64, -1, NUM_CARDS), []
    for game in range(64):
        for card in range(NUM_CARDS):
            for holder, block in enumerate((LEFT, RIGHT, TALON_1)):
                if blocks[game, block, card]:
                    losses.append(-logits[game, card].log_softmax(0)[holder])
    assert belief_loss(logits, hidden) == pytest.approx(float(sum(losses) / len(losses)))


def test_a_checkpoint_with_a_belief_head_plays_like_any_other(tmp_path):
    learner = learner_of({})
    assert "belief" in learner.nets
    save_checkpoint(learner, tmp_path / "p.safetensors")
    agent = NetAgent.load(tmp_path / "p.safetensors", learner.rules)
    for a, b in zip(agent.net.parameters(), learner.policy.parameters()):
        assert torch.equal(a, b)


# --- an adviser


def test_a_policy_with_an_adviser_begins_as_he_plays_and_learns_how_far_to_trust_him(tmp_path):
    learner = learner_of(PLAIN | {"adviser": "greedy", "num_games": "64"})
    greedy, rng = make_agent("greedy", learner.rules), np.random.default_rng(0)
    env = running_games(decisions=9)
    advised = greedy.act(env.views, env.action_mask, rng)
    assert np.array_equal(as_agent(learner).act(env.views, env.action_mask, rng), advised)
    data = played(learner, tmp_path)
    followed = data["action"] == data["advice"]
    assert 0.8 < followed[data["mask"].sum(2) > 1].mean() < 0.95
    trust = learner.policy.trust.clone()
    ppo.learn(learner, data)
    assert (learner.policy.trust[[2, 4, 6]] != trust[[2, 4, 6]]).all()  # auction, gift, play
    with torch.no_grad():
        learner.policy.trust -= 10
    save_checkpoint(learner, tmp_path / "p.safetensors")
    again = make_agent(str(tmp_path / "p.safetensors"), learner.rules)
    actions = again.act(env.views, env.action_mask, rng)
    assert not np.array_equal(actions, advised)
    assert np.array_equal(actions, as_agent(learner).act(env.views, env.action_mask, rng))


def test_a_run_that_was_stopped_while_only_the_critic_learned_can_be_gone_on_with(tmp_path):
    """What the policy alone has to learn had no optimizer state yet, and was missed."""
    changes = {"adviser": "greedy", "iterations": "3"}
    whole, half, resumed = (learner_of(changes) for _ in range(3))
    train(whole, tmp_path / "whole")
    with Metrics(tmp_path / "half") as metrics:
        iterate(half, metrics)
    assert half.warming
    save_checkpoint(half, tmp_path / "half.safetensors")
    load_checkpoint(resumed, tmp_path / "half.safetensors")
    train(resumed, tmp_path / "half")
    for a, b in zip(whole.nets.parameters(), resumed.nets.parameters()):
        assert torch.equal(a, b)


# --- other players


def test_past_selves_and_opponents_sit_in_their_share_of_games_and_are_not_learned_from(tmp_path):
    learner = learner_of(
        PLAIN
        | {"num_games": "100", "pool_share": "0.3", "opponents_share": "0.2", "pool_size": "2"}
    )
    for _ in range(3):
        learner.keep_past_self()
    assert len(learner.pool) == 2
    seats = seats_of(learner, learner.config)
    past_self, greedy = 1, 2
    assert (seats.who == past_self).any(1).sum() == 30
    assert (seats.who == greedy).any(1).sum() == 20
    with_others = seats.who[(seats.who != LEARNER).any(1)]
    assert (with_others == LEARNER).any(1).all()
    assert set((with_others != LEARNER).sum(1)) == {1, 2}
    data = played(learner, tmp_path)
    numbers = seats.who[np.arange(100), data["player"]]
    assert np.array_equal(data["mine"], numbers == LEARNER)
    assert (data["log_chance"][~data["mine"]] == 0).all()


def test_draws_follow_the_chances_and_never_fall_on_an_illegal_action():
    chances = torch.tensor([0.0, 0.2, 0.0, 0.5, 0.3, 0.0]).repeat(20000, 1)
    drawn = draw(chances, torch.Generator().manual_seed(0))
    shares = torch.bincount(drawn, minlength=6) / len(drawn)
    assert torch.allclose(shares, chances[0], atol=0.02)
    assert shares[[0, 2, 5]].sum() == 0
