"""TorchRL's PettingZooWrapper on the AEC environment: specs, rollouts, a few steps of PPO."""

import pytest

pytest.importorskip("torchrl")

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import MarlGroupMapType, PettingZooWrapper, check_env_specs
from torchrl.modules import MLP, MaskedCategorical, ProbabilisticActor
from torchrl.objectives import ClipPPOLoss, ValueEstimators

import thousand_env as te
from thousand_env import adapters, thousand_v0
from thousand_env.games.thousand import NUM_ACTIONS, OBSERVATION_SIZE

# Its wrapper names the one version it is tested with, and warns of every other.
pytestmark = pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested")
DEAL = {"reward": "score", "episode": "deal"}
SEEN = ("agents", "observation", "observation")


def wrapped(group_map=MarlGroupMapType.ALL_IN_ONE_GROUP, rules="polish", seed=0, **arguments):
    game = thousand_v0.env(rules=rules, **{**DEAL, **arguments})
    return PettingZooWrapper(game, use_mask=True, group_map=group_map, seed=seed)


def test_the_example_runs(run_example):
    run_example(adapters.__doc__, "TorchRL")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_check_env_specs_passes(players):
    check_env_specs(wrapped(rules=te.rules("thousand", "classic", players=players)))


def test_check_env_specs_passes_on_matches_with_a_group_for_each_player():
    env = wrapped(None, "classic", reward="win", episode="match")
    assert env.group_map == {name: [name] for name in ("player_0", "player_1", "player_2")}
    check_env_specs(env)


@pytest.mark.parametrize("seed", range(5))
def test_a_rollout_of_random_actions_ends_with_the_deal(seed):
    """One player moves at a time, by his mask; every reward is there; all end together."""
    env = wrapped(seed=seed)
    deal = env.rollout(1000)
    agents, last = deal["agents"], deal[-1]["next"]
    assert (agents["mask"].sum(dim=1) == 1).all()
    legal = agents["action_mask"].gather(-1, agents["action"][..., None])[..., 0]
    assert legal[agents["mask"]].all()
    assert not agents["action_mask"][agents["mask"]].all(dim=-1).any()
    assert not agents[SEEN[1:]][~agents["mask"]].any()
    scores = 100 * deal["next", "agents", "reward"].sum(dim=0)[:, 0]
    assert torch.allclose(scores, last["agents", "info", "score"], atol=1e-3)
    assert last["done"].item() and last["agents", "terminated"].all()
    assert not deal["next", "agents", "done"][:-1].any()


def test_an_illegal_action_is_refused():
    env = wrapped()
    start = env.reset()
    start["agents", "action"] = (~start["agents", "action_mask"]).int().argmax(dim=-1)
    with pytest.raises(te.IllegalActionError):
        env.step(start)


def test_masked_ppo_learns_from_its_own_turns():
    torch.manual_seed(0)
    actor = ProbabilisticActor(
        TensorDictModule(
            MLP(OBSERVATION_SIZE, NUM_ACTIONS, num_cells=[64]), [SEEN], [("agents", "logits")]
        ),
        in_keys={"logits": ("agents", "logits"), "mask": ("agents", "action_mask")},
        out_keys=[("agents", "action")],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    value = ("agents", "state_value")
    critic = TensorDictModule(MLP(OBSERVATION_SIZE, 1, num_cells=[64]), [SEEN], [value])
    loss = ClipPPOLoss(actor, critic)
    names = ("reward", "action", "done", "terminated", "advantage", "value_target")
    keys = {name: ("agents", name) for name in names}
    loss.set_keys(**keys, value=value, sample_log_prob=("agents", "action_log_prob"))
    loss.make_value_estimator(ValueEstimators.GAE, gamma=1.0, lmbda=0.95)
    optimizer = torch.optim.Adam(loss.parameters(), 3e-3)
    before = [weight.clone() for weight in actor.parameters()]
    ends = 0
    for data in Collector(wrapped(), actor, frames_per_batch=200, total_frames=600):
        with torch.no_grad():
            loss.value_estimator(
                data,
                params=loss.critic_network_params,
                target_params=loss.target_critic_network_params,
            )
        turns = TensorDict({"agents": data["agents"][data["agents", "mask"]]}, [200])
        totals = []
        for _ in range(5):
            losses = loss(turns)
            total = sum(losses[f"loss_{part}"] for part in ("objective", "critic", "entropy"))
            optimizer.zero_grad()
            total.backward()
            optimizer.step()
            totals.append(total.item())
        assert totals[-1] < totals[0]
        ends += data["next", "done"].sum().item()
    assert ends > 10  # the collector began new deals
    assert all(not torch.equal(old, new) for old, new in zip(before, actor.parameters()))
