"""The network that looks at each suit with the same weights."""

import numpy as np
import pytest

import thousand_env as te
from thousand_env.games.thousand import NUM_ACTIONS, OBSERVATION_SIZE, action_text
from thousand_env.games.thousand.observe import LAYOUT, OFFSETS

torch = pytest.importorskip("torch")

from thousand_agents.models.net import NetAgent, PolicyNet, policy_metadata  # noqa: E402 - torch is an extra
from thousand_agents.models.tensors import ModelError, save_tensors  # noqa: E402 - torch is an extra

CLASSIC = te.rules("thousand", "classic")


FORMS = pytest.mark.parametrize("form", ["suits", "blocks"])


def net_of(form, width=16, depth=2):
    torch.manual_seed(3)
    net = PolicyNet(width, depth, "greedy" if form == "blocks" else "", form)
    for parameter in net.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    return net


def turned_observation(rows):
    """Suit s called s + 1 everywhere."""
    out = rows.clone()
    for block in LAYOUT:
        part = slice(OFFSETS[block.name], OFFSETS[block.name] + block.size)
        if block.kind == "cards":
            out[:, part] = rows[:, part].roll(6, dims=1)
        elif block.name == "trump":
            out[:, part] = rows[:, part].roll(1, dims=1)
        elif block.name == "void":
            out[:, part] = rows[:, part].reshape(-1, 3, 4).roll(1, dims=2).flatten(1)
        elif block.name == "announced":
            marriages = rows[:, part].reshape(-1, 3, 5)
            suits = marriages[:, :, :4].roll(1, dims=2)
            out[:, part] = torch.cat([suits, marriages[:, :, 4:]], 2).flatten(1)
    return out


def turned_action(action):
    """The action with the same rank of the next suit, by the text forms."""
    text = action_text(action)
    if text.split()[0] not in ("play", "give", "marry"):
        return action
    names = "SCDH"
    turned = text[:-1] + names[(names.index(text[-1]) + 1) % 4]
    return next(a for a in range(NUM_ACTIONS) if action_text(a) == turned)


@FORMS
def test_suits_that_change_places_change_their_actions_and_nothing_else(form):
    net = net_of(form)
    torch.nn.init.zeros_(net.body.which)  # but for the worth of their marriages
    rows, advice = torch.rand(20, OBSERVATION_SIZE), torch.arange(9, 189, 9)
    places = torch.tensor([turned_action(a) for a in range(NUM_ACTIONS)])
    assert sorted(places.tolist()) == list(range(NUM_ACTIONS))
    logits = net.own_logits(rows, advice)[1]
    turned = net.own_logits(turned_observation(rows), places[advice])[1]
    assert torch.allclose(turned[:, places], logits, atol=1e-4)
    assert (logits.std(0) > 1e-3).all()


@FORMS
def test_every_number_of_the_observation_is_looked_at(form):
    rows = torch.rand(4, OBSERVATION_SIZE, requires_grad=True)
    net_of(form).own_logits(rows, torch.arange(4))[1].square().sum().backward()
    assert (rows.grad.abs().sum(0) > 0).all()


def test_a_block_is_one_layer_over_the_own_tower_and_the_mean_and_maximum_of_all():
    block, towers = net_of("blocks").body.blocks[0], torch.rand(7, 4, 16)
    own = block.norm(towers)
    for suit in range(4):
        heard = torch.cat([own[:, suit], own.mean(1), own.max(1).values], 1)
        wanted = towers[:, suit] + block.out(torch.relu(block.hidden(heard)))
        assert torch.allclose(block(towers)[:, suit], wanted, atol=1e-4)


def test_blocks_look_at_the_advice():
    net, row = net_of("blocks"), torch.rand(1, OBSERVATION_SIZE)
    rows = row.expand(NUM_ACTIONS, -1)
    logits = net.own_logits(rows, torch.arange(NUM_ACTIONS))[1]
    assert len(logits.unique(dim=0)) == NUM_ACTIONS


@FORMS
def test_it_is_written_and_read_back(tmp_path, form):
    net, path = net_of(form), tmp_path / "net.safetensors"
    tensors = {f"policy.{name}": tensor for name, tensor in net.state_dict().items()}
    save_tensors(path, tensors, policy_metadata(net, CLASSIC))
    agent = NetAgent.load(path, CLASSIC)
    rows, advice = torch.rand(5, OBSERVATION_SIZE), torch.arange(5)
    read, written = (n.own_logits(rows, advice)[1] for n in (agent.net, net))
    assert torch.equal(read, written)
    env = te.VectorEnv("thousand", 8, CLASSIC)
    env.reset(seed=1)
    actions = agent.act(env.views, env.action_mask, np.random.default_rng(0))
    assert env.action_mask[np.arange(8), actions].all()
    save_tensors(path, tensors, policy_metadata(net, CLASSIC) | {"network": "round"})
    with pytest.raises(ModelError, match="unknown form of network"):
        NetAgent.load(path, CLASSIC)
